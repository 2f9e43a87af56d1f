// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/fields.h"
#include "config/read.h"

namespace berth::config {

namespace {

using api::Symbol;
using api::Value;

std::vector<Symbol> symbols(const Fields& fields, std::string_view name)
{
    std::vector<Symbol> list;
    for (const std::string& text : fields.texts(name))
        list.emplace_back(text);
    return list;
}

std::vector<api::NodeSelectorRequirement> requirements(const Fields& term, std::string_view name)
{
    std::vector<api::NodeSelectorRequirement> list;
    for (const Value& item : term.list(name)) {
        Fields fields(&item);
        list.push_back({Symbol(fields.text("key")), fields.text("operator"), symbols(fields, "values"),
                        fields.has("values")});
    }
    return list;
}

api::NodeSelectorTerm nodeSelectorTerm(const Fields& term)
{
    return {requirements(term, "matchExpressions"), requirements(term, "matchFields")};
}

api::NodeAffinity nodeAffinity(const Fields& fields)
{
    constexpr std::string_view requiredField = "requiredDuringSchedulingIgnoredDuringExecution";
    constexpr std::string_view preferredField = "preferredDuringSchedulingIgnoredDuringExecution";
    api::NodeAffinity affinity;
    if (fields.has(requiredField)) {
        affinity.required.emplace();
        for (const Value& term : fields.object(requiredField).list("nodeSelectorTerms"))
            affinity.required->nodeSelectorTerms.push_back(nodeSelectorTerm(Fields(&term)));
    }
    affinity.hasPreferred = fields.has(preferredField);
    for (const Value& item : fields.list(preferredField)) {
        Fields term(&item);
        affinity.preferred.push_back(
            {term.int32("weight").value_or(0), nodeSelectorTerm(term.object("preference"))});
    }
    return affinity;
}

api::LabelSelector labelSelector(const Fields& fields)
{
    api::LabelSelector selector;
    if (const Value* labels = fields.get("matchLabels"))
        for (const Value::Member& member : labels->members)
            selector.matchLabels.set(Symbol(member.key), Symbol(member.value.text));
    for (const Value& item : fields.list("matchExpressions")) {
        Fields requirement(&item);
        selector.matchExpressions.push_back({Symbol(requirement.text("key")), requirement.text("operator"),
                                             symbols(requirement, "values")});
    }
    return selector;
}

std::optional<std::string> optionalText(const Fields& fields, std::string_view name)
{
    return fields.has(name) ? std::optional(fields.text(name)) : std::nullopt;
}

api::TopologySpreadConstraint constraint(const Fields& fields)
{
    api::TopologySpreadConstraint constraint;
    constraint.maxSkew = fields.int32("maxSkew").value_or(0);
    constraint.topologyKey = Symbol(fields.text("topologyKey"));
    constraint.whenUnsatisfiable = fields.text("whenUnsatisfiable");
    if (fields.has("labelSelector"))
        constraint.labelSelector = labelSelector(fields.object("labelSelector"));
    constraint.minDomains = fields.int32("minDomains");
    constraint.nodeAffinityPolicy = optionalText(fields, "nodeAffinityPolicy");
    constraint.nodeTaintsPolicy = optionalText(fields, "nodeTaintsPolicy");
    constraint.matchLabelKeys = symbols(fields, "matchLabelKeys");
    return constraint;
}

/// Without entries the default ones; a weight of 0 is an unset one.
std::vector<ResourceSpec> resourceSpecs(const Fields& fields)
{
    std::vector<ResourceSpec> resources;
    for (const Value& item : fields.list("resources")) {
        Fields resource(&item);
        std::int64_t weight = resource.int64("weight").value_or(0);
        resources.push_back({resource.text("name"), weight == 0 ? 1 : weight});
    }
    if (resources.empty())
        resources = {{"cpu", 1}, {"memory", 1}};
    return resources;
}

std::vector<UtilizationShapePoint> shapePoints(const Fields& fields)
{
    std::vector<UtilizationShapePoint> shape;
    for (const Value& item : fields.list("shape")) {
        Fields point(&item);
        shape.push_back({point.int32("utilization").value_or(0), point.int32("score").value_or(0)});
    }
    return shape;
}

DefaultPreemptionArgs defaultPreemption(const Fields& fields)
{
    return {fields.int32("minCandidateNodesPercentage").value_or(10),
            fields.int32("minCandidateNodesAbsolute").value_or(100)};
}

DynamicResourcesArgs dynamicResources(const Fields& fields, const FeatureGates& gates)
{
    DynamicResourcesArgs args;
    std::optional<Duration> filter = fields.duration("filterTimeout");
    std::optional<Duration> binding = fields.duration("bindingTimeout");
    args.hasFilterTimeout = filter || gates.enabled(Gate::DRASchedulerFilterTimeout);
    args.hasBindingTimeout = binding || (gates.enabled(Gate::DRADeviceBindingConditions) &&
                                         gates.enabled(Gate::DRAResourceClaimDeviceStatus));
    args.filterTimeout = filter.value_or(args.hasFilterTimeout ? args.filterTimeout : Duration{0});
    args.bindingTimeout = binding.value_or(args.hasBindingTimeout ? args.bindingTimeout : Duration{0});
    return args;
}

NodeAffinityArgs addedNodeAffinity(const Fields& fields)
{
    NodeAffinityArgs args;
    if (!fields.has("addedAffinity"))
        return args;
    Fields affinity = fields.object("addedAffinity");
    args.addedAffinity = nodeAffinity(affinity);
    args.hasNodeSelectorTerms =
        affinity.object("requiredDuringSchedulingIgnoredDuringExecution").has("nodeSelectorTerms");
    return args;
}

NodeResourcesFitArgs nodeResourcesFit(const Fields& fields)
{
    NodeResourcesFitArgs args;
    args.ignoredResources = fields.texts("ignoredResources");
    args.ignoredResourceGroups = fields.texts("ignoredResourceGroups");
    if (!fields.has("scoringStrategy"))
        return args;
    Fields strategy = fields.object("scoringStrategy");
    args.scoringStrategy.type = strategy.text("type"); // not defaulted where a strategy is given
    args.scoringStrategy.resources = resourceSpecs(strategy);
    if (strategy.has("requestedToCapacityRatio"))
        args.scoringStrategy.requestedToCapacityRatio = {shapePoints(strategy.object("requestedToCapacityRatio"))};
    return args;
}

PodTopologySpreadArgs podTopologySpread(const Fields& fields)
{
    PodTopologySpreadArgs args;
    for (const Value& item : fields.list("defaultConstraints"))
        args.defaultConstraints.push_back(constraint(Fields(&item)));
    if (std::string type = fields.text("defaultingType"); !type.empty())
        args.defaultingType = type;
    return args;
}

VolumeBindingArgs volumeBinding(const Fields& fields, const FeatureGates& gates)
{
    VolumeBindingArgs args;
    args.bindTimeoutSeconds = fields.int64("bindTimeoutSeconds").value_or(args.bindTimeoutSeconds);
    if (fields.has("shape"))
        args.shape = shapePoints(fields);
    if ((!args.shape || args.shape->empty()) && gates.enabled(Gate::StorageCapacityScoring))
        args.shape = {{0, 10}, {100, 0}};
    return args;
}

}

PluginArgs readArgs(ArgsKind kind, const api::Value* value, const FeatureGates& gates)
{
    Fields fields(value);
    switch (kind) {
    case ArgsKind::None:
        return RawArgs{value ? *value : Value{}};
    case ArgsKind::DefaultPreemption:
        return defaultPreemption(fields);
    case ArgsKind::DynamicResources:
        return dynamicResources(fields, gates);
    case ArgsKind::InterPodAffinity:
        return InterPodAffinityArgs{fields.int32("hardPodAffinityWeight").value_or(1),
                                    fields.flag("ignorePreferredTermsOfExistingPods").value_or(false)};
    case ArgsKind::NodeAffinity:
        return addedNodeAffinity(fields);
    case ArgsKind::NodeResourcesBalancedAllocation:
        return NodeResourcesBalancedAllocationArgs{resourceSpecs(fields)};
    case ArgsKind::NodeResourcesFit:
        return nodeResourcesFit(fields);
    case ArgsKind::PodTopologySpread:
        return podTopologySpread(fields);
    case ArgsKind::VolumeBinding:
        return volumeBinding(fields, gates);
    }
    return RawArgs{};
}

}
