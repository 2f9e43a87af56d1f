// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "config/plugin_catalog.h"
#include "framework/cluster_event.h"

#include <set>
#include <string>
#include <tl/expected.hpp>
#include <vector>

namespace berth::plugins {

class LuaState;

/// What a script is, as far as the scheduler has to know before it runs: its name, its functions, its events.
struct ScriptShape {
    std::string name;                      ///< of the table `plugin`, else the file's name without extension
    std::set<std::string> functions;
    bool hasEvents = false;                ///< a table `events`, even an empty one
    std::vector<framework::ClusterEvent> events;
    std::vector<bool> hasHint;             ///< parallel to events

    config::ExtensionPoints points() const;
    bool operator==(const ScriptShape&) const = default;
};

/// Of a script that was run. The error says what is wrong with `plugin` or `events`.
tl::expected<ScriptShape, std::string> shapeOf(LuaState& lua);

}
