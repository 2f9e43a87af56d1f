// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/spread_constraints.h"

#include "api/cluster_objects.h"
#include "api/toleration.h"

#include <algorithm>

namespace berth::plugins {
namespace {

constexpr const char* actionNames[] = {"DoNotSchedule", "ScheduleAnyway"};

/// What the scheduler spreads by where nobody said anything.
std::vector<api::TopologySpreadConstraint> systemConstraints()
{
    api::TopologySpreadConstraint byHost;
    byHost.topologyKey = api::Symbol("kubernetes.io/hostname");
    byHost.whenUnsatisfiable = "ScheduleAnyway";
    byHost.maxSkew = 3;
    auto byZone = byHost;
    byZone.topologyKey = api::Symbol("topology.kubernetes.io/zone");
    byZone.maxSkew = 5;
    return {byHost, byZone};
}

/// The selector narrowed to pods that share the pod's own values of the matchLabelKeys; keys that it lacks are ignored.
void addMatchLabelKeys(api::Selector& selector, const std::vector<api::Symbol>& keys, const api::StringMap& labels)
{
    for (auto key : keys)
        if (const auto* value = labels.find(key))
            selector.add({key, api::Selector::Operator::In, {*value}});
}

tl::expected<SpreadConstraint, std::string> parse(const api::TopologySpreadConstraint& written, const api::Pod& pod,
                                                  const config::FeatureGates& gates)
{
    auto selector = api::Selector::from(written.labelSelector);
    if (!selector)
        return tl::unexpected(selector.error());
    if (gates.enabled(config::Gate::MatchLabelKeysInPodTopologySpread))
        addMatchLabelKeys(*selector, written.matchLabelKeys, pod.meta.labels);
    SpreadConstraint constraint;
    constraint.maxSkew = written.maxSkew;
    constraint.minDomains = written.minDomains.value_or(1);
    constraint.topologyKey = written.topologyKey;
    constraint.selector = std::move(*selector);
    constraint.honorsAffinity = written.nodeAffinityPolicy.value_or("Honor") == "Honor";
    constraint.honorsTaints = written.nodeTaintsPolicy.value_or("Ignore") == "Honor";
    return constraint;
}

/// All pairs of the selectors of services in the pod's namespace that select it.
api::StringMap serviceSelectors(const api::Pod& pod, const framework::Listers& listers)
{
    api::StringMap merged;
    const auto prefix = pod.meta.namespace_.str() + "/";
    const auto& services = listers.all(api::Kind::Service);
    for (auto it = services.lower_bound(prefix); it != services.end() && it->first.starts_with(prefix); ++it) {
        const auto& service = static_cast<const api::Service&>(*it->second);
        if (api::Selector::fromMap(service.selector).matches(pod.meta.labels))
            for (const auto& [key, value] : service.selector)
                merged.set(key, value);
    }
    return merged;
}

const api::OwnerReference* controllerOf(const api::Pod& pod)
{
    const auto& owners = pod.meta.ownerReferences;
    auto it = std::find_if(owners.begin(), owners.end(), [](const auto& owner) { return owner.controller; });
    return it == owners.end() ? nullptr : &*it;
}

/// The workload's requirements are ANDed in; one that is not known or has a bad selector adds nothing.
void addWorkloadSelector(api::Selector& selector, const std::shared_ptr<const api::Workload>& workload)
{
    if (!workload)
        return;
    if (auto own = api::Selector::from(workload->selector))
        for (const auto& requirement : own->requirements())
            selector.add(requirement);
}

}

SpreadDefaults::SpreadDefaults(config::PodTopologySpreadArgs args)
    : system_(args.defaultingType == "System"),
      constraints_(system_ ? systemConstraints() : std::move(args.defaultConstraints))
{}

tl::expected<SpreadConstraints, std::string> spreadConstraintsOf(const api::Pod& pod, SpreadAction action,
                                                                 const SpreadDefaults& defaults,
                                                                 const framework::Handle& handle)
{
    const bool own = !pod.spec.topologySpreadConstraints.empty();
    SpreadConstraints constraints;
    for (const auto& written : own ? pod.spec.topologySpreadConstraints : defaults.constraints()) {
        if (written.whenUnsatisfiable != actionNames[static_cast<std::size_t>(action)])
            continue;
        auto constraint = parse(written, pod, handle.gates());
        if (!constraint)
            return tl::unexpected(constraint.error());
        constraints.push_back(std::move(*constraint));
    }
    if (own || constraints.empty())
        return constraints;
    const auto selector = deducedSelector(pod, handle.listers());
    if (selector.isEmpty())
        return SpreadConstraints{};
    for (auto& constraint : constraints)
        constraint.selector = selector;
    return constraints;
}

api::Selector deducedSelector(const api::Pod& pod, const framework::Listers& listers)
{
    auto pairs = serviceSelectors(pod, listers);
    const auto* owner = controllerOf(pod);
    if (!owner)
        return api::Selector::fromMap(pairs);
    const auto key = pod.meta.namespace_.str() + "/" + owner->name;
    if (owner->apiVersion == "v1" && owner->kind == "ReplicationController") {
        if (auto controller = listers.getAs<api::ReplicationController>(api::Kind::ReplicationController, key))
            for (const auto& [label, value] : controller->selector)
                pairs.set(label, value);
        return api::Selector::fromMap(pairs);
    }
    auto selector = api::Selector::fromMap(pairs);
    if (owner->apiVersion == "apps/v1" && owner->kind == "ReplicaSet")
        addWorkloadSelector(selector, listers.getAs<api::Workload>(api::Kind::ReplicaSet, key));
    else if (owner->apiVersion == "apps/v1" && owner->kind == "StatefulSet")
        addWorkloadSelector(selector, listers.getAs<api::Workload>(api::Kind::StatefulSet, key));
    return selector;
}

bool hasAllTopologyKeys(const api::StringMap& labels, std::span<const SpreadConstraint> constraints)
{
    return std::all_of(constraints.begin(), constraints.end(),
                       [&labels](const auto& constraint) { return labels.contains(constraint.topologyKey); });
}

SpreadInclusion::SpreadInclusion(const api::Pod& pod)
    : affinity_(pod.spec.nodeSelector, pod.spec.affinity ? pod.spec.affinity->nodeAffinity : std::nullopt),
      tolerations_(pod.spec.tolerations)
{}

bool SpreadInclusion::Of::includes(const SpreadConstraint& constraint)
{
    if (constraint.honorsAffinity) {
        if (!affinityMatches_)
            affinityMatches_ = inclusion_.affinity_.matches(node_.facts());
        if (!*affinityMatches_)
            return false;
    }
    if (constraint.honorsTaints) {
        if (!taintsTolerated_)
            taintsTolerated_ = !api::findUntoleratedTaint(node_.node().spec.taints, inclusion_.tolerations_);
        if (!*taintsTolerated_)
            return false;
    }
    return true;
}

std::int64_t countSelectedPods(const framework::NodeInfo& node, const api::Selector& selector, api::Symbol ns)
{
    if (selector.isEmpty())
        return 0;
    std::int64_t count = 0;
    for (const auto& info : node.pods()) {
        const auto& pod = *info->pod;
        if (pod.meta.namespace_ == ns && !pod.isTerminating() && selector.matches(pod.meta.labels))
            ++count;
    }
    return count;
}

}
