// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/table_data.h"

#include <QAbstractTableModel>

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
    void setFilter(const QString& line);
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

    const TableQuery& query() const { return query_; }
    /// Rows before filtering.
    int totalRows() const { return data_ ? data_->rowCount() : 0; }
    /// The row that shows the object, or -1.
    int rowOf(const QString& id) const;
    /// Whether a sort or filter is still being computed.
    bool isWorking() const { return working_; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

    /// Above this many rows sorting and filtering happen on another thread.
    static constexpr int backgroundRows = 2000;

signals:
    /// The shown rows were computed anew; views bring their current row back.
    void rowsArranged();

private:
    void rearrange();
    void show(TableDataPtr data, std::vector<int> rows);
    bool isPlain() const { return query_.sortColumn < 0 && query_.filter.isEmpty(); }
    void append(TableDataPtr data);

    std::vector<TableColumn> columns_;
    TableDataPtr data_;                    ///< what rows_ speaks of
    TableDataPtr latest_;                  ///< the newest, maybe still being arranged
    std::vector<int> rows_;
    TableQuery query_;
    std::uint64_t generation_ = 0;         ///< voids arrangements that were overtaken
    bool working_ = false;
};

}
