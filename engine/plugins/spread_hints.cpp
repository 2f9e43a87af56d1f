// SPDX-License-Identifier: GPL-3.0-or-later
// What may help a pod that PodTopologySpread rejected (plugins.md §9.5). Only hard constraints reject.
#include "plugins/event_objects.h"
#include "plugins/pod_topology_spread.h"

#include <algorithm>

namespace berth::plugins {

using framework::ActionType;
using framework::EventResource;
using framework::QueueingHint;

namespace {

/// Whether a pod can count for the other's constraints, or is that pod itself.
bool isInvolved(const api::Pod& candidate, const api::Pod& pod)
{
    return isSamePod(pod, &candidate)
           || (isPlacedOrNominated(candidate) && candidate.meta.namespace_ == pod.meta.namespace_);
}

bool anySelects(const SpreadConstraints& constraints, const api::StringMap& labels)
{
    return std::any_of(constraints.begin(), constraints.end(),
                       [&](const auto& constraint) { return constraint.selector.matches(labels); });
}

QueueingHint afterPodUpdate(const api::Pod& pod, const api::Pod& before, const api::Pod& after,
                            const SpreadConstraints& constraints)
{
    const bool taintsMatter = std::any_of(constraints.begin(), constraints.end(),
                                          [](const auto& constraint) { return constraint.honorsTaints; });
    if (isSamePod(pod, &after) && taintsMatter && before.spec.tolerations != after.spec.tolerations)
        return QueueingHint::queue();
    if (before.meta.labels == after.meta.labels)
        return QueueingHint::skip();
    return QueueingHint::queueIf(std::any_of(constraints.begin(), constraints.end(), [&](const auto& constraint) {
        return constraint.selector.matches(before.meta.labels) != constraint.selector.matches(after.meta.labels);
    }));
}

bool changesDomain(const api::Node& before, const api::Node& after, const SpreadConstraints& constraints)
{
    return std::any_of(constraints.begin(), constraints.end(), [&](const auto& constraint) {
        const auto* old = before.meta.labels.find(constraint.topologyKey);
        const auto* now = after.meta.labels.find(constraint.topologyKey);
        return (old ? *old : api::Symbol{}) != (now ? *now : api::Symbol{});
    });
}

std::string errorOf(const std::string& text)
{
    return "obtaining pod's hard topology spread constraints: " + text;
}

}

QueueingHint PodTopologySpread::afterPodChange(const api::Pod& pod, const api::Object* before,
                                               const api::Object* after) const
{
    for (const auto* object : {before, after})
        if (object && !isInvolved(*asPod(object), pod))
            return QueueingHint::skip();
    const auto constraints = spreadConstraintsOf(pod, SpreadAction::DoNotSchedule, defaults_, handle_);
    if (!constraints)
        return QueueingHint::failed(errorOf(constraints.error()));
    if (before && after)
        return afterPodUpdate(pod, *asPod(before), *asPod(after), *constraints);
    return QueueingHint::queueIf(anySelects(*constraints, (after ? after : before)->meta.labels));
}

QueueingHint PodTopologySpread::afterNodeChange(const api::Pod& pod, const api::Object* before,
                                                const api::Object* after) const
{
    const auto constraints = spreadConstraintsOf(pod, SpreadAction::DoNotSchedule, defaults_, handle_);
    if (!constraints)
        return QueueingHint::failed(errorOf(constraints.error()));
    auto isDomain = [&](const api::Object* node) { return hasAllTopologyKeys(node->meta.labels, *constraints); };
    if (!before || !after)
        return QueueingHint::queueIf(isDomain(after ? after : before));
    if (isDomain(before) != isDomain(after))
        return QueueingHint::queue();
    const auto& old = *asNode(before);
    const auto& now = *asNode(after);
    return QueueingHint::queueIf(isDomain(after)
                                 && (changesDomain(old, now, *constraints) || old.spec.taints != now.spec.taints));
}

std::vector<framework::ClusterEventWithHint> PodTopologySpread::eventsToRegister() const
{
    auto podHint = [this](const auto& pod, auto* before, auto* after) { return afterPodChange(pod, before, after); };
    auto nodeHint = [this](const auto& pod, auto* before, auto* after) { return afterNodeChange(pod, before, after); };
    const auto podActions =
        ActionType::Add | ActionType::UpdatePodLabel | ActionType::UpdatePodToleration | ActionType::Delete;
    const auto nodeActions =
        ActionType::Add | ActionType::Delete | ActionType::UpdateNodeLabel | ActionType::UpdateNodeTaint;
    return {{{EventResource::Pod, podActions, {}}, podHint}, {{EventResource::Node, nodeActions, {}}, nodeHint}};
}

}
