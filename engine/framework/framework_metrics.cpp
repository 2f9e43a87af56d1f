// SPDX-License-Identifier: GPL-3.0-or-later
// What the runtime of a profile counts and times (cycle.md §17), around the rules in framework.cpp.
#include "framework/framework.h"

#include <type_traits>

namespace berth::framework {

using trace::Metric;
using trace::Stopwatch;

namespace {

trace::Code codeOf(const Status& status) { return status.code(); }
/// Of what a point comes to beside its status.
template <typename Outcome>
trace::Code codeOf(const Outcome& outcome)
{
    return outcome.status.code();
}

/// Asks a point's plugins, and notes how long they took. What tells nobody of a failure has none.
template <typename Ask>
auto timedPoint(const Framework& framework, std::string_view point, Ask ask)
{
    const Stopwatch stopwatch(framework.metrics());
    if constexpr (std::is_void_v<decltype(ask())>) {
        ask();
        framework.observePoint(point, trace::Code::Success, stopwatch);
    } else {
        auto outcome = ask();
        framework.observePoint(point, codeOf(outcome), stopwatch);
        return outcome;
    }
}

}

void Framework::observePoint(std::string_view point, trace::Code status, const Stopwatch& stopwatch) const
{
    if (metrics_)
        metrics_->observe(Metric::FrameworkExtensionPointDuration, {point, trace::codeName(status), name_.view()},
                          stopwatch.seconds());
}

void Framework::observePlugin(api::Symbol plugin, std::string_view point, trace::Code status,
                              const Stopwatch& stopwatch) const
{
    if (metrics_)
        metrics_->observe(Metric::PluginExecutionDuration, {plugin.view(), point, trace::codeName(status)},
                          stopwatch.seconds());
}

void Framework::countEvaluations(api::Symbol plugin, std::string_view point, std::size_t calls) const
{
    if (metrics_ && calls > 0)
        metrics_->add(Metric::PluginEvaluation, {plugin.view(), point, name_.view()}, static_cast<double>(calls));
}

void Framework::measure(trace::Metrics& metrics) const
{
    for (std::size_t i = 0; i < filter_.size(); ++i)
        if (filterCalls_[i] > 0)
            metrics.set(Metric::PluginEvaluation, {filterNames_[i].view(), "Filter", name_.view()},
                        static_cast<double>(filterCalls_[i]));
}

Framework::PreFilterOutcome Framework::runPreFilterPlugins(CycleState& state, const api::Pod& pod,
                                                           const NodeList& nodes)
{
    return timedPoint(*this, "PreFilter", [&] { return askPreFilter(state, pod, nodes); });
}

Status Framework::runPostFilterPlugins(CycleState& state, const api::Pod& pod, const NodeToStatus& statuses,
                                       std::optional<PostFilterResult>& result, trace::PostFilterRecord* record)
{
    return timedPoint(*this, "PostFilter", [&] { return askPostFilter(state, pod, statuses, result, record); });
}

Status Framework::runPreScorePlugins(CycleState& state, const api::Pod& pod, const NodeList& nodes)
{
    return timedPoint(*this, "PreScore", [&] { return askPreScore(state, pod, nodes); });
}

Framework::Scoring Framework::runScorePlugins(CycleState& state, const api::Pod& pod, const NodeList& nodes)
{
    return timedPoint(*this, "Score", [&] { return askScore(state, pod, nodes); });
}

Status Framework::runReservePlugins(CycleState& state, const api::Pod& pod, const std::string& node)
{
    return timedPoint(*this, "Reserve", [&] { return askReserve(state, pod, node); });
}

void Framework::runUnreservePlugins(CycleState& state, const api::Pod& pod, const std::string& node)
{
    timedPoint(*this, "Unreserve", [&] { askUnreserve(state, pod, node); });
}

Framework::PermitOutcome Framework::runPermitPlugins(CycleState& state, const api::Pod& pod, const std::string& node)
{
    return timedPoint(*this, "Permit", [&] { return askPermit(state, pod, node); });
}

Status Framework::runPreBindPreFlights(CycleState& state, const api::Pod& pod, const std::string& node)
{
    return timedPoint(*this, "PreBindPreFlight", [&] { return askPreBindPreFlight(state, pod, node); });
}

Status Framework::runPreBindPlugins(CycleState& state, const api::Pod& pod, const std::string& node)
{
    return timedPoint(*this, "PreBind", [&] { return askPreBind(state, pod, node); });
}

Status Framework::runBindPlugins(CycleState& state, const api::Pod& pod, const std::string& node)
{
    return timedPoint(*this, "Bind", [&] { return askBind(state, pod, node); });
}

void Framework::runPostBindPlugins(CycleState& state, const api::Pod& pod, const std::string& node)
{
    timedPoint(*this, "PostBind", [&] { askPostBind(state, pod, node); });
}

}
