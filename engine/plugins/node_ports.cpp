// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/node_ports.h"

#include "plugins/event_objects.h"
#include "plugins/names.h"

#include <algorithm>
#include <set>

namespace berth::plugins {

using framework::ActionType;
using framework::EventResource;
using framework::HostPort;
using framework::QueueingHint;
using framework::Status;

namespace {

const api::Symbol stateKey{"PreFilterNodePorts"};

struct PreFilterState final : framework::StateData {
    std::vector<HostPort> ports;

    std::shared_ptr<StateData> clone() const override { return std::make_shared<PreFilterState>(*this); }
    std::string describe() const override
    {
        std::string text = "host ports:";
        for (const auto& port : ports)
            text += " " + (port.protocol.empty() ? "TCP" : port.protocol) + "/" + std::to_string(port.port);
        return text;
    }
};

bool anyConflict(const std::vector<HostPort>& wanted, const framework::HostPortInfo& used)
{
    return std::any_of(wanted.begin(), wanted.end(), [&](const HostPort& port) { return used.conflicts(port); });
}

/// Only a pod that held one of the wanted ports can have been in the way.
QueueingHint afterPodDelete(const api::Pod& pod, const api::Object* before, const api::Object*)
{
    const auto& gone = *asPod(before);
    if (!isPlacedOrNominated(gone))
        return QueueingHint::skip();
    framework::HostPortInfo freed;
    for (const auto& port : framework::hostPortsOf(gone))
        freed.add(port);
    return QueueingHint::queueIf(anyConflict(framework::hostPortsOf(pod), freed));
}

}

api::Symbol NodePorts::name() const { return names::nodePorts; }

Status NodePorts::preFilter(framework::CycleState& state, const api::Pod& pod, const framework::NodeList&,
                            framework::PreFilterResult&)
{
    auto data = std::make_shared<PreFilterState>();
    data->ports = framework::hostPortsOf(pod);
    if (data->ports.empty())
        return Status::skip();
    state.write(stateKey, std::move(data));
    return Status::success();
}

Status NodePorts::filter(framework::CycleState& state, const api::Pod&, const framework::NodeInfo& node)
{
    static const auto refused =
        Status::unschedulable("node(s) didn't have free ports for the requested pod ports");
    const auto* data = state.read<PreFilterState>(stateKey);
    if (!data)
        return Status::error("reading \"PreFilterNodePorts\" from cycleState: not found");
    return anyConflict(data->ports, node.usedPorts()) ? refused : Status::success();
}

std::vector<framework::ClusterEventWithHint> NodePorts::eventsToRegister() const
{
    return {{{EventResource::Pod, ActionType::Delete, {}}, afterPodDelete},
            {{EventResource::Node, ActionType::Add, {}}, nullptr}};
}

Status NodePorts::signPod(const api::Pod& pod, std::vector<framework::SignFragment>& fragments) const
{
    std::set<std::int32_t> ports;
    for (const auto* containers : {&pod.spec.containers, &pod.spec.initContainers})
        for (const auto& container : *containers)
            for (const auto& port : container.ports)
                if (port.hostPort != 0)
                    ports.insert(port.hostPort);
    std::string json = "[";
    for (auto port : ports)
        json += (json.size() > 1 ? "," : "") + std::to_string(port);
    fragments.push_back({"v1.Pod.Spec.HostPorts()", json + "]"});
    return Status::success();
}

}
