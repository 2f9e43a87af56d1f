// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/scheduling_gates.h"

#include "plugins/event_objects.h"
#include "plugins/names.h"

namespace berth::plugins {

using framework::ActionType;
using framework::EventResource;
using framework::QueueingHint;
using framework::Status;

api::Symbol SchedulingGates::name() const { return names::schedulingGates; }

Status SchedulingGates::preEnqueue(const api::Pod& pod)
{
    const auto& gates = pod.spec.schedulingGates;
    if (gates.empty())
        return Status::success();
    std::string text = "waiting for scheduling gates: [";
    for (const auto& gate : gates)
        text += (&gate == &gates.front() ? "" : " ") + gate;
    return Status::unschedulableAndUnresolvable(text + "]");
}

std::vector<framework::ClusterEventWithHint> SchedulingGates::eventsToRegister() const
{
    return {{{EventResource::Pod, ActionType::UpdatePodSchedulingGatesEliminated, {}},
             [](const api::Pod& pod, const api::Object*, const api::Object* after) {
                 return QueueingHint::queueIf(isSamePod(pod, after));
             }}};
}

}
