// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/pod.h"

namespace berth::api {

/// How much a pod asks for (component-helpers PodRequests; spec/plugins.md §3).
struct PodRequestsOptions {
    bool useStatus = false;                                    ///< take container statuses' resources into account
    bool podLevel = true;                                      ///< pod-level requests apply
    const ResourceList* nonMissingContainerRequests = nullptr; ///< defaults for requests a container lacks
};

/// Exact sums and maxima over containers, sidecars and init containers, pod-level requests and overhead.
ResourceList podRequests(const Pod& pod, const PodRequestsOptions& options = {});

/// The part of it that comes from the containers' spec alone, of their requests or of their limits.
ResourceList aggregateContainerRequests(const Pod& pod);
ResourceList aggregateContainerLimits(const Pod& pod);

/// Whether pod-level requests name cpu, memory or hugepages.
bool hasPodLevelRequests(const Pod& pod);

/// Names: extended (`example.com/gpu`), scalar (extended, hugepages-, kubernetes.io/, attachable-volumes-), native.
bool isExtendedResourceName(std::string_view name);
bool isScalarResourceName(std::string_view name);
/// Native: without `/`, or with `kubernetes.io/` in it.
bool isNativeResourceName(std::string_view name);
bool isHugePageResourceName(std::string_view name);
/// Names that spec.resources of a pod may have: cpu, memory, hugepages-.
bool isPodLevelResourceName(std::string_view name);

}
