// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/object_edit.h"

#include "api/convert_fields.h"

#include <algorithm>

namespace berth::cluster {

using api::Value;
namespace fields = api::fields;

namespace {

void setMap(Value& object, const std::string& key, const api::StringMap& map)
{
    if (map.empty())
        std::erase_if(object.members, [&](const Value::Member& member) { return member.key == key; });
    else
        object.set(key, toValue(map));
}

bool sameMembers(const Value& a, const Value& b)
{
    if (a.members.size() != b.members.size())
        return false;
    return std::ranges::all_of(a.members, [&](const Value::Member& member) {
        const Value* other = b.find(member.key);
        return other && sameValue(member.value, *other);
    });
}

void setTime(Value& object, const std::string& key, const std::optional<api::Time>& time)
{
    if (time)
        object.set(key, toValue(*time));
}

}

Value& section(Value& object, const std::string& key)
{
    Value* found = object.find(key);
    return found && found->isObject() ? *found : object.set(key, Value::object());
}

const Value& valueAt(const api::Object& object, std::initializer_list<std::string_view> path)
{
    static const Value nothing = Value::object();
    const Value* value = object.document.get();
    for (const auto key : path)
        value = value ? value->find(key) : nullptr;
    return value ? *value : nothing;
}

bool sameValue(const Value& a, const Value& b)
{
    if (a.kind != b.kind || a.boolean != b.boolean || a.text != b.text)
        return false;
    return std::ranges::equal(a.items, b.items, sameValue) && sameMembers(a, b);
}

Value toValue(const api::StringMap& map)
{
    Value object = Value::object();
    for (const auto& [key, value] : map)
        object.set(key.str(), Value::string(value.str()));
    return object;
}

Value toValue(const std::vector<api::OwnerReference>& owners)
{
    Value list = Value::array();
    for (const auto& owner : owners) {
        Value& entry = list.items.emplace_back(Value::object());
        entry.set("apiVersion", Value::string(owner.apiVersion));
        entry.set("kind", Value::string(owner.kind));
        entry.set("name", Value::string(owner.name));
        entry.set("uid", Value::string(owner.uid));
        if (owner.controller) {
            entry.set("controller", Value::boolean_(true));
            entry.set("blockOwnerDeletion", Value::boolean_(true));
        }
    }
    return list;
}

Value toValue(api::Time time) { return Value::string(api::toRfc3339(time)); }

void setText(Value& object, const std::string& key, const std::string& text)
{
    if (text.empty())
        std::erase_if(object.members, [&](const Value::Member& member) { return member.key == key; });
    else
        object.set(key, Value::string(text));
}

void setNumber(Value& object, const std::string& key, std::int64_t number) { object.set(key, Value::integer(number)); }

void writeMetadata(api::Object& object)
{
    editDocument(object, [&object](Value& document) {
        Value& meta = section(document, "metadata");
        setMap(meta, "labels", object.meta.labels);
        setMap(meta, "annotations", object.meta.annotations);
        if (object.meta.ownerReferences.empty())
            std::erase_if(meta.members, [](const Value::Member& member) { return member.key == "ownerReferences"; });
        else
            meta.set("ownerReferences", toValue(object.meta.ownerReferences));
    });
}

const Value& statusOf(const api::Object& object) { return valueAt(object, {"status"}); }

void setStatus(api::Object& object, Value status)
{
    editDocument(object, [&](Value& document) { document.set("status", std::move(status)); });
}

void setReplicas(api::Workload& workload, std::int32_t replicas)
{
    workload.replicas = replicas;
    ++workload.meta.generation;
    editDocument(workload, [replicas](Value& document) { setNumber(section(document, "spec"), "replicas", replicas); });
}

std::vector<Condition> conditionsOf(const Value& status)
{
    return fields::list(status, "conditions", [](const Value& value) {
        return Condition{fields::text(value, "type"),           fields::text(value, "status"),
                         fields::text(value, "reason"),         fields::text(value, "message"),
                         fields::time(value, "lastUpdateTime"), fields::time(value, "lastProbeTime"),
                         fields::time(value, "lastTransitionTime")};
    });
}

const Condition* findCondition(const std::vector<Condition>& conditions, std::string_view type)
{
    const auto found = std::ranges::find(conditions, type, &Condition::type);
    return found == conditions.end() ? nullptr : &*found;
}

void removeCondition(std::vector<Condition>& conditions, std::string_view type)
{
    std::erase_if(conditions, [type](const Condition& condition) { return condition.type == type; });
}

Value toValue(const std::vector<Condition>& conditions)
{
    Value list = Value::array();
    for (const auto& condition : conditions) {
        Value& entry = list.items.emplace_back(Value::object());
        entry.set("type", Value::string(condition.type));
        entry.set("status", Value::string(condition.status));
        setTime(entry, "lastUpdateTime", condition.lastUpdateTime);
        setTime(entry, "lastProbeTime", condition.lastProbeTime);
        setTime(entry, "lastTransitionTime", condition.lastTransitionTime);
        setText(entry, "reason", condition.reason);
        setText(entry, "message", condition.message);
    }
    return list;
}

}
