// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/deployment_scaling.h"

#include "cluster/replica_set.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace berth::cluster {
namespace {

/// The only one with pods; where none has, the current or else the youngest.
WorkloadPtr soleReplicaSet(const DeploymentSets& sets)
{
    const auto active = sets.active();
    if (active.size() == 1)
        return active.front();
    if (!active.empty())
        return nullptr;
    if (sets.current())
        return sets.current();
    const auto old = sets.old();
    const auto youngest = std::ranges::max_element(
        old, {}, [](const WorkloadPtr& set) { return set->meta.creationTimestamp; });
    return youngest == old.end() ? nullptr : *youngest;
}

bool isSaturated(const WorkloadPtr& current, const DeploymentSpec& spec)
{
    return current && replicasOf(*current) == spec.replicas
        && numberAnnotation(*current, deployment_annotation::desiredReplicas) == spec.replicas
        && replicaSetStatus(*current).availableReplicas == spec.replicas;
}

/// By how much the ReplicaSet would have to change to keep its share of the whole. What the whole was before is in its
/// annotation; where somebody has taken that away, what the Deployment has at present stands in.
std::int32_t proportionOf(const api::Workload& replicaSet, const DeploymentSpec& spec, std::int32_t present)
{
    const auto have = replicasOf(replicaSet);
    if (spec.replicas == 0)
        return -have;
    const auto noted = numberAnnotation(replicaSet, deployment_annotation::maxReplicas).value_or(0);
    const auto before = noted != 0 ? noted : present;
    if (before == 0)
        return 0;
    const double scaled = static_cast<double>(have) * (spec.replicas + spec.bounds.maxSurge) / static_cast<double>(before);
    return static_cast<std::int32_t>(std::lround(scaled)) - have;
}

/// Largest first; of equals the one that should gain or lose first: the youngest when growing, the oldest when shrinking.
void sortForSharing(Workloads& replicaSets, bool grows)
{
    const auto age = [](const WorkloadPtr& set) { return std::tie(set->meta.creationTimestamp, set->meta.name); };
    std::ranges::sort(replicaSets, [&](const WorkloadPtr& a, const WorkloadPtr& b) {
        if (replicasOf(*a) != replicasOf(*b))
            return replicasOf(*a) > replicasOf(*b);
        return grows ? age(b) < age(a) : age(a) < age(b);
    });
}

void share(DeploymentSets& sets, const DeploymentSpec& spec, std::int32_t present)
{
    const auto allowed = spec.replicas > 0 ? spec.replicas + spec.bounds.maxSurge : 0;
    auto replicaSets = sets.active();
    const auto change = allowed - totalReplicas(replicaSets);
    sortForSharing(replicaSets, change > 0);
    std::int32_t shared = 0;
    std::vector<std::int32_t> sizes;
    for (const auto& replicaSet : replicaSets) {
        const auto left = change - shared;
        const auto fair = left == 0 ? 0 : proportionOf(*replicaSet, spec, present);
        const auto part = change > 0 ? std::min(fair, left) : std::max(fair, left);
        sizes.push_back(replicasOf(*replicaSet) + part);
        shared += part;
    }
    for (std::size_t i = 0; i < replicaSets.size(); ++i)
        sets.scale(replicaSets[i], i == 0 ? std::max(0, sizes[i] + change - shared) : sizes[i]);
}

}

void scaleProportionally(DeploymentSets& sets, const DeploymentSpec& spec, std::int32_t present)
{
    if (const auto sole = soleReplicaSet(sets)) {
        sets.scale(sole, spec.replicas);
    } else if (isSaturated(sets.current(), spec)) {
        for (const auto& replicaSet : sets.old())
            if (replicasOf(*replicaSet) > 0)
                sets.scale(replicaSet, 0);
    } else if (!spec.recreates) {
        share(sets, spec, present);
    }
}

}
