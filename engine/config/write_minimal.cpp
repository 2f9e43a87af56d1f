// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/write_minimal.h"

#include "api/text.h"
#include "config/default_plugins.h"
#include "config/plugin_catalog.h"
#include "config/read.h"
#include "config/write.h"
#include "config/write_args.h"

#include <algorithm>
#include <set>
#include <string_view>

namespace berth::config {

namespace {

using api::Value;

bool same(const Value& a, const Value& b) { return api::toJson(a) == api::toJson(b); }

void erase(Value& object, std::string_view name)
{
    std::erase_if(object.members, [&](const Value::Member& member) { return member.key == name; });
}

/// Members that stand in defaults with the same value go; nested objects likewise if deep.
void dropEqual(Value& object, const Value& defaults, bool deep)
{
    for (Value::Member& member : object.members)
        if (const Value* other = defaults.find(member.key); deep && other && member.value.isObject())
            dropEqual(member.value, *other, true);
    std::erase_if(object.members, [&](const Value::Member& member) {
        const Value* other = defaults.find(member.key);
        bool emptied = deep && other && member.value.isObject() && member.value.members.empty();
        return emptied || (other && same(member.value, *other));
    });
}

Value pluginList(const std::vector<Plugin>& plugins)
{
    Value list = Value::array();
    for (const Plugin& plugin : plugins) {
        Value entry = Value::object();
        entry.set("name", Value::string(plugin.name));
        if (plugin.weight != 0)
            entry.set("weight", Value::integer(plugin.weight));
        list.items.push_back(std::move(entry));
    }
    return list;
}

Value minimalPlugins(const Plugins& plugins, const Plugins& defaults)
{
    Value sets = Value::object();
    for (ExtensionPoint point : allExtensionPoints) {
        PluginSet custom = customSet(defaults[point], plugins[point]);
        Value set = Value::object();
        if (!custom.enabled.empty())
            set.set("enabled", pluginList(custom.enabled));
        if (!custom.disabled.empty())
            set.set("disabled", pluginList(custom.disabled));
        if (!set.members.empty())
            sets.set(std::string(fieldName(point)), std::move(set));
    }
    return sets;
}

bool isDefault(const PluginConfig& config, const FeatureGates& gates)
{
    ArgsKind kind = argsKindOf(config.name);
    return kind != ArgsKind::None && same(argsValue(config.args), argsValue(readArgs(kind, nullptr, gates)));
}

/// Entries that say nothing are left out: defaulting appends them for each enabled plugin. Their order may be another then, which
/// means nothing, since plugins look theirs up by name.
Value minimalConfigs(const Profile& profile, const FeatureGates& gates)
{
    Value list = Value::array();
    const std::vector<std::string> enabled = enabledPluginNames(profile.plugins);
    for (const PluginConfig& config : profile.pluginConfig) {
        const bool isAppended = std::find(enabled.begin(), enabled.end(), config.name) != enabled.end();
        if (isAppended && isDefault(config, gates))
            continue;
        const ArgsKind kind = argsKindOf(config.name);
        Value args = argsValue(config.args);
        if (kind != ArgsKind::None)
            dropEqual(args, argsValue(readArgs(kind, nullptr, gates)), false);
        Value entry = Value::object();
        entry.set("name", Value::string(config.name));
        if (!args.isNull() && !(kind != ArgsKind::None && args.isObject() && args.members.empty()))
            entry.set("args", std::move(args));
        list.items.push_back(std::move(entry));
    }
    return list;
}

Value minimalProfile(const Profile& profile, bool onlyOne, const FeatureGates& gates)
{
    Value value = Value::object();
    if (!onlyOne || profile.schedulerName != "default-scheduler")
        value.set("schedulerName", Value::string(profile.schedulerName));
    if (profile.percentageOfNodesToScore)
        value.set("percentageOfNodesToScore", Value::integer(*profile.percentageOfNodesToScore));
    if (Value plugins = minimalPlugins(profile.plugins, defaultPlugins(gates)); !plugins.members.empty())
        value.set("plugins", std::move(plugins));
    if (Value configs = minimalConfigs(profile, gates); !configs.items.empty())
        value.set("pluginConfig", std::move(configs));
    return value;
}

}

PluginSet customSet(const PluginSet& defaults, const PluginSet& merged)
{
    PluginSet custom{{}, merged.disabled};
    auto isDisabled = [&](const Plugin& plugin) {
        return std::any_of(merged.disabled.begin(), merged.disabled.end(), [&](const Plugin& disabled) {
            return disabled.name == "*" || disabled.name == plugin.name;
        });
    };
    for (const Plugin& plugin : merged.enabled) {
        bool unchanged = std::find(defaults.enabled.begin(), defaults.enabled.end(), plugin) != defaults.enabled.end();
        if (!unchanged || isDisabled(plugin))
            custom.enabled.push_back(plugin);
    }
    if (mergePluginSet(defaults, custom) == merged)
        return custom;
    custom.enabled = merged.enabled;
    if (mergePluginSet(defaults, custom).enabled != merged.enabled)
        custom.disabled = {{"*"}};
    return custom;
}

api::Value withoutDefaults(api::Value document, const KubeSchedulerConfiguration& config, const FeatureGates& gates)
{
    Value defaults = toValue(readConfiguration(Value::object(), gates), gates, WriteStyle::Explicit);
    for (const char* kept : {"apiVersion", "kind", "profiles"})
        erase(defaults, kept);
    defaults.set("enableContentionProfiling", Value::boolean_(config.enableProfiling)); // follows it
    dropEqual(document, defaults, true);
    erase(document, "profiles");
    if (Value* extenders = document.find("extenders"))
        for (Value& extender : extenders->items)
            if (const Value* timeout = extender.find("httpTimeout"); timeout && timeout->text == "0s")
                erase(extender, "httpTimeout");

    Value profiles = Value::array();
    for (const Profile& profile : config.profiles)
        profiles.items.push_back(minimalProfile(profile, config.profiles.size() == 1, gates));
    if (profiles.items.size() > 1 || (profiles.items.size() == 1 && !profiles.items[0].members.empty()))
        document.set("profiles", std::move(profiles));
    return document;
}

}
