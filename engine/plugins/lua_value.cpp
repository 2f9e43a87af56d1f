// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/lua_value.h"

#include "plugins/lua_library.h"
#include "plugins/lua_state.h"

namespace berth::plugins {
namespace {

/// Deeper than any state that means something; ends cycles.
constexpr int deepest = 50;

/// seen: stack index of a table original → copy, so that a table that occurs twice is one table in the copy too.
void pushCopy(lua_State* lua, int index, int seen)
{
    if (!lua_istable(lua, index))
        return lua_pushvalue(lua, index);
    luaL_checkstack(lua, 10, "state is nested too deeply");
    LuaState::of(lua).charge(lua, 10);
    lua_pushvalue(lua, index);
    if (lua_rawget(lua, seen) != LUA_TNIL)
        return;
    lua_pop(lua, 1);
    lua_newtable(lua);
    const int copy = lua_gettop(lua);
    lua_pushvalue(lua, index);
    lua_pushvalue(lua, copy);
    lua_rawset(lua, seen);
    lua_pushnil(lua);
    while (lua_next(lua, index)) {
        lua_pushvalue(lua, -2);
        pushCopy(lua, lua_gettop(lua) - 1, seen);
        lua_rawset(lua, copy);
        lua_pop(lua, 1);
    }
}

void transfer(lua_State* from, int index, lua_State* to, int depth)
{
    switch (lua_type(from, index)) {
    case LUA_TBOOLEAN: return lua_pushboolean(to, lua_toboolean(from, index));
    case LUA_TNUMBER:
        if (lua_isinteger(from, index))
            return lua_pushinteger(to, lua_tointeger(from, index));
        return lua_pushnumber(to, lua_tonumber(from, index));
    case LUA_TSTRING: {
        std::size_t length = 0;
        const char* text = lua_tolstring(from, index, &length);
        lua_pushlstring(to, text, length);
        return;
    }
    case LUA_TTABLE: break;
    default: return lua_pushnil(to);
    }
    if (depth == deepest || !lua_checkstack(from, 4))
        return lua_pushnil(to);
    luaL_checkstack(to, 4, nullptr);
    lua_newtable(to);
    lua_pushnil(from);
    while (lua_next(from, index)) {
        transfer(from, lua_gettop(from) - 1, to, depth + 1);
        transfer(from, lua_gettop(from), to, depth + 1);
        if (lua_isnil(to, -2))
            lua_pop(to, 2); // a key that cannot go over
        else
            lua_rawset(to, -3);
        lua_pop(from, 1);
    }
}

/// Appends to the list of pieces at `pieces`.
void addPiece(lua_State* lua, int pieces)
{
    lua_rawseti(lua, pieces, static_cast<lua_Integer>(lua_rawlen(lua, pieces)) + 1);
}

void describe(lua_State* lua, int index, int pieces, int depth)
{
    luaL_checkstack(lua, 10, "state is nested too deeply");
    LuaState::of(lua).charge(lua, 10);
    const int type = lua_type(lua, index);
    if (type == LUA_TSTRING) {
        lua_pushliteral(lua, "\"");
        lua_pushvalue(lua, index);
        lua_pushliteral(lua, "\"");
        lua_concat(lua, 3);
        return addPiece(lua, pieces);
    }
    if (type != LUA_TTABLE || depth == deepest) {
        if (type == LUA_TNIL || type == LUA_TNUMBER || type == LUA_TBOOLEAN)
            luaL_tolstring(lua, index, nullptr);
        else
            lua_pushfstring(lua, "<%s>", luaL_typename(lua, index)); // no address
        return addPiece(lua, pieces);
    }
    lua_pushliteral(lua, "{");
    addPiece(lua, pieces);
    pushSortedKeys(lua, index);
    const int keys = lua_gettop(lua);
    const auto count = static_cast<lua_Integer>(lua_rawlen(lua, keys));
    const auto listed = static_cast<lua_Integer>(lua_rawlen(lua, index));
    for (lua_Integer i = 1; i <= count; ++i) {
        if (i > 1) {
            lua_pushliteral(lua, ", ");
            addPiece(lua, pieces);
        }
        lua_rawgeti(lua, keys, i);
        if (!(lua_isinteger(lua, -1) && lua_tointeger(lua, -1) == i && i <= listed)) {
            luaL_tolstring(lua, -1, nullptr);
            lua_pushliteral(lua, "=");
            lua_concat(lua, 2);
            addPiece(lua, pieces);
        }
        lua_rawget(lua, index);
        describe(lua, lua_gettop(lua), pieces, depth + 1);
        lua_pop(lua, 1);
    }
    lua_settop(lua, keys - 1);
    lua_pushliteral(lua, "}");
    addPiece(lua, pieces);
}

}

void pushDeepCopy(lua_State* lua, int index)
{
    index = lua_absindex(lua, index);
    lua_newtable(lua);
    pushCopy(lua, index, lua_gettop(lua));
    lua_remove(lua, -2);
}

void pushTransferred(lua_State* from, int index, lua_State* to) { transfer(from, lua_absindex(from, index), to, 0); }

void pushDescription(lua_State* lua, int index)
{
    index = lua_absindex(lua, index);
    lua_newtable(lua);
    const int pieces = lua_gettop(lua);
    describe(lua, index, pieces, 0);
    luaL_Buffer text;
    luaL_buffinit(lua, &text);
    const auto count = static_cast<lua_Integer>(lua_rawlen(lua, pieces));
    for (lua_Integer i = 1; i <= count; ++i) {
        lua_rawgeti(lua, pieces, i);
        luaL_addvalue(&text);
    }
    luaL_pushresult(&text);
    lua_remove(lua, pieces);
}

}
