// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/lua_handle.h"

#include "plugins/lua_objects.h"
#include "plugins/lua_state.h"

#include <algorithm>
#include <lua.hpp>

namespace berth::plugins {
namespace {

LuaHandle& handleOf(lua_State* lua)
{
    auto* handle = static_cast<LuaHandle*>(LuaState::of(lua).owner);
    if (!handle)
        luaL_error(lua, "handle can be used in the plugin's functions, not while the script is loaded");
    return *handle;
}

bool explains(lua_State* lua) { return handleOf(lua).handle->explanation() != 0; }

int nodes(lua_State* lua)
{
    const auto& list = handleOf(lua).handle->snapshot().list();
    LuaState::of(lua).charge(lua, list.size());
    lua_createtable(lua, static_cast<int>(list.size()), 0);
    lua_Integer at = 0;
    for (const auto* node : list) {
        pushNodeInfo(lua, *node);
        lua_rawseti(lua, -2, ++at);
    }
    makeReadOnly(lua);
    return 1;
}

int node(lua_State* lua)
{
    auto& handle = handleOf(lua);
    const char* name = luaL_checkstring(lua, 1);
    const auto* found = handle.handle->snapshot().get(name);
    if (!found)
        return 0;
    pushNodeInfo(lua, *found);
    return 1;
}

int now(lua_State* lua)
{
    lua_pushnumber(lua, static_cast<double>(handleOf(lua).handle->clock().now().nanoseconds) / 1e9);
    return 1;
}

/// Copies the server's answer into the buffer; nothing that Lua could jump over is left when it returns.
bool bindTo(framework::Handle& handle, const api::Pod& pod, const char* nodeName, char* error, std::size_t size)
{
    auto bound = handle.apiServer().bind({pod.meta.namespace_.str(), pod.meta.name, pod.meta.uid, nodeName});
    if (bound)
        return true;
    error[bound.error().text.copy(error, size - 1)] = '\0';
    return false;
}

/// handle.bind(pod, nodeName) → true, or nil and the API server's words.
int bind(lua_State* lua)
{
    char error[1024];
    auto& handle = handleOf(lua);
    const auto& pod = checkPod(lua, 1);
    const char* nodeName = luaL_checkstring(lua, 2);
    if (explains(lua) || bindTo(*handle.handle, pod, nodeName, error, sizeof error)) {
        lua_pushboolean(lua, 1);
        return 1;
    }
    lua_pushnil(lua);
    lua_pushstring(lua, error);
    return 2;
}

/// handle.activate(key…): `namespace/name`
int activate(lua_State* lua)
{
    auto& handle = handleOf(lua);
    const int count = lua_gettop(lua);
    for (int i = 1; i <= count; ++i)
        luaL_checkstring(lua, i);
    if (explains(lua))
        return 0;
    std::vector<std::string> keys; // texts are only looked at now: nothing raises
    for (int i = 1; i <= count; ++i)
        keys.emplace_back(lua_tostring(lua, i));
    handle.handle->activate(keys);
    return 0;
}

/// Pods that wait on Permit by key, with the plugins that keep them.
std::vector<std::pair<std::string, std::vector<api::Symbol>>> waits(framework::Handle& handle)
{
    std::vector<std::pair<std::string, std::vector<api::Symbol>>> all;
    handle.forEachWaitingPod(
        [&](framework::WaitingPod& wait) { all.emplace_back(wait.pod().meta.key(), wait.pendingPlugins()); });
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    return all;
}

/// A userdata that owns what a C++ local must not: Lua collects it even if an error jumps over the caller.
template <typename T>
T& owned(lua_State* lua, const char* type)
{
    auto* value = new (lua_newuserdatauv(lua, sizeof(T), 0)) T();
    if (luaL_newmetatable(lua, type)) {
        lua_pushcfunction(lua, [](lua_State* l) {
            static_cast<T*>(lua_touserdata(l, 1))->~T();
            return 0;
        });
        lua_setfield(lua, -2, "__gc");
    }
    lua_setmetatable(lua, -2);
    return *value;
}

/// handle.waitingPods() → list of {pod = key, plugins = {…}}
int waitingPods(lua_State* lua)
{
    auto& handle = handleOf(lua);
    auto& all = owned<std::vector<std::pair<std::string, std::vector<api::Symbol>>>>(lua, "waits");
    all = waits(*handle.handle);
    lua_newtable(lua);
    lua_Integer at = 0;
    for (const auto& [key, plugins] : all) {
        lua_newtable(lua);
        pushText(lua, key);
        lua_setfield(lua, -2, "pod");
        lua_newtable(lua);
        lua_Integer n = 0;
        for (auto plugin : plugins) {
            pushText(lua, plugin.view());
            lua_rawseti(lua, -2, ++n);
        }
        lua_setfield(lua, -2, "plugins");
        lua_rawseti(lua, -2, ++at);
    }
    return 1;
}

/// Lets visit have the wait of that pod; false if it does not wait.
template <typename Visit>
bool withWait(framework::Handle& handle, const char* key, Visit visit)
{
    bool found = false;
    handle.forEachWaitingPod([&](framework::WaitingPod& wait) {
        if (wait.pod().meta.key() != key)
            return;
        found = true;
        visit(wait);
    });
    return found;
}

/// handle.allow(key [, plugin]): the plugin, this one unless named, waits for the pod no longer.
int allow(lua_State* lua)
{
    auto& handle = handleOf(lua);
    const char* key = luaL_checkstring(lua, 1);
    const char* plugin = luaL_optstring(lua, 2, handle.plugin.str().c_str());
    const bool found = !explains(lua) && withWait(*handle.handle, key, [&](framework::WaitingPod& wait) {
        wait.allow(api::Symbol(plugin));
    });
    lua_pushboolean(lua, found);
    return 1;
}

/// handle.reject(key, message)
int reject(lua_State* lua)
{
    auto& handle = handleOf(lua);
    const char* key = luaL_checkstring(lua, 1);
    const char* message = luaL_checkstring(lua, 2);
    bool decided = false;
    if (!explains(lua))
        withWait(*handle.handle, key,
                 [&](framework::WaitingPod& wait) { decided = wait.reject(handle.plugin, message); });
    lua_pushboolean(lua, decided);
    return 1;
}

}

void openHandle(lua_State* lua)
{
    const luaL_Reg functions[] = {{"nodes", nodes},   {"node", node},     {"now", now},
                                  {"bind", bind},     {"activate", activate}, {"waitingPods", waitingPods},
                                  {"allow", allow},   {"reject", reject}, {nullptr, nullptr}};
    luaL_newlib(lua, functions);
    lua_setglobal(lua, "handle");
}

}
