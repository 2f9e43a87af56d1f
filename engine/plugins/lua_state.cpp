// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/lua_state.h"

#include "plugins/lua_library.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <lua.hpp>
#include <new>
#include <utility>

namespace berth::plugins {
namespace {

/// Instructions between two looks at the limits.
constexpr std::uint64_t longestStride = 1000;

int strideOf(const ScriptLimits& limits)
{
    return static_cast<int>(std::clamp<std::uint64_t>(limits.instructions, 1, longestStride));
}

/// Room that is left for Lua to raise an error in, and to get to the next look at the limit.
std::size_t hardLimit(const ScriptLimits& limits) { return limits.memory + limits.memory / 4; }

std::string lastPart(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

/// Pushes the place of the innermost Lua code that runs, `legacy.lua:12: `, or nothing.
bool pushPlace(lua_State* lua)
{
    lua_Debug where;
    for (int level = 0; lua_getstack(lua, level, &where); ++level) {
        lua_getinfo(lua, "Sl", &where);
        if (where.currentline > 0) {
            lua_pushfstring(lua, "%s:%d: ", where.short_src, where.currentline);
            return true;
        }
    }
    return false;
}

/// Makes a text of every error (addresses must not show) and puts in front where it was raised, unless it says so.
int asText(lua_State* lua)
{
    if (!lua_isstring(lua, 1))
        lua_pushfstring(lua, "an error that is no text but a %s", luaL_typename(lua, 1));
    const auto& file = LuaState::of(lua).file();
    const char* text = lua_tostring(lua, -1);
    if (std::strncmp(text, file.c_str(), file.size()) == 0 && text[file.size()] == ':')
        return 1;
    if (!pushPlace(lua))
        return 1;
    lua_insert(lua, -2);
    lua_concat(lua, 2);
    return 1;
}

int openLibraries(lua_State* lua)
{
    openSafeLibraries(lua);
    return 0;
}

}

LuaState::LuaState(const std::string& file, ScriptLimits limits)
    : file_(lastPart(file)), limits_(limits), lua_(lua_newstate(&LuaState::allocate, this))
{
    if (!lua_)
        throw std::bad_alloc();
    *static_cast<LuaState**>(lua_getextraspace(lua_)) = this;
    lua_pushcfunction(lua_, openLibraries);
    if (lua_pcall(lua_, 0, 0, 0) != LUA_OK)
        throw std::bad_alloc(); // a limit below what the libraries take
}

LuaState& LuaState::of(lua_State* lua) { return **static_cast<LuaState**>(lua_getextraspace(lua)); }

LuaState::~LuaState() { lua_close(lua_); }

void* LuaState::allocate(void* self, void* block, std::size_t before, std::size_t after)
{
    auto& state = *static_cast<LuaState*>(self);
    if (!block)
        before = 0; // then it is a kind of object, not a size
    if (after == 0) {
        std::free(block);
        state.memory_ -= before;
        return nullptr;
    }
    if (after > before && state.memory_ - before + after > hardLimit(state.limits_))
        return nullptr;
    void* moved = std::realloc(block, after);
    if (moved)
        state.memory_ = state.memory_ - before + after;
    return moved;
}

void LuaState::onCount(lua_State* lua, lua_Debug* where)
{
    auto& state = of(lua);
    state.used_ += static_cast<std::uint64_t>(strideOf(state.limits_));
    if (state.used_ >= state.limits_.instructions) {
        lua_getinfo(lua, "Sl", where);
        lua_pushfstring(lua, "%s:%d: exceeded %I instructions", where->short_src, where->currentline,
                        static_cast<LUAI_UACINT>(state.limits_.instructions));
        lua_error(lua);
    }
    if (state.memory_ > state.limits_.memory)
        state.checkMemory(lua, where);
}

void LuaState::checkMemory(lua_State* lua, lua_Debug* where)
{
    lua_gc(lua, LUA_GCCOLLECT);
    if (memory_ <= limits_.memory)
        return;
    lua_getinfo(lua, "Sl", where);
    lua_pushfstring(lua, "%s:%d: exceeded %d KiB of memory", where->short_src, where->currentline,
                    static_cast<int>(limits_.memory >> 10));
    lua_error(lua);
}

void LuaState::charge(lua_State* lua, std::uint64_t instructions)
{
    used_ += instructions;
    if (used_ >= limits_.instructions)
        luaL_error(lua, "exceeded %I instructions", static_cast<LUAI_UACINT>(limits_.instructions));
}

bool LuaState::isUnderWay(std::uint64_t call) const
{
    return std::find(calls_.begin(), calls_.end(), call) != calls_.end();
}

int LuaState::runBody(lua_State* lua)
{
    const auto* body = static_cast<const Body*>(lua_touserdata(lua, 1));
    lua_settop(lua, 0);
    (*body)(lua);
    return 0;
}

tl::expected<void, std::string> LuaState::protect(const Body& body)
{
    // A call within a call (a binding wakes a hint of the same plugin) has a budget of its own.
    const auto outer = std::exchange(used_, 0);
    calls_.push_back(++lastCall_);
    lua_sethook(lua_, &LuaState::onCount, LUA_MASKCOUNT, strideOf(limits_));
    const int top = lua_gettop(lua_);
    lua_pushcfunction(lua_, asText);
    lua_pushcfunction(lua_, &LuaState::runBody);
    lua_pushlightuserdata(lua_, const_cast<Body*>(&body));
    const int code = lua_pcall(lua_, 1, 0, top + 1);
    std::string error = code == LUA_OK ? std::string() : takeError(code);
    lua_settop(lua_, top);
    calls_.pop_back();
    used_ = outer;
    if (code == LUA_OK)
        return {};
    return tl::unexpected(std::move(error));
}

std::string LuaState::takeError(int code)
{
    if (code == LUA_ERRMEM)
        return file_ + ": exceeded " + std::to_string(limits_.memory >> 10) + " KiB of memory";
    std::size_t length = 0;
    const char* text = lua_tolstring(lua_, -1, &length);
    return text ? std::string(text, length) : file_ + ": an error without text";
}

tl::expected<void, std::string> LuaState::run(const std::string& text)
{
    const std::string name = "@" + file_;
    return protect([&](lua_State* lua) {
        // Text only: precompiled code can crash the interpreter.
        if (luaL_loadbufferx(lua, text.data(), text.size(), name.c_str(), "t") != LUA_OK)
            lua_error(lua);
        lua_call(lua, 0, 0);
    });
}

}
