// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/replica_set.h"

#include "api/convert_fields.h"
#include "cluster/claiming.h"
#include "cluster/object_edit.h"
#include "cluster/pod_making.h"
#include "cluster/pod_ranking.h"

#include <algorithm>
#include <iterator>

namespace berth::cluster {

using api::Value;
namespace fields = api::fields;

namespace {

constexpr std::size_t burst = 500;

Pods activeOf(const Pods& pods)
{
    Pods active;
    std::ranges::copy_if(pods, std::back_inserter(active), [](const api::PodPtr& pod) { return isActive(*pod); });
    return active;
}

void addReplicas(Plan& plan, const api::Workload& replicaSet, std::size_t missing)
{
    const auto pod = podFromTemplate(replicaSet, valueAt(replicaSet, {"spec", "template"}));
    for (std::size_t i = 0; i < std::min(missing, burst); ++i)
        plan.creations.push_back(std::make_shared<api::Pod>(*pod));
}

void removeReplicas(Plan& plan, const Pods& active, const Pods& related, std::size_t surplus, api::Time now)
{
    surplus = std::min(surplus, burst);
    const Pods ranked = surplus < active.size() ? rankForDeletion(active, related, now) : active;
    for (std::size_t i = 0; i < surplus; ++i)
        plan.deletions.push_back(ranked[i]);
}

bool hasAllLabels(const api::Pod& pod, const api::StringMap& labels)
{
    return std::ranges::all_of(labels, [&pod](const auto& label) {
        const auto* value = pod.meta.labels.find(label.first);
        return value && *value == label.second;
    });
}

std::vector<Condition> conditionsAfter(const api::Workload& replicaSet, const std::string& failure, api::Time now)
{
    auto conditions = conditionsOf(statusOf(replicaSet));
    const bool had = findCondition(conditions, "ReplicaFailure");
    if (failure.empty())
        removeCondition(conditions, "ReplicaFailure");
    else if (!had)
        conditions.push_back({"ReplicaFailure", "True", "FailedCreate", failure, {}, {}, now});
    return conditions;
}

}

ReplicaSetStatus replicaSetStatus(const api::Workload& replicaSet)
{
    const Value& value = statusOf(replicaSet);
    return {fields::int32(value, "replicas"),          fields::int32(value, "fullyLabeledReplicas"),
            fields::int32(value, "readyReplicas"),     fields::int32(value, "availableReplicas"),
            fields::int32(value, "terminatingReplicas"), fields::int64(value, "observedGeneration")};
}

std::int32_t minReadySeconds(const api::Object& workload)
{
    return fields::int32(valueAt(workload, {"spec"}), "minReadySeconds");
}

ReplicaSetPlan planReplicaSet(const ReplicaSetView& view, api::Time now)
{
    ReplicaSetPlan result;
    const auto& replicaSet = *view.replicaSet;
    const auto selector = usableSelector(replicaSet);
    if (!selector)
        return result;
    result.pods = claim<api::Pod>(replicaSet, *selector, view.candidates, result.plan);
    if (replicaSet.meta.deletionTimestamp)
        return result;
    const Pods active = activeOf(result.pods);
    const auto wanted = static_cast<std::size_t>(std::max(0, replicaSet.replicas.value_or(1)));
    if (active.size() < wanted)
        addReplicas(result.plan, replicaSet, wanted - active.size());
    else if (active.size() > wanted)
        removeReplicas(result.plan, active, view.related, active.size() - wanted, now);
    result.plan.wakeNoLaterThan(nextAvailability(active, minReadySeconds(replicaSet), now));
    return result;
}

std::shared_ptr<api::Workload> withReplicaSetStatus(const api::Workload& replicaSet, const Pods& pods,
                                                    const std::string& failure, api::Time now)
{
    ReplicaSetStatus status;
    status.observedGeneration = replicaSet.meta.generation;
    for (const auto& pod : pods) {
        if (!isActive(*pod)) {
            status.terminatingReplicas += pod->isTerminating() && !pod->isTerminal() ? 1 : 0;
            continue;
        }
        ++status.replicas;
        status.fullyLabeledReplicas += hasAllLabels(*pod, replicaSet.podTemplate.meta.labels) ? 1 : 0;
        status.readyReplicas += isReady(*pod) ? 1 : 0;
        status.availableReplicas += isAvailable(*pod, minReadySeconds(replicaSet), now) ? 1 : 0;
    }
    Value value = Value::object();
    setNumber(value, "replicas", status.replicas);
    setNumber(value, "fullyLabeledReplicas", status.fullyLabeledReplicas);
    setNumber(value, "readyReplicas", status.readyReplicas);
    setNumber(value, "availableReplicas", status.availableReplicas);
    setNumber(value, "terminatingReplicas", status.terminatingReplicas);
    setNumber(value, "observedGeneration", status.observedGeneration);
    if (auto conditions = conditionsAfter(replicaSet, failure, now); !conditions.empty())
        value.set("conditions", toValue(conditions));
    if (sameValue(value, statusOf(replicaSet)))
        return nullptr;
    auto updated = std::make_shared<api::Workload>(replicaSet);
    setStatus(*updated, std::move(value));
    return updated;
}

}
