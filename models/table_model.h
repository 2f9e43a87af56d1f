// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/table_data.h"

#include <QAbstractTableModel>

#include <algorithm>
#include <cstdint>

namespace berth::models {

/// A table over an immutable value, with sorting and filtering built in: typed keys instead of a proxy that compares
/// variants, and on another thread where there are many rows, so that the window never waits. GUI thread only.
class TableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    explicit TableModel(std::vector<TableColumn> columns, QObject* parent = nullptr);
    ~TableModel() override;

    /// The only setter. Rows that only changed or were added keep their places and the selection; all else resets.
    void setTable(TableDataPtr data);
    /// A line of the query language (query.h). Terms with errors count for nothing.
    void setFilter(const QString& line);
    /// What is wrong with a line that would be given to setFilter.
    std::vector<QueryError> filterErrors(const QString& line) const;
    /// Rows with the same text in that column under one heading; -1: no headings.
    void setGroupColumn(int column);
    /// Shows or hides the rows under the heading at that row.
    void toggleGroup(int row);
    /// Only the first so many of the sorted rows, in every group; 0: all.
    void setTop(int rows);
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

    const TableQuery& query() const { return query_; }
    /// Rows before filtering.
    int totalRows() const { return data_ ? data_->rowCount() : 0; }
    /// Rows that are shown, headings not counted.
    int shownRows() const { return static_cast<int>(arrangement_.shown); }
    const std::vector<TableColumn>& columns() const { return columns_; }
    /// What is shown, for work on other threads.
    TableDataPtr table() const { return data_; }
    /// The row of table() at a row of the model; -1 for a heading.
    int dataRow(int row) const { return std::max(-1, arrangement_.rows[static_cast<std::size_t>(row)]); }
    /// Rows of table() as they are shown, without headings.
    std::vector<int> dataRows() const;
    /// The different texts of a column, up to a number that people still read, in natural order; looks at the first rows only.
    QStringList valuesOf(int column) const;
    /// The row that shows the object, or -1.
    int rowOf(const QString& id) const;
    /// Whether a sort or filter is still being computed.
    bool isWorking() const { return working_; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

    /// Above this many rows sorting and filtering happen on another thread.
    static constexpr int backgroundRows = 2000;

signals:
    /// The shown rows were computed anew; views bring their current row back.
    void rowsArranged();
    /// Other columns than before; sorted and grouped by the same as before where that is still there.
    void columnsChanged();

protected:
    /// For tables whose columns follow their contents: nothing where they stay the same, else the rows go until setTable.
    void setColumns(std::vector<TableColumn> columns);

private:
    void rearrange();
    void show(TableDataPtr data, TableArrangement arrangement);
    bool isPlain() const { return query_ == TableQuery(); }
    QVariant groupData(const TableGroup& group, int column, int role) const;
    void append(TableDataPtr data);

    std::vector<TableColumn> columns_;
    int visibleColumns_;                   ///< those before the ones that only queries know
    TableDataPtr data_;                    ///< what arrangement_ speaks of
    TableDataPtr latest_;                  ///< the newest, maybe still being arranged
    TableArrangement arrangement_;
    TableQuery query_;
    std::uint64_t generation_ = 0;         ///< voids arrangements that were overtaken
    bool working_ = false;
};

}
