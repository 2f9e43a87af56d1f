// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "cluster/deployment.h"
#include "cluster/object_edit.h"

namespace berth::cluster {

/// The status of a Deployment as one step leaves it: counts, and the conditions Available, Progressing and ReplicaFailure.
class DeploymentProgress {
public:
    DeploymentProgress(const api::Workload& deployment, const DeploymentSpec& spec, api::Time now);

    std::int32_t& collisionCount() { return collisionCount_; }
    /// Progressing is Unknown while the Deployment is paused, and just after.
    void notePause();
    void noteFound(const std::string& replicaSet);
    void noteCreated(const std::string& replicaSet);
    /// All wanted pods are of the current template, available, and there are no others.
    bool isComplete(const Workloads& all, const WorkloadPtr& current) const;
    /// The changed copy, or null. withProgress: judges whether the rollout gets on, is complete or too late.
    std::shared_ptr<api::Workload> finish(const Workloads& all, const WorkloadPtr& current, bool withProgress);
    /// When a rollout that does not get on will be too late; absent if there is nothing to wait for. After finish().
    std::optional<api::Time> deadline() const;

private:
    DeploymentStatus count(const Workloads& all, const WorkloadPtr& current) const;
    bool isComplete(const DeploymentStatus& status) const;
    bool isTooLate() const;
    /// Sets a condition; one of the same status and reason stays as it is.
    void set(const std::string& type, const std::string& status, const std::string& reason, const std::string& message);
    void judge(const DeploymentStatus& status, const WorkloadPtr& current);
    void noteProgress(const std::string& message);
    void noteFailures(const Workloads& all, const WorkloadPtr& current);
    api::Value toValue(const DeploymentStatus& status) const;

    const api::Workload* deployment_;
    const DeploymentSpec* spec_;
    api::Time now_;
    DeploymentStatus before_;
    std::vector<Condition> conditions_;
    std::int32_t collisionCount_ = 0;
};

}
