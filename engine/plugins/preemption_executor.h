// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/handle.h"
#include "plugins/preemption_candidate.h"

#include <map>
#include <memory>
#include <set>
#include <string>

namespace berth::plugins {

/// Carries out a preemption: evicts the victims and takes the node from less important pods that were promised it,
/// beside the scheduling cycles or, with SchedulerAsyncPreemption off, within them. Rule: preemption.md §9.
/// Must live as long as the handle runs what it was given to defer.
class PreemptionExecutor {
public:
    /// plugin: in whose name victims are evicted.
    PreemptionExecutor(framework::Handle& handle, api::Symbol plugin) : handle_(handle), plugin_(plugin) {}

    /// An error only when evictions within the cycle fail; beside the cycles they are only begun here.
    framework::Status actuate(const PreemptionCandidate& candidate, const api::PodPtr& preemptor);

    /// Evictions for the pod (by UID) are under way, and the last victim is not known to be leaving yet.
    bool isRunningPreemption(const std::string& uid) const;

private:
    class Task;
    framework::Status evictWithinCycle(const PreemptionCandidate& candidate, const api::PodPtr& preemptor);
    void evictBesideCycles(const PreemptionCandidate& candidate, const api::PodPtr& preemptor);

    framework::Handle& handle_;
    api::Symbol plugin_;
    std::set<std::string> preempting_;                       ///< preemptors by UID
    std::map<std::string, std::string> pendingLastVictim_;   ///< preemptor's UID → key of its last victim
};

}
