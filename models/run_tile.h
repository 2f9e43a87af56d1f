// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/cluster.h"
#include "scenario/history.h"
#include "trace/node_verdicts.h"

#include <QString>

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

/// What a run made of every node at every attempt, in pieces that are computed where somebody looks.
namespace berth::models {

/// The nodes that a run has known, in the order in which they came, those that are gone included. A node keeps its row
/// as others come; one that comes back under its old name has its old row again.
struct RunRows {
    struct Row {
        QString name;
        QString zone;
    };
    std::vector<Row> rows;
    std::unordered_map<std::string, std::uint32_t> byName;

    /// -1 if unknown.
    std::int64_t rowOf(const std::string& name) const;
};
using RunRowsPtr = std::shared_ptr<const RunRows>;

/// The rows with what the history has got beyond its first `done` changes, which is then brought up to date. The same
/// pointer if there is no new node.
RunRowsPtr withNewNodes(const RunRowsPtr& rows, const scenario::History& history, std::size_t& done);

/// One attempt: what became of each node.
struct RunColumn {
    /// Absent: the cluster did not have the node, or nothing is known of the attempt.
    enum class Cell : std::uint8_t { Absent, NotEvaluated, Unschedulable, Unresolvable, Error, Feasible, Scored };
    struct Total {
        std::uint32_t row = 0;
        std::int64_t total = 0;
    };
    std::vector<Cell> cells;               ///< by row; rows behind the end are Absent
    std::vector<Total> totals;             ///< of the scored nodes, ascending by row
    std::int64_t low = 0;                  ///< of the totals; 0 without any
    std::int64_t high = 0;

    Cell cell(std::size_t row) const { return row < cells.size() ? cells[row] : Cell::Absent; }
    /// Absent unless the node was scored.
    std::optional<std::int64_t> total(std::size_t row) const;
};

/// Neighbouring attempts. A value; any thread may read it.
struct RunTile {
    static constexpr std::size_t width = 64;   ///< attempts of a tile, but for the last one

    std::size_t index = 0;                 ///< its first attempt is index × width
    std::vector<RunColumn> columns;
    std::size_t bytes() const;
};
using RunTilePtr = std::shared_ptr<const RunTile>;

RunTilePtr makeRunTile(std::size_t index, const RunRows& rows, const std::vector<trace::NodeVerdictsPtr>& verdicts);

/// The tiles that somebody looks at and does not have yet, most urgent first.
using RunWishes = std::vector<std::size_t>;

/// `512`, `Unschedulable`, `not evaluated`: short, for a cell of a table.
QString cellText(const RunColumn& column, std::size_t row);
/// The same as a sentence.
QString cellDescription(const RunColumn& column, std::size_t row);

}
