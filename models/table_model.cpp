// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/table_model.h"

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>

#include <algorithm>
#include <numeric>
#include <utility>

namespace berth::models {

TableModel::TableModel(std::vector<TableColumn> columns, QObject* parent)
    : QAbstractTableModel(parent), columns_(std::move(columns))
{
}

TableModel::~TableModel() = default;

void TableModel::setTable(TableDataPtr data)
{
    if (data && data_ && latest_ == data_ && isPlain() && data->startsWith(*data_)) {
        append(std::move(data));
        return;
    }
    latest_ = std::move(data);
    rearrange();
}

void TableModel::append(TableDataPtr data)
{
    const int before = static_cast<int>(rows_.size());
    const int after = data->rowCount();
    ++generation_;
    working_ = false;
    if (after > before) {
        beginInsertRows({}, before, after - 1);
        latest_ = data_ = std::move(data);
        rows_.resize(static_cast<std::size_t>(after));
        std::iota(rows_.begin() + before, rows_.end(), before);
        endInsertRows();
    } else {
        latest_ = data_ = std::move(data);
    }
    if (before > 0)
        emit dataChanged(index(0, 0), index(before - 1, columnCount() - 1));
}

void TableModel::setFilter(const QString& line)
{
    const QString trimmed = line.trimmed();
    if (trimmed == query_.filter)
        return;
    query_.filter = trimmed;
    rearrange();
}

void TableModel::sort(int column, Qt::SortOrder order)
{
    if (query_.sortColumn == column && query_.order == order)
        return;
    query_.sortColumn = column;
    query_.order = order;
    rearrange();
}

void TableModel::rearrange()
{
    const std::uint64_t generation = ++generation_;
    const TableDataPtr data = latest_;
    if (!data || data->rowCount() <= backgroundRows) {
        working_ = false;
        show(data, data ? visibleRows(*data, columns_, query_) : std::vector<int>());
        return;
    }
    working_ = true;
    QThreadPool::globalInstance()->start([self = QPointer<TableModel>(this), generation, data, columns = columns_,
                                          query = query_] {
        std::vector<int> rows = visibleRows(*data, columns, query);
        // Through the application object, which outlives models: self may only be looked at on its own thread.
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [self, generation, data, found = std::move(rows)]() mutable {
                if (self && self->generation_ == generation) {
                    self->working_ = false;
                    self->show(data, std::move(found));
                }
            },
            Qt::QueuedConnection);
    });
}

void TableModel::show(TableDataPtr data, std::vector<int> rows)
{
    const bool sameObjects = data && data_ && data->rowCount() == data_->rowCount() && data->startsWith(*data_);
    if (sameObjects && rows == rows_) {
        data_ = std::move(data);
        if (!rows_.empty())
            emit dataChanged(index(0, 0), index(static_cast<int>(rows_.size()) - 1, columnCount() - 1));
        emit rowsArranged();
        return;
    }
    beginResetModel();
    data_ = std::move(data);
    rows_ = std::move(rows);
    endResetModel();
    emit rowsArranged();
}

int TableModel::rowOf(const QString& id) const
{
    for (std::size_t row = 0; row < rows_.size(); ++row)
        if (data_->id(rows_[row]) == id)
            return static_cast<int>(row);
    return -1;
}

int TableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int TableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(columns_.size());
}

QVariant TableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount() || index.column() >= columnCount())
        return {};
    const int row = rows_[static_cast<std::size_t>(index.row())];
    const int column = index.column();
    const bool numeric = columns_[static_cast<std::size_t>(column)].numeric;
    switch (role) {
    case Qt::DisplayRole:
        return data_->text(row, column);
    case Qt::ToolTipRole:
        return data_->tooltip(row, column);
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::AlignVCenter | (numeric ? Qt::AlignRight : Qt::AlignLeft));
    case SortRole: {
        const SortKey key = data_->sortKey(row, column);
        return numeric ? QVariant(key.number) : QVariant(key.text);
    }
    case CopyRole:
        return data_->copyText(row, column);
    case IdRole:
        return data_->id(row);
    case ShareRole: {
        const std::optional<double> share = data_->share(row, column);
        return share ? QVariant(*share) : QVariant();
    }
    case StateRole:
        return static_cast<int>(data_->state(row, column));
    default:
        return {};
    }
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const TableColumn& column = columns_[static_cast<std::size_t>(section)];
    switch (role) {
    case Qt::DisplayRole:
        return column.title;
    case Qt::ToolTipRole:
        return column.tooltip.isEmpty() ? column.title : column.tooltip;
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::AlignVCenter | (column.numeric ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::InitialSortOrderRole:
        return static_cast<int>(column.numeric ? Qt::DescendingOrder : Qt::AscendingOrder);
    default:
        return {};
    }
}

}
