// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/heat_map.h"

#include "models/evaluate_all.h"
#include "models/format.h"
#include "models/natural_order.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;

namespace berth::models {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("berth::models::HeatMap", text);
}

Verdict verdictOf(trace::Code code)
{
    switch (code) {
    case trace::Code::Success:
    case trace::Code::Skip:
        return Verdict::Passed;
    case trace::Code::UnschedulableAndUnresolvable:
        return Verdict::Unresolvable;
    case trace::Code::Error:
        return Verdict::Error;
    case trace::Code::Unschedulable:
    case trace::Code::Wait:
    case trace::Code::Pending:
        break;
    }
    return Verdict::Unschedulable;
}

QString joined(const std::vector<std::string>& reasons)
{
    QStringList texts;
    for (const std::string& reason : reasons)
        texts << toQString(reason);
    return texts.join(u", ");
}

void addColumns(HeatMap& map, const trace::Explanation& explanation)
{
    for (api::Symbol plugin : explanation.filterPlugins)
        map.columns.push_back({HeatMapColumn::Group::Filter, toQString(plugin), 0});
    map.filterColumns = map.columns.size();
    if (!explanation.hasScores)
        return;
    for (std::size_t i = 0; i < explanation.scorePlugins.size(); ++i)
        map.columns.push_back(
            {HeatMapColumn::Group::Score, toQString(explanation.scorePlugins[i]), explanation.weights[i]});
    map.scoreColumns = explanation.scorePlugins.size();
    map.columns.push_back({HeatMapColumn::Group::Total, {}, 0});
}

void addRows(HeatMap& map, const trace::Attempt& attempt, const trace::Explanation& explanation, const Cluster* cluster)
{
    map.rows.resize(explanation.nodes.size());
    for (std::size_t i = 0; i < map.rows.size(); ++i) {
        HeatMapRow& row = map.rows[i];
        row.node = toQString(explanation.nodes[i]);
        row.chosen = !attempt.node.empty() && explanation.nodes[i] == attempt.node;
        if (const NodeRow* node = cluster ? cluster->node(row.node) : nullptr)
            row.zone = node->zone;
    }
    for (const auto& [node, status] : explanation.filterStatus)
        map.rows[node].evaluated = true;
    for (std::uint32_t node : explanation.feasible)
        map.rows[node].evaluated = map.rows[node].feasible = true;
}

void addFilters(HeatMap& map, const trace::Explanation& explanation)
{
    map.filters.resize(map.rows.size() * map.filterColumns);
    for (std::size_t row = 0; row < explanation.filters.size(); ++row)
        for (const auto& failure : explanation.filters[row])
            map.filters[row * map.filterColumns + failure.plugin] = {verdictOf(failure.status.code),
                                                                     joined(failure.status.reasons)};
    const auto runs = filterRuns(explanation);
    for (std::size_t row = 0; row < map.rows.size() && map.filterColumns > 0; ++row) {
        FilterCell* cells = &map.filters[row * map.filterColumns];
        for (std::size_t column = runs[row].filters; column < map.filterColumns; ++column)
            cells[column].real = false;
        map.hasUnrun = map.hasUnrun || runs[row].filters < map.filterColumns;
        // A node may be refused for the sake of the pods that are nominated to it, which the explanation leaves out.
        if (runs[row].refusal && cells[runs[row].filters - 1].verdict == Verdict::Passed)
            cells[runs[row].filters - 1] = {verdictOf(runs[row].refusal->code),
                                            tr("%1 (counting pods nominated to the node)").arg(joined(runs[row].refusal->reasons))};
    }
}

void addScores(HeatMap& map, const trace::Explanation& explanation)
{
    map.scores.resize(map.rows.size() * map.scoreColumns);
    if (!explanation.hasScores)
        return;
    for (std::size_t position = 0; position < explanation.feasible.size(); ++position) {
        const std::uint32_t row = explanation.feasible[position];
        map.rows[row].scored = true;
        map.rows[row].total = explanation.totals[position];
        std::copy(explanation.scores[position].begin(), explanation.scores[position].end(),
                  map.scores.begin() + static_cast<std::ptrdiff_t>(row * map.scoreColumns));
    }
}

/// Ranks the feasible nodes: by total, the chosen one first among equals, else in scoring order.
void rank(HeatMap& map, const trace::Explanation& explanation)
{
    std::vector<std::uint32_t> order = explanation.feasible;
    std::stable_sort(order.begin(), order.end(), [&map](std::uint32_t a, std::uint32_t b) {
        const HeatMapRow& left = map.rows[a];
        const HeatMapRow& right = map.rows[b];
        return left.total != right.total ? left.total > right.total : left.chosen > right.chosen;
    });
    for (std::size_t i = 0; i < order.size(); ++i)
        map.rows[order[i]].rank = static_cast<std::int32_t>(i + 1);
    if (explanation.hasScores && order.size() > 1)
        map.rows[order[1]].runnerUp = true;
}

QString emptyReason(const HeatMap& map, const trace::Explanation& explanation)
{
    if (map.rows.empty())
        return tr("The cluster had no nodes at this attempt.");
    if (!explanation.hasFilters) {
        const QString why = explanation.preFilterStatus ? joined(explanation.preFilterStatus->reasons) : QString();
        return why.isEmpty() ? tr("PreFilter ended this attempt: no filter was run on any node.")
                             : tr("PreFilter ended this attempt before any filter was run: %1").arg(why);
    }
    return {};
}

}

std::int64_t HeatMap::value(std::size_t row, std::size_t column, Measure measure) const
{
    if (columns[column].group == HeatMapColumn::Group::Total)
        return rows[row].total;
    const trace::PluginScore& score = scores[row * scoreColumns + column - filterColumns];
    return measure == Measure::Raw ? score.raw : measure == Measure::Normalized ? score.normalized : score.weighted;
}

HeatMapPtr makeHeatMap(const trace::Attempt& attempt, const trace::Explanation& explanation, const Cluster* cluster)
{
    auto map = std::make_shared<HeatMap>();
    addColumns(*map, explanation);
    addRows(*map, attempt, explanation, cluster);
    addFilters(*map, explanation);
    addScores(*map, explanation);
    rank(*map, explanation);
    map->emptyReason = emptyReason(*map, explanation);
    return map;
}

ValueRange valueRange(const HeatMap& map, std::size_t column, Measure measure)
{
    const HeatMapColumn& about = map.columns[column];
    if (about.group == HeatMapColumn::Group::Score && measure != Measure::Raw)
        return {0, measure == Measure::Normalized ? 100 : 100 * std::max<std::int64_t>(about.weight, 1)};
    ValueRange range;
    bool first = true;
    for (std::size_t row = 0; row < map.rows.size(); ++row) {
        if (!map.rows[row].scored)
            continue;
        const std::int64_t value = map.value(row, column, measure);
        range.low = first ? value : std::min(range.low, value);
        range.high = first ? value : std::max(range.high, value);
        first = false;
    }
    return range;
}

std::vector<std::uint32_t> orderedRows(const HeatMap& map, const HeatMapOrder& order, Measure measure)
{
    using Key = HeatMapOrder::Key;
    std::vector<std::uint32_t> rows(map.rows.size());
    std::iota(rows.begin(), rows.end(), 0);
    const bool columnExists = order.column < map.columns.size();
    if (order.key == Key::Snapshot || (order.key == Key::Column && !columnExists))
        return rows;
    const bool byFilter = order.key == Key::Column && map.columns[order.column].group == HeatMapColumn::Group::Filter;
    // Rows without a number come last, whichever way the sort goes.
    const auto number = [&](std::uint32_t row) -> std::optional<std::int64_t> {
        const HeatMapRow& about = map.rows[row];
        if (order.key == Key::Rank)
            return about.rank > 0 ? std::optional<std::int64_t>(about.rank) : std::nullopt;
        if (byFilter)
            return static_cast<std::int64_t>(map.filter(row, order.column).verdict);
        return about.scored ? std::optional(map.value(row, order.column, measure)) : std::nullopt;
    };
    std::stable_sort(rows.begin(), rows.end(), [&](std::uint32_t a, std::uint32_t b) {
        const std::uint32_t left = order.descending ? b : a;
        const std::uint32_t right = order.descending ? a : b;
        if (order.key == Key::Name)
            return compareNaturally(map.rows[left].node, map.rows[right].node) < 0;
        if (order.key == Key::Zone)
            return compareNaturally(map.rows[left].zone, map.rows[right].zone) < 0;
        const auto leftNumber = number(a);
        const auto rightNumber = number(b);
        if (!leftNumber || !rightNumber)
            return leftNumber.has_value() && !rightNumber.has_value();
        return order.descending ? *leftNumber > *rightNumber : *leftNumber < *rightNumber;
    });
    return rows;
}

HeatMapArrangementPtr arrangeHeatMap(const HeatMap& map, const HeatMapOrder& order, Measure measure)
{
    auto arrangement = std::make_shared<HeatMapArrangement>();
    arrangement->order = order;
    arrangement->measure = measure;
    arrangement->rows = orderedRows(map, order, measure);
    for (std::size_t column = 0; column < map.columns.size(); ++column)
        arrangement->ranges.push_back(valueRange(map, column, measure));
    return arrangement;
}

namespace {

QString verdictText(const FilterCell& cell)
{
    switch (cell.verdict) {
    case Verdict::Passed:
        break;
    case Verdict::Unschedulable:
        return tr("Unschedulable: %1").arg(cell.reasons);
    case Verdict::Unresolvable:
        return tr("UnschedulableAndUnresolvable: %1").arg(cell.reasons);
    case Verdict::Error:
        return tr("Error: %1").arg(cell.reasons);
    }
    return tr("Passed");
}

QString filterDescription(const FilterCell& cell, bool evaluated)
{
    if (cell.real)
        return verdictText(cell);
    return verdictText(cell) + u"\n"_s
        + (evaluated ? tr("Not run by kube-scheduler: an earlier filter had refused the node")
                     : tr("Not run by kube-scheduler: the search did not come to this node"));
}

}

QString cellDescription(const HeatMap& map, std::size_t row, std::size_t column)
{
    const HeatMapRow& about = map.rows[row];
    const HeatMapColumn& what = map.columns[column];
    if (what.group == HeatMapColumn::Group::Filter) {
        return filterDescription(map.filter(row, column), about.evaluated);
    }
    if (!about.scored)
        return about.feasible ? tr("Not scored: the only feasible node is taken without scoring") : tr("Not scored");
    if (what.group == HeatMapColumn::Group::Total)
        return tr("Total %1, rank %2").arg(formatCount(about.total)).arg(about.rank);
    const trace::PluginScore& score = map.score(row, column - map.filterColumns);
    return tr("raw %1 → normalised %2 × weight %3 = %4")
        .arg(formatCount(score.raw), formatCount(score.normalized), formatCount(what.weight), formatCount(score.weighted));
}

}
