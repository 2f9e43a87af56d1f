// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/lua_library.h"

#include "plugins/lua_cycle_state.h"
#include "plugins/lua_handle.h"
#include "plugins/lua_objects.h"
#include "plugins/lua_state.h"
#include "plugins/lua_status.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace berth::plugins {
namespace {

/// numbers, texts, booleans; -1 for what has no order of its own.
int rankOf(lua_State* lua, int index)
{
    switch (lua_type(lua, index)) {
    case LUA_TNUMBER: return 0;
    case LUA_TSTRING: return 1;
    case LUA_TBOOLEAN: return 2;
    default: return -1;
    }
}

bool keyLess(lua_State* lua, int a, int b)
{
    const int x = rankOf(lua, a);
    const int y = rankOf(lua, b);
    if (x != y)
        return x < y;
    if (x == 0)
        return lua_compare(lua, a, b, LUA_OPLT);
    if (x == 2)
        return lua_toboolean(lua, a) < lua_toboolean(lua, b);
    // Bytewise: lua_compare would ask the locale.
    std::size_t lengthA = 0;
    std::size_t lengthB = 0;
    const char* textA = lua_tolstring(lua, a, &lengthA);
    const char* textB = lua_tolstring(lua, b, &lengthB);
    return std::string_view(textA, lengthA) < std::string_view(textB, lengthB);
}

/// Merge sort of list[from, to) through scratch; both are stack indexes of tables.
void sortKeys(lua_State* lua, int list, int scratch, lua_Integer from, lua_Integer to)
{
    if (to - from < 2)
        return;
    const auto middle = from + (to - from) / 2;
    sortKeys(lua, list, scratch, from, middle);
    sortKeys(lua, list, scratch, middle, to);
    for (lua_Integer i = from, left = from, right = middle; i < to; ++i) {
        lua_rawgeti(lua, list, left);
        lua_rawgeti(lua, list, right);
        const bool takeRight = left >= middle || (right < to && keyLess(lua, lua_gettop(lua), lua_gettop(lua) - 1));
        lua_pushvalue(lua, takeRight ? -1 : -2);
        lua_rawseti(lua, scratch, i);
        lua_pop(lua, 2);
        ++(takeRight ? right : left);
    }
    for (auto i = from; i < to; ++i) {
        lua_rawgeti(lua, scratch, i);
        lua_rawseti(lua, list, i);
    }
}

/// Upvalues: the table, its keys, the next position.
int step(lua_State* lua)
{
    auto at = lua_tointeger(lua, lua_upvalueindex(3));
    for (;;) {
        lua_rawgeti(lua, lua_upvalueindex(2), at++);
        if (lua_isnil(lua, -1))
            return 1;
        lua_pushvalue(lua, -1);
        lua_rawget(lua, lua_upvalueindex(1));
        if (!lua_isnil(lua, -1))
            break;
        lua_pop(lua, 2); // removed while the loop was under way
    }
    lua_pushinteger(lua, at);
    lua_replace(lua, lua_upvalueindex(3));
    return 2;
}

int sortedPairs(lua_State* lua)
{
    pushPlainTable(lua, 1);
    lua_replace(lua, 1);
    lua_settop(lua, 1);
    pushSortedKeys(lua, 1);
    lua_pushinteger(lua, 1);
    lua_pushcclosure(lua, step, 3);
    return 1;
}

/// next(table [, key]): the pair behind key in the order of pairs.
int sortedNext(lua_State* lua)
{
    lua_settop(lua, 2);
    const bool first = lua_isnil(lua, 2);
    luaL_argcheck(lua, first || rankOf(lua, 2) >= 0, 2, "a key is a number, a text or a boolean");
    pushPlainTable(lua, 1);
    lua_replace(lua, 1);
    LuaState::of(lua).charge(lua, lua_rawlen(lua, 1));
    lua_pushnil(lua); // 3: the best key so far
    lua_pushnil(lua);
    while (lua_next(lua, 1)) {
        lua_pop(lua, 1);
        if (rankOf(lua, -1) < 0)
            return luaL_error(lua, "a table with a %s as key has no order", luaL_typename(lua, -1));
        if ((first || keyLess(lua, 2, 4)) && (lua_isnil(lua, 3) || keyLess(lua, 4, 3))) {
            lua_pushvalue(lua, 4);
            lua_replace(lua, 3);
        }
    }
    lua_settop(lua, 3);
    if (lua_isnil(lua, 3))
        return 1;
    lua_pushvalue(lua, 3);
    lua_rawget(lua, 1);
    return 2;
}

/// Without addresses, which differ from run to run.
int plainToString(lua_State* lua)
{
    luaL_checkany(lua, 1);
    const int type = lua_type(lua, 1);
    if (type == LUA_TTABLE || type == LUA_TFUNCTION || type == LUA_TTHREAD || type == LUA_TLIGHTUSERDATA)
        lua_pushstring(lua, luaL_typename(lua, 1));
    else
        luaL_tolstring(lua, 1, nullptr);
    return 1;
}

std::uint64_t sizeOf(lua_State* lua, int index)
{
    const int type = lua_type(lua, index);
    return type == LUA_TTABLE || type == LUA_TSTRING ? lua_rawlen(lua, index) : 0;
}

/// Calls the function in upvalue 1 and charges for what it walks over.
int charged(lua_State* lua)
{
    std::uint64_t cost = 0;
    for (int i = 1; i <= lua_gettop(lua); ++i)
        cost += sizeOf(lua, i) / 8;
    LuaState::of(lua).charge(lua, cost);
    lua_pushvalue(lua, lua_upvalueindex(1));
    lua_insert(lua, 1);
    lua_call(lua, lua_gettop(lua) - 1, LUA_MULTRET);
    return lua_gettop(lua);
}

/// string.rep: refused before it takes the memory, so that the error has a line.
int chargedRepeat(lua_State* lua)
{
    std::size_t textLength = 0;
    std::size_t separatorLength = 0;
    luaL_checklstring(lua, 1, &textLength);
    luaL_optlstring(lua, 3, "", &separatorLength);
    const auto length = static_cast<lua_Integer>(textLength + separatorLength);
    const auto times = luaL_checkinteger(lua, 2);
    auto& state = LuaState::of(lua);
    if (times > 0 && length > 0 && times > static_cast<lua_Integer>(state.limits().memory) / length)
        return luaL_error(lua, "exceeded %d KiB of memory", static_cast<int>(state.limits().memory >> 10));
    if (times > 0)
        state.charge(lua, static_cast<std::uint64_t>(times * length) / 8);
    return charged(lua);
}

/// Patterns: the matcher tries up to length^(repetitions + 1) ways, and no instruction is counted meanwhile.
int chargedMatch(lua_State* lua)
{
    constexpr double mostSteps = 1e8;
    std::size_t textLength = 0;
    luaL_checklstring(lua, 1, &textLength);
    const auto length = static_cast<double>(textLength);
    std::size_t patternLength = 0;
    const char* pattern = luaL_checklstring(lua, 2, &patternLength);
    const auto repetitions = std::count_if(pattern, pattern + patternLength,
                                           [](char c) { return c != '\0' && std::strchr("*+-?", c) != nullptr; });
    if (std::pow(std::max(length, 2.0), static_cast<double>(repetitions + 1)) > mostSteps)
        return luaL_error(lua, "a pattern with so many repetitions on so long a text could take forever");
    return charged(lua);
}

/// string.format without what would show an address.
int plainFormat(lua_State* lua)
{
    if (std::strstr(luaL_checkstring(lua, 1), "%p"))
        return luaL_error(lua, "%%p is not supported: addresses differ from run to run");
    for (int i = 2; i <= lua_gettop(lua); ++i)
        if (lua_istable(lua, i) || lua_isfunction(lua, i))
            return luaL_argerror(lua, i, "a table or function has no text");
    return charged(lua);
}

void removeAll(lua_State* lua, int table, std::initializer_list<const char*> names)
{
    for (const char* name : names) {
        lua_pushnil(lua);
        lua_setfield(lua, table, name);
    }
}

/// Puts wrapper, with the original as its upvalue, in the place of each.
void wrapAll(lua_State* lua, int table, lua_CFunction wrapper, std::initializer_list<const char*> names)
{
    for (const char* name : names) {
        lua_getfield(lua, table, name);
        lua_pushcclosure(lua, wrapper, 1);
        lua_setfield(lua, table, name);
    }
}

void openBase(lua_State* lua)
{
    luaL_requiref(lua, LUA_GNAME, luaopen_base, 1);
    removeAll(lua, lua_gettop(lua), {"collectgarbage", "dofile", "getmetatable", "load", "loadfile", "pcall", "print",
                                     "rawequal", "rawget", "rawlen", "rawset", "setmetatable", "warn", "xpcall"});
    lua_register(lua, "pairs", sortedPairs);
    lua_register(lua, "next", sortedNext);
    lua_register(lua, "tostring", plainToString);
    lua_pop(lua, 1);
}

}

void pushSortedKeys(lua_State* lua, int table)
{
    table = lua_absindex(lua, table);
    lua_newtable(lua);
    const int list = lua_gettop(lua);
    lua_Integer count = 0;
    lua_pushnil(lua);
    while (lua_next(lua, table)) {
        lua_pop(lua, 1);
        if (rankOf(lua, -1) < 0)
            luaL_error(lua, "a table with a %s as key has no order", luaL_typename(lua, -1));
        lua_pushvalue(lua, -1);
        lua_rawseti(lua, list, ++count);
    }
    LuaState::of(lua).charge(lua, static_cast<std::uint64_t>(count));
    luaL_checkstack(lua, 128, "sorting keys"); // one frame of sortKeys keeps at most two values
    lua_newtable(lua);
    sortKeys(lua, list, list + 1, 1, count + 1);
    lua_settop(lua, list);
}

void openSafeLibraries(lua_State* lua)
{
    openBase(lua);
    luaL_requiref(lua, LUA_MATHLIBNAME, luaopen_math, 1);
    removeAll(lua, lua_gettop(lua), {"random", "randomseed"});
    luaL_requiref(lua, LUA_TABLIBNAME, luaopen_table, 1);
    removeAll(lua, lua_gettop(lua), {"move"});
    wrapAll(lua, lua_gettop(lua), charged, {"concat", "insert", "remove", "sort", "unpack"});
    luaL_requiref(lua, LUA_STRLIBNAME, luaopen_string, 1);
    removeAll(lua, lua_gettop(lua), {"dump"});
    wrapAll(lua, lua_gettop(lua), charged, {"byte", "char", "lower", "reverse", "sub", "upper"});
    wrapAll(lua, lua_gettop(lua), chargedMatch, {"find", "gmatch", "gsub", "match"});
    wrapAll(lua, lua_gettop(lua), chargedRepeat, {"rep"});
    wrapAll(lua, lua_gettop(lua), plainFormat, {"format"});
    luaL_requiref(lua, LUA_UTF8LIBNAME, luaopen_utf8, 1);
    lua_settop(lua, 0);
    openStatuses(lua);
    openObjects(lua);
    openCycleState(lua);
    openHandle(lua);
}

}
