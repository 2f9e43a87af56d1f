// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/names.h"
#include "config/duration.h"
#include "config/go_json.h"
#include "config/validate.h"

#include <algorithm>
#include <set>
#include <utility>

namespace berth::config {

namespace {

using api::FieldErrors;
using api::field::child;
using api::field::index;
using api::field::Shown;
namespace field = api::field;

void append(FieldErrors& errors, FieldErrors more)
{
    errors.insert(errors.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

FieldErrors labelName(const std::string& path, const std::string& name)
{
    FieldErrors errors;
    for (const std::string& message : api::isQualifiedName(name))
        errors.push_back(field::invalid(path, name, message));
    return errors;
}

FieldErrors check(const std::string& path, const DefaultPreemptionArgs& args, const FeatureGates&)
{
    const std::int32_t percentage = args.minCandidateNodesPercentage;
    const std::int32_t absolute = args.minCandidateNodesAbsolute;
    const std::string percentagePath = child(path, "minCandidateNodesPercentage");
    const std::string absolutePath = child(path, "minCandidateNodesAbsolute");
    FieldErrors errors;
    if (percentage < 0 || percentage > 100)
        errors.push_back(field::invalid(percentagePath, percentage, "not in valid range [0, 100]"));
    if (absolute < 0)
        errors.push_back(field::invalid(absolutePath, absolute, "not in valid range [0, inf)"));
    if (percentage == 0 && absolute == 0) {
        errors.push_back(field::invalid(percentagePath, percentage,
                                        "cannot be zero at the same time as minCandidateNodesAbsolute"));
        errors.push_back(field::invalid(absolutePath, absolute,
                                        "cannot be zero at the same time as minCandidateNodesPercentage"));
    }
    return errors;
}

FieldErrors check(const std::string& path, const DynamicResourcesArgs& args, const FeatureGates& gates)
{
    FieldErrors errors;
    const std::string filter = child(path, "filterTimeout");
    const std::string binding = child(path, "bindingTimeout");
    if (args.hasFilterTimeout && !gates.enabled(Gate::DRASchedulerFilterTimeout))
        errors.push_back(field::forbidden(filter, "DRASchedulingFilterTimeout feature gate is disabled"));
    else if (args.hasFilterTimeout && args.filterTimeout < Duration{0})
        errors.push_back(field::invalid(filter, Shown::enumText(formatDuration(args.filterTimeout)),
                                        "must be zero or positive"));
    if (!args.hasBindingTimeout)
        return errors;
    if (!gates.enabled(Gate::DRADeviceBindingConditions) || !gates.enabled(Gate::DRAResourceClaimDeviceStatus))
        errors.push_back(field::forbidden(
            binding, "DRADeviceBindingConditions or DRAResourceClaimDeviceStatus feature gate is disabled"));
    else if (args.bindingTimeout < std::chrono::seconds(1))
        errors.push_back(field::invalid(binding, Shown::enumText(formatDuration(args.bindingTimeout)),
                                        "must be at least 1 second"));
    return errors;
}

FieldErrors check(const std::string& path, const InterPodAffinityArgs& args, const FeatureGates&)
{
    if (args.hardPodAffinityWeight >= 0 && args.hardPodAffinityWeight <= 100)
        return {};
    return {field::invalid(child(path, "hardPodAffinityWeight"), args.hardPodAffinityWeight,
                           "not in valid range [0, 100]")};
}

/// Parse errors are whole texts; the field is what stands before the first colon.
void appendParsed(FieldErrors& errors, const std::vector<std::string>& texts)
{
    for (const std::string& text : texts)
        errors.push_back({text.substr(0, text.find(": ")), text});
}

FieldErrors check(const std::string& path, const NodeAffinityArgs& args, const FeatureGates&)
{
    FieldErrors errors;
    if (!args.addedAffinity)
        return errors;
    const std::string affinity = child(path, "addedAffinity");
    if (args.addedAffinity->required)
        appendParsed(errors,
                     api::ParsedNodeSelector(*args.addedAffinity->required,
                                             child(affinity, "requiredDuringSchedulingIgnoredDuringExecution"))
                         .errors());
    const std::string preferred = child(affinity, "preferredDuringSchedulingIgnoredDuringExecution");
    for (std::size_t k = 0; k < args.addedAffinity->preferred.size(); ++k) {
        const api::PreferredSchedulingTerm& term = args.addedAffinity->preferred[k];
        const bool empty = term.preference.matchExpressions.empty() && term.preference.matchFields.empty();
        if (term.weight != 0 && !empty)
            appendParsed(errors, api::ParsedTerm(term.preference, index(preferred, k)).errors());
    }
    return errors;
}

FieldErrors check(const std::string& path, const NodeResourcesBalancedAllocationArgs& args, const FeatureGates&)
{
    FieldErrors errors;
    std::set<std::string_view> seen;
    for (std::size_t k = 0; k < args.resources.size(); ++k) {
        const ResourceSpec& resource = args.resources[k];
        const std::string at = index(child(path, "resources"), k);
        if (!seen.insert(resource.name).second)
            errors.push_back(field::duplicate(child(at, "name"), resource.name));
        if (resource.weight != 1)
            errors.push_back(field::invalid(child(at, "weight"), resource.weight, "must be 1"));
    }
    return errors;
}

FieldErrors checkShape(const std::string& path, const std::vector<UtilizationShapePoint>& shape)
{
    if (shape.empty())
        return {field::required(path, "at least one point must be specified")};
    FieldErrors errors;
    for (std::size_t k = 1; k < shape.size(); ++k) {
        if (shape[k - 1].utilization >= shape[k].utilization) {
            errors.push_back(field::invalid(child(index(path, k), "utilization"), shape[k].utilization,
                                            "values must be sorted in increasing order"));
            break;
        }
    }
    for (std::size_t k = 0; k < shape.size(); ++k) {
        const auto& [utilization, score] = shape[k];
        if (utilization < 0 || utilization > 100)
            errors.push_back(
                field::invalid(child(index(path, k), "utilization"), utilization, "not in valid range [0, 100]"));
        if (score < 0 || score > 10)
            errors.push_back(field::invalid(child(index(path, k), "score"), score, "not in valid range [0, 10]"));
    }
    return errors;
}

/// Checked elsewhere (validateFitArgs), as the real validation never looks at them.
FieldErrors check(const std::string&, const NodeResourcesFitArgs&, const FeatureGates&) { return {}; }

FieldErrors checkConstraint(const std::string& path, const api::TopologySpreadConstraint& constraint)
{
    FieldErrors errors;
    if (constraint.maxSkew <= 0)
        errors.push_back(field::invalid(child(path, "maxSkew"), constraint.maxSkew, "not in valid range (0, inf)"));
    if (constraint.topologyKey.empty())
        errors.push_back(field::required(child(path, "topologyKey"), "can not be empty"));
    else
        append(errors, labelName(child(path, "topologyKey"), constraint.topologyKey.str()));
    const std::string& action = constraint.whenUnsatisfiable;
    if (action.empty())
        errors.push_back(field::required(child(path, "whenUnsatisfiable"), "can not be empty"));
    else if (action != "DoNotSchedule" && action != "ScheduleAnyway")
        errors.push_back(field::notSupported(child(path, "whenUnsatisfiable"), Shown::enumText(action),
                                             {"DoNotSchedule", "ScheduleAnyway"}));
    if (constraint.labelSelector)
        errors.push_back(field::forbidden(child(path, "labelSelector"),
                                          "constraint must not define a selector, as they deduced for each pod"));
    return errors;
}

FieldErrors check(const std::string& path, const PodTopologySpreadArgs& args, const FeatureGates&)
{
    FieldErrors errors;
    const std::string typePath = child(path, "defaultingType");
    if (args.defaultingType != "System" && args.defaultingType != "List")
        errors.push_back(field::notSupported(typePath, Shown::enumText(args.defaultingType), {"System", "List"}));
    else if (args.defaultingType == "System" && !args.defaultConstraints.empty())
        errors.push_back(field::invalid(typePath, Shown::enumText("System"), "when .defaultConstraints are not empty"));

    std::set<std::pair<std::string_view, std::string_view>> seen;
    for (std::size_t k = 0; k < args.defaultConstraints.size(); ++k) {
        const api::TopologySpreadConstraint& constraint = args.defaultConstraints[k];
        const std::string at = index(child(path, "defaultConstraints"), k);
        append(errors, checkConstraint(at, constraint));
        if (!seen.insert({constraint.topologyKey.view(), constraint.whenUnsatisfiable}).second)
            errors.push_back(field::duplicate(
                at, "{" + constraint.topologyKey.str() + ", " + constraint.whenUnsatisfiable + "}"));
    }
    return errors;
}

FieldErrors check(const std::string& path, const VolumeBindingArgs& args, const FeatureGates& gates)
{
    FieldErrors errors;
    if (args.bindTimeoutSeconds < 0)
        errors.push_back(field::invalid(child(path, "bindTimeoutSeconds"), args.bindTimeoutSeconds,
                                        "invalid BindTimeoutSeconds, should not be a negative value"));
    if (gates.enabled(Gate::StorageCapacityScoring))
        append(errors, checkShape(child(path, "shape"), args.shape.value_or(std::vector<UtilizationShapePoint>{})));
    else if (args.shape)
        errors.push_back(field::invalid(
            child(path, "shape"), Shown::json(goJson(internalValue(*args.shape))),
            "unexpected field `shape`, remove it or turn on the feature gate StorageCapacityScoring"));
    return errors;
}

FieldErrors check(const std::string&, const RawArgs&, const FeatureGates&) { return {}; }

FieldErrors checkStrategy(const std::string& path, const ScoringStrategy& strategy)
{
    constexpr std::string_view ratio = "RequestedToCapacityRatio";
    FieldErrors errors;
    if (strategy.type != "LeastAllocated" && strategy.type != "MostAllocated" && strategy.type != ratio)
        errors.push_back(field::notSupported(child(path, "type"), Shown::enumText(strategy.type),
                                             {"LeastAllocated", "MostAllocated", ratio}));
    for (std::size_t k = 0; k < strategy.resources.size(); ++k) {
        const ResourceSpec& resource = strategy.resources[k];
        if (resource.weight <= 0 || resource.weight > 100)
            errors.push_back(field::invalid(child(index(child(path, "resources"), k), "weight"), resource.weight,
                                            "resource weight of " + resource.name + " not in valid range (0, 100]"));
    }
    const std::string ratioPath = child(path, "requestedToCapacityRatio");
    if (strategy.type == ratio && !strategy.requestedToCapacityRatio)
        errors.push_back(field::required(ratioPath, "must be specified when type is RequestedToCapacityRatio"));
    else if (strategy.type == ratio)
        append(errors, checkShape(child(ratioPath, "shape"), strategy.requestedToCapacityRatio->shape));
    else if (strategy.requestedToCapacityRatio)
        errors.push_back(field::forbidden(ratioPath, "must be nil when type is not RequestedToCapacityRatio"));
    return errors;
}

}

FieldErrors validateArgs(const std::string& path, const PluginArgs& args, const FeatureGates& gates)
{
    return std::visit([&](const auto& typed) { return check(path, typed, gates); }, args);
}

FieldErrors validateFitArgs(const std::string& path, const NodeResourcesFitArgs& args)
{
    FieldErrors errors;
    for (std::size_t k = 0; k < args.ignoredResources.size(); ++k)
        append(errors, labelName(index(child(path, "ignoredResources"), k), args.ignoredResources[k]));
    for (std::size_t k = 0; k < args.ignoredResourceGroups.size(); ++k) {
        const std::string& group = args.ignoredResourceGroups[k];
        const std::string at = index(child(path, "ignoredResourceGroups"), k);
        if (group.find('/') != std::string::npos)
            errors.push_back(field::invalid(at, group, "resource group name can't contain '/'"));
        append(errors, labelName(at, group));
    }
    append(errors, checkStrategy(child(path, "scoringStrategy"), args.scoringStrategy));
    return errors;
}

}
