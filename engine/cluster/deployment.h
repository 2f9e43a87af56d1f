// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/cluster_objects.h"
#include "cluster/control_plan.h"
#include "cluster/int_or_percent.h"
#include "cluster/pod_standing.h"

#include <functional>

namespace berth::cluster {

using WorkloadPtr = std::shared_ptr<const api::Workload>;
using Workloads = std::vector<WorkloadPtr>;

/// spec of a Deployment, defaulted.
struct DeploymentSpec {
    std::int32_t replicas = 1;
    bool recreates = false;                              ///< strategy Recreate, else RollingUpdate
    RollingBounds bounds;                                ///< both 0 with Recreate
    std::int32_t minReadySeconds = 0;
    std::int32_t revisionHistoryLimit = 10;
    std::optional<std::int32_t> progressDeadlineSeconds; ///< absent: none
    bool paused = false;
};
DeploymentSpec deploymentSpec(const api::Workload& deployment);

/// status of a Deployment, without its conditions.
struct DeploymentStatus {
    std::int32_t replicas = 0;
    std::int32_t updatedReplicas = 0;
    std::int32_t readyReplicas = 0;
    std::int32_t availableReplicas = 0;
    std::int32_t unavailableReplicas = 0;
    std::int32_t terminatingReplicas = 0;
    std::int64_t observedGeneration = 0;
    std::int32_t collisionCount = 0;
};
DeploymentStatus deploymentStatus(const api::Workload& deployment);

/// What a Deployment sees of the cluster.
struct DeploymentView {
    WorkloadPtr deployment;
    /// ReplicaSets of its namespace that it controls or that nobody controls, oldest first.
    Workloads replicaSets;
    /// Pods that these control, ended and terminating ones included.
    Pods pods;
    /// Whether its namespace has a ReplicaSet of this name.
    std::function<bool(const std::string& name)> isTaken;
};

struct DeploymentPlan {
    Plan plan;
    std::shared_ptr<api::Workload> deployment;           ///< changed copy, or null; to be stored last
};

/// One step of a rollout: makes the ReplicaSet of the present template, scales old and new ones within maxSurge and
/// maxUnavailable, spreads a change of replicas over all, forgets old revisions. The next step is for when the ReplicaSets
/// have followed.
DeploymentPlan planDeployment(const DeploymentView& view, api::Time now);

/// The number in the annotation deployment.kubernetes.io/revision, or 0.
std::int64_t revisionOf(const api::Object& object);

}
