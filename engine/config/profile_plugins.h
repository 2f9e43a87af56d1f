// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "config/types.h"

#include <map>
#include <string>
#include <vector>

namespace berth::config {

struct WeightedPlugin {
    std::string name;
    std::int32_t weight = 1;   ///< never 0
    friend bool operator==(const WeightedPlugin&, const WeightedPlugin&) = default;
};

/// What a profile runs: multiPoint expanded, weights settled, every plugin known to exist and to implement its points.
struct ResolvedProfile {
    std::string schedulerName;
    std::int32_t percentageOfNodesToScore = 0;         ///< the profile's own, or the global one
    /// Plugin names by extension point, in the order of calling (MultiPoint stays empty).
    PerExtensionPoint<std::vector<std::string>> plugins;
    /// The same as plugins[Score] and plugins[PlacementScore], with weights.
    std::vector<WeightedPlugin> score;
    std::vector<WeightedPlugin> placementScore;
    /// Arguments of every plugin that is built for this profile (named in any enabled list), RawArgs where it has none.
    /// ignoredResources of NodeResourcesFit already has what the extenders say.
    std::map<std::string, PluginArgs, std::less<>> args;

    /// The arguments of that type; T's defaults if the profile does not build the plugin.
    template <typename T>
    T argsOf(std::string_view plugin) const
    {
        auto found = args.find(plugin);
        const T* typed = found == args.end() ? nullptr : std::get_if<T>(&found->second);
        return typed ? *typed : T{};
    }
};

}
