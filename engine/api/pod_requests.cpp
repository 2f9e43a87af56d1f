// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/pod_requests.h"

#include "api/names.h"

#include <algorithm>

namespace berth::api {

namespace {

constexpr std::string_view hugePagesPrefix = "hugepages-";

void addTo(ResourceList& sum, const ResourceList& list)
{
    for (const auto& [name, quantity] : list) {
        if (Quantity* amount = sum.find(name))
            amount->add(quantity);
        else
            sum.set(name, quantity);
    }
}

void raiseTo(ResourceList& maximum, const ResourceList& list)
{
    for (const auto& [name, quantity] : list) {
        Quantity* amount = maximum.find(name);
        if (!amount)
            maximum.set(name, quantity);
        else if (quantity.compare(*amount) > 0)
            *amount = quantity;
    }
}

bool isResizeInfeasible(const Pod& pod)
{
    for (const auto& condition : pod.status.conditions)
        if (condition.type == "PodResizePending")
            return condition.reason == "Infeasible";
    return false;
}

/// What a resize in progress holds: the largest of the wish, what runs and what is set aside, without the wish if it
/// cannot be had.
ResourceList effectiveRequests(const Pod& pod, const ResourceList& spec, const ResourceList& actuated,
                               const ResourceList& allocated)
{
    ResourceList result = isResizeInfeasible(pod) ? ResourceList() : spec;
    raiseTo(result, actuated);
    raiseTo(result, allocated);
    return result;
}

const ContainerStatus* findStatus(const PodStatus& status, const std::string& name)
{
    const auto named = [&name](const ContainerStatus& entry) { return entry.name == name; };
    for (const auto* list : {&status.initContainerStatuses, &status.containerStatuses}) {
        const auto found = std::find_if(list->rbegin(), list->rend(), named);
        if (found != list->rend())
            return &*found;
    }
    return nullptr;
}

ResourceList containerRequests(const Pod& pod, const Container& container, bool mayUseStatus,
                               const PodRequestsOptions& options)
{
    ResourceList requests = container.resources.requests;
    if (options.useStatus && mayUseStatus) {
        const ContainerStatus* status = findStatus(pod.status, container.name);
        if (status && status->hasResources)
            requests = effectiveRequests(pod, requests, status->resourcesRequests, status->allocatedResources);
    }
    if (options.nonMissingContainerRequests)
        for (const auto& [name, quantity] : *options.nonMissingContainerRequests)
            if (!requests.contains(name))
                requests.set(name, quantity);
    return requests;
}

ResourceList aggregateContainerRequests(const Pod& pod, const PodRequestsOptions& options)
{
    ResourceList total;
    for (const auto& container : pod.spec.containers)
        addTo(total, containerRequests(pod, container, true, options));
    ResourceList sidecars; // those that have started before the init container at hand
    ResourceList initMaximum;
    for (const auto& container : pod.spec.initContainers) {
        const bool isSidecar = container.restartPolicy == "Always";
        ResourceList use = containerRequests(pod, container, isSidecar, options);
        if (isSidecar) {
            addTo(total, use);
            addTo(sidecars, use);
            raiseTo(initMaximum, sidecars);
        } else {
            addTo(use, sidecars);
            raiseTo(initMaximum, use);
        }
    }
    raiseTo(total, initMaximum);
    return total;
}

void applyPodLevelRequests(ResourceList& requests, const Pod& pod, bool useStatus)
{
    const ResourceList& spec = pod.spec.resources->requests;
    const bool resizing = useStatus && pod.status.hasResources;
    const ResourceList effective =
        resizing ? effectiveRequests(pod, spec, pod.status.resourcesRequests, pod.status.allocatedResources) : spec;
    for (const auto& [name, quantity] : spec) {
        if (!isPodLevelResourceName(name.view()))
            continue;
        const Quantity* amount = effective.find(name);
        requests.set(name, amount ? *amount : Quantity());
    }
}

}

ResourceList podRequests(const Pod& pod, const PodRequestsOptions& options)
{
    ResourceList requests = aggregateContainerRequests(pod, options);
    if (options.podLevel && hasPodLevelRequests(pod))
        applyPodLevelRequests(requests, pod, options.useStatus);
    addTo(requests, pod.spec.overhead);
    return requests;
}

ResourceList aggregateContainerLimits(const Pod& pod)
{
    // The same sums over limits: the rule does not care which of the two lists it reads.
    Pod limits;
    const auto asRequests = [](const Container& container) {
        Container copy;
        copy.restartPolicy = container.restartPolicy;
        copy.resources.requests = container.resources.limits;
        return copy;
    };
    std::transform(pod.spec.containers.begin(), pod.spec.containers.end(), std::back_inserter(limits.spec.containers),
                   asRequests);
    std::transform(pod.spec.initContainers.begin(), pod.spec.initContainers.end(),
                   std::back_inserter(limits.spec.initContainers), asRequests);
    return aggregateContainerRequests(limits, {});
}

ResourceList aggregateContainerRequests(const Pod& pod)
{
    return aggregateContainerRequests(pod, {});
}

bool isPodLevelResourceName(std::string_view name)
{
    return name == "cpu" || name == "memory" || isHugePageResourceName(name);
}

bool hasPodLevelRequests(const Pod& pod)
{
    return pod.spec.resources
           && std::any_of(pod.spec.resources->requests.begin(), pod.spec.resources->requests.end(),
                          [](const auto& entry) { return isPodLevelResourceName(entry.first.view()); });
}

bool isHugePageResourceName(std::string_view name)
{
    return name.starts_with(hugePagesPrefix);
}

bool isNativeResourceName(std::string_view name)
{
    return name.find('/') == std::string_view::npos || name.find("kubernetes.io/") != std::string_view::npos;
}

bool isExtendedResourceName(std::string_view name)
{
    constexpr std::string_view quotaPrefix = "requests.";
    if (isNativeResourceName(name) || name.starts_with(quotaPrefix))
        return false;
    return isQualifiedName(std::string(quotaPrefix).append(name)).empty();
}

bool isScalarResourceName(std::string_view name)
{
    return isHugePageResourceName(name) || name.find("kubernetes.io/") != std::string_view::npos
           || name.starts_with("attachable-volumes-") || isExtendedResourceName(name);
}

}
