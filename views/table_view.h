// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QVariantMap>
#include <QSet>
#include <QWidget>

#include <functional>

class QAction;
class QComboBox;
class QLabel;
class QLineEdit;
class QMenu;
class QModelIndex;
class QTableView;
class QTimer;
class QVBoxLayout;

namespace berth::models {
class TableModel;
}

namespace berth::views {

class QueryLine;

/// A table with its filter line, row count, groups and top rows, copying and export (CSV, TSV). Rows are chosen by the id
/// of their object. The first column stays in sight when the others scroll.
class TableView final : public QWidget {
    Q_OBJECT
public:
    /// name becomes part of the object names: `podsTable`, `podsFilter`.
    TableView(models::TableModel* model, const QString& name, const QString& title, QWidget* parent = nullptr);

    QTableView* table() const { return table_; }
    QLineEdit* filterLine() const;
    QComboBox* groupChoice() const { return group_; }
    QComboBox* topChoice() const { return top_; }
    models::TableModel* model() const { return model_; }
    /// Shown instead of an empty table.
    void setEmptyText(const QString& text);
    /// A button below that text: what would fill the table.
    void setEmptyAction(QAction* action);
    /// Whether the empty action is offered; it is at first.
    void offerEmptyAction(bool on);
    /// Makes the row of that object current and visible, without telling anybody; an empty id clears.
    void showObject(const QString& id);
    /// The same for several, which are chosen together as far as they are there.
    void showObjects(const QStringList& ids);
    /// The objects of the chosen rows.
    QStringList chosenIds() const;
    /// Filter, sort order, groups and top rows, as far as they are not those of a new table, for restoreChoices.
    QVariantMap choices() const;
    /// What choices() gave, maybe of another table: columns that are not there count for nothing.
    void restoreChoices(const QVariantMap& choices);
    /// Another cluster's rows are all shown at first: a filter that was meant for others would hide them unasked.
    void clearFilter();
    /// Column widths as a share of the font's average character width.
    void setColumnCharacters(const QList<int>& characters);

public slots:
    /// The selected rows (all without a selection) as TSV.
    void copy();
    void copyCsv();
    /// Asks where to; CSV or TSV by the chosen ending. The text is made and written on another thread.
    void exportTable();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    /// The user moved to that row.
    void objectSelected(const QString& id);
    void objectActivated(const QString& id);
    void message(const QString& text, bool error);
    /// The menu of a row is about to open; others may add what can be done with its object.
    void menuWanted(QMenu* menu, const QString& id);

private:
    void makeTable(const QString& title);
    void makeChoices(const QString& title);
    void makeNothing();
    int columnOf(const QString& key) const;
    QString keyOf(int column) const;
    void fillGroups();
    void fitColumns();
    void fillWidth();
    void showFilterState();
    void openGroup(const QModelIndex& index);
    QList<int> chosenRows() const;
    void showHeaderMenu(const QPoint& at);
    void showMenu(const QPoint& at);
    void restoreCurrent();
    void restoreTogether();
    void currentRowChanged();

    models::TableModel* model_;
    QueryLine* filter_;
    QLabel* count_;
    QComboBox* group_;
    QComboBox* top_;
    QTableView* table_;
    QLabel* empty_;
    QWidget* nothing_ = nullptr;           ///< over the rows where the filter lets none through
    QVBoxLayout* emptyLayout_;
    QTimer* filterDelay_;
    QList<int> characters_;                ///< of setColumnCharacters
    int lastWidth_ = 0;                    ///< of the last column at least; it takes what the others leave
    bool fitting_ = false;
    QString currentId_;
    QSet<QString> together_;               ///< of showObjects, when they are several
    QString name_;
    bool restoring_ = false;
};

}
