// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/deployment_progress.h"

#include "api/go_text.h"
#include "cluster/deployment_sets.h"
#include "cluster/pod_making.h"
#include "cluster/replica_set.h"

#include <algorithm>

namespace berth::cluster {

using api::Value;

namespace {

constexpr const char* progressing = "Progressing";
constexpr const char* replicaFailure = "ReplicaFailure";
constexpr const char* newReplicaSetAvailable = "NewReplicaSetAvailable";
constexpr const char* deadlineExceeded = "ProgressDeadlineExceeded";
constexpr std::int64_t second = 1'000'000'000;

}

DeploymentProgress::DeploymentProgress(const api::Workload& deployment, const DeploymentSpec& spec, api::Time now)
    : deployment_(&deployment), spec_(&spec), now_(now.truncatedToSecond()), before_(deploymentStatus(deployment)),
      conditions_(conditionsOf(statusOf(deployment))), collisionCount_(before_.collisionCount)
{
}

void DeploymentProgress::set(const std::string& type, const std::string& status, const std::string& reason,
                             const std::string& message)
{
    Condition made{type, status, reason, message, now_, {}, now_};
    if (const auto* known = findCondition(conditions_, type)) {
        if (known->status == status && known->reason == reason)
            return;
        if (known->status == status)
            made.lastTransitionTime = known->lastTransitionTime;
    }
    removeCondition(conditions_, type);
    conditions_.push_back(std::move(made));
}

void DeploymentProgress::notePause()
{
    if (!spec_->progressDeadlineSeconds)
        return;
    const auto* known = findCondition(conditions_, progressing);
    if (known && known->reason == deadlineExceeded)
        return;
    const bool wasPaused = known && known->reason == "DeploymentPaused";
    if (spec_->paused && !wasPaused)
        set(progressing, "Unknown", "DeploymentPaused", "Deployment is paused");
    else if (!spec_->paused && wasPaused)
        set(progressing, "Unknown", "DeploymentResumed", "Deployment is resumed");
}

void DeploymentProgress::noteFound(const std::string& replicaSet)
{
    if (spec_->progressDeadlineSeconds && !findCondition(conditions_, progressing))
        set(progressing, "True", "FoundNewReplicaSet", "Found new replica set " + api::goQuote(replicaSet));
}

void DeploymentProgress::noteCreated(const std::string& replicaSet)
{
    if (spec_->progressDeadlineSeconds)
        set(progressing, "True", "NewReplicaSetCreated", "Created new replica set " + api::goQuote(replicaSet));
}

DeploymentStatus DeploymentProgress::count(const Workloads& all, const WorkloadPtr& current) const
{
    DeploymentStatus status;
    for (const auto& replicaSet : all) {
        const auto part = replicaSetStatus(*replicaSet);
        status.replicas += part.replicas;
        status.readyReplicas += part.readyReplicas;
        status.availableReplicas += part.availableReplicas;
        status.terminatingReplicas += part.terminatingReplicas;
    }
    status.updatedReplicas = current ? replicaSetStatus(*current).replicas : 0;
    status.unavailableReplicas = std::max(0, totalReplicas(all) - status.availableReplicas);
    status.observedGeneration = deployment_->meta.generation;
    status.collisionCount = collisionCount_;
    return status;
}

bool DeploymentProgress::isComplete(const DeploymentStatus& status) const
{
    return status.updatedReplicas == spec_->replicas && status.replicas == spec_->replicas
        && status.availableReplicas == spec_->replicas;
}

bool DeploymentProgress::isComplete(const Workloads& all, const WorkloadPtr& current) const
{
    return current && isComplete(count(all, current));
}

bool DeploymentProgress::isTooLate() const
{
    const auto* known = findCondition(conditions_, progressing);
    if (!known || known->reason == newReplicaSetAvailable)
        return false;
    if (known->reason == deadlineExceeded)
        return true;
    return known->lastUpdateTime
        && now_.nanoseconds > known->lastUpdateTime->nanoseconds + *spec_->progressDeadlineSeconds * second;
}

/// Each sign of progress starts the deadline anew, hence the update time that moves.
void DeploymentProgress::noteProgress(const std::string& message)
{
    Condition made{progressing, "True", "ReplicaSetUpdated", message, now_, {}, now_};
    if (const auto* known = findCondition(conditions_, progressing); known && known->status == "True")
        made.lastTransitionTime = known->lastTransitionTime;
    removeCondition(conditions_, progressing);
    conditions_.push_back(std::move(made));
}

void DeploymentProgress::judge(const DeploymentStatus& status, const WorkloadPtr& current)
{
    if (!spec_->progressDeadlineSeconds) {
        removeCondition(conditions_, progressing);
        return;
    }
    const auto* known = findCondition(conditions_, progressing);
    if (status.replicas == status.updatedReplicas && known && known->reason == newReplicaSetAvailable)
        return; // a complete rollout that loses a pod does not begin again
    const auto name = current ? "ReplicaSet " + api::goQuote(current->meta.name)
                              : "Deployment " + api::goQuote(deployment_->meta.name);
    const bool getsOn = status.updatedReplicas > before_.updatedReplicas
        || status.replicas - status.updatedReplicas < before_.replicas - before_.updatedReplicas
        || status.readyReplicas > before_.readyReplicas || status.availableReplicas > before_.availableReplicas;
    if (isComplete(status))
        set(progressing, "True", newReplicaSetAvailable, name + " has successfully progressed.");
    else if (getsOn)
        noteProgress(name + " is progressing.");
    else if (isTooLate())
        set(progressing, "False", deadlineExceeded, name + " has timed out progressing.");
}

void DeploymentProgress::noteFailures(const Workloads& all, const WorkloadPtr& current)
{
    std::optional<Condition> failure;
    auto look = [&failure](const WorkloadPtr& replicaSet) {
        if (!replicaSet || failure)
            return;
        const auto conditions = conditionsOf(statusOf(*replicaSet));
        if (const auto* found = findCondition(conditions, replicaFailure))
            failure = *found;
    };
    look(current);
    for (const auto& replicaSet : all)
        look(replicaSet);
    if (failure)
        set(replicaFailure, failure->status, failure->reason, failure->message);
    else
        removeCondition(conditions_, replicaFailure);
}

Value DeploymentProgress::toValue(const DeploymentStatus& status) const
{
    Value value = Value::object();
    setNumber(value, "observedGeneration", status.observedGeneration);
    setNumber(value, "replicas", status.replicas);
    setNumber(value, "updatedReplicas", status.updatedReplicas);
    setNumber(value, "readyReplicas", status.readyReplicas);
    setNumber(value, "availableReplicas", status.availableReplicas);
    setNumber(value, "unavailableReplicas", status.unavailableReplicas);
    setNumber(value, "terminatingReplicas", status.terminatingReplicas);
    if (status.collisionCount > 0)
        setNumber(value, "collisionCount", status.collisionCount);
    if (!conditions_.empty())
        value.set("conditions", cluster::toValue(conditions_));
    return value;
}

std::shared_ptr<api::Workload> DeploymentProgress::finish(const Workloads& all, const WorkloadPtr& current,
                                                          bool withProgress)
{
    const auto status = count(all, current);
    const auto minAvailable = spec_->replicas - std::min(spec_->bounds.maxUnavailable, spec_->replicas);
    if (status.availableReplicas >= minAvailable)
        set("Available", "True", "MinimumReplicasAvailable", "Deployment has minimum availability.");
    else
        set("Available", "False", "MinimumReplicasUnavailable", "Deployment does not have minimum availability.");
    if (withProgress) {
        judge(status, current);
        noteFailures(all, current);
    }
    Value value = toValue(status);
    const auto revision = current ? std::to_string(revisionOf(*current)) : std::string();
    const auto* known = deployment_->meta.annotations.find(deployment_annotation::revision);
    const bool hasNewRevision = current && (!known || known->view() != revision);
    if (!hasNewRevision && sameValue(value, statusOf(*deployment_)))
        return nullptr;
    auto updated = std::make_shared<api::Workload>(*deployment_);
    setStatus(*updated, std::move(value));
    if (hasNewRevision)
        setAnnotation(*updated, deployment_annotation::revision, revision);
    return updated;
}

std::optional<api::Time> DeploymentProgress::deadline() const
{
    const auto* known = findCondition(conditions_, progressing);
    if (!spec_->progressDeadlineSeconds || spec_->paused || !known || !known->lastUpdateTime
        || known->reason == newReplicaSetAvailable || known->reason == deadlineExceeded)
        return std::nullopt;
    return api::Time{known->lastUpdateTime->nanoseconds + (*spec_->progressDeadlineSeconds + 1) * second};
}

}
