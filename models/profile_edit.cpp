// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/profile_edit.h"

#include "config/default_plugins.h"
#include "config/expand_profile.h"

#include <algorithm>

namespace berth::models {

namespace {

using config::ExtensionPoint;
using config::Plugin;

std::vector<Plugin>::iterator find(std::vector<Plugin>& plugins, const std::string& name)
{
    return std::find_if(plugins.begin(), plugins.end(), [&](const Plugin& plugin) { return plugin.name == name; });
}

bool contains(std::vector<Plugin>& plugins, const std::string& name)
{
    return find(plugins, name) != plugins.end();
}

void erase(std::vector<Plugin>& plugins, const std::string& name)
{
    std::erase_if(plugins, [&](const Plugin& plugin) { return plugin.name == name; });
}

/// The weight that counts for a plugin at a point; 0 where it is unset, and at points that do not score.
std::int32_t weightAt(config::Profile& profile, ExtensionPoint point, const std::string& name)
{
    if (point != ExtensionPoint::Score && point != ExtensionPoint::PlacementScore)
        return 0;
    for (const ExtensionPoint source : {point, ExtensionPoint::MultiPoint}) {
        std::vector<Plugin>& list = profile.plugins[source].enabled;
        if (const auto at = find(list, name); at != list.end())
            return at->weight;
    }
    return 0;
}

/// Where the defaults have it, among those that are there; with its default weight.
void insertAsByDefault(std::vector<Plugin>& list, const std::string& name, const config::FeatureGates& gates)
{
    std::vector<Plugin> defaults = config::defaultPlugins(gates)[ExtensionPoint::MultiPoint].enabled;
    const auto own = find(defaults, name);
    if (own == defaults.end()) {
        list.push_back({name, 0});
        return;
    }
    auto at = list.begin();
    for (auto before = defaults.begin(); before != own; ++before)
        if (const auto there = find(list, before->name); there != list.end())
            at = std::max(at, there + 1);
    list.insert(at, *own);
}

bool moveInMultiPoint(config::Profile& profile, const std::string& plugin, int by, const config::FeatureGates& gates)
{
    config::PluginSet& set = profile.plugins[ExtensionPoint::MultiPoint];
    std::vector<Plugin>& list = set.enabled;
    const auto from = find(list, plugin);
    if (from == list.end())
        return false;
    const auto at = from - list.begin();
    const auto to = std::clamp<std::ptrdiff_t>(at + by, 0, static_cast<std::ptrdiff_t>(list.size()) - 1);
    if (to > at)
        std::rotate(from, from + 1, list.begin() + to + 1);
    else
        std::rotate(list.begin() + to, from, from + 1);
    // Laid over the defaults the list would fall back into their order.
    if (config::mergePluginSet(config::defaultPlugins(gates)[ExtensionPoint::MultiPoint], set).enabled != list)
        set.disabled = {{"*", 0}};
    return to != at;
}

bool runsInOrder(const config::Profile& profile, ExtensionPoint point, const std::vector<std::string>& order,
                 const config::PluginCatalog& catalog)
{
    const auto expanded = config::expandProfile(profile, catalog);
    return expanded && expanded->plugins[point] == order;
}

/// The shortest own list that gives the order.
bool arrange(config::Profile& profile, ExtensionPoint point, const std::vector<std::string>& order,
             const config::PluginCatalog& catalog)
{
    std::vector<Plugin> all;
    for (const std::string& name : order)
        all.push_back({name, weightAt(profile, point, name)});
    config::PluginSet& own = profile.plugins[point];
    std::vector<Plugin>& multi = profile.plugins[ExtensionPoint::MultiPoint].enabled;
    const config::PluginSet before = own;
    for (std::size_t count = 0; count <= all.size(); ++count) {
        own.enabled.assign(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count));
        // What multiPoint does not offer has to be named in any case.
        for (std::size_t i = count; i < all.size(); ++i)
            if (!contains(multi, all[i].name))
                own.enabled.push_back(all[i]);
        if (runsInOrder(profile, point, order, catalog))
            return true;
    }
    // A plugin of the own list alone cannot stand before one of multiPoint's: then nothing is taken from there.
    own.enabled = all;
    own.disabled = {{"*", 0}};
    if (runsInOrder(profile, point, order, catalog))
        return true;
    own = before;
    return false;
}

}

bool setWeight(config::Profile& profile, const std::string& plugin, std::int32_t weight)
{
    for (const ExtensionPoint source : {ExtensionPoint::Score, ExtensionPoint::PlacementScore, ExtensionPoint::MultiPoint}) {
        std::vector<Plugin>& list = profile.plugins[source].enabled;
        if (const auto at = find(list, plugin); at != list.end()) {
            const bool changed = at->weight != weight;
            at->weight = weight;
            return changed;
        }
    }
    return false;
}

bool setEnabled(config::Profile& profile, ExtensionPoint point, const std::string& plugin, bool enabled,
                const config::FeatureGates& gates)
{
    config::PluginSet& own = profile.plugins[point];
    std::vector<Plugin>& multi = profile.plugins[ExtensionPoint::MultiPoint].enabled;
    const bool offered = point != ExtensionPoint::MultiPoint && contains(multi, plugin);
    const bool all = contains(own.disabled, "*");
    const bool runs = contains(own.enabled, plugin) || (offered && !all && !contains(own.disabled, plugin));
    if (runs == enabled)
        return false;
    if (enabled) {
        erase(own.disabled, plugin);
        if (point == ExtensionPoint::MultiPoint)
            insertAsByDefault(own.enabled, plugin, gates);
        else if (!offered || all)
            own.enabled.push_back({plugin, weightAt(profile, point, plugin)});
    } else {
        erase(own.enabled, plugin);
        if ((offered || point == ExtensionPoint::MultiPoint) && !all && !contains(own.disabled, plugin))
            own.disabled.push_back({plugin, 0});
    }
    return true;
}

bool move(config::Profile& profile, ExtensionPoint point, const std::string& plugin, int by, const config::PluginCatalog& catalog,
          const config::FeatureGates& gates)
{
    if (point == ExtensionPoint::MultiPoint)
        return moveInMultiPoint(profile, plugin, by, gates);
    const auto expanded = config::expandProfile(profile, catalog);
    if (!expanded)
        return false;
    std::vector<std::string> order = expanded->plugins[point];
    const auto from = std::find(order.begin(), order.end(), plugin);
    if (from == order.end())
        return false;
    const auto at = from - order.begin();
    const auto to = std::clamp<std::ptrdiff_t>(at + by, 0, static_cast<std::ptrdiff_t>(order.size()) - 1);
    if (to == at)
        return false;
    order.erase(from);
    order.insert(order.begin() + to, plugin);
    return arrange(profile, point, order, catalog);
}

}
