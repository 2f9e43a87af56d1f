// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/plugin_catalog.h"

#include <array>
#include <utility>

namespace berth::config {

namespace {

/// In the order of ArgsKind, without None.
constexpr std::array<std::string_view, 8> kindNames = {
    "DefaultPreemptionArgs", "DynamicResourcesArgs",  "InterPodAffinityArgs", "NodeAffinityArgs",
    "NodeResourcesBalancedAllocationArgs", "NodeResourcesFitArgs", "PodTopologySpreadArgs", "VolumeBindingArgs",
};

}

std::string_view kindName(ArgsKind kind)
{
    return kind == ArgsKind::None ? std::string_view{} : kindNames[static_cast<std::size_t>(kind) - 1];
}

ArgsKind argsKindOf(std::string_view plugin)
{
    constexpr std::string_view suffix = "Args";
    for (std::size_t i = 0; i < kindNames.size(); ++i)
        if (kindNames[i].substr(0, kindNames[i].size() - suffix.size()) == plugin)
            return static_cast<ArgsKind>(i + 1);
    return ArgsKind::None;
}

PluginCatalog PluginCatalog::inTree()
{
    using enum ExtensionPoint;
    static const std::map<std::string, ExtensionPoints, std::less<>> points = {
        {"SchedulingGates", {PreEnqueue}},
        {"PrioritySort", {QueueSort}},
        {"NodeUnschedulable", {Filter}},
        {"NodeName", {Filter}},
        {"TaintToleration", {Filter, PreScore, Score}},
        {"NodeAffinity", {PreFilter, Filter, PreScore, Score}},
        {"NodePorts", {PreFilter, Filter}},
        {"NodeResourcesFit", {PreFilter, Filter, PreScore, Score, PlacementScore}},
        {"VolumeRestrictions", {PreFilter, Filter}},
        {"NodeVolumeLimits", {PreFilter, Filter}},
        {"VolumeBinding", {PreFilter, Filter, PreScore, Score, Reserve, PreBind}},
        {"VolumeZone", {PreFilter, Filter}},
        {"PodTopologySpread", {PreFilter, Filter, PreScore, Score}},
        {"InterPodAffinity", {PreFilter, Filter, PreScore, Score}},
        {"DynamicResources", {PreEnqueue, PreFilter, Filter, PostFilter, Score, Reserve, PreBind}},
        {"DefaultPreemption", {PreEnqueue, PostFilter}},
        {"NodeResourcesBalancedAllocation", {PreScore, Score}},
        {"ImageLocality", {Score}},
        {"DefaultBinder", {Bind}},
        {"NodeDeclaredFeatures", {PreFilter, Filter}},
        {"GangScheduling", {PreEnqueue, Permit}},
        {"TopologyPlacementGenerator", {PlacementGenerate}},
        {"PodGroupPodsCount", {PlacementScore}},
    };
    PluginCatalog catalog;
    for (const auto& [name, extends] : points)
        catalog.entries_.emplace(name, Entry{extends, argsKindOf(name), true});
    return catalog;
}

bool PluginCatalog::add(std::string name, ExtensionPoints points)
{
    return entries_.emplace(std::move(name), Entry{points, ArgsKind::None, false}).second;
}

const PluginCatalog::Entry* PluginCatalog::find(std::string_view name) const
{
    auto found = entries_.find(name);
    return found == entries_.end() ? nullptr : &found->second;
}

}
