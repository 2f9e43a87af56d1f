// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/table_model.h"

#include "models/format.h"
#include "models/natural_order.h"

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

using namespace Qt::StringLiterals;

namespace berth::models {

TableModel::TableModel(std::vector<TableColumn> columns, QObject* parent)
    : QAbstractTableModel(parent), columns_(std::move(columns)),
      visibleColumns_(static_cast<int>(std::count_if(columns_.begin(), columns_.end(), [](const TableColumn& c) { return !c.hidden; })))
{
}

TableModel::~TableModel() = default;

void TableModel::setColumns(std::vector<TableColumn> columns)
{
    const auto isSame = [](const TableColumn& a, const TableColumn& b) { return a.key == b.key && a.title == b.title; };
    if (std::equal(columns.begin(), columns.end(), columns_.begin(), columns_.end(), isSame))
        return;
    // What somebody sorts and groups by goes on being sorted and grouped by, wherever it stands now.
    const auto placeOf = [&](int column) {
        const auto same = [&](const TableColumn& candidate) { return column >= 0 && candidate.key == columns_[static_cast<std::size_t>(column)].key; };
        const auto found = std::find_if(columns.begin(), columns.end(), same);
        return found == columns.end() ? -1 : static_cast<int>(found - columns.begin());
    };
    query_.sortColumn = placeOf(query_.sortColumn);
    query_.groupColumn = placeOf(query_.groupColumn);
    ++generation_;
    beginResetModel();
    columns_ = std::move(columns);
    visibleColumns_ = static_cast<int>(std::count_if(columns_.begin(), columns_.end(), [](const TableColumn& c) { return !c.hidden; }));
    data_ = latest_ = nullptr;
    arrangement_ = {};
    working_ = false;
    endResetModel();
    emit columnsChanged();
}

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
    std::vector<int>& rows = arrangement_.rows;
    const int before = static_cast<int>(rows.size());
    const int after = data->rowCount();
    ++generation_;
    working_ = false;
    if (after > before) {
        beginInsertRows({}, before, after - 1);
        latest_ = data_ = std::move(data);
        rows.resize(static_cast<std::size_t>(after));
        std::iota(rows.begin() + before, rows.end(), before);
        arrangement_.shown = rows.size();
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

std::vector<QueryError> TableModel::filterErrors(const QString& line) const
{
    return Query::parse(line, queryFields(columns_), !latest_ || latest_->hasAttributes()).errors();
}

void TableModel::setGroupColumn(int column)
{
    if (query_.groupColumn == column)
        return;
    query_.groupColumn = column;
    query_.collapsed.clear();
    rearrange();
}

void TableModel::toggleGroup(int row)
{
    const int at = row >= 0 && row < rowCount() ? arrangement_.rows[static_cast<std::size_t>(row)] : 0;
    if (at >= 0)
        return;
    const QString& title = arrangement_.groups[static_cast<std::size_t>(~at)].title;
    if (!query_.collapsed.removeOne(title))
        query_.collapsed << title;
    rearrange();
}

void TableModel::setTop(int rows)
{
    if (query_.top == rows)
        return;
    query_.top = rows;
    rearrange();
}

std::vector<int> TableModel::dataRows() const
{
    std::vector<int> rows;
    std::copy_if(arrangement_.rows.begin(), arrangement_.rows.end(), std::back_inserter(rows), [](int row) { return row >= 0; });
    return rows;
}

QStringList TableModel::valuesOf(int column) const
{
    constexpr int looked = 2000;
    constexpr qsizetype most = 200;
    QStringList values;
    for (int row = 0; row < std::min(looked, totalRows()) && values.size() < most; ++row)
        if (const QString text = data_->copyText(row, column); !values.contains(text))
            values << text;
    std::sort(values.begin(), values.end(), [](const QString& a, const QString& b) { return compareNaturally(a, b) < 0; });
    return values;
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
        show(data, data ? arrange(*data, columns_, query_) : TableArrangement());
        return;
    }
    working_ = true;
    QThreadPool::globalInstance()->start([self = QPointer<TableModel>(this), generation, data, columns = columns_,
                                          query = query_] {
        TableArrangement found = arrange(*data, columns, query);
        // Through the application object, which outlives models: self may only be looked at on its own thread.
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [self, generation, data, found = std::move(found)]() mutable {
                if (self && self->generation_ == generation) {
                    self->working_ = false;
                    self->show(data, std::move(found));
                }
            },
            Qt::QueuedConnection);
    });
}

void TableModel::show(TableDataPtr data, TableArrangement arrangement)
{
    const bool sameObjects = data && data_ && data->rowCount() == data_->rowCount() && data->startsWith(*data_);
    if (sameObjects && arrangement.rows == arrangement_.rows) {
        data_ = std::move(data);
        arrangement_ = std::move(arrangement);
        if (rowCount() > 0)
            emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        emit rowsArranged();
        return;
    }
    beginResetModel();
    data_ = std::move(data);
    arrangement_ = std::move(arrangement);
    endResetModel();
    emit rowsArranged();
}

int TableModel::rowOf(const QString& id) const
{
    const std::vector<int>& rows = arrangement_.rows;
    for (std::size_t row = 0; row < rows.size(); ++row)
        if (rows[row] >= 0 && data_->id(rows[row]) == id)
            return static_cast<int>(row);
    return -1;
}

int TableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(arrangement_.rows.size());
}

int TableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : visibleColumns_;
}

QVariant TableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount() || index.column() >= columnCount())
        return {};
    const int row = arrangement_.rows[static_cast<std::size_t>(index.row())];
    const int column = index.column();
    if (row < 0)
        return groupData(arrangement_.groups[static_cast<std::size_t>(~row)], column, role);
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

QVariant TableModel::groupData(const TableGroup& group, int column, int role) const
{
    const QString title = group.title.isEmpty() ? u"–"_s : group.title;
    switch (role) {
    case Qt::DisplayRole:
    case CopyRole:
        return column == 0 ? u"%1 (%2)"_s.arg(title, formatCount(static_cast<qint64>(group.size))) : group.summaries.value(column);
    case Qt::ToolTipRole:
        return tr("%1: %2, %3 rows").arg(columns_[static_cast<std::size_t>(query_.groupColumn)].title, title, formatCount(static_cast<qint64>(group.size)));
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::AlignVCenter | (columns_[static_cast<std::size_t>(column)].numeric ? Qt::AlignRight : Qt::AlignLeft));
    case GroupRole:
        return !group.collapsed;
    case IdRole:
        return QString();
    default:
        return {};
    }
}

Qt::ItemFlags TableModel::flags(const QModelIndex& index) const
{
    const bool heading = index.isValid() && index.row() < rowCount() && dataRow(index.row()) < 0;
    return heading ? Qt::ItemFlags(Qt::ItemIsEnabled) : QAbstractTableModel::flags(index);
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
