// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/expand_profile.h"

#include "api/field_error.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <string_view>

namespace berth::config {

namespace {

using enum ExtensionPoint;

/// The order in which the points are filled; it decides which error comes first.
constexpr std::array<ExtensionPoint, extensionPointCount - 1> fillingOrder = {
    PreFilter, Filter,   PostFilter, Reserve,    PreScore,  Score,             PreBind,
    Bind,      PostBind, Permit,     PreEnqueue, QueueSort, PlacementGenerate, PlacementScore,
};

using Names = std::vector<std::string>;
using Failure = std::optional<BuildError>;

std::string quoted(std::string_view text) { return api::field::goQuoted(text); }

std::string entryPath(ExtensionPoint point, std::size_t index)
{
    return "plugins." + std::string(fieldName(point)) + ".enabled[" + std::to_string(index) + "]";
}

BuildError doesNotExist(ExtensionPoint point, const std::string& plugin, std::string path)
{
    return {std::string(interfaceName(point)) + " " + quoted(plugin) + " does not exist", std::move(path), plugin, {}};
}

BuildError registeredTwice(ExtensionPoint point, const std::string& plugin, std::string path)
{
    return {"plugin " + quoted(plugin) + " already registered as " + quoted(interfaceName(point)), std::move(path),
            plugin, {}};
}

bool contains(const std::vector<Plugin>& plugins, std::string_view name)
{
    return std::any_of(plugins.begin(), plugins.end(), [&](const Plugin& plugin) { return plugin.name == name; });
}

/// The specific list of one point: every entry must exist, implement the point, and come once.
Failure fillSpecific(ExtensionPoint point, const PluginSet& set, const PluginCatalog& catalog, Names& names)
{
    for (std::size_t i = 0; i < set.enabled.size(); ++i) {
        const std::string& name = set.enabled[i].name;
        const PluginCatalog::Entry* entry = catalog.find(name);
        if (!entry)
            return doesNotExist(point, name, entryPath(point, i));
        if (!entry->points.contains(point))
            return BuildError{"plugin " + quoted(name) + " does not extend " + std::string(interfaceName(point)) +
                                  " plugin",
                              entryPath(point, i), name, {}};
        if (std::find(names.begin(), names.end(), name) != names.end())
            return registeredTwice(point, name, entryPath(point, i));
        names.push_back(name);
    }
    return {};
}

/// Adds the multiPoint plugins to one point. Those that its own list names too come first, in that list's order; then
/// the multiPoint plugins; then the rest of its own list.
Failure expandMultiPoint(ExtensionPoint point, const Plugins& plugins, const PluginCatalog& catalog, Names& names)
{
    const PluginSet& own = plugins[point];
    if (contains(own.disabled, "*"))
        return {};
    const std::vector<Plugin>& multiPoint = plugins[MultiPoint].enabled;
    Names added;
    std::set<std::string_view> overridden;
    for (std::size_t i = 0; i < multiPoint.size(); ++i) {
        const std::string& name = multiPoint[i].name;
        const PluginCatalog::Entry* entry = catalog.find(name);
        if (!entry)
            return doesNotExist(point, name, entryPath(MultiPoint, i));
        if (!entry->points.contains(point) || contains(own.disabled, name))
            continue;
        if (contains(own.enabled, name))
            overridden.insert(name);
        else if (std::find(added.begin(), added.end(), name) != added.end())
            return registeredTwice(point, name, entryPath(MultiPoint, i));
        else
            added.push_back(name);
    }
    auto rest = std::stable_partition(names.begin(), names.end(),
                                      [&](const std::string& name) { return overridden.contains(name); });
    names.insert(rest, added.begin(), added.end());
    return {};
}

/// What a profile has to have whatever its plugins are.
Failure checkCounts(const ResolvedProfile& resolved)
{
    const std::string profile = " for profile with scheduler name " + quoted(resolved.schedulerName);
    if (std::size_t count = resolved.plugins[QueueSort].size(); count != 1)
        return BuildError{"only one queue sort plugin required" + profile + ", but got " + std::to_string(count),
                          "plugins.queueSort", "", {}};
    if (resolved.plugins[Bind].empty())
        return BuildError{"at least one bind plugin is needed" + profile, "plugins.bind", "", {}};
    if (resolved.plugins[PlacementGenerate].size() > 1)
        return BuildError{"at most one placement generate plugin is allowed" + profile, "plugins.placementGenerate", "",
                          {}};
    return {};
}

/// a - b as two's complement has it.
std::int64_t wrapped(std::int64_t a, std::int64_t b)
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}

/// Weights of a scoring point: the first entry of a name counts, its own list before multiPoint; unset is 1.
Failure settleWeights(ExtensionPoint point, const Plugins& plugins, const PluginCatalog& catalog, const Names& names,
                      std::vector<WeightedPlugin>& weighted)
{
    constexpr std::int64_t maxScore = 100;
    std::map<std::string_view, std::int32_t> weights;
    std::int64_t total = 0;
    for (ExtensionPoint source : {point, MultiPoint}) {
        for (std::size_t i = 0; i < plugins[source].enabled.size(); ++i) {
            const Plugin& plugin = plugins[source].enabled[i];
            const PluginCatalog::Entry* entry = catalog.find(plugin.name);
            if (!entry) // only if no point expands multiPoint; the real one dereferences nothing here
                return doesNotExist(point, plugin.name, entryPath(source, i));
            if (!entry->points.contains(point) || weights.contains(plugin.name))
                continue;
            std::int64_t weight = plugin.weight == 0 ? 1 : plugin.weight;
            weights[plugin.name] = static_cast<std::int32_t>(weight);
            // With a negative sum the difference wraps around, so that a negative weight that is not the last one fails.
            if (weight * maxScore > wrapped(std::numeric_limits<std::int64_t>::max(), total))
                return BuildError{"total score of Score plugins could overflow", entryPath(source, i), plugin.name,
                                  {}};
            total += weight * maxScore;
        }
    }
    for (const std::string& name : names)
        weighted.push_back({name, weights.at(name)});
    return {};
}

Failure settleAllWeights(const Plugins& plugins, const PluginCatalog& catalog, ResolvedProfile& resolved)
{
    if (Failure failure = settleWeights(Score, plugins, catalog, resolved.plugins[Score], resolved.score)) {
        failure->text = "score plugins: " + failure->text;
        return failure;
    }
    Failure failure =
        settleWeights(PlacementScore, plugins, catalog, resolved.plugins[PlacementScore], resolved.placementScore);
    if (failure)
        failure->text = "placement score plugins: " + failure->text;
    return failure;
}

}

tl::expected<ResolvedProfile, BuildError> expandProfile(const Profile& profile, const PluginCatalog& catalog)
{
    ResolvedProfile resolved;
    resolved.schedulerName = profile.schedulerName;
    for (ExtensionPoint point : fillingOrder)
        if (Failure failure = fillSpecific(point, profile.plugins[point], catalog, resolved.plugins[point]))
            return tl::unexpected(*failure);
    for (ExtensionPoint point : fillingOrder)
        if (Failure failure = expandMultiPoint(point, profile.plugins, catalog, resolved.plugins[point]))
            return tl::unexpected(*failure);
    if (Failure failure = checkCounts(resolved))
        return tl::unexpected(*failure);
    if (Failure failure = settleAllWeights(profile.plugins, catalog, resolved))
        return tl::unexpected(*failure);
    return resolved;
}

}
