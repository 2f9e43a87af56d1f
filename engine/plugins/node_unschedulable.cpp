// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/node_unschedulable.h"

#include "api/toleration.h"
#include "plugins/event_objects.h"
#include "plugins/names.h"
#include "plugins/signatures.h"

namespace berth::plugins {

using framework::ActionType;
using framework::EventResource;
using framework::QueueingHint;
using framework::Status;

namespace {

/// The taint that a cordon stands for.
const api::Taint unschedulableTaint{api::Symbol("node.kubernetes.io/unschedulable"), {}, api::Symbol("NoSchedule"), {}};

QueueingHint afterNodeChange(const api::Pod&, const api::Object* before, const api::Object* after)
{
    const auto* node = asNode(after);
    return QueueingHint::queueIf(!node->spec.unschedulable && (!before || asNode(before)->spec.unschedulable));
}

QueueingHint afterTolerationChange(const api::Pod& pod, const api::Object*, const api::Object* after)
{
    return QueueingHint::queueIf(isSamePod(pod, after)
                                 && api::tolerates(asPod(after)->spec.tolerations, unschedulableTaint));
}

}

api::Symbol NodeUnschedulable::name() const { return names::nodeUnschedulable; }

Status NodeUnschedulable::filter(framework::CycleState&, const api::Pod& pod, const framework::NodeInfo& node)
{
    static const auto refused = Status::unschedulableAndUnresolvable("node(s) were unschedulable");
    if (!node.node().spec.unschedulable || api::tolerates(pod.spec.tolerations, unschedulableTaint))
        return Status::success();
    return refused;
}

std::vector<framework::ClusterEventWithHint> NodeUnschedulable::eventsToRegister() const
{
    return {{{EventResource::Node, ActionType::Add | ActionType::UpdateNodeTaint, {}}, afterNodeChange},
            {{EventResource::Pod, ActionType::UpdatePodToleration, {}}, afterTolerationChange}};
}

Status NodeUnschedulable::signPod(const api::Pod& pod, std::vector<framework::SignFragment>& fragments) const
{
    fragments.push_back(signatures::tolerations(pod));
    return Status::success();
}

}
