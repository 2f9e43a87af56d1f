// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/table_data.h"

#include "models/natural_order.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace berth::models {

namespace {

/// A row as a query sees it; the columns that are only for queries are not searched for free text.
class DataRow final : public QueryRow {
public:
    DataRow(const TableData& data, const std::vector<TableColumn>& columns) : data_(data), columns_(columns) {}

    void move(int row) { row_ = row; }
    QString text(int field) const override { return data_.copyText(row_, field); }
    std::optional<double> number(int field) const override { return data_.number(row_, field); }
    std::optional<double> share(int field) const override { return data_.share(row_, field); }
    std::optional<QString> label(const QString& key) const override { return data_.attribute(row_, key); }
    bool contains(const QString& needle) const override
    {
        for (std::size_t column = 0; column < columns_.size() && !columns_[column].hidden; ++column)
            if (data_.copyText(row_, static_cast<int>(column)).contains(needle, Qt::CaseInsensitive))
                return true;
        return false;
    }

private:
    const TableData& data_;
    const std::vector<TableColumn>& columns_;
    int row_ = 0;
};

void sortRows(std::vector<int>& rows, const TableData& data, const TableQuery& query)
{
    struct Keyed {
        SortKey key;
        int row;
    };
    std::vector<Keyed> keyed;
    keyed.reserve(rows.size());
    for (int row : rows)
        keyed.push_back({data.sortKey(row, query.sortColumn), row});
    const bool descending = query.order == Qt::DescendingOrder;
    std::stable_sort(keyed.begin(), keyed.end(), [descending](const Keyed& a, const Keyed& b) {
        const Keyed& left = descending ? b : a;
        const Keyed& right = descending ? a : b;
        if (left.key.number != right.key.number)
            return left.key.number < right.key.number;
        return compareNaturally(left.key.text, right.key.text) < 0;
    });
    std::transform(keyed.begin(), keyed.end(), rows.begin(), [](const Keyed& entry) { return entry.row; });
}

void cut(std::vector<int>& rows, int top)
{
    if (top > 0 && rows.size() > static_cast<std::size_t>(top))
        rows.resize(static_cast<std::size_t>(top));
}

struct NaturalLess {
    bool operator()(const QString& a, const QString& b) const { return compareNaturally(a, b) < 0; }
};

}

std::vector<QueryField> queryFields(const std::vector<TableColumn>& columns)
{
    std::vector<QueryField> fields;
    for (const TableColumn& column : columns)
        fields.push_back({column.key, column.aliases, column.kind, column.tooltip.isEmpty() ? column.title : column.tooltip});
    return fields;
}

QString TableData::copyText(int row, int column) const
{
    return text(row, column).remove(QChar(0x2009));
}

bool TableData::startsWith(const TableData& earlier) const
{
    if (earlier.rowCount() > rowCount())
        return false;
    for (int row = 0; row < earlier.rowCount(); ++row)
        if (id(row) != earlier.id(row))
            return false;
    return true;
}

std::vector<int> visibleRows(const TableData& data, const std::vector<TableColumn>& columns, const TableQuery& query)
{
    std::vector<int> rows;
    const Query filter = Query::parse(query.filter, queryFields(columns), data.hasAttributes());
    if (filter.isEmpty()) {
        rows.resize(static_cast<std::size_t>(data.rowCount()));
        std::iota(rows.begin(), rows.end(), 0);
    } else {
        DataRow at(data, columns);
        for (int row = 0; row < data.rowCount(); ++row) {
            at.move(row);
            if (filter.matches(at))
                rows.push_back(row);
        }
    }
    if (query.sortColumn >= 0 && query.sortColumn < static_cast<int>(columns.size()))
        sortRows(rows, data, query);
    return rows;
}

TableArrangement arrange(const TableData& data, const std::vector<TableColumn>& columns, const TableQuery& query)
{
    TableArrangement result;
    std::vector<int> rows = visibleRows(data, columns, query);
    if (query.groupColumn < 0 || query.groupColumn >= static_cast<int>(columns.size())) {
        cut(rows, query.top);
        result.shown = rows.size();
        result.rows = std::move(rows);
        return result;
    }
    std::map<QString, std::vector<int>, NaturalLess> groups;
    for (int row : rows)
        groups[data.text(row, query.groupColumn)].push_back(row);
    for (auto& [title, members] : groups) {
        TableGroup group{title, members.size(), query.collapsed.contains(title), {}};
        for (std::size_t column = 0; column < columns.size() && !columns[column].hidden; ++column)
            group.summaries << data.summary(members, static_cast<int>(column));
        result.rows.push_back(~static_cast<int>(result.groups.size()));
        if (!group.collapsed) {
            cut(members, query.top);
            result.shown += members.size();
            result.rows.insert(result.rows.end(), members.begin(), members.end());
        }
        result.groups.push_back(std::move(group));
    }
    return result;
}

}
