// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/present_document.h"

#include "api/node.h"
#include "api/pod.h"
#include "cluster/object_edit.h"

#include <algorithm>

namespace berth::scenario {
namespace {

using api::Value;
using cluster::section;
using cluster::setText;

void setTime(Value& object, const std::string& key, const std::optional<api::Time>& time)
{
    setText(object, key, time ? api::toRfc3339(*time) : std::string());
}

/// Sets the member, or removes it where the list or map is empty.
void setUnlessEmpty(Value& object, const std::string& key, Value value)
{
    if (value.items.empty() && value.members.empty())
        std::erase_if(object.members, [&key](const Value::Member& member) { return member.key == key; });
    else
        object.set(key, std::move(value));
}

template <typename T, typename Form>
Value listOf(const std::vector<T>& entries, Form form)
{
    Value list = Value::array();
    for (const auto& entry : entries)
        list.items.push_back(form(entry));
    return list;
}

Value textForm(const std::string& text) { return Value::string(text); }

Value quantitiesForm(const api::ResourceList& quantities)
{
    Value form = Value::object();
    for (const auto& [name, quantity] : quantities)
        form.set(name.str(), Value::string(quantity.toString()));
    return form;
}

/// Of a pod or of a node.
template <typename Condition>
Value conditionForm(const Condition& condition)
{
    Value form = Value::object();
    setText(form, "type", condition.type);
    setText(form, "status", condition.status);
    setTime(form, "lastTransitionTime", condition.lastTransitionTime);
    setText(form, "reason", condition.reason);
    setText(form, "message", condition.message);
    return form;
}

Value tolerationForm(const api::Toleration& toleration)
{
    Value form = Value::object();
    setText(form, "key", toleration.key.str());
    setText(form, "operator", toleration.op);
    setText(form, "value", toleration.value.str());
    setText(form, "effect", toleration.effect.str());
    if (toleration.tolerationSeconds)
        form.set("tolerationSeconds", Value::integer(*toleration.tolerationSeconds));
    return form;
}

Value stateForm(const api::ContainerState& state)
{
    using Kind = api::ContainerState::Kind;
    Value form = Value::object();
    if (state.kind == Kind::None)
        return form;
    const char* name = state.kind == Kind::Waiting ? "waiting" : state.kind == Kind::Running ? "running" : "terminated";
    Value& inner = form.set(name, Value::object());
    if (state.kind == Kind::Terminated)
        inner.set("exitCode", Value::integer(state.exitCode));
    setText(inner, "reason", state.reason);
    setText(inner, "message", state.message);
    setTime(inner, "startedAt", state.startedAt);
    setTime(inner, "finishedAt", state.finishedAt);
    return form;
}

Value containerStatusForm(const api::ContainerStatus& status)
{
    Value form = Value::object();
    setText(form, "name", status.name);
    form.set("ready", Value::boolean_(status.ready));
    form.set("restartCount", Value::integer(status.restartCount));
    setUnlessEmpty(form, "state", stateForm(status.state));
    setUnlessEmpty(form, "lastState", stateForm(status.lastState));
    return form;
}

Value taintForm(const api::Taint& taint)
{
    Value form = Value::object();
    setText(form, "key", taint.key.str());
    setText(form, "value", taint.value.str());
    setText(form, "effect", taint.effect.str());
    setTime(form, "timeAdded", taint.timeAdded);
    return form;
}

Value imageForm(const api::ContainerImage& image)
{
    Value form = Value::object();
    form.set("names", listOf(image.names, textForm));
    form.set("sizeBytes", Value::integer(image.sizeBytes));
    return form;
}

void putMetadata(Value& document, const api::ObjectMeta& meta)
{
    Value& out = section(document, "metadata");
    setText(out, "name", meta.name);
    setText(out, "namespace", meta.namespace_.str());
    setText(out, "uid", meta.uid);
    if (meta.generation != 0)
        out.set("generation", Value::integer(meta.generation));
    setTime(out, "creationTimestamp", meta.creationTimestamp);
    setTime(out, "deletionTimestamp", meta.deletionTimestamp);
    if (meta.deletionGracePeriodSeconds)
        out.set("deletionGracePeriodSeconds", Value::integer(*meta.deletionGracePeriodSeconds));
    setUnlessEmpty(out, "labels", cluster::toValue(meta.labels));
    setUnlessEmpty(out, "annotations", cluster::toValue(meta.annotations));
    setUnlessEmpty(out, "ownerReferences", cluster::toValue(meta.ownerReferences));
    setUnlessEmpty(out, "finalizers", listOf(meta.finalizers, textForm));
}

/// Requests and limits, which admission may have set. Containers come and go with the document alone.
void putResources(Value& spec, const std::string& key, const std::vector<api::Container>& containers)
{
    Value* list = spec.find(key);
    if (!list || list->items.size() != containers.size())
        return;
    for (std::size_t i = 0; i < containers.size(); ++i) {
        Value& resources = section(list->items[i], "resources");
        setUnlessEmpty(resources, "requests", quantitiesForm(containers[i].resources.requests));
        setUnlessEmpty(resources, "limits", quantitiesForm(containers[i].resources.limits));
    }
}

void putPod(Value& document, const api::Pod& pod)
{
    Value& spec = section(document, "spec");
    setText(spec, "nodeName", pod.spec.nodeName);
    setText(spec, "priorityClassName", pod.spec.priorityClassName);
    setText(spec, "preemptionPolicy", pod.spec.preemptionPolicy);
    if (pod.spec.priority)
        spec.set("priority", Value::integer(*pod.spec.priority));
    setUnlessEmpty(spec, "tolerations", listOf(pod.spec.tolerations, tolerationForm));
    putResources(spec, "containers", pod.spec.containers);
    putResources(spec, "initContainers", pod.spec.initContainers);
    Value& status = section(document, "status");
    setText(status, "phase", pod.status.phase);
    setText(status, "reason", pod.status.reason);
    setText(status, "message", pod.status.message);
    setText(status, "nominatedNodeName", pod.status.nominatedNodeName);
    setTime(status, "startTime", pod.status.startTime);
    setUnlessEmpty(status, "conditions", listOf(pod.status.conditions, conditionForm<api::PodCondition>));
    setUnlessEmpty(status, "containerStatuses", listOf(pod.status.containerStatuses, containerStatusForm));
    setUnlessEmpty(status, "initContainerStatuses", listOf(pod.status.initContainerStatuses, containerStatusForm));
}

void putNode(Value& document, const api::Node& node)
{
    Value& spec = section(document, "spec");
    spec.set("unschedulable", Value::boolean_(node.spec.unschedulable));
    setUnlessEmpty(spec, "taints", listOf(node.spec.taints, taintForm));
    Value& status = section(document, "status");
    setUnlessEmpty(status, "conditions", listOf(node.status.conditions, conditionForm<api::NodeCondition>));
    setUnlessEmpty(status, "images", listOf(node.status.images, imageForm));
}

}

Value presentDocument(const api::Object& object)
{
    Value document = object.document ? *object.document : Value::object();
    putMetadata(document, object.meta);
    if (const auto* pod = dynamic_cast<const api::Pod*>(&object))
        putPod(document, *pod);
    else if (const auto* node = dynamic_cast<const api::Node*>(&object))
        putNode(document, *node);
    return document;
}

}
