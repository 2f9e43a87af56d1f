// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/go_json.h"

#include "api/field_error.h"
#include "config/duration.h"
#include "config/write_args.h"

namespace berth::config {

namespace {

using api::Value;

/// A list, or null where it is empty: an empty list of kube-scheduler is nearly always one that was never made.
template <typename T, typename Convert>
Value listOrNull(const std::vector<T>& items, Convert convert)
{
    if (items.empty())
        return {};
    Value list = Value::array();
    for (const T& item : items)
        list.items.push_back(convert(item));
    return list;
}

Value texts(const std::vector<std::string>& items) { return listOrNull(items, &Value::string); }

Value plugins(const std::vector<Plugin>& items)
{
    return listOrNull(items, [](const Plugin& plugin) {
        Value entry = Value::object();
        entry.set("Name", Value::string(plugin.name));
        entry.set("Weight", Value::integer(plugin.weight));
        return entry;
    });
}

Value resources(const std::vector<ResourceSpec>& items)
{
    return listOrNull(items, [](const ResourceSpec& resource) {
        Value entry = Value::object();
        entry.set("Name", Value::string(resource.name));
        entry.set("Weight", Value::integer(resource.weight));
        return entry;
    });
}

Value internal(const DefaultPreemptionArgs& args)
{
    Value value = Value::object();
    value.set("MinCandidateNodesPercentage", Value::integer(args.minCandidateNodesPercentage));
    value.set("MinCandidateNodesAbsolute", Value::integer(args.minCandidateNodesAbsolute));
    return value;
}

Value internal(const DynamicResourcesArgs& args)
{
    Value value = Value::object();
    value.set("FilterTimeout", args.hasFilterTimeout ? Value::string(formatDuration(args.filterTimeout)) : Value{});
    value.set("BindingTimeout", args.hasBindingTimeout ? Value::string(formatDuration(args.bindingTimeout)) : Value{});
    return value;
}

Value internal(const InterPodAffinityArgs& args)
{
    Value value = Value::object();
    value.set("HardPodAffinityWeight", Value::integer(args.hardPodAffinityWeight));
    value.set("IgnorePreferredTermsOfExistingPods", Value::boolean_(args.ignorePreferredTermsOfExistingPods));
    return value;
}

Value internal(const NodeAffinityArgs& args)
{
    Value value = Value::object();
    const Value document = argsValue(args); // the affinity itself is an API type with JSON names
    const Value* affinity = document.find("addedAffinity");
    value.set("AddedAffinity", affinity ? *affinity : Value{});
    return value;
}

Value internal(const NodeResourcesBalancedAllocationArgs& args)
{
    Value value = Value::object();
    value.set("Resources", resources(args.resources));
    return value;
}

Value internal(const NodeResourcesFitArgs& args)
{
    Value ratio;
    if (args.scoringStrategy.requestedToCapacityRatio) {
        const std::vector<UtilizationShapePoint>& shape = args.scoringStrategy.requestedToCapacityRatio->shape;
        ratio = Value::object();
        ratio.set("Shape", shape.empty() ? Value{} : internalValue(shape));
    }
    Value strategy = Value::object();
    strategy.set("Type", Value::string(args.scoringStrategy.type));
    strategy.set("Resources", resources(args.scoringStrategy.resources));
    strategy.set("RequestedToCapacityRatio", ratio);
    Value value = Value::object();
    value.set("IgnoredResources", texts(args.ignoredResources));
    value.set("IgnoredResourceGroups", texts(args.ignoredResourceGroups));
    value.set("ScoringStrategy", strategy);
    return value;
}

Value internal(const PodTopologySpreadArgs& args)
{
    Value value = Value::object();
    const Value document = argsValue(args);
    const Value* constraints = document.find("defaultConstraints");
    value.set("DefaultConstraints", constraints ? *constraints : Value{});
    value.set("DefaultingType", Value::string(args.defaultingType));
    return value;
}

Value internal(const VolumeBindingArgs& args)
{
    Value value = Value::object();
    value.set("BindTimeoutSeconds", Value::integer(args.bindTimeoutSeconds));
    value.set("Shape", args.shape ? internalValue(*args.shape) : Value{});
    return value;
}

Value internal(const RawArgs& args) { return args.value; }

}

std::string goJson(const Value& value)
{
    std::string text;
    switch (value.kind) {
    case Value::Kind::Null:
        return "null";
    case Value::Kind::Bool:
        return value.boolean ? "true" : "false";
    case Value::Kind::Integer:
    case Value::Kind::Float:
        return value.text;
    case Value::Kind::String:
        return api::field::jsonQuoted(value.text);
    case Value::Kind::Array:
        for (const Value& item : value.items)
            text += (text.empty() ? "" : ",") + goJson(item);
        return "[" + text + "]";
    case Value::Kind::Object:
        for (const Value::Member& member : value.members)
            text += (text.empty() ? "" : ",") + api::field::jsonQuoted(member.key) + ":" + goJson(member.value);
        return "{" + text + "}";
    }
    return text;
}

Value internalValue(const std::vector<UtilizationShapePoint>& shape)
{
    Value list = Value::array();
    for (const UtilizationShapePoint& point : shape) {
        Value entry = Value::object();
        entry.set("Utilization", Value::integer(point.utilization));
        entry.set("Score", Value::integer(point.score));
        list.items.push_back(std::move(entry));
    }
    return list;
}

Value internalValue(const PluginSet& set)
{
    Value value = Value::object();
    value.set("Enabled", plugins(set.enabled));
    value.set("Disabled", plugins(set.disabled));
    return value;
}

Value internalValue(const PluginArgs& args)
{
    return std::visit([](const auto& typed) { return internal(typed); }, args);
}

}
