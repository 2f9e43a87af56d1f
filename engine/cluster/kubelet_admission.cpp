// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/kubelet_admission.h"

#include "api/pod_requests.h"
#include "api/toleration.h"

namespace berth::cluster {
namespace {

/// Thousandths for cpu, whole units for everything else, as the kubelet's message has them.
std::int64_t amount(std::string_view name, const api::Quantity& quantity)
{
    return name == "cpu" ? quantity.milliValue() : quantity.value();
}

Rejection outOf(std::string_view name, std::int64_t requested, std::int64_t used, std::int64_t capacity)
{
    return {"OutOf" + std::string(name),
            "Node didn't have enough resource: " + std::string(name) + ", requested: " + std::to_string(requested)
                + ", used: " + std::to_string(used) + ", capacity: " + std::to_string(capacity)};
}

std::optional<Rejection> lackingResource(const api::Pod& pod, const api::Node& node,
                                         const std::vector<api::PodPtr>& others)
{
    const auto& room = node.status.hasAllocatable ? node.status.allocatable : node.status.capacity;
    auto roomOf = [&room](std::string_view name) {
        const auto* quantity = room.find(name);
        return quantity ? amount(name, *quantity) : 0;
    };
    const auto count = static_cast<std::int64_t>(others.size());
    if (room.contains("pods") && count + 1 > roomOf("pods"))
        return outOf("pods", 1, count, roomOf("pods"));
    api::ResourceList used;
    for (const auto& other : others)
        for (const auto& [name, quantity] : api::podRequests(*other, {.useStatus = true}))
            used[name].add(quantity);
    const auto wanted = api::podRequests(pod, {});
    std::vector<std::string_view> names{"cpu", "memory", "ephemeral-storage"};
    for (const auto& [name, quantity] : wanted)
        if (api::isScalarResourceName(name.view()))
            names.push_back(name.view());
    for (const auto name : names) {
        const auto* quantity = wanted.find(name);
        if (!quantity || quantity->isZero() || (api::isExtendedResourceName(name) && !room.contains(name)))
            continue;
        const auto* taken = used.find(name);
        const auto usedAmount = taken ? amount(name, *taken) : 0;
        if (amount(name, *quantity) > roomOf(name) - usedAmount)
            return outOf(name, amount(name, *quantity), usedAmount, roomOf(name));
    }
    return std::nullopt;
}

bool clashes(const api::ContainerPort& a, const api::ContainerPort& b)
{
    auto isAny = [](const std::string& ip) { return ip.empty() || ip == "0.0.0.0"; };
    auto protocol = [](const api::ContainerPort& port) { return port.protocol.empty() ? "TCP" : port.protocol; };
    return a.hostPort != 0 && a.hostPort == b.hostPort && protocol(a) == protocol(b)
        && (isAny(a.hostIP) || isAny(b.hostIP) || a.hostIP == b.hostIP);
}

bool wantsTakenPort(const api::Pod& pod, const std::vector<api::PodPtr>& others)
{
    for (const auto& container : pod.spec.containers)
        for (const auto& port : container.ports)
            for (const auto& other : others)
                for (const auto& theirs : other->spec.containers)
                    for (const auto& taken : theirs.ports)
                        if (clashes(port, taken))
                            return true;
    return false;
}

Rejection failed(const std::string& predicate, const std::string& why)
{
    return {predicate, "Predicate " + predicate + " failed: " + why};
}

}

std::optional<Rejection> rejectionOf(const api::Pod& pod, const api::Node& node, const std::vector<api::PodPtr>& others)
{
    if (auto lacking = lackingResource(pod, node, others))
        return lacking;
    if (!api::RequiredNodeAffinity(pod.spec.nodeSelector, pod.spec.affinity ? pod.spec.affinity->nodeAffinity : std::nullopt)
             .matches({node.meta.name, node.meta.labels}))
        return failed("NodeAffinity", "node(s) didn't match Pod's node affinity/selector");
    if (wantsTakenPort(pod, others))
        return failed("NodePorts", "node(s) didn't have free ports for the requested pod ports");
    for (const auto& taint : node.spec.taints)
        if (taint.effect == "NoExecute" && !api::tolerates(pod.spec.tolerations, taint))
            return failed("TaintToleration", "node(s) had taints that the pod didn't tolerate");
    return std::nullopt;
}

}
