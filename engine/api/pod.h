// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/meta.h"
#include "api/node_selector.h"
#include "api/quantity.h"
#include "api/selector.h"

namespace berth::api {

struct ContainerPort {
    std::string name;
    std::int32_t hostPort = 0;
    std::int32_t containerPort = 0;
    std::string protocol;
    std::string hostIP;
};

struct ContainerResourceClaim {
    std::string name;
    std::string request;
};

struct ResourceRequirements {
    ResourceList limits;
    ResourceList requests;
    std::vector<ContainerResourceClaim> claims;
};

struct Container {
    std::string name;
    std::string image;
    std::vector<ContainerPort> ports;
    ResourceRequirements resources;
    std::string restartPolicy;             ///< init containers: Always makes a sidecar
    bool restartsAllContainers = false;    ///< a restartPolicyRules entry has the action RestartAllContainers
};

/// A pod's volume: its name and which one source it has.
struct Volume {
    std::string name;
    std::string source;                    ///< field name of the source: emptyDir, persistentVolumeClaim, …; several joined by `,`
    std::string claimName;                 ///< persistentVolumeClaim
    bool readOnly = false;                 ///< of the source
    std::string driver;                    ///< csi
    std::string imageReference;            ///< image
    std::shared_ptr<const Value> document; ///< the volume entry as written (may be null)
};

struct Toleration {
    Symbol key;
    std::string op;                        ///< "", Equal, Exists, Lt, Gt
    Symbol value;
    Symbol effect;
    std::optional<std::int64_t> tolerationSeconds;
    friend bool operator==(const Toleration&, const Toleration&) = default;
};

struct PodAffinityTerm {
    std::optional<LabelSelector> labelSelector;
    std::vector<Symbol> namespaces;
    Symbol topologyKey;
    std::optional<LabelSelector> namespaceSelector;
    std::vector<Symbol> matchLabelKeys;
    std::vector<Symbol> mismatchLabelKeys;
};

struct WeightedPodAffinityTerm {
    std::int32_t weight = 0;
    PodAffinityTerm term;
};

struct PodAffinity {
    std::vector<PodAffinityTerm> required;
    std::vector<WeightedPodAffinityTerm> preferred;
};

struct Affinity {
    std::optional<NodeAffinity> nodeAffinity;
    std::optional<PodAffinity> podAffinity;
    std::optional<PodAffinity> podAntiAffinity;
};

struct TopologySpreadConstraint {
    std::int32_t maxSkew = 0;
    Symbol topologyKey;
    std::string whenUnsatisfiable;         ///< DoNotSchedule, ScheduleAnyway
    std::optional<LabelSelector> labelSelector;
    std::optional<std::int32_t> minDomains;
    std::optional<std::string> nodeAffinityPolicy;  ///< Honor, Ignore
    std::optional<std::string> nodeTaintsPolicy;
    std::vector<Symbol> matchLabelKeys;
};

struct PodResourceClaim {
    std::string name;
    std::optional<std::string> resourceClaimName;
    std::optional<std::string> resourceClaimTemplateName;
};

struct PodSpec {
    std::string nodeName;
    std::string schedulerName;
    std::vector<Container> initContainers;
    std::vector<Container> containers;
    std::vector<Volume> volumes;
    StringMap nodeSelector;
    bool hasNodeSelector = false;          ///< a map is given, even an empty one
    std::optional<Affinity> affinity;
    std::vector<Toleration> tolerations;
    std::vector<TopologySpreadConstraint> topologySpreadConstraints;
    std::vector<std::string> schedulingGates;
    std::vector<PodResourceClaim> resourceClaims;
    std::optional<ResourceRequirements> resources;   ///< pod level
    ResourceList overhead;
    std::string priorityClassName;
    std::optional<std::int32_t> priority;
    std::string preemptionPolicy;          ///< "", PreemptLowerPriority, Never
    std::string restartPolicy;
    bool hostNetwork = false;
    std::optional<bool> hostUsers;
    std::optional<std::int64_t> terminationGracePeriodSeconds;
    std::optional<std::int64_t> activeDeadlineSeconds;
    std::string schedulingGroup;           ///< podGroupName of spec.schedulingGroup
    bool hasSchedulingGroup = false;
};

struct PodCondition {
    std::string type;
    std::string status;
    std::string reason;
    std::string message;
    std::optional<Time> lastTransitionTime;
    std::int64_t observedGeneration = 0;
    friend bool operator==(const PodCondition&, const PodCondition&) = default;
};

/// What a container does, or did until it ended.
struct ContainerState {
    enum class Kind : std::uint8_t { None, Waiting, Running, Terminated };
    Kind kind = Kind::None;
    std::string reason;                    ///< ContainerCreating, CrashLoopBackOff, Completed, Error, …
    std::string message;
    std::int32_t exitCode = 0;             ///< Terminated
    std::optional<Time> startedAt;
    std::optional<Time> finishedAt;        ///< Terminated
    friend bool operator==(const ContainerState&, const ContainerState&) = default;
};

struct ContainerStatus {
    std::string name;
    bool ready = false;
    std::int32_t restartCount = 0;
    ContainerState state;
    ContainerState lastState;              ///< before the last restart
    bool hasResources = false;
    ResourceList resourcesRequests;        ///< resources.requests
    ResourceList allocatedResources;
};

struct PodResourceClaimStatus {
    std::string name;
    std::optional<std::string> resourceClaimName;
    friend bool operator==(const PodResourceClaimStatus&, const PodResourceClaimStatus&) = default;
};

struct PodStatus {
    std::string phase;
    std::string reason;                    ///< why the pod is in this state as a whole: Evicted, OutOfcpu, …
    std::string message;
    std::string nominatedNodeName;
    std::vector<PodCondition> conditions;
    std::optional<Time> startTime;
    std::vector<ContainerStatus> containerStatuses;
    std::vector<ContainerStatus> initContainerStatuses;
    std::vector<PodResourceClaimStatus> resourceClaimStatuses;
    std::string extendedResourceClaimStatus;     ///< the whole field as text; only compared
    bool hasResources = false;             ///< pod-level status.resources
    ResourceList resourcesRequests;
    ResourceList allocatedResources;

    const PodCondition* condition(std::string_view type) const;
};

struct Pod final : Object {
    PodSpec spec;
    PodStatus status;

    Pod() : Object(Kind::Pod, "v1") {}
    /// spec.priority, 0 where it is unset.
    std::int32_t priority() const { return spec.priority.value_or(0); }
    bool isTerminating() const { return meta.deletionTimestamp.has_value(); }
    /// Succeeded or Failed: the scheduler does not see such a pod.
    bool isTerminal() const { return status.phase == "Succeeded" || status.phase == "Failed"; }
};

using PodPtr = std::shared_ptr<const Pod>;

}
