// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/defaults.h"

#include "api/pod_requests.h"

#include <algorithm>

namespace berth::api {

namespace {

void roundUp(ResourceList& list)
{
    for (auto& entry : list)
        entry.second.roundUpToMilli();
}

void roundUp(ResourceRequirements& resources)
{
    roundUp(resources.limits);
    roundUp(resources.requests);
}

template <typename Act>
void forEachContainer(PodSpec& spec, Act act)
{
    for (auto* list : {&spec.containers, &spec.initContainers})
        for (auto& container : *list)
            act(container);
}

void copyMissing(ResourceList& to, const ResourceList& from)
{
    for (const auto& [name, quantity] : from)
        if (!to.contains(name))
            to.set(name, quantity);
}

/// Huge pages that containers may use are granted to the pod, unless it asks for some of its own.
void defaultPodLevelHugePageLimits(Pod& pod)
{
    auto& resources = *pod.spec.resources;
    if (resources.limits.empty() && resources.requests.empty())
        return;
    for (const auto& [name, quantity] : aggregateContainerLimits(pod))
        if (isHugePageResourceName(name.view()) && !resources.requests.contains(name)
            && !resources.limits.contains(name))
            resources.limits.set(name, quantity);
}

void defaultPodLevelRequests(Pod& pod)
{
    auto& resources = *pod.spec.resources;
    if (resources.limits.empty())
        return;
    for (const auto& [name, quantity] : aggregateContainerRequests(pod))
        if ((name == "cpu" || name == "memory") && !resources.requests.contains(name))
            resources.requests.set(name, quantity);
    for (const auto& [name, quantity] : resources.limits)
        if (isPodLevelResourceName(name.view()) && !resources.requests.contains(name))
            resources.requests.set(name, quantity);
}

/// What only pods get, templates do not.
void defaultPod(Pod& pod, const ApiGates& gates)
{
    forEachContainer(
        pod.spec, [](Container& container) { copyMissing(container.resources.requests, container.resources.limits); });
    if (gates.podLevelResources && pod.spec.resources) {
        defaultPodLevelHugePageLimits(pod);
        defaultPodLevelRequests(pod);
    }
    if (pod.spec.hostNetwork)
        forEachContainer(pod.spec, [](Container& container) {
            for (auto& port : container.ports)
                if (port.hostPort == 0)
                    port.hostPort = port.containerPort;
        });
    for (auto* statuses : {&pod.status.containerStatuses, &pod.status.initContainerStatuses})
        for (auto& status : *statuses) {
            roundUp(status.resourcesRequests);
            roundUp(status.allocatedResources);
        }
    roundUp(pod.status.resourcesRequests);
    roundUp(pod.status.allocatedResources);
}

void defaultPodSpec(PodSpec& spec)
{
    constexpr std::int64_t gracePeriodSeconds = 30;
    if (spec.restartPolicy.empty())
        spec.restartPolicy = "Always";
    if (spec.schedulerName.empty())
        spec.schedulerName = "default-scheduler";
    if (!spec.terminationGracePeriodSeconds)
        spec.terminationGracePeriodSeconds = gracePeriodSeconds;
    for (auto& volume : spec.volumes)
        if (volume.source.empty())
            volume.source = "emptyDir";
    forEachContainer(spec, [](Container& container) {
        for (auto& port : container.ports)
            if (port.protocol.empty())
                port.protocol = "TCP";
        roundUp(container.resources);
    });
    if (spec.resources)
        roundUp(*spec.resources);
    roundUp(spec.overhead);
}

void defaultNode(Node& node)
{
    if (!node.status.hasAllocatable) {
        node.status.allocatable = node.status.capacity;
        node.status.hasAllocatable = !node.status.capacity.empty();
    }
    roundUp(node.status.capacity);
    roundUp(node.status.allocatable);
}

void defaultJob(Workload& job)
{
    if (!job.completions && !job.parallelism)
        job.completions = 1;
    if (!job.parallelism)
        job.parallelism = 1;
    if (!job.suspend)
        job.suspend = false;
    if (job.meta.labels.empty())
        job.meta.labels = job.podTemplate.meta.labels;
}

void defaultWorkload(Workload& workload)
{
    const bool counts =
        workload.kind == Kind::Deployment || workload.kind == Kind::ReplicaSet || workload.kind == Kind::StatefulSet;
    if (counts && !workload.replicas)
        workload.replicas = 1;
    if (workload.kind == Kind::Job)
        defaultJob(workload);
    defaultPodSpec(workload.podTemplate.spec);
}

void defaultReplicationController(ReplicationController& controller)
{
    if (!controller.replicas)
        controller.replicas = 1;
    if (!controller.podTemplate)
        return;
    const StringMap& labels = controller.podTemplate->meta.labels;
    if (controller.selector.empty())
        controller.selector = labels;
    if (controller.meta.labels.empty())
        controller.meta.labels = labels;
    defaultPodSpec(controller.podTemplate->spec);
}

void mergeKeys(LabelSelector& selector, const std::vector<Symbol>& keys, const char* op, const StringMap& podLabels)
{
    for (const Symbol key : keys)
        if (const Symbol* value = podLabels.find(key))
            selector.matchExpressions.push_back({key, op, {*value}});
}

void mergeKeys(PodAffinityTerm& term, const StringMap& podLabels)
{
    if (!term.labelSelector)
        return; // matches nothing, with keys or without
    mergeKeys(*term.labelSelector, term.matchLabelKeys, "In", podLabels);
    mergeKeys(*term.labelSelector, term.mismatchLabelKeys, "NotIn", podLabels);
}

template <typename Act>
void forEachPodAffinityTerm(PodSpec& spec, Act act)
{
    if (!spec.affinity)
        return;
    for (auto* affinity : {&spec.affinity->podAffinity, &spec.affinity->podAntiAffinity}) {
        if (!*affinity)
            continue;
        for (auto& weighted : (*affinity)->preferred)
            act(weighted.term);
        for (auto& term : (*affinity)->required)
            act(term);
    }
}

void dropDisabledFields(PodSpec& spec, const ApiGates& gates)
{
    if (!gates.genericWorkload) {
        spec.schedulingGroup.clear();
        spec.hasSchedulingGroup = false;
    }
    if (!gates.podLevelResources)
        spec.resources.reset();
    if (!gates.matchLabelKeysInPodTopologySpread)
        for (auto& constraint : spec.topologySpreadConstraints)
            constraint.matchLabelKeys.clear();
    if (!gates.matchLabelKeysInPodAffinity)
        forEachPodAffinityTerm(spec, [](PodAffinityTerm& term) {
            term.matchLabelKeys.clear();
            term.mismatchLabelKeys.clear();
        });
}

}

void applyDefaults(Object& object, const ApiGates& gates)
{
    if (auto* pod = dynamic_cast<Pod*>(&object)) {
        defaultPod(*pod, gates);
        defaultPodSpec(pod->spec);
    } else if (auto* node = dynamic_cast<Node*>(&object)) {
        defaultNode(*node);
    } else if (auto* workload = dynamic_cast<Workload*>(&object)) {
        defaultWorkload(*workload);
    } else if (auto* controller = dynamic_cast<ReplicationController*>(&object)) {
        defaultReplicationController(*controller);
    } else if (auto* priorityClass = dynamic_cast<PriorityClass*>(&object)) {
        if (priorityClass->preemptionPolicy.empty())
            priorityClass->preemptionPolicy = "PreemptLowerPriority";
    } else if (object.kind == Kind::Namespace && !object.meta.name.empty()) {
        object.meta.labels.set(Symbol("kubernetes.io/metadata.name"), Symbol(object.meta.name));
    }
}

void preparePodForCreate(Pod& pod, const ApiGates& gates)
{
    dropDisabledFields(pod.spec, gates);
    if (pod.status.phase.empty())
        pod.status.conditions.clear();
    if (!pod.spec.schedulingGates.empty() && pod.status.conditions.empty())
        pod.status.conditions.push_back({"PodScheduled", "False", "SchedulingGated",
                                         "Scheduling is blocked due to non-empty scheduling gates", std::nullopt, 0});
    forEachPodAffinityTerm(pod.spec, [&pod](PodAffinityTerm& term) { mergeKeys(term, pod.meta.labels); });
    if (gates.matchLabelKeysInPodTopologySpreadSelectorMerge)
        for (auto& constraint : pod.spec.topologySpreadConstraints)
            if (constraint.labelSelector)
                mergeKeys(*constraint.labelSelector, constraint.matchLabelKeys, "In", pod.meta.labels);
}

}
