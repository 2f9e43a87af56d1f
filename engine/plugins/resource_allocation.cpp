// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/resource_allocation.h"

#include "api/pod_requests.h"

namespace berth::plugins {

namespace resource_name = framework::resource_name;

std::vector<ScoredResource> scoredResources(const std::vector<config::ResourceSpec>& resources, const api::Pod& pod,
                                            bool nonMissing)
{
    api::PodRequestsOptions options{.useStatus = !nonMissing, .podLevel = !nonMissing};
    if (nonMissing)
        options.nonMissingContainerRequests = &framework::nonMissingRequests();
    const auto requests = api::podRequests(pod, options);
    std::vector<ScoredResource> scored;
    scored.reserve(resources.size());
    for (const auto& [name, weight] : resources) {
        ScoredResource resource{api::Symbol(name), weight == 0 ? 1 : weight, 0};
        if (const auto* quantity = requests.find(resource.name))
            resource.request = resource.name == resource_name::cpu ? quantity->milliValue() : quantity->value();
        scored.push_back(resource);
    }
    return scored;
}

ResourceRoom roomFor(const ScoredResource& resource, const framework::NodeInfo& node, bool nonZero)
{
    const auto& allocatable = node.allocatable();
    const auto& requested = node.requested();
    if (resource.name == resource_name::cpu)
        return {allocatable.milliCpu, nonZero ? node.nonZeroMilliCpu() : requested.milliCpu};
    if (resource.name == resource_name::memory)
        return {allocatable.memory, nonZero ? node.nonZeroMemory() : requested.memory};
    if (resource.name == resource_name::ephemeralStorage)
        return {allocatable.ephemeralStorage, requested.ephemeralStorage};
    // A scalar resource that the pod does not ask for says nothing about how well the pod fits.
    if (resource.request == 0)
        return {};
    const auto* amount = allocatable.scalars.find(resource.name);
    if (!amount)
        return {};
    const auto* taken = requested.scalars.find(resource.name);
    return {*amount, taken ? *taken : 0};
}

}
