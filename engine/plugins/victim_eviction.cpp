// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/victim_eviction.h"

namespace berth::plugins {

void VictimEviction::proceed()
{
    switch (step_) {
    case Step::Begin:
        if (preemptInMemory()) {
            recordEvent(true);
            step_ = Step::Finished;
        } else {
            mark();
        }
        break;
    case Step::MarkWritten:
        if (!lastWriteFailed())
            deleteVictim();
        break;
    case Step::DeleteWritten:
        if (!lastWriteFailed()) {
            recordEvent(false);
            step_ = Step::Finished;
        }
        break;
    case Step::Finished:
        break;
    }
}

/// A pod that only the scheduler knows to be placed is sent back to the queue; nobody else need hear of it.
bool VictimEviction::preemptInMemory()
{
    const auto& uid = parties_.victim->meta.uid;
    if (auto* waiting = handle_->waitingPod(uid))
        return waiting->preempt(parties_.plugin, "preempted");
    return handle_->cancelPreBind(uid, "preempted by " + parties_.plugin.str());
}

void VictimEviction::mark()
{
    auto condition = conditionToWrite();
    if (!condition)
        return deleteVictim();
    const auto& meta = parties_.victim->meta;
    lastWrite_ = handle_->apiServer().patchPodStatus({meta.namespace_.str(), meta.name, std::move(condition), {}});
    step_ = Step::MarkWritten;
}

void VictimEviction::deleteVictim()
{
    // By name alone, as the scheduler does: a namesake that has come since is deleted too.
    const auto& meta = parties_.victim->meta;
    lastWrite_ = handle_->apiServer().deletePod(meta.namespace_.str(), meta.name, {});
    step_ = Step::DeleteWritten;
}

void VictimEviction::recordEvent(bool inMemory)
{
    handle_->recordEvent(*parties_.victim, "Normal", "Preempted", "Preempting",
                         "Preempted by pod " + parties_.preemptor->meta.uid + " on node " + parties_.node
                             + (inMemory ? " (in kube-scheduler memory)." : ""));
}

/// Absent if the victim says so already.
std::optional<api::PodCondition> VictimEviction::conditionToWrite()
{
    const auto& victim = *parties_.victim;
    api::PodCondition condition;
    condition.type = "DisruptionTarget";
    condition.status = "True";
    condition.reason = "PreemptionByScheduler";
    condition.message =
        parties_.preemptor->spec.schedulerName + ": preempting to accommodate a higher priority pod";
    condition.observedGeneration = victim.meta.generation;
    condition.lastTransitionTime = handle_->clock().now().truncatedToSecond();
    if (const auto* before = victim.status.condition(condition.type); before && before->status == condition.status) {
        condition.lastTransitionTime = before->lastTransitionTime;
        if (before->reason == condition.reason && before->message == condition.message)
            return std::nullopt;
    }
    return condition;
}

/// Ends the eviction if the write just made was refused. A victim that is not there any more is as good as evicted.
bool VictimEviction::lastWriteFailed()
{
    if (lastWrite_)
        return false;
    if (lastWrite_.error().reason != ports::ApiError::Reason::NotFound)
        errorText_ = lastWrite_.error().text;
    step_ = Step::Finished;
    return true;
}

}
