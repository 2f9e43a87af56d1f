// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/run_charts.h"

#include "api/pod_requests.h"
#include "models/attempt_list.h"
#include "models/format.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <unordered_map>

using namespace Qt::StringLiterals;

namespace berth::models {

namespace {

using trace::Metric;

constexpr std::array shares = {0.5, 0.9, 0.99};
constexpr double microseconds = 1e6;

QString tr(const char* text)
{
    return QCoreApplication::translate("berth::models::RunCharts", text);
}

Bars attemptBars(const Attempts& attempts)
{
    std::map<trace::Result, double> counts;
    for (const trace::AttemptPtr& attempt : attempts)
        ++counts[attempt->result];
    Bars bars;
    std::vector<double> values;
    for (const auto& [result, count] : counts) {
        bars.categories << attemptResultName(result);
        values.push_back(count);
    }
    bars.sets.emplace_back(tr("attempts"), std::move(values));
    return bars;
}

/// Series of a histogram added up by the names that nameOf gives them.
template <typename NameOf>
std::map<QString, trace::MetricSeries> sums(const trace::Metrics& metrics, Metric metric, NameOf nameOf)
{
    std::map<QString, trace::MetricSeries> result;
    for (const auto& [labels, series] : metrics.all(metric))
        addSeries(result[nameOf(labels)], series);
    return result;
}

Bars quantileBars(const std::vector<std::pair<QString, trace::MetricSeries>>& series, const std::vector<double>& bounds)
{
    Bars bars;
    for (const double share : shares)
        bars.sets.emplace_back(u"p%1"_s.arg(share * 100), std::vector<double>());
    for (const auto& [name, one] : series) {
        bars.categories << name;
        for (std::size_t i = 0; i < shares.size(); ++i)
            bars.sets[i].second.push_back(quantile(one, bounds, shares[i]).value_or(0) * microseconds);
    }
    return bars;
}

Bars pointBars(const trace::Metrics& metrics)
{
    static constexpr std::array order = {"PreFilter", "Filter", "PostFilter", "PreScore", "Score", "Reserve", "Permit", "PreBind", "Bind", "PostBind"};
    auto found = sums(metrics, Metric::FrameworkExtensionPointDuration, [](const auto& labels) { return toQString(labels[0]); });
    std::vector<std::pair<QString, trace::MetricSeries>> ordered;
    for (const char* point : order)
        if (auto node = found.extract(QString::fromLatin1(point)))
            ordered.emplace_back(node.key(), node.mapped());
    for (auto& [name, series] : found)
        ordered.emplace_back(name, series);
    return quantileBars(ordered, trace::familyOf(Metric::FrameworkExtensionPointDuration).buckets);
}

Bars pluginBars(const trace::Metrics& metrics)
{
    // The type is said because + alone gives a builder, which would refer to strings that are gone by then.
    auto found = sums(metrics, Metric::PluginExecutionDuration,
                      [](const auto& labels) -> QString { return toQString(labels[0]) + u" · " + toQString(labels[1]); });
    std::vector<std::pair<QString, trace::MetricSeries>> longest(found.begin(), found.end());
    std::stable_sort(longest.begin(), longest.end(), [](const auto& a, const auto& b) { return a.second.value > b.second.value; });
    if (longest.size() > mostPluginBars)
        longest.resize(mostPluginBars);
    return quantileBars(longest, trace::familyOf(Metric::PluginExecutionDuration).buckets);
}

/// Keeps the last point of every stretch of equal length in time, so that steps stay where they are.
void thinOut(std::vector<QPointF>& points)
{
    if (points.size() <= mostCurvePoints)
        return;
    const double from = points.front().x();
    const double width = std::max(points.back().x() - from, 1e-9) / static_cast<double>(mostCurvePoints);
    std::vector<QPointF> kept;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const auto bin = [&](std::size_t k) { return static_cast<std::int64_t>((points[k].x() - from) / width); };
        if (i == 0 || i + 1 == points.size() || bin(i) != bin(i + 1))
            kept.push_back(points[i]);
    }
    points = std::move(kept);
}

/// A point where the value changes, one per moment.
void addPoint(std::vector<QPointF>& points, double x, double y)
{
    if (!points.empty() && points.back().x() == x)
        points.back().setY(y);
    else if (points.empty() || points.back().y() != y)
        points.emplace_back(x, y);
}

void finish(Curve& curve, double end)
{
    if (!curve.points.empty() && curve.points.back().x() < end)
        curve.points.emplace_back(end, curve.points.back().y());
    thinOut(curve.points);
}

double secondsSince(api::Time time, api::Time origin)
{
    return static_cast<double>(time.nanoseconds - origin.nanoseconds) / 1e9;
}

std::vector<Curve> queueCurves(const QueueFlow& flow, const Cluster& cluster)
{
    static constexpr std::array lanes = {Lane::Active, Lane::Backoff, Lane::Unschedulable, Lane::Gated, Lane::Permit};
    std::array<double, laneCount + 1> count{};
    std::vector<Curve> curves;
    for (const Lane lane : lanes)
        curves.push_back({laneName(lane), {}});
    for (std::size_t i = 0; i < flow.moves.size(); ++i) {
        const LaneMove& move = flow.moves[i];
        --count[static_cast<std::size_t>(move.from)];
        ++count[static_cast<std::size_t>(move.to)];
        for (std::size_t k = 0; k < lanes.size(); ++k)
            addPoint(curves[k].points, secondsSince(move.time, cluster.origin), count[static_cast<std::size_t>(lanes[k])]);
    }
    for (Curve& curve : curves)
        finish(curve, secondsSince(cluster.now, cluster.origin));
    std::erase_if(curves, [](const Curve& curve) {
        return std::all_of(curve.points.begin(), curve.points.end(), [](QPointF p) { return p.y() == 0; });
    });
    return curves;
}

constexpr std::array utilised = {Cluster::Cpu, Cluster::Memory, Cluster::Pods};
using Sums = std::array<double, utilised.size()>;

/// What is requested of what there is, followed through the changes of a run. A pod counts from its binding to its end, on nodes
/// that are there.
class Utilisation {
public:
    explicit Utilisation(const std::vector<std::string>& resources) : resources_(resources) {}

    /// True if the sums may have changed.
    bool apply(const cluster::ObjectChange& change)
    {
        const api::Object& object = change.after ? *change.after : *change.before;
        if (object.kind == api::Kind::Node)
            return applyNode(static_cast<const api::Node*>(change.before.get()), static_cast<const api::Node*>(change.after.get()));
        if (object.kind != api::Kind::Pod)
            return false;
        const auto* before = counted(change.before.get());
        const auto* after = counted(change.after.get());
        const bool isSame = before && after && before->spec.nodeName == after->spec.nodeName;
        if (isSame || (!before && !after))
            return false; // resizing in place is left to whoever looks at one pod
        if (before)
            add(*before, -1);
        if (after)
            add(*after, 1);
        return true;
    }

    double percent(std::size_t which) const { return allocatable_[which] > 0 ? 100 * requested_[which] / allocatable_[which] : 0; }
    bool isOffered(std::size_t which) const { return allocatable_[which] > 0; }

private:
    struct OnNode {
        bool isThere = false;
        Sums requested{};
    };

    static const api::Pod* counted(const api::Object* object)
    {
        const auto* pod = static_cast<const api::Pod*>(object);
        return pod && !pod->spec.nodeName.empty() && !pod->isTerminal() ? pod : nullptr;
    }

    bool applyNode(const api::Node* before, const api::Node* after)
    {
        if (before && after && sameAmounts(before->status.allocatable, after->status.allocatable))
            return false;
        OnNode& node = nodes_[(after ? after : before)->meta.name];
        for (std::size_t i = 0; i < utilised.size(); ++i) {
            if (before)
                allocatable_[i] -= amount(before->status.allocatable, i);
            if (after)
                allocatable_[i] += amount(after->status.allocatable, i);
            if (node.isThere != (after != nullptr))
                requested_[i] += after ? node.requested[i] : -node.requested[i];
        }
        node.isThere = after != nullptr;
        return true;
    }

    void add(const api::Pod& pod, double sign)
    {
        const api::ResourceList requests = api::podRequests(pod, {.useStatus = true});
        OnNode& node = nodes_[pod.spec.nodeName];
        for (std::size_t i = 0; i < utilised.size(); ++i) {
            const double more = sign * (utilised[i] == Cluster::Pods ? 1 : amount(requests, i));
            node.requested[i] += more;
            if (node.isThere)
                requested_[i] += more;
        }
    }

    bool sameAmounts(const api::ResourceList& a, const api::ResourceList& b) const
    {
        for (std::size_t i = 0; i < utilised.size(); ++i)
            if (amount(a, i) != amount(b, i))
                return false;
        return true;
    }

    double amount(const api::ResourceList& list, std::size_t which) const
    {
        return static_cast<double>(amountOf(list, resources_[utilised[which]]));
    }

    const std::vector<std::string>& resources_;
    std::unordered_map<std::string, OnNode> nodes_;
    Sums requested_{};
    Sums allocatable_{};
};

QString utilisedName(std::size_t which)
{
    return which == 0 ? tr("cpu") : which == 1 ? tr("memory") : tr("pods");
}

/// Without a record of the run: as it is now.
std::vector<Curve> utilisationNow(const Cluster& cluster)
{
    std::vector<Curve> curves;
    for (std::size_t i = 0; i < utilised.size(); ++i) {
        double allocatable = 0, requested = 0;
        for (const NodeRow& node : cluster.nodes) {
            allocatable += static_cast<double>(node.amounts[utilised[i]].allocatable);
            requested += static_cast<double>(node.amounts[utilised[i]].requested);
        }
        Curve curve{utilisedName(i), {}};
        if (allocatable > 0) {
            curve.points.emplace_back(0, 100 * requested / allocatable);
            finish(curve, secondsSince(cluster.now, cluster.origin));
        }
        curves.push_back(std::move(curve));
    }
    return curves;
}

/// From when scheduling began: before, the cluster was being read. What was there at each moment, pods that are gone included.
std::vector<Curve> utilisationCurves(const Snapshot& snapshot)
{
    const Cluster& cluster = *snapshot.cluster;
    if (!snapshot.moments || !snapshot.moments->machine)
        return utilisationNow(cluster);
    const scenario::TimeMachine& machine = *snapshot.moments->machine;
    const scenario::History& history = machine.history();
    const std::size_t moment = snapshot.past ? machine.rest(*snapshot.past) : machine.size();
    const trace::StartRecord* start = snapshot.flow->start ? &*snapshot.flow->start : nullptr;
    Utilisation sums(cluster.resources);
    std::vector<Curve> curves;
    for (std::size_t i = 0; i < utilised.size(); ++i)
        curves.push_back({utilisedName(i), {}});
    const auto note = [&](api::Time time) {
        for (std::size_t i = 0; i < utilised.size(); ++i)
            if (sums.isOffered(i) || !curves[i].points.empty())
                addPoint(curves[i].points, secondsSince(time, cluster.origin), sums.percent(i));
    };
    for (std::size_t i = 0; i < moment; ++i) {
        const scenario::Happening& next = history.happenings[i];
        if (next.kind == scenario::Happening::Kind::Object && sums.apply(history.changes[next.index]) && start)
            note(std::max(next.time, start->time));
    }
    if (!start || curves.front().points.empty())
        note(start ? start->time : cluster.now);
    for (Curve& curve : curves)
        finish(curve, secondsSince(cluster.now, cluster.origin));
    return curves;
}

Bars freeBars(const Cluster& cluster)
{
    constexpr std::size_t bins = 10;
    Bars bars;
    for (std::size_t bin = 0; bin < bins; ++bin)
        bars.categories << u"%1+"_s.arg(bin * 10); // short: charts cut long ones to dots
    for (const auto& [resource, name] : {std::pair(Cluster::Cpu, tr("cpu")), std::pair(Cluster::Memory, tr("memory"))}) {
        std::vector<double> counts(bins);
        for (const NodeRow& node : cluster.nodes) {
            const double free = std::clamp(1 - node.amounts[resource].share(), 0.0, 1.0);
            if (node.amounts[resource].allocatable > 0)
                ++counts[std::min(bins - 1, static_cast<std::size_t>(free * bins))];
        }
        bars.sets.emplace_back(name, std::move(counts));
    }
    return bars;
}

}

RunCharts makeRunCharts(const Snapshot& snapshot)
{
    RunCharts charts;
    charts.attempts = attemptBars(*snapshot.attempts);
    if (snapshot.metrics) {
        charts.extensionPoints = pointBars(*snapshot.metrics);
        charts.plugins = pluginBars(*snapshot.metrics);
    }
    charts.queues = queueCurves(*snapshot.flow, *snapshot.cluster);
    charts.utilisation = utilisationCurves(snapshot);
    charts.free = freeBars(*snapshot.cluster);
    return charts;
}

QString runChartTitle(RunChart chart)
{
    switch (chart) {
    case RunChart::Results:
        return tr("Attempts by result");
    case RunChart::Queues:
        return tr("Queue lengths over virtual time");
    case RunChart::Utilisation:
        return tr("Requested of allocatable");
    case RunChart::Free:
        return tr("Nodes by free share (%)");
    case RunChart::Points:
        return tr("Extension points");
    case RunChart::Plugins:
        break;
    }
    return tr("Plugins that took longest");
}

QString runChartUnit(RunChart chart)
{
    switch (chart) {
    case RunChart::Results:
        return tr("attempts");
    case RunChart::Queues:
        return tr("pods");
    case RunChart::Utilisation:
        return u"%"_s;
    case RunChart::Free:
        return tr("nodes");
    case RunChart::Points:
    case RunChart::Plugins:
        break;
    }
    return u"µs"_s;
}

}
