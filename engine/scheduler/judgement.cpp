// SPDX-License-Identifier: GPL-3.0-or-later
#include "scheduler/scheduler.h"

/// A decision on its own, outside of the loop.
namespace berth::scheduler {

Scheduler::Judgement Scheduler::judge(const framework::PodInfoPtr& pod, bool withPostFilter)
{
    Judgement judgement;
    const auto framework = profiles_.find(pod->pod->spec.schedulerName);
    if (framework == profiles_.end()) {
        judgement.error = "no profile is called \"" + pod->pod->spec.schedulerName + "\"";
        return judgement;
    }
    Cycle cycle;
    cycle.queued = std::make_shared<framework::QueuedPodInfo>();
    cycle.queued->podInfo = pod;
    cycle.framework = framework->second.get();
    auto updated = cache_.updateSnapshot(snapshot_);
    beginAttempt(cycle);
    if (!updated) {
        judgement.error = updated.error();
        return judgement;
    }
    auto decision = schedulePod(cycle);
    if (decision) {
        judgement.node = decision->node;
        return judgement;
    }
    if (!decision.error().fit) {
        judgement.error = decision.error().status.errorText();
        return judgement;
    }
    judgement.isUnschedulable = true;
    if (withPostFilter) {
        const auto failure = postFilter(cycle, std::move(decision.error()));
        if (failure.nominating)
            judgement.nominatedNode = failure.nominating->nominatedNodeName;
    }
    return judgement;
}

}
