// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/deployment.h"

#include "api/convert_fields.h"
#include "cluster/claiming.h"
#include "cluster/deployment_progress.h"
#include "cluster/deployment_scaling.h"
#include "cluster/deployment_sets.h"
#include "cluster/object_edit.h"
#include "cluster/replica_set.h"

#include <algorithm>

namespace berth::cluster {

using api::Value;
namespace fields = api::fields;

namespace {

constexpr std::int32_t noDeadline = 2147483647;

/// One step of one Deployment.
class Step {
public:
    Step(const DeploymentView& view, api::Time now)
        : view_(view), now_(now), spec_(deploymentSpec(*view.deployment)), sets_(view, spec_, out_.plan),
          progress_(*view.deployment, spec_, now)
    {
    }

    DeploymentPlan plan()
    {
        if (view_.deployment->meta.deletionTimestamp || !usableSelector(*view_.deployment)) {
            finish(false);
            return std::move(out_);
        }
        sets_.syncCurrent();
        progress_.notePause();
        const bool isScaled = std::ranges::any_of(sets_.active(), [this](const WorkloadPtr& replicaSet) {
            const auto desired = numberAnnotation(*replicaSet, deployment_annotation::desiredReplicas);
            return desired && *desired != spec_.replicas;
        });
        if (spec_.paused || isScaled) {
            scaleProportionally(sets_, spec_, deploymentStatus(*view_.deployment).replicas);
            if (spec_.paused)
                sets_.cleanUp();
            finish(false);
            return std::move(out_);
        }
        const bool moved = spec_.recreates ? recreate() : roll();
        if (!moved && progress_.isComplete(sets_.all(), sets_.current()))
            sets_.cleanUp();
        finish(true);
        return std::move(out_);
    }

private:
    bool ensureCurrent()
    {
        if (sets_.current())
            return progress_.noteFound(sets_.current()->meta.name), false;
        sets_.makeCurrent(progress_.collisionCount());
        progress_.noteCreated(sets_.current()->meta.name);
        return true;
    }

    /// New pods as the surge allows, then old ones away as availability allows.
    bool roll()
    {
        if (ensureCurrent())
            return true;
        const auto current = sets_.current();
        const bool hasAll = replicasOf(*current) >= spec_.replicas;
        return sets_.scale(current, hasAll ? spec_.replicas : sets_.replicasForCurrent()) || scaleDownOld();
    }

    Workloads oldestFirst() const
    {
        Workloads old = sets_.old();
        std::erase_if(old, [](const WorkloadPtr& set) { return replicasOf(*set) == 0; });
        std::ranges::stable_sort(old, {}, [](const WorkloadPtr& set) { return set->meta.creationTimestamp; });
        return old;
    }

    bool scaleDownOld()
    {
        if (totalReplicas(sets_.old()) == 0)
            return false;
        const auto minAvailable = spec_.replicas - std::min(spec_.bounds.maxUnavailable, spec_.replicas);
        const auto current = sets_.current();
        const auto currentUnavailable = replicasOf(*current) - replicaSetStatus(*current).availableReplicas;
        const auto most = totalReplicas(sets_.all()) - minAvailable - currentUnavailable;
        if (most <= 0)
            return false;
        const bool cleaned = dropUnhealthy(most);
        return dropAvailable(minAvailable) || cleaned;
    }

    /// Old pods that are not available serve nobody: they go first.
    bool dropUnhealthy(std::int32_t most)
    {
        std::int32_t dropped = 0;
        for (const auto& replicaSet : oldestFirst()) {
            const auto replicas = replicasOf(*replicaSet);
            const auto unhealthy = replicas - replicaSetStatus(*replicaSet).availableReplicas;
            const auto drop = std::min(most - dropped, unhealthy);
            if (drop <= 0)
                continue;
            sets_.scale(replicaSet, replicas - drop);
            dropped += drop;
        }
        return dropped > 0;
    }

    bool dropAvailable(std::int32_t minAvailable)
    {
        std::int32_t left = totalAvailable(sets_.all()) - minAvailable;
        bool dropped = false;
        for (const auto& replicaSet : oldestFirst()) {
            const auto replicas = replicasOf(*replicaSet);
            const auto drop = std::min(replicas, left);
            if (drop <= 0)
                continue;
            sets_.scale(replicaSet, replicas - drop);
            left -= drop;
            dropped = true;
        }
        return dropped;
    }

    /// All old pods away and gone before there are new ones.
    bool recreate()
    {
        bool scaled = false;
        for (const auto& replicaSet : oldestFirst())
            scaled = sets_.scale(replicaSet, 0) || scaled;
        if (scaled || haveOldPods())
            return true;
        if (ensureCurrent())
            return true;
        return sets_.scale(sets_.current(), spec_.replicas);
    }

    bool haveOldPods() const
    {
        const auto current = sets_.current();
        return std::ranges::any_of(view_.pods, [&current](const api::PodPtr& pod) {
            return !pod->isTerminal() && !(current && isControlledBy(*pod, *current));
        });
    }

    void finish(bool withProgress)
    {
        out_.deployment = progress_.finish(sets_.all(), sets_.current(), withProgress);
        out_.plan.wakeNoLaterThan(progress_.deadline());
    }

    const DeploymentView& view_;
    api::Time now_;
    DeploymentSpec spec_;
    DeploymentPlan out_;
    DeploymentSets sets_;
    DeploymentProgress progress_;
};

}

DeploymentSpec deploymentSpec(const api::Workload& deployment)
{
    const Value& value = valueAt(deployment, {"spec"});
    const Value& strategy = fields::objectAt(value, "strategy");
    const Value& rolling = fields::objectAt(strategy, "rollingUpdate");
    DeploymentSpec spec;
    spec.replicas = deployment.replicas.value_or(1);
    spec.recreates = fields::text(strategy, "type") == "Recreate";
    if (!spec.recreates)
        spec.bounds = rollingBounds(fields::intOrString(rolling, "maxSurge"),
                                    fields::intOrString(rolling, "maxUnavailable"), spec.replicas);
    spec.minReadySeconds = minReadySeconds(deployment);
    spec.revisionHistoryLimit = fields::optionalInt32(value, "revisionHistoryLimit").value_or(spec.revisionHistoryLimit);
    constexpr std::int32_t defaultDeadline = 600;
    const auto deadline = fields::optionalInt32(value, "progressDeadlineSeconds").value_or(defaultDeadline);
    if (deadline != noDeadline)
        spec.progressDeadlineSeconds = deadline;
    spec.paused = fields::flag(value, "paused");
    return spec;
}

DeploymentStatus deploymentStatus(const api::Workload& deployment)
{
    const Value& value = statusOf(deployment);
    return {fields::int32(value, "replicas"),          fields::int32(value, "updatedReplicas"),
            fields::int32(value, "readyReplicas"),     fields::int32(value, "availableReplicas"),
            fields::int32(value, "unavailableReplicas"), fields::int32(value, "terminatingReplicas"),
            fields::int64(value, "observedGeneration"), fields::int32(value, "collisionCount")};
}

DeploymentPlan planDeployment(const DeploymentView& view, api::Time now) { return Step(view, now).plan(); }

}
