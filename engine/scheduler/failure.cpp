// SPDX-License-Identifier: GPL-3.0-or-later
#include "scheduler/event_note.h"
#include "scheduler/scheduler.h"

/// What follows an attempt that failed (cycle.md §13).
namespace berth::scheduler {

void Scheduler::fail(Cycle& cycle, const Failure& failure)
{
    const auto queued = cycle.queued;
    const bool rejected = failure.status.isRejected();
    const std::string reason = rejected ? "Unschedulable" : "SchedulerError";
    const auto message = failure.status.message();
    countAttempt(cycle, rejected ? "unschedulable" : "error");
    auto& attempt = attemptOf(cycle);
    attempt.result = rejected ? trace::Result::Unschedulable : trace::Result::Error;
    attempt.message = message;
    attempt.failedAt = cycle.point;
    attempt.explanation = cycle.explanation;

    queued->unschedulablePlugins.clear();
    queued->pendingPlugins.clear();
    queued->gatingPlugin = {};
    if (failure.fit) {
        queued->unschedulablePlugins = failure.fit->unschedulablePlugins;
        queued->pendingPlugins = failure.fit->pendingPlugins;
        attempt.unschedulablePlugins = failure.fit->unschedulablePlugins.sorted();
        attempt.pendingPlugins = failure.fit->pendingPlugins.sorted();
    }
    const auto current = listers_.getAs<api::Pod>(api::Kind::Pod, queued->pod().meta.key());
    if (current && current->meta.uid != queued->pod().meta.uid) {
        queue_->done(queued->pod().meta.uid);
        attempt.queueAfter = queue_->placeOf(attempt.pod);
        return;
    }
    if (current && current->spec.nodeName.empty()) {
        queued->podInfo = framework::PodInfo::remake(*queued->podInfo, current);
        requeue(cycle, attempt);
    } else {
        queue_->done(queued->pod().meta.uid);
    }
    queue_->nominator().add(queued->pod(), failure.nominating);
    recordEvent(queued->pod(), "Warning", "FailedScheduling", "Scheduling", eventNote(message));
    patchFailure(queued->pod(), reason, message, failure.nominating);
    auto& after = attemptOf(cycle);
    if (!after.queueAfter)
        after.queueAfter = queue_->placeOf(after.pod);
}

void Scheduler::requeue(const Cycle& cycle, trace::Attempt& attempt)
{
    (void)queue_->addUnschedulableIfNotPresent(cycle.queued);
    // Where it stands at this very moment: what the attempt writes next may move it on.
    attempt.queueAfter = queue_->placeOf(attempt.pod);
    if (attempt.queueAfter == trace::QueuePlace::Backoff && cycle.queued->backoffExpiration)
        attempt.backoffExpiry = cycle.queued->backoffExpiration;
}

void Scheduler::patchFailure(const api::Pod& pod, const std::string& reason, const std::string& message,
                             const std::optional<framework::NominatingInfo>& nominating)
{
    const auto* before = pod.status.condition("PodScheduled");
    const bool sameCondition =
        before && before->status == "False" && before->reason == reason && before->message == message;
    const bool nominates = nominating && nominating->nominatedNodeName != pod.status.nominatedNodeName;
    if (sameCondition && !nominates)
        return;
    ports::PodStatusPatch patch{pod.meta.namespace_.str(), pod.meta.name, {}, {}};
    patch.condition = api::PodCondition{"PodScheduled", "False", reason, message, {}, pod.meta.generation};
    if (nominates)
        patch.nominatedNodeName = nominating->nominatedNodeName;
    (void)server_->patchPodStatus(patch);
}

}
