// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "config/plugin_catalog.h"
#include "config/types.h"
#include "framework/framework.h"
#include "plugins/script_events.h"
#include "plugins/script_source.h"

namespace berth::plugins {

/// A script that can be run, and what it says of itself.
struct LoadedScript {
    ScriptSource source;
    ScriptShape shape;
};

/// Runs the script once, to see what it is. The error starts with `file:line:`.
tl::expected<LoadedScript, std::string> loadScript(ScriptSource source, ScriptLimits limits = {});
/// All of them, and the catalogue of in-tree plugins with them added; the error is the first script's.
struct LoadedScripts {
    std::vector<LoadedScript> scripts;
    config::PluginCatalog catalog = config::PluginCatalog::inTree();
};
tl::expected<LoadedScripts, std::string> loadScripts(const std::vector<ScriptSource>& sources, ScriptLimits limits = {});

/// Makes the script's plugin available by its name. False if the name is taken.
bool addScript(framework::Registry& registry, const LoadedScript& script, ScriptLimits limits = {});

/// Goes on with another text in every framework that runs the script, or in none. The error starts with `file:line:`.
tl::expected<void, std::string> reloadScript(const std::vector<framework::Framework*>& frameworks,
                                             const std::string& name, const std::string& text);

/// Enables scripts in a profile that names none of them, at all their points: behind the other plugins, but before
/// those for Bind (the first that binds ends the chain), and instead of the queue sort.
void enableScripts(config::Profile& profile, const std::vector<LoadedScript>& scripts);

}
