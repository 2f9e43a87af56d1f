// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "cluster/deployment.h"

namespace berth::cluster {

/// The ReplicaSets of a Deployment while a step is planned: what is changed here is noted in the plan.
class DeploymentSets {
public:
    DeploymentSets(const DeploymentView& view, const DeploymentSpec& spec, Plan& plan);

    const Workloads& all() const { return all_; }
    /// All but that of the present template.
    Workloads old() const;
    Workloads active() const;                  ///< those that want pods
    /// The one of the present template, or null.
    WorkloadPtr current() const { return current_; }

    /// Brings revision, annotations and minReadySeconds of the current one up to date.
    void syncCurrent();
    /// Makes the current one, with as many replicas as the strategy allows at once. collisionCount goes up for each
    /// name that is taken.
    void makeCurrent(std::int32_t& collisionCount);
    /// Wants so many replicas of it; false if that is what it has. Notes the event.
    bool scale(const WorkloadPtr& replicaSet, std::int32_t replicas);
    /// How many replicas the current one may have now.
    std::int32_t replicasForCurrent() const;
    /// Forgets the oldest revisions beyond the history limit.
    void cleanUp();

private:
    std::shared_ptr<api::Workload> edit(const WorkloadPtr& replicaSet);
    bool hasReplicaAnnotations(const api::Workload& replicaSet) const;
    void annotateReplicas(api::Object& replicaSet) const;
    std::int64_t nextRevision() const;

    const DeploymentView* view_;
    const DeploymentSpec* spec_;
    Plan* plan_;
    Workloads all_;
    WorkloadPtr current_;
};

std::int32_t replicasOf(const api::Workload& workload);
std::int32_t totalReplicas(const Workloads& replicaSets);
std::int32_t totalAvailable(const Workloads& replicaSets);
/// The annotation's integer, absent where there is none.
std::optional<std::int64_t> numberAnnotation(const api::Object& object, std::string_view key);

namespace deployment_annotation {
constexpr const char* revision = "deployment.kubernetes.io/revision";
constexpr const char* revisionHistory = "deployment.kubernetes.io/revision-history";
constexpr const char* desiredReplicas = "deployment.kubernetes.io/desired-replicas";
constexpr const char* maxReplicas = "deployment.kubernetes.io/max-replicas";
}

}
