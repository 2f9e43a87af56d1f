// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/run_map.h"

#include <QAbstractTableModel>

#include <set>

class QTimer;

namespace berth::models {

/// The heat map of a run as a table, for those who read cells rather than see colours: a row per node, a column per attempt.
/// Cells that are asked for and not computed yet say so, are wished for from the RunMap, and change when they arrive.
/// IdRole: the node; of a column's header: the attempt's index.
class RunTableModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    explicit RunTableModel(RunMap* map, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

    /// Nobody looks any more: what was asked for and has not come is not needed.
    void stopLooking();

private:
    void askFor(std::size_t tile) const;

    RunMap* map_;
    int rows_ = 0;
    int columns_ = 0;
    /// Asked for since the last wish; kept apart so that painting a screen of cells is one wish.
    mutable std::set<std::size_t> asked_;
    QTimer* asking_;
};

}
