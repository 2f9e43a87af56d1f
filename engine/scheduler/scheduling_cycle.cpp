// SPDX-License-Identifier: GPL-3.0-or-later
#include "scheduler/scheduler.h"
#include "scheduler/selection.h"

/// One attempt up to Permit (cycle.md §3, §7–§11).
namespace berth::scheduler {

using framework::Code;
using framework::Status;

bool Scheduler::scheduleOne()
{
    auto queued = queue_->pop();
    if (!queued)
        return false;
    auto cycle = std::make_shared<Cycle>();
    cycle->queued = std::move(queued);
    const auto& pod = cycle->queued->pod();
    auto profile = profiles_.find(pod.spec.schedulerName);
    if (profile == profiles_.end() || skips(pod)) {
        queue_->done(pod.meta.uid);
        return true;
    }
    cycle->framework = profile->second.get();
    cycle->state.podsToActivate = std::make_shared<std::set<std::string>>();
    auto decision = decide(*cycle);
    if (!decision) {
        fail(*cycle, decision.error());
        return true;
    }
    batches_[cycle->framework->profileName().str()].store(*cycle->queued, queue_->schedulingCycle(),
                                                          attemptOf(*cycle).nodeHint, decision->node,
                                                          std::move(decision->ranking), clock_->now());
    assumeAndBind(cycle, *decision);
    return true;
}

bool Scheduler::skips(const api::Pod& pod)
{
    if (pod.meta.deletionTimestamp) {
        recordEvent(pod, "Warning", "FailedScheduling", "Scheduling", "skip schedule deleting pod: " + pod.meta.key());
        return true;
    }
    return cache_.isAssumed(pod);
}

void Scheduler::beginAttempt(Cycle& cycle)
{
    const auto& pod = cycle.queued->pod();
    auto attempt = std::make_shared<trace::Attempt>();
    attempt->index = static_cast<std::uint32_t>(trace_.attempts.size());
    attempt->time = clock_->now();
    attempt->pod = pod.meta.key();
    attempt->uid = pod.meta.uid;
    attempt->attempt = cycle.queued->attempts;
    attempt->profile = cycle.framework->profileName();
    attempt->startIndex = nextStartNodeIndex_;
    cycle.attempt = trace_.attempts.size();
    cycle.hasAttempt = true;
    if (explainEverything_)
        cycle.explanation = std::make_shared<trace::Explanation>();
    trace_.attempts.push_back(std::move(attempt));
    pendingPast_.pod = cycle.queued->podInfo;
    pendingPast_.nominations = queue_->nominator().remember(past_.empty() ? nullptr : past_.back().nominations);
    past_.push_back(std::exchange(pendingPast_, {}));
}

Scheduler::Decision Scheduler::decide(Cycle& cycle)
{
    sampleCycle(cycle);
    std::vector<std::string> orderBefore;
    bool reordered = false;
    auto updated = cache_.updateSnapshot(snapshot_, &pendingPast_.replaced, &reordered, &orderBefore);
    if (reordered)
        pendingPast_.orderBefore = std::move(orderBefore);
    beginAttempt(cycle);
    if (!updated)
        return tl::unexpected(Failure::clearing(Status::error(updated.error())));
    if (gates_.enabled(config::Gate::GenericWorkload) && cycle.queued->pod().spec.hasSchedulingGroup)
        return tl::unexpected(Failure::clearing(
            Status::error("pod groups are not implemented yet, and GenericWorkload is on for a pod of a group")));
    if (cycle.explanation)
        explainFilters(*cycle.framework, cycle.queued->pod(), *cycle.explanation);
    const trace::Stopwatch stopwatch(metrics_.get());
    auto decision = schedulePod(cycle);
    if (!decision && decision.error().fit)
        decision = tl::unexpected(postFilter(cycle, std::move(decision.error())));
    if (metrics_)
        metrics_->observe(trace::Metric::SchedulingAlgorithmDuration, {}, stopwatch.seconds());
    return decision;
}

Scheduler::Decision Scheduler::schedulePod(Cycle& cycle)
{
    if (snapshot().list().empty())
        return tl::unexpected(Failure::clearing(
            Status::error("no nodes available to schedule pods").withCode(Code::UnschedulableAndUnresolvable)));
    auto search = findFeasibleNodes(cycle);
    if (search.error)
        return tl::unexpected(Failure::clearing(Status::error(search.error->errorText())));
    const auto refused = static_cast<std::int32_t>(search.fit->nodeToStatus.explicitCount());
    if (search.feasible.empty()) {
        return tl::unexpected(Failure{Status(Code::Unschedulable, {}), search.fit, std::nullopt, refused});
    }
    Found found;
    found.feasible = static_cast<std::int32_t>(search.feasible.size());
    found.evaluated = found.feasible + refused;
    noteFeasible(cycle, search.feasible);
    if (search.feasible.size() == 1) {
        found.node = search.feasible.front()->name();
        return found;
    }
    const auto& pod = cycle.queued->pod();
    if (cycle.framework->scorePlugins().empty() && extenders_.empty()) {
        std::vector<framework::NodePluginScores> equal(search.feasible.size());
        for (auto& node : equal)
            node.total = 1;
        found.node = search.feasible[SortedNodeScores(equal).best()]->name();
        return found;
    }
    auto status = cycle.framework->runPreScorePlugins(cycle.state, pod, search.feasible);
    if (cycle.explanation) {
        cycle.explanation->hasPreScore = true;
        for (auto* plugin : cycle.framework->preScorePlugins())
            cycle.explanation->preScore.push_back(
                {plugin->name(), cycle.state.skipScore.contains(plugin->name()) ? Code::Skip : Code::Success});
        if (!status.isSuccess())
            cycle.explanation->preScoreFailure = status.record();
    }
    if (!status.isSuccess())
        return tl::unexpected(Failure::clearing(status));
    auto scoring = cycle.framework->runScorePlugins(cycle.state, pod, search.feasible);
    if (!scoring.status.isSuccess())
        return tl::unexpected(Failure::clearing(scoring.status));
    if (cycle.explanation)
        explainScores(*cycle.framework, cycle.state, scoring, *cycle.explanation);
    addExtenderScores(cycle, search.feasible, scoring);
    noteTotals(cycle, scoring);
    SortedNodeScores order(scoring.nodes);
    found.node = search.feasible[order.best()]->name();
    found.total = scoring.nodes[order.best()].total;
    if (!cycle.queued->signature.empty()) {
        std::vector<std::string> names;
        for (const auto* node : search.feasible)
            names.push_back(node->name());
        found.ranking = {std::move(order), std::move(names)};
    }
    return found;
}

Scheduler::Failure Scheduler::postFilter(Cycle& cycle, Failure failure)
{
    const auto& pod = cycle.queued->pod();
    attemptOf(cycle).evaluatedNodes = failure.evaluated;
    if (cycle.explanation) {
        cycle.explanation->filterStatus.clear();
        for (const auto& entry : failure.fit->nodeToStatus.entries())
            cycle.explanation->filterStatus.emplace_back(entry.node, entry.status.record());
        std::sort(cycle.explanation->filterStatus.begin(), cycle.explanation->filterStatus.end(),
                  [](const auto& a, const auto& b) { return a.first < b.first; });
        cycle.explanation->absentStatus = failure.fit->nodeToStatus.absent().record();
    }
    if (cycle.framework->postFilterPlugins().empty()) {
        failure.nominating = framework::NominatingInfo{};
        failure.status = Status::error(failure.fit->text()).withCode(Code::Unschedulable);
        return failure;
    }
    trace::PostFilterRecord record;
    std::optional<framework::PostFilterResult> result;
    victimsLine_ = extenders_.empty() ? nullptr : &extenderLine(cycle);
    const auto status = cycle.framework->runPostFilterPlugins(cycle.state, pod, failure.fit->nodeToStatus, result,
                                                              &record);
    victimsLine_ = nullptr;
    record.code = status.code();
    record.message = status.message();
    if (result && result->nominating) {
        record.nominatedNode = result->nominating->nominatedNodeName;
        for (const auto& candidate : record.candidates)
            if (candidate.node == *record.nominatedNode && record.victims.empty())
                record.victims = candidate.victims;
        failure.nominating = result->nominating;
    }
    countPreemption(*cycle.framework, record);
    failure.fit->postFilterMessage = record.message;
    attemptOf(cycle).postFilter = std::move(record);
    failure.status = Status::error(failure.fit->text()).withCode(Code::Unschedulable);
    return failure;
}

void Scheduler::assumeAndBind(const CyclePtr& cycle, const Found& found)
{
    auto& attempt = attemptOf(*cycle);
    attempt.node = found.node;
    attempt.evaluatedNodes = found.evaluated;
    attempt.feasibleNodes = found.feasible;
    attempt.total = found.total;
    attempt.result = trace::Result::Waiting;
    attempt.explanation = cycle->explanation;

    auto assumed = std::make_shared<api::Pod>(cycle->queued->pod());
    assumed->spec.nodeName = found.node;
    cycle->assumed = assumed;
    auto taken = cache_.assumePod(framework::PodInfo::remake(*cycle->queued->podInfo, assumed));
    if (!taken) {
        fail(*cycle, Failure::clearing(Status::error(taken.error())));
        return;
    }
    queue_->nominator().remove(assumed->meta.uid);
    cycle->point = trace::PlacedPoint::Reserve;
    auto reserved = cycle->framework->runReservePlugins(cycle->state, *assumed, found.node);
    if (!reserved.isSuccess()) {
        failBeforeBinding(cycle, reserved);
        return;
    }
    permit(cycle);
}

}
