// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/node_selector.h"
#include "api/pod.h"
#include "api/value.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace berth::config {

/// A duration of the configuration, as metav1.Duration holds it.
using Duration = std::chrono::nanoseconds;

/// A resource and its weight in a score.
struct ResourceSpec {
    std::string name;
    std::int64_t weight = 0;   ///< 1 to 100 once defaulted (0 = unset becomes 1)
    friend bool operator==(const ResourceSpec&, const ResourceSpec&) = default;
};

/// A point of a scoring function: at that utilization (percent, 0 to 100) that score (0 to 10).
struct UtilizationShapePoint {
    std::int32_t utilization = 0;
    std::int32_t score = 0;
    friend bool operator==(const UtilizationShapePoint&, const UtilizationShapePoint&) = default;
};

struct RequestedToCapacityRatioParam {
    std::vector<UtilizationShapePoint> shape;
    friend bool operator==(const RequestedToCapacityRatioParam&, const RequestedToCapacityRatioParam&) = default;
};

struct ScoringStrategy {
    std::string type;   ///< LeastAllocated, MostAllocated, RequestedToCapacityRatio
    std::vector<ResourceSpec> resources;
    std::optional<RequestedToCapacityRatioParam> requestedToCapacityRatio;
    friend bool operator==(const ScoringStrategy&, const ScoringStrategy&) = default;
};

// The eight kinds of typed arguments, with the values they have after defaulting.

struct DefaultPreemptionArgs {
    std::int32_t minCandidateNodesPercentage = 10;
    std::int32_t minCandidateNodesAbsolute = 100;
    friend bool operator==(const DefaultPreemptionArgs&, const DefaultPreemptionArgs&) = default;
};

struct DynamicResourcesArgs {
    Duration filterTimeout = std::chrono::seconds(10);   ///< 0 = no limit
    Duration bindingTimeout = std::chrono::seconds(600);
    /// Set explicitly or by default: with their feature gates off both stay unset.
    bool hasFilterTimeout = true;
    bool hasBindingTimeout = true;
    friend bool operator==(const DynamicResourcesArgs&, const DynamicResourcesArgs&) = default;
};

struct InterPodAffinityArgs {
    std::int32_t hardPodAffinityWeight = 1;
    bool ignorePreferredTermsOfExistingPods = false;
    friend bool operator==(const InterPodAffinityArgs&, const InterPodAffinityArgs&) = default;
};

struct NodeAffinityArgs {
    std::optional<api::NodeAffinity> addedAffinity;
    /// `nodeSelectorTerms` of the required affinity is a list, even an empty one (else it is written as null).
    bool hasNodeSelectorTerms = false;
};

struct NodeResourcesBalancedAllocationArgs {
    std::vector<ResourceSpec> resources = {{"cpu", 1}, {"memory", 1}};
    friend bool operator==(const NodeResourcesBalancedAllocationArgs&,
                           const NodeResourcesBalancedAllocationArgs&) = default;
};

struct NodeResourcesFitArgs {
    std::vector<std::string> ignoredResources;
    std::vector<std::string> ignoredResourceGroups;
    ScoringStrategy scoringStrategy = {"LeastAllocated", {{"cpu", 1}, {"memory", 1}}, {}};
    friend bool operator==(const NodeResourcesFitArgs&, const NodeResourcesFitArgs&) = default;
};

struct PodTopologySpreadArgs {
    std::vector<api::TopologySpreadConstraint> defaultConstraints;
    std::string defaultingType = "System";   ///< System, List
};

struct VolumeBindingArgs {
    std::int64_t bindTimeoutSeconds = 600;   ///< 0 = no waiting
    /// Only used with the gate StorageCapacityScoring; absent unless given or that gate is on.
    std::optional<std::vector<UtilizationShapePoint>> shape;
    friend bool operator==(const VolumeBindingArgs&, const VolumeBindingArgs&) = default;
};

/// Arguments of a plugin that has no typed ones here: kept as they were written (Null where absent).
struct RawArgs {
    api::Value value;
};

using PluginArgs = std::variant<RawArgs, DefaultPreemptionArgs, DynamicResourcesArgs, InterPodAffinityArgs,
                                NodeAffinityArgs, NodeResourcesBalancedAllocationArgs, NodeResourcesFitArgs,
                                PodTopologySpreadArgs, VolumeBindingArgs>;

/// Which of the kinds a plugin takes.
enum class ArgsKind : std::uint8_t {
    None,   ///< RawArgs
    DefaultPreemption,
    DynamicResources,
    InterPodAffinity,
    NodeAffinity,
    NodeResourcesBalancedAllocation,
    NodeResourcesFit,
    PodTopologySpread,
    VolumeBinding,
};

}
