// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/script_events.h"

#include "plugins/lua_state.h"

#include <cstring>
#include <lua.hpp>

namespace berth::plugins {
namespace {

using framework::ActionType;
using framework::ClusterEvent;
using framework::EventResource;

constexpr const char* functionNames[] = {"preEnqueue", "less",    "preFilter", "addPod", "removePod",
                                         "filter",     "preScore", "score",    "normalize", "reserve",
                                         "unreserve",  "permit",  "preBindPreFlight", "preBind", "bind",
                                         "postBind"};

struct NamedAction {
    const char* name;
    ActionType action;
};

constexpr NamedAction actionNames[] = {
    {"Add", ActionType::Add},
    {"Delete", ActionType::Delete},
    {"Update", ActionType::Update},
    {"All", ActionType::All},
    {"UpdateNodeAllocatable", ActionType::UpdateNodeAllocatable},
    {"UpdateNodeLabel", ActionType::UpdateNodeLabel},
    {"UpdateNodeTaint", ActionType::UpdateNodeTaint},
    {"UpdateNodeCondition", ActionType::UpdateNodeCondition},
    {"UpdateNodeAnnotation", ActionType::UpdateNodeAnnotation},
    {"UpdateNodeDeclaredFeature", ActionType::UpdateNodeDeclaredFeature},
    {"UpdatePodLabel", ActionType::UpdatePodLabel},
    {"UpdatePodScaleDown", ActionType::UpdatePodScaleDown},
    {"UpdatePodToleration", ActionType::UpdatePodToleration},
    {"UpdatePodSchedulingGatesEliminated", ActionType::UpdatePodSchedulingGatesEliminated},
    {"UpdatePodGeneratedResourceClaim", ActionType::UpdatePodGeneratedResourceClaim},
};

ActionType checkAction(lua_State* lua, const char* name)
{
    for (const auto& [known, action] : actionNames)
        if (std::strcmp(known, name) == 0)
            return action;
    luaL_error(lua, "events: there is no action '%s'", name);
    return ActionType::None;
}

EventResource checkResource(lua_State* lua, const char* name)
{
    for (int i = 0; i <= static_cast<int>(EventResource::Any); ++i) {
        const auto resource = static_cast<EventResource>(i);
        auto known = framework::eventResourceName(resource);
        known = known.substr(known.find('/') + 1); // `storage.k8s.io/CSINode`
        if (known == name)
            return resource;
    }
    luaL_error(lua, "events: there is no resource '%s'", name);
    return EventResource::Any;
}

/// The event of the entry on top of the stack: {resource = "Node", actions = {"Add"}, hint = function}.
ClusterEvent readEvent(lua_State* lua)
{
    const int entry = lua_gettop(lua);
    if (!lua_istable(lua, entry) || lua_getfield(lua, entry, "resource") != LUA_TSTRING
        || lua_getfield(lua, entry, "actions") != LUA_TTABLE)
        luaL_error(lua, "events: an entry is {resource = \"Node\", actions = {\"Add\", …}, hint = function}");
    auto action = ActionType::None;
    const auto count = luaL_len(lua, -1);
    for (lua_Integer i = 1; i <= count; ++i) {
        if (lua_rawgeti(lua, entry + 2, i) != LUA_TSTRING)
            luaL_error(lua, "events: an action is a text");
        action = action | checkAction(lua, lua_tostring(lua, -1));
        lua_pop(lua, 1);
    }
    if (count == 0)
        luaL_error(lua, "events: an entry needs at least one action");
    return {checkResource(lua, lua_tostring(lua, entry + 1)), action, {}};
}

void readEvents(lua_State* lua, ScriptShape& shape)
{
    const int type = lua_getglobal(lua, "events");
    const int list = lua_gettop(lua);
    if (type == LUA_TNIL)
        return;
    if (type != LUA_TTABLE)
        luaL_error(lua, "events is a list");
    shape.hasEvents = true;
    const auto count = luaL_len(lua, list);
    for (lua_Integer i = 1; i <= count; ++i) {
        lua_rawgeti(lua, list, i);
        const auto event = readEvent(lua);
        shape.events.push_back(event);
        const int hint = lua_getfield(lua, list + 1, "hint");
        if (hint != LUA_TNIL && hint != LUA_TFUNCTION)
            luaL_error(lua, "events: hint is a function");
        shape.hasHint.push_back(hint == LUA_TFUNCTION);
        lua_settop(lua, list);
    }
}

void readName(lua_State* lua, ScriptShape& shape)
{
    const int type = lua_getglobal(lua, "plugin");
    if (type == LUA_TNIL)
        return;
    if (type != LUA_TTABLE || lua_getfield(lua, -1, "name") != LUA_TSTRING || luaL_len(lua, -1) == 0)
        luaL_error(lua, "plugin is {name = \"…\"}");
    shape.name = lua_tostring(lua, -1);
}

}

config::ExtensionPoints ScriptShape::points() const
{
    using enum config::ExtensionPoint;
    constexpr std::pair<const char*, config::ExtensionPoint> pointOf[] = {
        {"preEnqueue", PreEnqueue}, {"less", QueueSort}, {"preFilter", PreFilter}, {"filter", Filter},
        {"preScore", PreScore}, {"score", Score}, {"reserve", Reserve}, {"unreserve", Reserve},
        {"permit", Permit}, {"preBindPreFlight", PreBind}, {"preBind", PreBind}, {"bind", Bind}, {"postBind", PostBind}};
    config::ExtensionPoints points;
    for (const auto& [function, point] : pointOf)
        if (functions.contains(function))
            points.insert(point);
    return points;
}

tl::expected<ScriptShape, std::string> shapeOf(LuaState& lua)
{
    ScriptShape shape;
    shape.name = lua.file().substr(0, lua.file().rfind('.'));
    auto read = lua.protect([&](lua_State* raw) {
        readName(raw, shape);
        readEvents(raw, shape);
        for (const char* function : functionNames)
            if (lua_getglobal(raw, function) == LUA_TFUNCTION)
                shape.functions.insert(function);
    });
    if (!read)
        return tl::unexpected(lua.file() + ": " + read.error());
    if (shape.points().empty())
        return tl::unexpected(lua.file() + ": no function of this script is an extension point (filter, score, …)");
    return shape;
}

}
