// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/preemption_eligibility.h"

namespace berth::plugins {
namespace {

bool isTerminatingByPreemption(const api::Pod& pod)
{
    if (!pod.isTerminating())
        return false;
    const auto* condition = pod.status.condition("DisruptionTarget");
    return condition && condition->status == "True" && condition->reason == "PreemptionByScheduler";
}

}

std::string whyNotEligible(const api::Pod& pod, const framework::NodeToStatus& statuses,
                           const framework::SharedLister& snapshot)
{
    if (pod.spec.preemptionPolicy == "Never")
        return "not eligible due to preemptionPolicy=Never.";
    const auto& nominated = pod.status.nominatedNodeName;
    if (nominated.empty())
        return {};
    const auto index = snapshot.indexOf(nominated);
    const auto& status = index < 0 ? statuses.absent() : statuses.get(static_cast<std::uint32_t>(index));
    // No eviction there can help any more: the pod may look for another node at once.
    if (status.code() == framework::Code::UnschedulableAndUnresolvable)
        return {};
    const auto* node = snapshot.get(nominated);
    if (!node)
        return {};
    for (const auto& info : node->pods())
        if (isPreemptionAllowed(*info->pod, pod) && isTerminatingByPreemption(*info->pod))
            return "not eligible due to a terminating pod on the nominated node.";
    return {};
}

}
