// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/preemption_victims.h"

#include "plugins/go_sort.h"
#include "plugins/pod_importance.h"
#include "plugins/preemption_eligibility.h"

namespace berth::plugins {
namespace {

using framework::PodInfoPtr;
using framework::Status;
using PodInfos = std::vector<PodInfoPtr>;

/// A node on which pods come and go in thought, and the preemptor that wants to go there.
class DryRunNode {
public:
    DryRunNode(framework::Framework& framework, framework::CycleState& state, const api::Pod& preemptor,
               framework::NodeInfo& node)
        : framework_(framework), state_(state), preemptor_(preemptor), node_(node)
    {
    }

    Status remove(const PodInfoPtr& pod)
    {
        if (!node_.removePod(pod->pod->meta.uid))
            return Status::error("no corresponding pod " + pod->pod->meta.name + " in pods of node " + node_.name());
        return plainError(framework_.runPreFilterExtensionRemovePod(state_, preemptor_, *pod, node_));
    }

    Status add(const PodInfoPtr& pod)
    {
        node_.addPod(pod);
        return plainError(framework_.runPreFilterExtensionAddPod(state_, preemptor_, *pod, node_));
    }

    Status fits() { return framework_.runFilterPluginsWithNominatedPods(state_, preemptor_, node_); }

private:
    /// Whatever a plugin says when it cannot follow a pod's coming or going, it is an error for the dry run.
    static Status plainError(const Status& status)
    {
        return status.isSuccess() ? status : Status::error(status.errorText());
    }

    framework::Framework& framework_;
    framework::CycleState& state_;
    const api::Pod& preemptor_;
    framework::NodeInfo& node_;
};

PodInfos potentialVictims(const framework::NodeInfo& node, const api::Pod& preemptor)
{
    PodInfos pods;
    for (const auto& info : node.pods())
        if (isPreemptionAllowed(*info->pod, preemptor))
            pods.push_back(info);
    return pods;
}

void sortByImportance(PodInfos& pods, ports::Clock& clock)
{
    goSort(pods, [&](const PodInfoPtr& a, const PodInfoPtr& b) { return moreImportantPod(*a->pod, *b->pod, clock); });
}

/// Lets back in whom it can, in order; the others become victims. The answer is an error or Success.
Status reprieve(DryRunNode& node, const PodInfos& pods, VictimsOnNode& found)
{
    for (const auto& pod : pods) {
        if (auto added = node.add(pod); !added.isSuccess())
            return added;
        if (node.fits().isSuccess()) {
            found.reprieved.push_back(pod);
            continue;
        }
        if (auto removed = node.remove(pod); !removed.isSuccess())
            return removed;
        found.victims.push_back(pod);
    }
    return Status::success();
}

VictimsOnNode failed(Status status)
{
    VictimsOnNode nothing;
    nothing.status = std::move(status);
    return nothing;
}

}

VictimsOnNode selectVictimsOnNode(framework::Framework& framework, const framework::CycleState& state,
                                  const api::Pod& preemptor, const framework::NodeInfo& node,
                                  const DisruptionBudgets& budgets)
{
    static const auto noVictims =
        Status::unschedulableAndUnresolvable("No preemption victims found for incoming pod");
    auto potential = potentialVictims(node, preemptor);
    if (potential.empty())
        return failed(noVictims);
    auto& clock = framework.handle().clock();
    framework::CycleState stateInThought = state.clone();
    framework::NodeInfo nodeInThought = node;
    DryRunNode trial(framework, stateInThought, preemptor, nodeInThought);
    for (const auto& pod : potential)
        if (auto removed = trial.remove(pod); !removed.isSuccess())
            return failed(removed);
    if (auto fits = trial.fits(); !fits.isSuccess())
        return failed(fits);

    sortByImportance(potential, clock);
    const auto groups = budgets.split(potential);
    VictimsOnNode found;
    // Whoever is protected by a budget gets the first chance to stay.
    if (auto status = reprieve(trial, groups.violating, found); !status.isSuccess())
        return failed(status);
    found.pdbViolations = static_cast<std::int64_t>(found.victims.size());
    if (auto status = reprieve(trial, groups.nonViolating, found); !status.isSuccess())
        return failed(status);
    if (!groups.violating.empty() && !groups.nonViolating.empty())
        sortByImportance(found.victims, clock);
    found.weighed = std::move(potential);
    return found;
}

}
