// SPDX-License-Identifier: GPL-3.0-or-later
#include "scheduler/extender_objects.h"

#include <algorithm>

namespace berth::scheduler {

using api::Value;

namespace {

Value& section(Value& object, const std::string& name)
{
    auto* found = object.find(name);
    return found && found->isObject() ? *found : object.set(name, Value::object());
}

void erase(Value& object, std::string_view key)
{
    std::erase_if(object.members, [key](const Value::Member& member) { return member.key == key; });
}

void setOrErase(Value& object, const std::string& key, const std::string& text)
{
    if (text.empty())
        erase(object, key);
    else
        object.set(key, Value::string(text));
}

void setTime(Value& object, const std::string& key, const std::optional<api::Time>& time)
{
    if (time)
        object.set(key, Value::string(api::toRfc3339(*time)));
}

Value documentOf(const api::Object& object)
{
    Value value = object.document ? *object.document : Value::object();
    erase(value, "kind");
    erase(value, "apiVersion");
    return value;
}

void putMeta(Value& object, const api::ObjectMeta& meta)
{
    auto& out = section(object, "metadata");
    out.set("name", Value::string(meta.name));
    setOrErase(out, "namespace", meta.namespace_.str());
    setOrErase(out, "uid", meta.uid);
    if (meta.resourceVersion != 0)
        out.set("resourceVersion", Value::string(std::to_string(meta.resourceVersion)));
    if (meta.generation != 0)
        out.set("generation", Value::integer(meta.generation));
    setTime(out, "creationTimestamp", meta.creationTimestamp);
    setTime(out, "deletionTimestamp", meta.deletionTimestamp);
    if (meta.labels.empty()) {
        erase(out, "labels");
        return;
    }
    auto& labels = out.set("labels", Value::object());
    for (const auto& [key, value] : meta.labels)
        labels.set(key.str(), Value::string(value.str()));
}

Value conditionForm(const api::PodCondition& condition)
{
    Value out = Value::object();
    out.set("type", Value::string(condition.type));
    if (condition.observedGeneration != 0)
        out.set("observedGeneration", Value::integer(condition.observedGeneration));
    out.set("status", Value::string(condition.status));
    setTime(out, "lastTransitionTime", condition.lastTransitionTime);
    setOrErase(out, "reason", condition.reason);
    setOrErase(out, "message", condition.message);
    return out;
}

}

Value extenderForm(const api::Pod& pod)
{
    Value out = documentOf(pod);
    putMeta(out, pod.meta);
    auto& spec = section(out, "spec");
    setOrErase(spec, "nodeName", pod.spec.nodeName);
    setOrErase(spec, "schedulerName", pod.spec.schedulerName);
    setOrErase(spec, "preemptionPolicy", pod.spec.preemptionPolicy);
    if (pod.spec.priority)
        spec.set("priority", Value::integer(*pod.spec.priority));
    auto& status = section(out, "status");
    setOrErase(status, "phase", pod.status.phase);
    setOrErase(status, "nominatedNodeName", pod.status.nominatedNodeName);
    setTime(status, "startTime", pod.status.startTime);
    erase(status, "conditions");
    if (!pod.status.conditions.empty()) {
        auto& conditions = status.set("conditions", Value::array());
        for (const auto& condition : pod.status.conditions)
            conditions.items.push_back(conditionForm(condition));
    }
    return out;
}

Value extenderForm(const api::Node& node)
{
    Value out = documentOf(node);
    putMeta(out, node.meta);
    section(out, "spec");
    auto& status = section(out, "status");
    const auto* allocatable = status.find("allocatable");
    if (const auto* capacity = status.find("capacity"); capacity && (!allocatable || allocatable->isNull())) {
        const Value same = *capacity; // the API server defaults it so
        status.set("allocatable", same);
    }
    return out;
}

}
