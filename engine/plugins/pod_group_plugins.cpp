// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/pod_group_plugins.h"

#include "plugins/names.h"

namespace berth::plugins {

using framework::ActionType;
using framework::EventResource;
using framework::Status;

api::Symbol GangScheduling::name() const { return names::gangScheduling; }

Status GangScheduling::preEnqueue(const api::Pod& pod)
{
    if (!pod.spec.hasSchedulingGroup)
        return Status::success();
    return Status::error("the plugin GangScheduling is not implemented yet, and the pod belongs to a pod group");
}

std::pair<Status, std::chrono::nanoseconds> GangScheduling::permit(framework::CycleState&, const api::Pod& pod,
                                                                   const std::string&)
{
    return {preEnqueue(pod), {}};
}

std::vector<framework::ClusterEventWithHint> GangScheduling::eventsToRegister() const
{
    return {{{EventResource::Pod, ActionType::Add, {}}, nullptr},
            {{EventResource::PodGroup, ActionType::Add, {}}, nullptr}};
}

}
