// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/time_line.h"

#include "models/format.h"
#include "models/natural_order.h"

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;

namespace berth::models {

double TimeLine::position(std::size_t move, TimeAxis axis) const
{
    if (axis == TimeAxis::Order)
        return static_cast<double>(move);
    const api::Time time = move < flow->moves.size() ? flow->moves[move].time : end;
    return static_cast<double>(time.nanoseconds - origin.nanoseconds) / 1e9;
}

double TimeLine::length(TimeAxis axis) const
{
    return position(flow->moves.size(), axis);
}

TimeLinePtr makeTimeLine(QueueFlowPtr flow, api::Time origin, api::Time now)
{
    auto line = std::make_shared<TimeLine>();
    line->origin = origin;
    line->end = now;
    const auto count = static_cast<std::uint32_t>(flow->moves.size());
    for (std::uint32_t i = 0; i < count; ++i) {
        const LaneMove& move = flow->moves[i];
        const auto [row, added] = [&] {
            const auto known = line->rowOf.constFind(move.pod);
            if (known != line->rowOf.constEnd())
                return std::pair(*known, false);
            const auto next = static_cast<std::uint32_t>(line->rows.size());
            line->rowOf.insert(move.pod, next);
            line->rows.push_back({move.pod, {}, {}});
            return std::pair(next, true);
        }();
        std::vector<TimeSpan>& spans = line->rows[row].spans;
        if (!added && !spans.empty() && spans.back().end == count)
            spans.back().end = i;
        if (move.to != Lane::Outside)
            spans.push_back({i, count, move.to, move.attempt});
        else if (move.end != PodEnd::None)
            line->rows[row].ends.push_back({i, move.end});
    }
    line->flow = std::move(flow);
    return line;
}

std::vector<std::uint32_t> orderRows(const TimeLine& line, RowOrder order, const QString& filter)
{
    std::vector<std::uint32_t> rows;
    for (std::uint32_t row = 0; row < line.rows.size(); ++row)
        if (filter.isEmpty() || line.rows[row].pod.contains(filter, Qt::CaseInsensitive))
            rows.push_back(row);
    const auto attempts = [&line](std::uint32_t row) {
        const auto& spans = line.rows[row].spans;
        return std::count_if(spans.begin(), spans.end(), [](const TimeSpan& span) { return span.lane == Lane::InFlight; });
    };
    const auto waited = [&line](std::uint32_t row) {
        double sum = 0;
        for (const TimeSpan& span : line.rows[row].spans)
            if (span.lane != Lane::Bound)
                sum += line.position(span.end, TimeAxis::Virtual) - line.position(span.begin, TimeAxis::Virtual);
        return sum;
    };
    const auto sortDown = [&rows](const auto& keyOf) {
        std::vector<std::pair<double, std::uint32_t>> keyed;
        for (const std::uint32_t row : rows)
            keyed.emplace_back(static_cast<double>(keyOf(row)), row);
        std::stable_sort(keyed.begin(), keyed.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
        std::transform(keyed.begin(), keyed.end(), rows.begin(), [](const auto& entry) { return entry.second; });
    };
    if (order == RowOrder::MostAttempts)
        sortDown(attempts);
    else if (order == RowOrder::LongestWait)
        sortDown(waited);
    else if (order == RowOrder::Name)
        std::stable_sort(rows.begin(), rows.end(), [&line](std::uint32_t a, std::uint32_t b) {
            return compareNaturally(line.rows[a].pod, line.rows[b].pod) < 0;
        });
    return rows;
}

std::vector<CallSpan> callSpans(const trace::Attempt& attempt, const trace::Explanation& explanation)
{
    std::vector<CallSpan> spans;
    double at = 0;
    const auto point = [&](const QString& name, const std::vector<std::pair<QString, double>>& plugins) {
        double calls = 0;
        const std::size_t outer = spans.size();
        spans.push_back({name, 0, at, 0});
        for (const auto& [plugin, count] : plugins) {
            if (count <= 0)
                continue;
            spans.push_back({plugin, 1, at + calls, count});
            calls += count;
        }
        if (calls <= 0) {
            spans.resize(outer);
            return;
        }
        spans[outer].calls = calls;
        at += calls;
    };
    std::vector<std::pair<QString, double>> plugins;
    for (const auto& entry : explanation.preFilter)
        plugins.emplace_back(toQString(entry.plugin), 1);
    point(u"PreFilter"_s, plugins);
    plugins.clear();
    // A filter is asked on the evaluated nodes that every filter before it passed.
    std::vector<double> stopped(explanation.filterPlugins.size());
    for (const auto& [node, status] : explanation.filterStatus)
        for (std::size_t i = 0; i < stopped.size(); ++i)
            if (explanation.filterPlugins[i] == status.plugin)
                ++stopped[i];
    double nodes = attempt.evaluatedNodes;
    for (std::size_t i = 0; i < stopped.size(); ++i) {
        plugins.emplace_back(toQString(explanation.filterPlugins[i]), nodes);
        nodes = std::max(0.0, nodes - stopped[i]);
    }
    point(u"Filter"_s, plugins);
    if (attempt.postFilter)
        point(u"PostFilter"_s, {{u"DefaultPreemption"_s, std::max<double>(1, static_cast<double>(attempt.postFilter->candidates.size()))}});
    plugins.clear();
    for (const auto& entry : explanation.preScore)
        plugins.emplace_back(toQString(entry.plugin), 1);
    point(u"PreScore"_s, plugins);
    plugins.clear();
    for (const api::Symbol plugin : explanation.scorePlugins)
        plugins.emplace_back(toQString(plugin), static_cast<double>(explanation.feasible.size()));
    point(u"Score"_s, plugins);
    return spans;
}

}
