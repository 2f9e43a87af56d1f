// SPDX-License-Identifier: GPL-3.0-or-later
#include "framework/cluster_event.h"

#include "api/pod_requests.h"

#include <algorithm>
#include <array>
#include <bit>

namespace berth::framework {
namespace {

constexpr std::array<std::string_view, 16> resourceNames{
    "Pod", "AssignedPod", "UnschedulablePod", "Node", "PersistentVolume", "PersistentVolumeClaim",
    "storage.k8s.io/CSINode", "storage.k8s.io/CSIDriver", "storage.k8s.io/VolumeAttachment",
    "storage.k8s.io/CSIStorageCapacity", "storage.k8s.io/StorageClass", "resource.k8s.io/ResourceClaim",
    "resource.k8s.io/ResourceSlice", "resource.k8s.io/DeviceClass", "scheduling.k8s.io/PodGroup", "*"};

constexpr std::array<std::string_view, 13> actionNames{
    "Add", "Delete", "UpdateNodeAllocatable", "UpdateNodeLabel", "UpdateNodeTaint", "UpdateNodeCondition",
    "UpdateNodeAnnotation", "UpdateNodeDeclaredFeature", "UpdatePodLabel", "UpdatePodScaleDown",
    "UpdatePodToleration", "UpdatePodSchedulingGatesEliminated", "UpdatePodGeneratedResourceClaim"};

/// Combined masks other than Update and All print nothing.
std::string_view actionName(ActionType action)
{
    if (action == ActionType::Update)
        return "Update";
    if (action == ActionType::All)
        return "All";
    const auto bits = static_cast<std::uint32_t>(action);
    return std::popcount(bits) == 1 ? actionNames[std::countr_zero(bits)] : std::string_view{};
}

bool scaledDown(const api::Pod& before, const api::Pod& after)
{
    const api::PodRequestsOptions options{.useStatus = true, .podLevel = true};
    const auto was = api::podRequests(before, options);
    const auto is = api::podRequests(after, options);
    return std::any_of(was.begin(), was.end(), [&](const auto& entry) {
        const auto* now = is.find(entry.first);
        return !now || now->milliValue() < entry.second.milliValue();
    });
}

bool claimStatusesDiffer(const api::PodStatus& before, const api::PodStatus& after)
{
    return before.resourceClaimStatuses != after.resourceClaimStatuses
        || before.extendedResourceClaimStatus != after.extendedResourceClaimStatus;
}

bool conditionsDiffer(const api::Node& before, const api::Node& after)
{
    auto statuses = [](const api::Node& node) {
        api::SymbolMap<std::string> map;
        for (const auto& condition : node.status.conditions)
            map.set(api::Symbol(condition.type), condition.status);
        return map;
    };
    return !(statuses(before) == statuses(after));
}

}

std::string_view eventResourceName(EventResource resource) { return resourceNames[static_cast<int>(resource)]; }

EventResource eventResourceOf(api::Kind kind)
{
    switch (kind) {
    case api::Kind::Pod: return EventResource::Pod;
    case api::Kind::Node: return EventResource::Node;
    case api::Kind::PersistentVolume: return EventResource::PersistentVolume;
    case api::Kind::PersistentVolumeClaim: return EventResource::PersistentVolumeClaim;
    case api::Kind::CSINode: return EventResource::CSINode;
    case api::Kind::CSIDriver: return EventResource::CSIDriver;
    case api::Kind::VolumeAttachment: return EventResource::VolumeAttachment;
    case api::Kind::CSIStorageCapacity: return EventResource::CSIStorageCapacity;
    case api::Kind::StorageClass: return EventResource::StorageClass;
    case api::Kind::ResourceClaim: return EventResource::ResourceClaim;
    case api::Kind::ResourceSlice: return EventResource::ResourceSlice;
    case api::Kind::DeviceClass: return EventResource::DeviceClass;
    case api::Kind::PodGroup: return EventResource::PodGroup;
    default: return EventResource::Any;
    }
}

std::string ClusterEvent::label() const
{
    if (!customLabel.empty())
        return customLabel.str();
    return std::string(eventResourceName(resource)) + std::string(actionName(action));
}

bool matches(const ClusterEvent& registered, const ClusterEvent& incoming)
{
    if (registered.isWildcard())
        return true;
    const bool pods = registered.resource == EventResource::Pod
        && (incoming.resource == EventResource::AssignedPod || incoming.resource == EventResource::UnschedulablePod);
    if (registered.resource != incoming.resource && registered.resource != EventResource::Any && !pods)
        return false;
    return (registered.action & incoming.action)
        && static_cast<std::uint32_t>(incoming.action) <= static_cast<std::uint32_t>(registered.action);
}

std::vector<ClusterEvent> podChangeEvents(const api::Pod& before, const api::Pod& after)
{
    const auto resource =
        after.spec.nodeName.empty() ? EventResource::UnschedulablePod : EventResource::AssignedPod;
    std::vector<ClusterEvent> found;
    auto note = [&](ActionType action) { found.push_back({resource, action, {}}); };
    if (!(before.meta.labels == after.meta.labels))
        note(ActionType::UpdatePodLabel);
    if (scaledDown(before, after))
        note(ActionType::UpdatePodScaleDown);
    if (!before.spec.schedulingGates.empty() && after.spec.schedulingGates.empty())
        note(ActionType::UpdatePodSchedulingGatesEliminated);
    if (before.spec.tolerations.size() != after.spec.tolerations.size())
        note(ActionType::UpdatePodToleration);
    if (claimStatusesDiffer(before.status, after.status))
        note(ActionType::UpdatePodGeneratedResourceClaim);
    if (found.empty())
        note(ActionType::Update);
    return found;
}

std::vector<ClusterEvent> nodeChangeEvents(const api::Node& before, const api::Node& after)
{
    std::vector<ClusterEvent> found;
    auto note = [&](ActionType action) { found.push_back({EventResource::Node, action, {}}); };
    if (before.spec.unschedulable && !after.spec.unschedulable)
        note(ActionType::UpdateNodeTaint);
    if (!(before.status.allocatable == after.status.allocatable))
        note(ActionType::UpdateNodeAllocatable);
    if (!(before.meta.labels == after.meta.labels))
        note(ActionType::UpdateNodeLabel);
    if (before.spec.taints != after.spec.taints)
        note(ActionType::UpdateNodeTaint);
    if (conditionsDiffer(before, after))
        note(ActionType::UpdateNodeCondition);
    if (!(before.meta.annotations == after.meta.annotations))
        note(ActionType::UpdateNodeAnnotation);
    if (before.status.declaredFeatures != after.status.declaredFeatures)
        note(ActionType::UpdateNodeDeclaredFeature);
    return found;
}

std::string QueueingHint::text() const
{
    switch (verdict) {
    case Verdict::Queue: return "Queue";
    case Verdict::Error: return "error: " + error;
    default: return "Skip";
    }
}

std::vector<ClusterEventWithHint> everyEvent()
{
    std::vector<ClusterEventWithHint> all;
    for (auto resource : {EventResource::Pod, EventResource::Node, EventResource::PersistentVolume,
                          EventResource::PersistentVolumeClaim, EventResource::CSINode, EventResource::CSIDriver,
                          EventResource::CSIStorageCapacity, EventResource::StorageClass,
                          EventResource::ResourceClaim, EventResource::DeviceClass})
        all.push_back({{resource, ActionType::All, {}}, nullptr});
    return all;
}

namespace events {
namespace {
ClusterEvent special(EventResource resource, ActionType action, const char* label = "")
{
    return {resource, action, api::Symbol(std::string_view(label))};
}
}
const ClusterEvent scheduleAttemptFailure = special(EventResource::Any, ActionType::All, "ScheduleAttemptFailure");
const ClusterEvent backoffComplete = special(EventResource::Any, ActionType::All, "BackoffComplete");
const ClusterEvent popFromBackoffQ = special(EventResource::Any, ActionType::All, "PopFromBackoffQ");
const ClusterEvent forceActivate = special(EventResource::Any, ActionType::All, "ForceActivate");
const ClusterEvent unschedulableTimeout = special(EventResource::Any, ActionType::All, "UnschedulableTimeout");
const ClusterEvent unschedulablePodAdd = special(EventResource::UnschedulablePod, ActionType::Add);
const ClusterEvent unschedulablePodUpdate = special(EventResource::UnschedulablePod, ActionType::Update);
const ClusterEvent assignedPodAdd = special(EventResource::AssignedPod, ActionType::Add);
const ClusterEvent assignedPodDelete = special(EventResource::AssignedPod, ActionType::Delete);
const ClusterEvent nodeAdd = special(EventResource::Node, ActionType::Add);
const ClusterEvent nodeDelete = special(EventResource::Node, ActionType::Delete);
}

}
