// SPDX-License-Identifier: GPL-3.0-or-later
#include "scheduler/scheduler.h"

/// From Permit to PostBind (cycle.md §11, §12), as pieces of deferred work.
namespace berth::scheduler {

using framework::Code;
using framework::Stage;
using framework::Status;

Scheduler::Failure Scheduler::asFitError(const Status& status)
{
    Failure failure = Failure::clearing(status);
    if (!status.isRejected())
        return failure;
    failure.fit = std::make_shared<framework::FitError>();
    failure.fit->numAllNodes = 1;
    failure.fit->nodeToStatus = framework::NodeToStatus(1);
    failure.fit->nodeToStatus.set(0, status);
    // Unlike elsewhere a rejector without a name counts too: a pod that was removed while it waited.
    failure.fit->unschedulablePlugins.insert(status.plugin());
    if (status.code() == Code::Pending)
        failure.fit->pendingPlugins.insert(status.plugin());
    failure.status = Status::error(failure.fit->text()).withCode(status.code());
    return failure;
}

void Scheduler::failBeforeBinding(const CyclePtr& cycle, const Status& status)
{
    cycle->framework->runUnreservePlugins(cycle->state, *cycle->assumed, cycle->assumed->spec.nodeName);
    (void)cache_.forgetPod(*cycle->assumed);
    fail(*cycle, asFitError(status));
}

void Scheduler::permit(const CyclePtr& cycle)
{
    const auto& node = cycle->assumed->spec.nodeName;
    cycle->point = trace::PlacedPoint::Permit;
    auto outcome = cycle->framework->runPermitPlugins(cycle->state, *cycle->assumed, node);
    // One plugin may have asked to wait before another one refused.
    if (!outcome.status.isSuccess() && !outcome.status.isWait()) {
        failBeforeBinding(cycle, outcome.status);
        return;
    }
    if (outcome.status.isWait())
        waitOnPermit(cycle, outcome.waits);
    activateAsked(*cycle);
    defer(Stage::Binding, cycle->number(), [this, cycle] { startBinding(cycle); });
}

void Scheduler::waitOnPermit(const CyclePtr& cycle, const PermitWait::Waits& waits)
{
    const auto uid = cycle->assumed->meta.uid;
    waiting_[uid] = std::make_unique<PermitWait>(
        cycle->assumed, waits, clock_->moment(), [this, cycle, since = clock_->moment()](const Status& decided) {
            countWait(since, decided);
            defer(Stage::Binding, cycle->number(), [this, cycle, decided] {
                if (cycle->hasFailed)
                    return; // in PreBindPreFlight; as in kube-scheduler the wait stays listed until the next one
                auto wait = waiting_.extract(cycle->assumed->meta.uid);
                if (!wait.empty())
                    decidedWaits_.push_back(std::move(wait.mapped()));
                afterPermit(cycle, decided);
            });
        });
    // One timer per plugin; one that has allowed the pod by then, or a pod that is decided, is none of its business.
    for (const auto& [plugin, timeout] : waits) {
        const api::Time deadline{clock_->moment().nanoseconds + timeout.count()};
        timers_.set(deadline, [this, uid, cycle, deadline] {
            auto it = waiting_.find(uid);
            if (it != waiting_.end() && &it->second->pod() == cycle->assumed.get())
                it->second->expire(deadline);
        });
    }
}

void Scheduler::activateAsked(Cycle& cycle)
{
    if (!cycle.state.podsToActivate || cycle.state.podsToActivate->empty())
        return;
    queue_->activate({cycle.state.podsToActivate->begin(), cycle.state.podsToActivate->end()});
    cycle.state.podsToActivate->clear();
}

void Scheduler::startBinding(const CyclePtr& cycle)
{
    const auto& pod = *cycle->assumed;
    cycle->point = trace::PlacedPoint::PreBindPreFlight;
    auto flight = cycle->framework->runPreBindPreFlights(cycle->state, pod, pod.spec.nodeName);
    if (!flight.isSuccess() && !flight.isSkip()) {
        failBinding(cycle, flight, Release::EventBeforeRequeue, false);
        return;
    }
    const bool waits = waiting_.contains(pod.meta.uid);
    const bool bindsSomething = flight.isSuccess();
    // Whoever looks from outside learns where the pod is going while that may still take a while.
    if ((bindsSomething || waits) && gates_.enabled(config::Gate::NominatedNodeNameForExpectation))
        (void)server_->patchPodStatus({pod.meta.namespace_.str(), pod.meta.name, {}, pod.spec.nodeName});
    cycle->isInPreBind = bindsSomething;
    if (!waits)
        afterPermit(cycle, Status::success());
}

void Scheduler::afterPermit(const CyclePtr& cycle, const Status& permitted)
{
    const auto& pod = *cycle->assumed;
    if (!permitted.isSuccess()) {
        cycle->point = trace::PlacedPoint::WaitOnPermit;
        if (permitted.isRejected())
            failBinding(cycle, permitted, Release::EventAfterRequeue, true);
        else
            failBinding(cycle, Status::error("waiting on permit for pod: " + permitted.errorText()),
                        Release::EventBeforeRequeue, false);
        return;
    }
    queue_->done(pod.meta.uid);
    if (cycle->isInPreBind) {
        cycle->point = trace::PlacedPoint::PreBind;
        inPreBind_[pod.meta.uid] = cycle;
        auto status = cycle->framework->runPreBindPlugins(cycle->state, pod, pod.spec.nodeName);
        inPreBind_.erase(pod.meta.uid);
        if (status.isSuccess() && !cycle->preBindCancelCause.empty())
            status = Status::error(cycle->preBindCancelCause);
        if (!status.isSuccess()) {
            failBinding(cycle, status,
                        status.isRejected() ? Release::EventAfterRequeue : Release::EventBeforeRequeue, false);
            return;
        }
    }
    bindInTime(cycle);
}

void Scheduler::bindInTime(const CyclePtr& cycle)
{
    auto toBind = [this, cycle] {
        binding_.erase(cycle->assumed->meta.uid);
        defer(Stage::Bind, cycle->number(), [this, cycle] { bind(cycle); });
    };
    if (bindingDuration_ == 0)
        return toBind();
    binding_[cycle->assumed->meta.uid] = cycle->assumed;
    timers_.set({clock_->moment().nanoseconds + bindingDuration_}, toBind);
}

void Scheduler::bind(const CyclePtr& cycle)
{
    cycle->point = trace::PlacedPoint::Bind;
    const auto byExtender = bindByExtender(*cycle);
    const auto status = byExtender ? *byExtender
                                   : cycle->framework->runBindPlugins(cycle->state, *cycle->assumed,
                                                                      cycle->assumed->spec.nodeName);
    defer(Stage::Binding, cycle->number(), [this, cycle, status] { afterBind(cycle, status); });
}

void Scheduler::afterBind(const CyclePtr& cycle, const Status& status)
{
    const auto& pod = *cycle->assumed;
    if (!status.isSuccess()) {
        failBinding(cycle, status, status.isRejected() ? Release::EventAfterRequeue : Release::EventBeforeRequeue,
                    false);
        return;
    }
    recordEvent(pod, "Normal", "Scheduled", "Binding",
                "Successfully assigned " + pod.meta.key() + " to " + pod.spec.nodeName);
    countScheduled(*cycle);
    auto& attempt = attemptOf(*cycle);
    attempt.result = trace::Result::Scheduled;
    attempt.queueAfter = trace::QueuePlace::None;
    cycle->framework->runPostBindPlugins(cycle->state, pod, pod.spec.nodeName);
    activateAsked(*cycle);
}

void Scheduler::failBinding(const CyclePtr& cycle, const Status& status, Release release, bool fitError)
{
    cycle->hasFailed = true;
    cycle->framework->runUnreservePlugins(cycle->state, *cycle->assumed, cycle->assumed->spec.nodeName);
    const bool forgotten = cache_.forgetPod(*cycle->assumed).has_value();
    auto announce = [this, cycle](const queue::PriorityQueue::PreCheck& preCheck) {
        queue_->moveAll(framework::events::assignedPodDelete, cycle->assumed, nullptr, preCheck);
    };
    if (forgotten && release == Release::EventBeforeRequeue)
        announce({});
    defer(Stage::Failure, cycle->number(), [=, this] {
        fail(*cycle, fitError ? asFitError(status) : Failure::clearing(status));
        if (forgotten && release == Release::EventAfterRequeue)
            announce([uid = cycle->assumed->meta.uid](const api::Pod& pod) { return pod.meta.uid != uid; });
    });
}

}
