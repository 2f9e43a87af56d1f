// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/default_preemption.h"

#include "framework/framework.h"
#include "plugins/names.h"
#include "plugins/preemption_choice.h"
#include "plugins/preemption_dry_run.h"
#include "plugins/preemption_eligibility.h"
#include "plugins/preemption_record.h"

namespace berth::plugins {

using framework::ActionType;
using framework::EventResource;
using framework::Status;
using Result = std::optional<framework::PostFilterResult>;

namespace {

std::vector<std::string> keysOf(const std::vector<framework::PodInfoPtr>& pods)
{
    std::vector<std::string> keys;
    for (const auto& info : pods)
        keys.push_back(info->pod->meta.key());
    return keys;
}

/// Evictions help nowhere: the pod has no claim to any node, whatever it was promised before.
Status helpsNowhere(framework::NodeToStatus statuses, Result& result)
{
    static const auto notHelpful =
        Status::unschedulableAndUnresolvable("Preemption is not helpful for scheduling");
    framework::FitError error;
    error.numAllNodes = statuses.nodeCount();
    error.nodeToStatus = std::move(statuses);
    error.nodeToStatus.setAbsent(notHelpful);
    result = framework::PostFilterResult{framework::NominatingInfo{}};
    return Status::unschedulable(error.text());
}

}

DefaultPreemption::DefaultPreemption(framework::Handle& handle, api::Symbol profile,
                                     config::DefaultPreemptionArgs args)
    : handle_(handle), profile_(profile), args_(args), executor_(handle, names::defaultPreemption)
{
}

api::Symbol DefaultPreemption::name() const { return names::defaultPreemption; }

Status DefaultPreemption::postFilter(framework::CycleState& state, const api::Pod& pod,
                                     const framework::NodeToStatus& statuses, Result& result,
                                     trace::PostFilterRecord* record)
{
    auto status = preempt(state, pod, statuses, result, *record);
    const auto message = status.message();
    return message.empty() ? status : Status(status.code(), {"preemption: " + message});
}

Status DefaultPreemption::preempt(framework::CycleState& state, const api::Pod& pod,
                                  const framework::NodeToStatus& statuses, Result& result,
                                  trace::PostFilterRecord& record)
{
    // The queue's copy may be older than what the watches have brought.
    const auto preemptor = handle_.listers().getAs<api::Pod>(api::Kind::Pod, pod.meta.key());
    if (!preemptor)
        return Status::error("pod \"" + pod.meta.name + "\" not found");
    if (auto reason = whyNotEligible(*preemptor, statuses, handle_.snapshot()); !reason.empty())
        return Status::unschedulable(reason);

    const auto nodes = candidateNodes(statuses);
    if (nodes.empty())
        return helpsNowhere(framework::NodeToStatus(statuses.nodeCount()), result);
    const auto count = static_cast<std::int32_t>(nodes.size());
    const DryRunLimits limits{
        static_cast<std::int32_t>(handle_.random().dryRunOffset(nodes.size(), handle_.attemptCount())),
        calculateNumCandidates(count, args_)};
    record.offset = limits.offset;
    record.numCandidates = limits.numCandidates;
    auto outcome = dryRunPreemption(handle_.framework(profile_), state, *preemptor, nodes, limits, record);
    if (outcome.candidates.empty())
        return outcome.errorText.empty() ? helpsNowhere(std::move(outcome.statuses), result)
                                         : Status::error(outcome.errorText);
    return nominateBest(std::move(outcome.candidates), preemptor, result, record);
}

Status DefaultPreemption::nominateBest(std::vector<PreemptionCandidate> candidates, const api::PodPtr& preemptor,
                                       Result& result, trace::PostFilterRecord& record)
{
    noteCandidates(candidates, handle_.listers(), record);
    if (filter_) {
        auto left = filter_(*preemptor, std::move(candidates));
        if (!left)
            return Status::error(left.error());
        candidates = std::move(*left); // the record keeps what the dry run found
    }
    if (candidates.empty())
        return Status::unschedulable("no candidate node for preemption");
    Eliminations eliminations;
    const auto best = bestCandidates(candidates, handle_.clock(), &eliminations);
    for (const auto& [position, criterion] : eliminations)
        record.candidates[position].eliminatedBy = criterion;
    if (best.size() > 1)
        for (auto position : best)
            record.tied.push_back(candidates[position].node);
    const auto& chosen = candidates[best.front()];
    if (auto status = executor_.actuate(chosen, preemptor); !status.isSuccess())
        return status;
    record.victims = keysOf(chosen.victims);
    result = framework::PostFilterResult{framework::NominatingInfo{chosen.node}};
    return Status::success();
}

Status DefaultPreemption::preEnqueue(const api::Pod& pod)
{
    // Always false with SchedulerAsyncPreemption off: then nothing is ever under way between two cycles.
    if (!executor_.isRunningPreemption(pod.meta.uid))
        return Status::success();
    static const auto waiting =
        Status::unschedulableAndUnresolvable("waiting for the preemption for this pod to be finished");
    return waiting;
}

std::vector<framework::ClusterEventWithHint> DefaultPreemption::eventsToRegister() const
{
    if (!handle_.gates().enabled(config::Gate::SchedulerAsyncPreemption))
        return {};
    return {{{EventResource::Pod, ActionType::Delete, {}},
             [](const api::Pod&, const api::Object*, const api::Object*) { return framework::QueueingHint::skip(); }}};
}

}
