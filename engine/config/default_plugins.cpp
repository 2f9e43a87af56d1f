// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/default_plugins.h"

#include <algorithm>
#include <set>
#include <string_view>

namespace berth::config {

Plugins defaultPlugins(const FeatureGates& gates)
{
    std::vector<Plugin> plugins = {
        {"SchedulingGates"},      {"PrioritySort"},     {"NodeUnschedulable"}, {"NodeName"},
        {"TaintToleration", 3},   {"NodeAffinity", 2},  {"NodePorts"},         {"NodeResourcesFit", 1},
        {"VolumeRestrictions"},   {"NodeVolumeLimits"}, {"VolumeBinding"},     {"VolumeZone"},
        {"PodTopologySpread", 2}, {"InterPodAffinity", 2},
    };
    // Before preemption: freeing an idle claim is better than evicting a pod that may be at work.
    if (gates.enabled(Gate::DynamicResourceAllocation))
        plugins.push_back({"DynamicResources", 2});
    plugins.insert(plugins.end(), {{"DefaultPreemption"},
                                   {"NodeResourcesBalancedAllocation", 1},
                                   {"ImageLocality", 1},
                                   {"DefaultBinder"}});
    if (gates.enabled(Gate::NodeDeclaredFeatures))
        plugins.push_back({"NodeDeclaredFeatures"});
    if (gates.enabled(Gate::GangScheduling))
        plugins.push_back({"GangScheduling"});
    if (gates.enabled(Gate::TopologyAwareWorkloadScheduling)) {
        plugins.push_back({"TopologyPlacementGenerator"});
        plugins.push_back({"PodGroupPodsCount", 1});
    }
    Plugins sets;
    sets[ExtensionPoint::MultiPoint].enabled = std::move(plugins);
    return sets;
}

PluginSet mergePluginSet(const PluginSet& defaults, const PluginSet& custom)
{
    PluginSet merged;
    std::set<std::string_view> disabled;
    for (const std::vector<Plugin>* list : {&custom.disabled, &defaults.disabled}) {
        for (const Plugin& plugin : *list) {
            merged.disabled.push_back({plugin.name});
            disabled.insert(plugin.name);
        }
    }

    std::vector<bool> placed(custom.enabled.size());
    if (!disabled.contains("*")) {
        for (const Plugin& plugin : defaults.enabled) {
            if (disabled.contains(plugin.name))
                continue;
            // Of several custom entries of that name the last one takes the default's place; the others stay extra.
            auto last = std::find_if(custom.enabled.rbegin(), custom.enabled.rend(),
                                     [&](const Plugin& own) { return own.name == plugin.name; });
            if (last == custom.enabled.rend()) {
                merged.enabled.push_back(plugin);
                continue;
            }
            merged.enabled.push_back(*last);
            placed[static_cast<std::size_t>(custom.enabled.rend() - last) - 1] = true;
        }
    }
    for (std::size_t i = 0; i < custom.enabled.size(); ++i)
        if (!placed[i])
            merged.enabled.push_back(custom.enabled[i]);
    return merged;
}

Plugins mergePlugins(const Plugins& defaults, const Plugins& custom)
{
    Plugins merged;
    for (ExtensionPoint point : allExtensionPoints)
        merged[point] = mergePluginSet(defaults[point], custom[point]);
    return merged;
}

std::vector<std::string> enabledPluginNames(const Plugins& plugins)
{
    std::set<std::string> names;
    for (ExtensionPoint point : allExtensionPoints)
        for (const Plugin& plugin : plugins[point].enabled)
            names.insert(plugin.name);
    return {names.begin(), names.end()};
}

}
