// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/cluster.h"

#include <cstdint>
#include <vector>

/// Nodes × plugins of one attempt, ready to be drawn: an immutable value.
namespace berth::models {

/// What a score column shows.
enum class Measure : std::uint8_t { Raw, Normalized, Weighted };

struct HeatMapColumn {
    enum class Group : std::uint8_t { Filter, Score, Total };
    Group group = Group::Filter;
    QString plugin;                        ///< empty for the total
    std::int64_t weight = 0;               ///< Score
};

enum class Verdict : std::uint8_t { Passed, Unschedulable, Unresolvable, Error };

/// A cell of a filter column.
struct FilterCell {
    Verdict verdict = Verdict::Passed;
    QString reasons;                       ///< joined by `, `
    /// Whether kube-scheduler ran this filter on this node, rather than stop before it.
    bool real = true;
};

struct HeatMapRow {
    QString node;
    QString zone;
    /// Whether the real scheduler would have looked at the node: false where sampling stopped before it, or
    /// PreFilter narrowed it out. Its filter cells say what would have come of it.
    bool evaluated = false;
    bool feasible = false;
    bool chosen = false;
    bool runnerUp = false;
    std::int32_t rank = 0;                 ///< 1 = first; 0 = not ranked. Ties have neighbouring ranks, the chosen one first
    bool scored = false;
    std::int64_t total = 0;
};

struct HeatMap {
    std::vector<HeatMapColumn> columns;    ///< filters, then scores, then the total if there are scores
    std::vector<HeatMapRow> rows;          ///< the snapshot's order
    std::vector<FilterCell> filters;       ///< [row][filter column]
    std::vector<trace::PluginScore> scores; ///< [row][score column]; zero where the row is not scored
    std::size_t filterColumns = 0;
    std::size_t scoreColumns = 0;
    bool hasUnrun = false;                 ///< some filter cell is not real
    /// Why there is nothing to show, if there is nothing: one sentence.
    QString emptyReason;

    const FilterCell& filter(std::size_t row, std::size_t column) const { return filters[row * filterColumns + column]; }
    const trace::PluginScore& score(std::size_t row, std::size_t scoreColumn) const
    {
        return scores[row * scoreColumns + scoreColumn];
    }
    bool hasTotal() const { return columns.size() > filterColumns + scoreColumns; }
    /// The number that a score or total column shows for a scored row.
    std::int64_t value(std::size_t row, std::size_t column, Measure measure) const;
};

using HeatMapPtr = std::shared_ptr<const HeatMap>;

/// cluster gives the zones and may be null.
HeatMapPtr makeHeatMap(const trace::Attempt& attempt, const trace::Explanation& explanation, const Cluster* cluster);

/// Smallest and largest value of a column among the scored rows; {0, 0} without any.
struct ValueRange {
    std::int64_t low = 0;
    std::int64_t high = 0;
};
/// Raw scores are spread over what the column has; normalised ones over 0 to 100 and weighted ones over 0 to
/// 100 × weight, so that columns can be compared; totals over what there is.
ValueRange valueRange(const HeatMap& map, std::size_t column, Measure measure);

/// Row order of a heat map.
struct HeatMapOrder {
    enum class Key : std::uint8_t { Snapshot, Rank, Name, Zone, Column };
    Key key = Key::Rank;
    std::size_t column = 0;                ///< for Column
    bool descending = false;
    friend bool operator==(const HeatMapOrder&, const HeatMapOrder&) = default;
};

/// Indexes into map.rows; equal rows stay in the snapshot's order.
std::vector<std::uint32_t> orderedRows(const HeatMap& map, const HeatMapOrder& order, Measure measure);

/// A heat map's rows in some order, and what its colours are spread over.
struct HeatMapArrangement {
    HeatMapOrder order;
    Measure measure = Measure::Weighted;
    std::vector<std::uint32_t> rows;       ///< indexes into HeatMap::rows
    std::vector<ValueRange> ranges;        ///< by column
};

using HeatMapArrangementPtr = std::shared_ptr<const HeatMapArrangement>;

HeatMapArrangementPtr arrangeHeatMap(const HeatMap& map, const HeatMapOrder& order, Measure measure);

/// What the cell says, in full: verdict and reasons, or raw → normalised × weight = weighted.
QString cellDescription(const HeatMap& map, std::size_t row, std::size_t column);

}
