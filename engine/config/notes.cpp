// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/notes.h"

#include "config/locate.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

namespace berth::config {

namespace {

using api::Problem;

/// In-tree plugins of earlier releases.
bool wasRemoved(std::string_view plugin)
{
    constexpr std::array<std::string_view, 14> removed = {
        "AzureDiskLimits",     "CinderLimits",   "EBSLimits",          "GCEPDLimits",
        "NodeLabel",           "NodePreferAvoidPods", "ServiceAffinity", "SelectorSpread",
        "NodeResourcesLeastAllocated", "NodeResourcesMostAllocated", "RequestedToCapacityRatio",
        "DefaultPodTopologySpread", "CheckNodeUnschedulable", "NodeResourceLimits",
    };
    return std::find(removed.begin(), removed.end(), plugin) != removed.end();
}

std::string noteText(std::string_view plugin)
{
    std::string text = "plugin \"" + std::string(plugin) + "\" ";
    if (wasRemoved(plugin))
        return text + "was removed from kube-scheduler and does not exist in 1.36.1";
    return text + "is not part of kube-scheduler 1.36.1: it is out-of-tree, or its name is misspelt";
}

}

void addPluginNotes(LoadResult& result, const PluginCatalog& catalog, const api::Value& document)
{
    std::set<std::string> seen;
    auto note = [&](const std::string& plugin, const std::string& path) {
        if (catalog.find(plugin) || !seen.insert(plugin).second)
            return;
        api::Position position = locate(document, *result.config, path);
        result.problems.push_back({Problem::Severity::Note, noteText(plugin), {}, position, {}, path});
    };
    for (std::size_t i = 0; i < result.config->profiles.size(); ++i) {
        const Profile& profile = result.config->profiles[i];
        const std::string at = "profiles[" + std::to_string(i) + "].";
        for (ExtensionPoint point : allExtensionPoints)
            for (std::size_t k = 0; k < profile.plugins[point].enabled.size(); ++k)
                note(profile.plugins[point].enabled[k].name,
                     at + "plugins." + std::string(fieldName(point)) + ".enabled[" + std::to_string(k) + "]");
        for (std::size_t j = 0; j < profile.pluginConfig.size(); ++j)
            note(profile.pluginConfig[j].name, at + "pluginConfig[" + std::to_string(j) + "]");
    }
}

void addVersionNote(LoadResult& result)
{
    constexpr std::string_view group = "is registered for version \"kubescheduler.config.k8s.io/";
    std::size_t at = result.error.find(group);
    if (at == std::string::npos || result.problems.empty())
        return;
    std::string_view version = std::string_view(result.error).substr(at + group.size());
    version = version.substr(0, version.find('"'));
    constexpr std::array<std::string_view, 5> removed = {"v1alpha1", "v1alpha2", "v1beta1", "v1beta2", "v1beta3"};
    if (std::find(removed.begin(), removed.end(), version) == removed.end())
        return;
    Problem note = result.problems.back();
    note.severity = Problem::Severity::Note;
    note.message = "kubescheduler.config.k8s.io/" + std::string(version) +
                   " was removed from kube-scheduler; 1.36.1 reads kubescheduler.config.k8s.io/v1";
    result.problems.push_back(std::move(note));
}

}
