// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/script_loading.h"

#include "plugins/native_plugins.h"
#include "plugins/scripted_plugin.h"

namespace berth::plugins {

using config::ExtensionPoint;

tl::expected<LoadedScript, std::string> loadScript(ScriptSource source, ScriptLimits limits)
{
    LuaState lua(source.file, limits);
    if (auto ran = lua.run(source.text); !ran)
        return tl::unexpected(ran.error());
    auto shape = shapeOf(lua);
    if (!shape)
        return tl::unexpected(shape.error());
    return LoadedScript{std::move(source), std::move(*shape)};
}

tl::expected<LoadedScripts, std::string> loadScripts(const std::vector<ScriptSource>& sources, ScriptLimits limits)
{
    LoadedScripts loaded;
    for (const auto& plugin : nativePlugins())
        loaded.catalog.add(plugin.name, plugin.points);
    for (const auto& source : sources) {
        auto script = loadScript(source, limits);
        if (!script)
            return tl::unexpected(script.error());
        if (!loaded.catalog.add(script->shape.name, script->shape.points()))
            return tl::unexpected(source.file + ": a plugin named " + script->shape.name + " already exists");
        loaded.scripts.push_back(std::move(*script));
    }
    return loaded;
}

bool addScript(framework::Registry& registry, const LoadedScript& script, ScriptLimits limits)
{
    return registry.add(script.shape.name, [script, limits](const framework::PluginContext& context)
                            -> tl::expected<std::unique_ptr<framework::Plugin>, std::string> {
        const auto arguments = context.config.argsOf<config::RawArgs>(script.shape.name);
        auto made = ScriptedPlugin::make(api::Symbol(script.shape.name), script.source, arguments.value,
                                         context.handle, limits);
        if (!made)
            return tl::unexpected(made.error());
        return std::unique_ptr<framework::Plugin>(std::move(*made));
    });
}

tl::expected<void, std::string> reloadScript(const std::vector<framework::Framework*>& frameworks,
                                             const std::string& name, const std::string& text)
{
    std::vector<ScriptedPlugin*> concerned;
    for (auto* framework : frameworks)
        if (auto* plugin = dynamic_cast<ScriptedPlugin*>(framework->plugin(name)))
            concerned.push_back(plugin);
    if (concerned.empty())
        return tl::unexpected("no profile runs a script named " + name);
    for (auto* plugin : concerned)
        if (auto checked = plugin->checkReload(text); !checked)
            return checked;
    for (auto* plugin : concerned)
        if (auto reloaded = plugin->reload(text); !reloaded)
            return reloaded;
    return {};
}

void enableScripts(config::Profile& profile, const std::vector<LoadedScript>& scripts)
{
    for (const auto& script : scripts) {
        const auto points = script.shape.points();
        const config::Plugin entry{script.shape.name, 0};
        profile.plugins[ExtensionPoint::MultiPoint].enabled.push_back(entry);
        if (points.contains(ExtensionPoint::Bind))
            profile.plugins[ExtensionPoint::Bind].enabled.push_back(entry);
        if (points.contains(ExtensionPoint::QueueSort)) {
            profile.plugins[ExtensionPoint::QueueSort].enabled = {entry};
            profile.plugins[ExtensionPoint::QueueSort].disabled = {{"*", 0}};
        }
    }
}

}
