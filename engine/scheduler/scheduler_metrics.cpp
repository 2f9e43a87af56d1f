// SPDX-License-Identifier: GPL-3.0-or-later
// What the scheduler counts and times about its attempts (cycle.md §17).
#include "scheduler/scheduler.h"

#include <algorithm>

namespace berth::scheduler {

using trace::Metric;

void Scheduler::startMetrics()
{
    metrics_ = std::make_unique<trace::Metrics>();
    queue_->setMetrics(metrics_.get());
    countCalls(true);
}

void Scheduler::countCalls(bool on)
{
    for (auto* framework : profileOrder_)
        framework->setMetrics(on ? metrics_.get() : nullptr);
}

void Scheduler::sampleCycle(Cycle& cycle)
{
    cycle.stopwatch = trace::Stopwatch(metrics_.get());
    // The real scheduler draws lots; every tenth attempt is as good a tenth, and always the same one.
    cycle.framework->setSampling(metrics_ && trace_.attempts.size() % 10 == 0);
}

void Scheduler::countAttempt(const Cycle& cycle, std::string_view result)
{
    if (!metrics_)
        return;
    const auto profile = cycle.framework->profileName().view();
    metrics_->add(Metric::ScheduleAttempts, {result, profile});
    metrics_->observe(Metric::SchedulingAttemptDuration, {result, profile}, cycle.stopwatch.seconds());
}

void Scheduler::countScheduled(Cycle& cycle)
{
    countAttempt(cycle, "scheduled");
    if (!metrics_)
        return;
    constexpr std::int32_t mostShown = 15;
    const auto attempts = cycle.queued->attempts;
    metrics_->observe(Metric::PodSchedulingAttempts, {}, attempts);
    if (!cycle.queued->initialAttemptTimestamp)
        return;
    const auto label = attempts < mostShown ? std::to_string(attempts) : std::to_string(mostShown) + "+";
    metrics_->observe(Metric::PodSchedulingSliDuration, {label}, secondsSince(*cycle.queued->initialAttemptTimestamp));
}

void Scheduler::countWait(api::Time since, const framework::Status& decided)
{
    if (metrics_)
        metrics_->observe(Metric::PermitWaitDuration, {trace::codeName(decided.code())}, secondsSince(since));
}

double Scheduler::secondsSince(api::Time then) const
{
    // Readings at one moment are nanoseconds apart, so that one can lie a little behind the moment itself.
    return static_cast<double>(std::max<std::int64_t>(clock_->moment().nanoseconds - then.nanoseconds, 0)) / 1e9;
}

void Scheduler::countPreemption(const framework::Framework& framework, const trace::PostFilterRecord& record)
{
    if (!metrics_ || !framework.plugin("DefaultPreemption"))
        return;
    metrics_->add(Metric::PreemptionAttempts, {});
    if (!record.victims.empty())
        metrics_->observe(Metric::PreemptionVictims, {}, static_cast<double>(record.victims.size()));
}

std::shared_ptr<const trace::Metrics> Scheduler::metrics() const
{
    if (!metrics_)
        return nullptr;
    auto copy = std::make_shared<trace::Metrics>(*metrics_);
    queue_->measure(*copy);
    for (const auto* framework : profileOrder_)
        framework->measure(*copy);
    copy->set(Metric::CacheSize, {"nodes"}, static_cast<double>(cache_.nodeCount()));
    copy->set(Metric::CacheSize, {"pods"}, static_cast<double>(cache_.podCount()));
    copy->set(Metric::CacheSize, {"assumed_pods"}, static_cast<double>(cache_.assumedCount()));
    copy->add(Metric::PodScheduledAfterFlush, {}, 0); // the real one stays 0, too: the mark is lost on the way
    return copy;
}

}
