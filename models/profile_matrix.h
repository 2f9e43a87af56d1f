// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "config/load.h"
#include "models/roles.h"

#include <QAbstractTableModel>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

namespace berth::models {

/// How a plugin came to (or does not) run at an extension point.
enum class PointState : int {
    NotImplemented,   ///< the plugin has no such method
    Off,              ///< no list names it
    Disabled,         ///< multiPoint would bring it, the point's own list disables it
    Expanded,         ///< brought by multiPoint
    Own,              ///< the point's own list alone names it
    Overridden,       ///< both do: the own list settles its position (and weight)
};

struct ProfileCell {
    PointState state = PointState::NotImplemented;
    int position = 0;                      ///< from 1 in the order of calling; 0 where it does not run
};

struct ProfileRow {
    QString plugin;
    bool inTree = true;                    ///< else scripted, or added by the user
    bool runs = false;                     ///< at any point
    std::optional<int> weight;             ///< of Score, else of PlacementScore, where it runs there
    QString args;                          ///< on one line
    bool argsDiffer = false;               ///< from the defaults
    std::vector<ProfileCell> cells;        ///< by ProfileMatrix::points
};

/// A profile as a table: plugins × extension points. An immutable value.
struct ProfileMatrix {
    QString schedulerName;
    std::vector<config::ExtensionPoint> points;   ///< multiPoint first; only those that some plugin implements
    /// multiPoint's plugins in its order, then others that run, then those that exist but do not, by name.
    std::vector<ProfileRow> rows;
};

using ProfileMatrixPtr = std::shared_ptr<const ProfileMatrix>;

/// profile: index into result.profiles, which must have it (result.ok()).
ProfileMatrix makeProfileMatrix(const config::LoadResult& result, std::size_t profile,
                                const config::FeatureGates& gates, const config::PluginCatalog& catalog);

/// An HTTP extender's facts, one to a line: `filter, prioritize × 5`, …; the first line is its URL.
QStringList extenderLines(const config::Extender& extender);

/// `Expanded by multiPoint`, … translated.
QString pointStateText(PointState state);

/// The matrix as an item model. Columns: plugin, weight, the points, arguments. Weights are editable: setData emits
/// weightEdited and changes nothing by itself, since the text of the configuration is what is edited.
class ProfileMatrixModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Plugin, Weight, FirstPoint };
    /// Beside models/roles.h: the PointState of a point's cell.
    enum ExtraRole : int { PointStateRole = Qt::UserRole + 40 };

    explicit ProfileMatrixModel(QObject* parent = nullptr);

    void setMatrix(ProfileMatrixPtr matrix);
    const ProfileMatrixPtr& matrix() const { return matrix_; }
    /// The point of a column; nothing for plugin, weight and arguments.
    std::optional<config::ExtensionPoint> pointAt(int column) const;
    /// The column of a point, -1 if it has none.
    int columnOf(config::ExtensionPoint point) const;
    int argsColumn() const { return columnCount() - 1; }
    int rowOf(const QString& plugin) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

signals:
    void weightEdited(const QString& plugin, int weight);

private:
    QVariant text(const ProfileRow& row, int column) const;
    QString tooltip(const ProfileRow& row, int column) const;
    const ProfileCell* cell(const ProfileRow& row, int column) const;

    ProfileMatrixPtr matrix_;
};

}
