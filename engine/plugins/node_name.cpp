// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/node_name.h"

#include "plugins/names.h"
#include "plugins/signatures.h"

namespace berth::plugins {

using framework::Status;

api::Symbol NodeName::name() const { return names::nodeName; }

Status NodeName::filter(framework::CycleState&, const api::Pod& pod, const framework::NodeInfo& node)
{
    static const auto refused =
        Status::unschedulableAndUnresolvable("node(s) didn't match the requested node name");
    return pod.spec.nodeName.empty() || pod.spec.nodeName == node.name() ? Status::success() : refused;
}

std::vector<framework::ClusterEventWithHint> NodeName::eventsToRegister() const
{
    return {{{framework::EventResource::Node, framework::ActionType::Add, {}}, nullptr}};
}

Status NodeName::signPod(const api::Pod& pod, std::vector<framework::SignFragment>& fragments) const
{
    fragments.push_back({"v1.Pod.Spec.NodeName", signatures::quoted(pod.spec.nodeName)});
    return Status::success();
}

}
