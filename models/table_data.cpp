// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/table_data.h"

#include "models/filter_terms.h"
#include "models/natural_order.h"

#include <algorithm>
#include <numeric>

namespace berth::models {

namespace {

bool passes(const TableData& data, const std::vector<TableColumn>& columns, const FilterTerms& terms, int row)
{
    const auto anywhere = [&](const QString& needle) {
        for (int column = 0; column < static_cast<int>(columns.size()); ++column)
            if (data.copyText(row, column).contains(needle, Qt::CaseInsensitive))
                return true;
        return false;
    };
    const auto attribute = [&](const QString& key) -> std::optional<QString> {
        for (int column = 0; column < static_cast<int>(columns.size()); ++column)
            if (columns[static_cast<std::size_t>(column)].key.compare(key, Qt::CaseInsensitive) == 0)
                return data.copyText(row, column);
        return data.attribute(row, key);
    };
    return terms.matches(anywhere, attribute);
}

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
    const FilterTerms terms = FilterTerms::parse(query.filter);
    if (terms.isEmpty()) {
        rows.resize(static_cast<std::size_t>(data.rowCount()));
        std::iota(rows.begin(), rows.end(), 0);
    } else {
        for (int row = 0; row < data.rowCount(); ++row)
            if (passes(data, columns, terms, row))
                rows.push_back(row);
    }
    if (query.sortColumn >= 0 && query.sortColumn < static_cast<int>(columns.size()))
        sortRows(rows, data, query);
    return rows;
}

}
