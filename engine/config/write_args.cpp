// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/write_args.h"

#include "config/duration.h"
#include "config/plugin_catalog.h"

namespace berth::config {

namespace {

using api::Symbol;
using api::Value;

Value symbols(const std::vector<Symbol>& items)
{
    Value list = Value::array();
    for (Symbol item : items)
        list.items.push_back(Value::string(item.str()));
    return list;
}

Value texts(const std::vector<std::string>& items)
{
    Value list = Value::array();
    for (const std::string& item : items)
        list.items.push_back(Value::string(item));
    return list;
}

/// omitempty
void setFilled(Value& object, const char* name, Value list)
{
    if (!list.items.empty() || !list.members.empty())
        object.set(name, std::move(list));
}

template <typename Requirements>
Value requirements(const Requirements& items)
{
    Value list = Value::array();
    for (const auto& item : items) {
        Value requirement = Value::object();
        requirement.set("key", Value::string(item.key.str()));
        requirement.set("operator", Value::string(item.op));
        setFilled(requirement, "values", symbols(item.values));
        list.items.push_back(std::move(requirement));
    }
    return list;
}

Value nodeSelectorTerm(const api::NodeSelectorTerm& term)
{
    Value value = Value::object();
    setFilled(value, "matchExpressions", requirements(term.matchExpressions));
    setFilled(value, "matchFields", requirements(term.matchFields));
    return value;
}

Value nodeAffinity(const NodeAffinityArgs& args)
{
    Value affinity = Value::object();
    if (args.addedAffinity->required) {
        Value terms = args.hasNodeSelectorTerms ? Value::array() : Value{};
        for (const api::NodeSelectorTerm& term : args.addedAffinity->required->nodeSelectorTerms) {
            terms.kind = Value::Kind::Array;
            terms.items.push_back(nodeSelectorTerm(term));
        }
        Value required = Value::object();
        required.set("nodeSelectorTerms", std::move(terms));
        affinity.set("requiredDuringSchedulingIgnoredDuringExecution", std::move(required));
    }
    Value preferred = Value::array();
    for (const api::PreferredSchedulingTerm& term : args.addedAffinity->preferred) {
        Value entry = Value::object();
        entry.set("weight", Value::integer(term.weight));
        entry.set("preference", nodeSelectorTerm(term.preference));
        preferred.items.push_back(std::move(entry));
    }
    setFilled(affinity, "preferredDuringSchedulingIgnoredDuringExecution", std::move(preferred));
    return affinity;
}

Value labelSelector(const api::LabelSelector& selector)
{
    Value labels = Value::object();
    for (const auto& [key, value] : selector.matchLabels)
        labels.set(key.str(), Value::string(value.str()));
    Value value = Value::object();
    setFilled(value, "matchLabels", std::move(labels));
    setFilled(value, "matchExpressions", requirements(selector.matchExpressions));
    return value;
}

Value constraintValue(const api::TopologySpreadConstraint& constraint)
{
    Value value = Value::object();
    value.set("maxSkew", Value::integer(constraint.maxSkew));
    value.set("topologyKey", Value::string(constraint.topologyKey.str()));
    value.set("whenUnsatisfiable", Value::string(constraint.whenUnsatisfiable));
    if (constraint.labelSelector)
        value.set("labelSelector", labelSelector(*constraint.labelSelector));
    if (constraint.minDomains)
        value.set("minDomains", Value::integer(*constraint.minDomains));
    if (constraint.nodeAffinityPolicy)
        value.set("nodeAffinityPolicy", Value::string(*constraint.nodeAffinityPolicy));
    if (constraint.nodeTaintsPolicy)
        value.set("nodeTaintsPolicy", Value::string(*constraint.nodeTaintsPolicy));
    setFilled(value, "matchLabelKeys", symbols(constraint.matchLabelKeys));
    return value;
}

Value resources(const std::vector<ResourceSpec>& specs)
{
    Value list = Value::array();
    for (const ResourceSpec& spec : specs) {
        Value resource = Value::object();
        resource.set("name", Value::string(spec.name));
        if (spec.weight != 0)
            resource.set("weight", Value::integer(spec.weight));
        list.items.push_back(std::move(resource));
    }
    return list;
}

Value shapeValue(const std::vector<UtilizationShapePoint>& shape)
{
    Value list = Value::array();
    for (const UtilizationShapePoint& point : shape) {
        Value entry = Value::object();
        entry.set("utilization", Value::integer(point.utilization));
        entry.set("score", Value::integer(point.score));
        list.items.push_back(std::move(entry));
    }
    return list;
}

/// An object that says its kind.
Value ofKind(ArgsKind kind)
{
    Value value = Value::object();
    value.set("apiVersion", Value::string("kubescheduler.config.k8s.io/v1"));
    value.set("kind", Value::string(std::string(kindName(kind))));
    return value;
}

Value write(const RawArgs& args) { return args.value; }

Value write(const DefaultPreemptionArgs& args)
{
    Value value = ofKind(ArgsKind::DefaultPreemption);
    value.set("minCandidateNodesPercentage", Value::integer(args.minCandidateNodesPercentage));
    value.set("minCandidateNodesAbsolute", Value::integer(args.minCandidateNodesAbsolute));
    return value;
}

Value write(const DynamicResourcesArgs& args)
{
    Value value = ofKind(ArgsKind::DynamicResources);
    value.set("filterTimeout", args.hasFilterTimeout ? Value::string(formatDuration(args.filterTimeout)) : Value{});
    if (args.hasBindingTimeout)
        value.set("bindingTimeout", Value::string(formatDuration(args.bindingTimeout)));
    return value;
}

Value write(const InterPodAffinityArgs& args)
{
    Value value = ofKind(ArgsKind::InterPodAffinity);
    value.set("hardPodAffinityWeight", Value::integer(args.hardPodAffinityWeight));
    value.set("ignorePreferredTermsOfExistingPods", Value::boolean_(args.ignorePreferredTermsOfExistingPods));
    return value;
}

Value write(const NodeAffinityArgs& args)
{
    Value value = ofKind(ArgsKind::NodeAffinity);
    if (args.addedAffinity)
        value.set("addedAffinity", nodeAffinity(args));
    return value;
}

Value write(const NodeResourcesBalancedAllocationArgs& args)
{
    Value value = ofKind(ArgsKind::NodeResourcesBalancedAllocation);
    setFilled(value, "resources", resources(args.resources));
    return value;
}

Value write(const NodeResourcesFitArgs& args)
{
    Value strategy = Value::object();
    if (!args.scoringStrategy.type.empty())
        strategy.set("type", Value::string(args.scoringStrategy.type));
    setFilled(strategy, "resources", resources(args.scoringStrategy.resources));
    if (args.scoringStrategy.requestedToCapacityRatio) {
        Value ratio = Value::object();
        setFilled(ratio, "shape", shapeValue(args.scoringStrategy.requestedToCapacityRatio->shape));
        strategy.set("requestedToCapacityRatio", std::move(ratio));
    }
    Value value = ofKind(ArgsKind::NodeResourcesFit);
    setFilled(value, "ignoredResources", texts(args.ignoredResources));
    setFilled(value, "ignoredResourceGroups", texts(args.ignoredResourceGroups));
    value.set("scoringStrategy", std::move(strategy));
    return value;
}

Value write(const PodTopologySpreadArgs& args)
{
    Value constraints = Value::array();
    for (const api::TopologySpreadConstraint& constraint : args.defaultConstraints)
        constraints.items.push_back(constraintValue(constraint));
    Value value = ofKind(ArgsKind::PodTopologySpread);
    setFilled(value, "defaultConstraints", std::move(constraints));
    if (!args.defaultingType.empty())
        value.set("defaultingType", Value::string(args.defaultingType));
    return value;
}

Value write(const VolumeBindingArgs& args)
{
    Value value = ofKind(ArgsKind::VolumeBinding);
    value.set("bindTimeoutSeconds", Value::integer(args.bindTimeoutSeconds));
    if (args.shape)
        setFilled(value, "shape", shapeValue(*args.shape));
    return value;
}

}

api::Value argsValue(const PluginArgs& args)
{
    return std::visit([](const auto& typed) { return write(typed); }, args);
}

}
