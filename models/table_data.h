// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/query.h"
#include "models/roles.h"

#include <QString>
#include <QVariant>

#include <memory>
#include <optional>
#include <vector>

namespace berth::models {

/// A column of a table: what its header says and what queries call it.
struct TableColumn {
    QString title;
    QString key;                           ///< `node` in `node=n12`
    QString tooltip;
    bool numeric = false;                  ///< right-aligned, sorted downwards first
    ValueKind kind = ValueKind::Text;      ///< what queries compare; for other kinds number() answers
    QStringList aliases = {};              ///< other names in queries
    /// Only queries know it; such columns follow all others.
    bool hidden = false;
};

/// The columns as a query sees them, by their index.
std::vector<QueryField> queryFields(const std::vector<TableColumn>& columns);

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
    /// For other programs: as text(), without the gaps between thousands.
    virtual QString copyText(int row, int column) const;
    virtual std::optional<double> share(int, int) const { return {}; }
    virtual RowState state(int, int) const { return RowState::None; }
    /// What queries compare, in the unit of the column's kind; asked only where that is not Text.
    virtual std::optional<double> number(int row, int column) const { return sortKey(row, column).number; }
    /// A property that is no column, for queries: a label.
    virtual std::optional<QString> attribute(int, const QString&) const { return {}; }
    /// Whether rows have such properties at all.
    virtual bool hasAttributes() const { return false; }
    /// What stands in a column for a group of rows: a sum; empty where there is nothing to say.
    virtual QString summary(const std::vector<int>&, int) const { return {}; }
    /// Whether this table starts with the same rows as the earlier one (compares ids).
    bool startsWith(const TableData& earlier) const;
};

using TableDataPtr = std::shared_ptr<const TableData>;

/// How a table is looked at.
struct TableQuery {
    int sortColumn = -1;                   ///< -1: the order of the data
    Qt::SortOrder order = Qt::AscendingOrder;
    QString filter;                        ///< a line of Query
    int groupColumn = -1;                  ///< rows with equal texts there stand together; -1: no groups
    int top = 0;                           ///< so many rows at most, in every group; 0: all
    QStringList collapsed;                 ///< titles of groups whose rows are not shown
    friend bool operator==(const TableQuery&, const TableQuery&) = default;
};

/// Rows that have the same text in the column that is grouped by.
struct TableGroup {
    QString title;
    std::size_t size = 0;                  ///< rows that passed the filter
    bool collapsed = false;
    QStringList summaries;                 ///< by column
};

/// A table as it is shown.
struct TableArrangement {
    /// Rows of the data; a negative number ~g stands for the heading of group g.
    std::vector<int> rows;
    std::vector<TableGroup> groups;
    std::size_t shown = 0;                 ///< rows of the data among them
};

/// The rows of data that pass the filter, in the asked order; equal rows stay in the order of the data. Pure.
std::vector<int> visibleRows(const TableData& data, const std::vector<TableColumn>& columns, const TableQuery& query);
/// The same with groups, in natural order of their titles, and cut to the first of each. Pure.
TableArrangement arrange(const TableData& data, const std::vector<TableColumn>& columns, const TableQuery& query);

}
