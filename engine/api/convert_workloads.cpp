// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/convert.h"
#include "api/convert_fields.h"

#include <algorithm>

namespace berth::api {

using namespace fields;

namespace {

Pod convertTemplate(const Value& value, const DocumentPtr& root)
{
    Pod pod;
    pod.meta = convertMeta(objectAt(value, "metadata"));
    pod.spec = convertPodSpec(objectAt(value, "spec"), root);
    return pod;
}

}

std::shared_ptr<Object> convertService(const DocumentPtr& root)
{
    auto service = std::make_shared<Service>();
    const Value& spec = objectAt(*root, "spec");
    service->selector = stringMap(spec, "selector");
    service->hasSelector = given(spec, "selector") != nullptr;
    return service;
}

std::shared_ptr<Object> convertReplicationController(const DocumentPtr& root)
{
    auto controller = std::make_shared<ReplicationController>();
    const Value& spec = objectAt(*root, "spec");
    controller->selector = stringMap(spec, "selector");
    controller->replicas = optionalInt32(spec, "replicas");
    if (const Value* podTemplate = given(spec, "template"))
        controller->podTemplate = convertTemplate(*podTemplate, root);
    return controller;
}

std::shared_ptr<Object> convertWorkload(const DocumentPtr& root, Kind kind, const std::string& apiVersion)
{
    auto workload = std::make_shared<Workload>(kind, apiVersion);
    const Value& spec = objectAt(*root, "spec");
    workload->selector = labelSelector(spec, "selector");
    workload->replicas = optionalInt32(spec, "replicas");
    workload->parallelism = optionalInt32(spec, "parallelism");
    workload->completions = optionalInt32(spec, "completions");
    workload->suspend = optionalFlag(spec, "suspend");
    workload->podTemplate = convertTemplate(objectAt(spec, "template"), root);
    return workload;
}

std::shared_ptr<Object> convertPriorityClass(const DocumentPtr& root)
{
    auto priorityClass = std::make_shared<PriorityClass>();
    priorityClass->value = int32(*root, "value");
    priorityClass->globalDefault = flag(*root, "globalDefault");
    priorityClass->preemptionPolicy = text(*root, "preemptionPolicy");
    return priorityClass;
}

std::shared_ptr<Object> convertPodDisruptionBudget(const DocumentPtr& root)
{
    auto budget = std::make_shared<PodDisruptionBudget>();
    const Value& spec = objectAt(*root, "spec");
    budget->selector = labelSelector(spec, "selector");
    budget->minAvailable = intOrString(spec, "minAvailable");
    budget->maxUnavailable = intOrString(spec, "maxUnavailable");
    const Value& status = objectAt(*root, "status");
    budget->unhealthyPodEvictionPolicy = text(spec, "unhealthyPodEvictionPolicy");
    budget->disruptionsAllowed = int32(status, "disruptionsAllowed");
    budget->currentHealthy = int32(status, "currentHealthy");
    budget->desiredHealthy = int32(status, "desiredHealthy");
    budget->expectedPods = int32(status, "expectedPods");
    budget->observedGeneration = int64(status, "observedGeneration");
    for (const Value::Member& pod : objectAt(status, "disruptedPods").members)
        budget->disruptedPods.push_back(pod.key);
    std::ranges::sort(budget->disruptedPods);
    return budget;
}

}
