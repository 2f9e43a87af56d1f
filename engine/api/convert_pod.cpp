// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/convert.h"
#include "api/convert_fields.h"
#include "api/text.h"

#include <algorithm>

namespace berth::api {
namespace {

using namespace fields;

ContainerPort convertPort(const Value& value)
{
    return {text(value, "name"), int32(value, "hostPort"), int32(value, "containerPort"), text(value, "protocol"),
            text(value, "hostIP")};
}

Container convertContainer(const Value& value)
{
    Container container;
    container.name = text(value, "name");
    container.image = text(value, "image");
    container.ports = list(value, "ports", convertPort);
    container.resources = resourceRequirements(objectAt(value, "resources"));
    container.restartPolicy = text(value, "restartPolicy");
    const auto actions = list(value, "restartPolicyRules", [](const Value& rule) { return text(rule, "action"); });
    container.restartsAllContainers = std::ranges::find(actions, "RestartAllContainers") != actions.end();
    return container;
}

Volume convertVolume(const Value& value, const DocumentPtr& root)
{
    Volume volume;
    volume.name = text(value, "name");
    volume.document = DocumentPtr(root, &value);
    for (const Value::Member& member : value.members) {
        if (member.key == "name" || member.value.isNull())
            continue;
        volume.source += (volume.source.empty() ? "" : ",") + member.key;
        volume.readOnly = volume.readOnly || flag(member.value, "readOnly");
    }
    volume.claimName = text(objectAt(value, "persistentVolumeClaim"), "claimName");
    volume.driver = text(objectAt(value, "csi"), "driver");
    volume.imageReference = text(objectAt(value, "image"), "reference");
    return volume;
}

Toleration convertToleration(const Value& value)
{
    return {symbol(value, "key"), text(value, "operator"), symbol(value, "value"), symbol(value, "effect"),
            optionalInt64(value, "tolerationSeconds")};
}

NodeSelectorRequirement convertNodeRequirement(const Value& value)
{
    return {symbol(value, "key"), text(value, "operator"), symbols(value, "values"), given(value, "values") != nullptr};
}

NodeSelectorTerm convertNodeTerm(const Value& value)
{
    return {list(value, "matchExpressions", convertNodeRequirement), list(value, "matchFields", convertNodeRequirement)};
}

NodeAffinity convertNodeAffinity(const Value& value)
{
    NodeAffinity affinity;
    if (const Value* required = given(value, "requiredDuringSchedulingIgnoredDuringExecution"))
        affinity.required = NodeSelector{list(*required, "nodeSelectorTerms", convertNodeTerm)};
    affinity.preferred = list(value, "preferredDuringSchedulingIgnoredDuringExecution", [](const Value& term) {
        return PreferredSchedulingTerm{int32(term, "weight"), convertNodeTerm(objectAt(term, "preference"))};
    });
    affinity.hasPreferred = given(value, "preferredDuringSchedulingIgnoredDuringExecution") != nullptr;
    return affinity;
}

PodAffinityTerm convertPodTerm(const Value& value)
{
    return {labelSelector(value, "labelSelector"), symbols(value, "namespaces"), symbol(value, "topologyKey"),
            labelSelector(value, "namespaceSelector"), symbols(value, "matchLabelKeys"), symbols(value, "mismatchLabelKeys")};
}

PodAffinity convertPodAffinity(const Value& value)
{
    PodAffinity affinity;
    affinity.required = list(value, "requiredDuringSchedulingIgnoredDuringExecution", convertPodTerm);
    affinity.preferred = list(value, "preferredDuringSchedulingIgnoredDuringExecution", [](const Value& term) {
        return WeightedPodAffinityTerm{int32(term, "weight"), convertPodTerm(objectAt(term, "podAffinityTerm"))};
    });
    return affinity;
}

Affinity convertAffinity(const Value& value)
{
    Affinity affinity;
    if (const Value* node = given(value, "nodeAffinity"))
        affinity.nodeAffinity = convertNodeAffinity(*node);
    if (const Value* pod = given(value, "podAffinity"))
        affinity.podAffinity = convertPodAffinity(*pod);
    if (const Value* pod = given(value, "podAntiAffinity"))
        affinity.podAntiAffinity = convertPodAffinity(*pod);
    return affinity;
}

TopologySpreadConstraint convertSpread(const Value& value)
{
    TopologySpreadConstraint constraint;
    constraint.maxSkew = int32(value, "maxSkew");
    constraint.topologyKey = symbol(value, "topologyKey");
    constraint.whenUnsatisfiable = text(value, "whenUnsatisfiable");
    constraint.labelSelector = labelSelector(value, "labelSelector");
    constraint.minDomains = optionalInt32(value, "minDomains");
    constraint.nodeAffinityPolicy = optionalText(value, "nodeAffinityPolicy");
    constraint.nodeTaintsPolicy = optionalText(value, "nodeTaintsPolicy");
    constraint.matchLabelKeys = symbols(value, "matchLabelKeys");
    return constraint;
}

PodResourceClaim convertClaim(const Value& value)
{
    return {text(value, "name"), optionalText(value, "resourceClaimName"), optionalText(value, "resourceClaimTemplateName")};
}

PodCondition convertCondition(const Value& value)
{
    return {text(value, "type"), text(value, "status"), text(value, "reason"), text(value, "message"),
            time(value, "lastTransitionTime"), int64(value, "observedGeneration")};
}

ContainerState convertContainerState(const Value& value)
{
    using Kind = ContainerState::Kind;
    for (const auto& [key, kind] : {std::pair("terminated", Kind::Terminated), std::pair("running", Kind::Running),
                                    std::pair("waiting", Kind::Waiting)})
        if (const Value* state = given(value, key))
            return {kind, text(*state, "reason"), text(*state, "message"), int32(*state, "exitCode"),
                    time(*state, "startedAt"), time(*state, "finishedAt")};
    return {};
}

ContainerStatus convertContainerStatus(const Value& value)
{
    ContainerStatus status;
    status.name = text(value, "name");
    status.ready = flag(value, "ready");
    status.restartCount = int32(value, "restartCount");
    status.state = convertContainerState(objectAt(value, "state"));
    status.lastState = convertContainerState(objectAt(value, "lastState"));
    status.hasResources = given(value, "resources") != nullptr;
    status.resourcesRequests = resourceList(objectAt(value, "resources"), "requests");
    status.allocatedResources = resourceList(value, "allocatedResources");
    return status;
}

PodStatus convertPodStatus(const Value& value)
{
    PodStatus status;
    status.phase = text(value, "phase");
    status.reason = text(value, "reason");
    status.message = text(value, "message");
    status.nominatedNodeName = text(value, "nominatedNodeName");
    status.conditions = list(value, "conditions", convertCondition);
    status.startTime = time(value, "startTime");
    status.containerStatuses = list(value, "containerStatuses", convertContainerStatus);
    status.initContainerStatuses = list(value, "initContainerStatuses", convertContainerStatus);
    status.resourceClaimStatuses = list(value, "resourceClaimStatuses", [](const Value& claim) {
        return PodResourceClaimStatus{text(claim, "name"), optionalText(claim, "resourceClaimName")};
    });
    if (const Value* extended = given(value, "extendedResourceClaimStatus"))
        status.extendedResourceClaimStatus = toJson(*extended, true);
    status.hasResources = given(value, "resources") != nullptr;
    status.resourcesRequests = resourceList(objectAt(value, "resources"), "requests");
    status.allocatedResources = resourceList(value, "allocatedResources");
    return status;
}

/// Where the pod may go.
void convertPlacement(const Value& value, PodSpec& spec)
{
    spec.nodeName = text(value, "nodeName");
    spec.schedulerName = text(value, "schedulerName");
    spec.nodeSelector = stringMap(value, "nodeSelector");
    spec.hasNodeSelector = given(value, "nodeSelector") != nullptr;
    if (const Value* affinity = given(value, "affinity"))
        spec.affinity = convertAffinity(*affinity);
    spec.tolerations = list(value, "tolerations", convertToleration);
    spec.topologySpreadConstraints = list(value, "topologySpreadConstraints", convertSpread);
    spec.schedulingGates = list(value, "schedulingGates", [](const Value& gate) { return text(gate, "name"); });
    if (const Value* group = given(value, "schedulingGroup")) {
        spec.hasSchedulingGroup = true;
        spec.schedulingGroup = text(*group, "podGroupName");
    }
}

}

PodSpec convertPodSpec(const Value& value, const DocumentPtr& root)
{
    PodSpec spec;
    convertPlacement(value, spec);
    spec.initContainers = list(value, "initContainers", convertContainer);
    spec.containers = list(value, "containers", convertContainer);
    spec.volumes = list(value, "volumes", [&](const Value& volume) { return convertVolume(volume, root); });
    spec.resourceClaims = list(value, "resourceClaims", convertClaim);
    if (const Value* resources = given(value, "resources"))
        spec.resources = resourceRequirements(*resources);
    spec.overhead = resourceList(value, "overhead");
    spec.priorityClassName = text(value, "priorityClassName");
    spec.priority = optionalInt32(value, "priority");
    spec.preemptionPolicy = text(value, "preemptionPolicy");
    spec.restartPolicy = text(value, "restartPolicy");
    spec.hostNetwork = flag(value, "hostNetwork");
    spec.hostUsers = optionalFlag(value, "hostUsers");
    spec.terminationGracePeriodSeconds = optionalInt64(value, "terminationGracePeriodSeconds");
    spec.activeDeadlineSeconds = optionalInt64(value, "activeDeadlineSeconds");
    return spec;
}

std::shared_ptr<Object> convertPod(const DocumentPtr& root)
{
    auto pod = std::make_shared<Pod>();
    pod->spec = convertPodSpec(objectAt(*root, "spec"), root);
    pod->status = convertPodStatus(objectAt(*root, "status"));
    return pod;
}

const PodCondition* PodStatus::condition(std::string_view type) const
{
    const auto found = std::ranges::find(conditions, type, &PodCondition::type);
    return found == conditions.end() ? nullptr : &*found;
}

}
