// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/pod.h"

namespace berth::api {

/// What remains of the kinds that the scheduler reads besides pods and nodes. Fields beyond these stay in the document.

struct Namespace final : Object {
    Namespace() : Object(Kind::Namespace, "v1") {}
};

struct PriorityClass final : Object {
    std::int32_t value = 0;
    bool globalDefault = false;
    std::string preemptionPolicy;
    PriorityClass() : Object(Kind::PriorityClass, "scheduling.k8s.io/v1") {}
};

struct Service final : Object {
    StringMap selector;
    bool hasSelector = false;              ///< spec.selector given, even empty
    Service() : Object(Kind::Service, "v1") {}
};

struct ReplicationController final : Object {
    StringMap selector;
    std::optional<std::int32_t> replicas;
    std::optional<Pod> podTemplate;        ///< spec.template
    ReplicationController() : Object(Kind::ReplicationController, "v1") {}
};

/// Workloads that own pods through a label selector and a pod template: ReplicaSet, StatefulSet, Deployment,
/// DaemonSet, Job. The template is a pod without name; kind tells which.
struct Workload final : Object {
    std::optional<LabelSelector> selector;
    std::optional<std::int32_t> replicas;
    std::optional<std::int32_t> parallelism;     ///< Job
    std::optional<std::int32_t> completions;     ///< Job
    std::optional<bool> suspend;                 ///< Job
    Pod podTemplate;
    explicit Workload(Kind k, std::string version) : Object(k, std::move(version)) {}
};

struct IntOrString {
    bool isString = false;
    std::int32_t number = 0;
    std::string text;
};

struct PodDisruptionBudget final : Object {
    std::optional<LabelSelector> selector;
    std::optional<IntOrString> minAvailable;
    std::optional<IntOrString> maxUnavailable;
    std::string unhealthyPodEvictionPolicy;      ///< "", IfHealthyBudget, AlwaysAllow
    // status
    std::int32_t disruptionsAllowed = 0;
    std::int32_t currentHealthy = 0;
    std::int32_t desiredHealthy = 0;
    std::int32_t expectedPods = 0;
    std::int64_t observedGeneration = 0;
    std::vector<std::string> disruptedPods;      ///< names in status.disruptedPods
    PodDisruptionBudget() : Object(Kind::PodDisruptionBudget, "policy/v1") {}
};

/// Every other kind: storage and device kinds until their plugins come, and kinds that scheduling never reads.
/// Known by metadata and document alone.
struct Opaque final : Object {
    using Object::Object;
};

}
