// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/roles.h"

#include <QString>
#include <QVariant>

#include <memory>
#include <optional>
#include <vector>

namespace berth::models {

/// A column of a table: what its header says and what filter terms call it.
struct TableColumn {
    QString title;
    QString key;                           ///< `node` in `node=n12`
    QString tooltip;
    bool numeric = false;                  ///< right-aligned, sorted downwards first
};

/// What rows are compared by: the number first, then the text in natural order.
struct SortKey {
    double number = 0;
    QString text;
};

/// The contents of a table as an immutable value; read by the GUI thread and by the threads that sort and filter.
class TableData {
public:
    virtual ~TableData() = default;
    virtual int rowCount() const = 0;
    virtual QString text(int row, int column) const = 0;
    virtual SortKey sortKey(int row, int column) const = 0;
    /// Identifies the row's object among all versions of the table.
    virtual QString id(int row) const = 0;
    virtual QString tooltip(int row, int column) const { return text(row, column); }
    virtual QString copyText(int row, int column) const { return text(row, column); }
    virtual std::optional<double> share(int, int) const { return {}; }
    virtual RowState state(int, int) const { return RowState::None; }
    /// A property that is no column, for filter terms: a label.
    virtual std::optional<QString> attribute(int, const QString&) const { return {}; }
    /// Whether this table starts with the same rows as the earlier one (compares ids).
    bool startsWith(const TableData& earlier) const;
};

using TableDataPtr = std::shared_ptr<const TableData>;

/// How a table is looked at.
struct TableQuery {
    int sortColumn = -1;                   ///< -1: the order of the data
    Qt::SortOrder order = Qt::AscendingOrder;
    QString filter;                        ///< a line of FilterTerms
    friend bool operator==(const TableQuery&, const TableQuery&) = default;
};

/// The rows of data that pass the filter, in the asked order; equal rows stay in the order of the data. Pure.
std::vector<int> visibleRows(const TableData& data, const std::vector<TableColumn>& columns, const TableQuery& query);

}
