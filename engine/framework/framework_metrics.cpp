// SPDX-License-Identifier: GPL-3.0-or-later
// What the runtime of a profile counts and times (cycle.md §17), around the rules in framework.cpp.
#include "framework/framework.h"

namespace berth::framework {

using trace::Metric;
using trace::Stopwatch;

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
    const Stopwatch stopwatch(metrics_);
    auto outcome = askPreFilter(state, pod, nodes);
    observePoint("PreFilter", outcome.status.code(), stopwatch);
    return outcome;
}

Status Framework::runPostFilterPlugins(CycleState& state, const api::Pod& pod, const NodeToStatus& statuses,
                                       std::optional<PostFilterResult>& result, trace::PostFilterRecord* record)
{
    const Stopwatch stopwatch(metrics_);
    auto status = askPostFilter(state, pod, statuses, result, record);
    observePoint("PostFilter", status.code(), stopwatch);
    return status;
}

Status Framework::runPreScorePlugins(CycleState& state, const api::Pod& pod, const NodeList& nodes)
{
    const Stopwatch stopwatch(metrics_);
    auto status = askPreScore(state, pod, nodes);
    observePoint("PreScore", status.code(), stopwatch);
    return status;
}

Framework::Scoring Framework::runScorePlugins(CycleState& state, const api::Pod& pod, const NodeList& nodes)
{
    const Stopwatch stopwatch(metrics_);
    auto scoring = askScore(state, pod, nodes);
    observePoint("Score", scoring.status.code(), stopwatch);
    return scoring;
}

Status Framework::runReservePlugins(CycleState& state, const api::Pod& pod, const std::string& node)
{
    const Stopwatch stopwatch(metrics_);
    auto status = askReserve(state, pod, node);
    observePoint("Reserve", status.code(), stopwatch);
    return status;
}

void Framework::runUnreservePlugins(CycleState& state, const api::Pod& pod, const std::string& node)
{
    const Stopwatch stopwatch(metrics_);
    askUnreserve(state, pod, node);
    observePoint("Unreserve", trace::Code::Success, stopwatch);
}

Framework::PermitOutcome Framework::runPermitPlugins(CycleState& state, const api::Pod& pod, const std::string& node)
{
    const Stopwatch stopwatch(metrics_);
    auto outcome = askPermit(state, pod, node);
    observePoint("Permit", outcome.status.code(), stopwatch);
    return outcome;
}

Status Framework::runPreBindPreFlights(CycleState& state, const api::Pod& pod, const std::string& node)
{
    const Stopwatch stopwatch(metrics_);
    auto status = askPreBindPreFlight(state, pod, node);
    observePoint("PreBindPreFlight", status.code(), stopwatch);
    return status;
}

Status Framework::runPreBindPlugins(CycleState& state, const api::Pod& pod, const std::string& node)
{
    const Stopwatch stopwatch(metrics_);
    auto status = askPreBind(state, pod, node);
    observePoint("PreBind", status.code(), stopwatch);
    return status;
}

Status Framework::runBindPlugins(CycleState& state, const api::Pod& pod, const std::string& node)
{
    const Stopwatch stopwatch(metrics_);
    auto status = askBind(state, pod, node);
    observePoint("Bind", status.code(), stopwatch);
    return status;
}

void Framework::runPostBindPlugins(CycleState& state, const api::Pod& pod, const std::string& node)
{
    const Stopwatch stopwatch(metrics_);
    askPostBind(state, pod, node);
    observePoint("PostBind", trace::Code::Success, stopwatch);
}

}
