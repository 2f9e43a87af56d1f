// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/cluster_objects.h"
#include "cluster/control_plan.h"
#include "cluster/pod_standing.h"

namespace berth::cluster {

/// status of a ReplicaSet, as its document has it.
struct ReplicaSetStatus {
    std::int32_t replicas = 0;                ///< active pods
    std::int32_t fullyLabeledReplicas = 0;    ///< those with all labels of the template
    std::int32_t readyReplicas = 0;
    std::int32_t availableReplicas = 0;
    std::int32_t terminatingReplicas = 0;
    std::int64_t observedGeneration = 0;
};

ReplicaSetStatus replicaSetStatus(const api::Workload& replicaSet);
/// spec.minReadySeconds of a workload.
std::int32_t minReadySeconds(const api::Object& workload);

/// What a ReplicaSet sees of the cluster.
struct ReplicaSetView {
    std::shared_ptr<const api::Workload> replicaSet;
    /// Pods of its namespace that it controls or that nobody controls.
    Pods candidates;
    /// Pods of all ReplicaSets of the same Deployment, itself included; used to spread deletions over the nodes. Its own
    /// alone where it has no owner.
    Pods related;
};

struct ReplicaSetPlan {
    Plan plan;
    Pods pods;               ///< claimed, terminating and ended ones included
};

/// Makes missing pods and deletes surplus ones, at most 500 at a time.
ReplicaSetPlan planReplicaSet(const ReplicaSetView& view, api::Time now);

/// A copy of the ReplicaSet with the status that follows from its pods, or null where nothing has changed. failure: what
/// went wrong with a creation, or empty; becomes the condition ReplicaFailure.
std::shared_ptr<api::Workload> withReplicaSetStatus(const api::Workload& replicaSet, const Pods& pods,
                                                    const std::string& failure, api::Time now);

}
