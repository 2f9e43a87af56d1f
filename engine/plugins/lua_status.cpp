// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/lua_status.h"

#include "plugins/lua_state.h"

#include <cmath>
#include <cstdlib>

namespace berth::plugins {
namespace {

using framework::Code;
using framework::Status;

constexpr const char* statusType = "status";

/// The userdata's first user value is the list of reasons.
struct LuaStatus {
    Code code;
    std::int64_t nanoseconds;              ///< of a Wait
};

LuaStatus* pushStatus(lua_State* lua, Code code, int firstReason)
{
    const int last = lua_gettop(lua);
    auto* status = static_cast<LuaStatus*>(lua_newuserdatauv(lua, sizeof(LuaStatus), 1));
    *status = {code, 0};
    luaL_setmetatable(lua, statusType);
    lua_newtable(lua);
    for (int i = firstReason; i <= last; ++i) {
        luaL_checkstring(lua, i);
        lua_pushvalue(lua, i);
        lua_rawseti(lua, -2, i - firstReason + 1);
    }
    lua_setiuservalue(lua, -2, 1);
    return status;
}

template <Code code>
int plainStatus(lua_State* lua)
{
    pushStatus(lua, code, 1);
    return 1;
}

template <Code code>
int statusWithReason(lua_State* lua)
{
    luaL_checkstring(lua, 1);
    return plainStatus<code>(lua);
}

/// framework.wait(seconds [, reason])
int waitStatus(lua_State* lua)
{
    constexpr double longest = 1e9; // seconds; the framework waits fifteen minutes at most anyway
    const double seconds = luaL_checknumber(lua, 1);
    luaL_argcheck(lua, seconds >= 0 && seconds <= longest, 1, "seconds from 0 on");
    pushStatus(lua, Code::Wait, 2)->nanoseconds = std::llround(seconds * 1e9);
    return 1;
}

int statusText(lua_State* lua)
{
    const auto* status = static_cast<const LuaStatus*>(luaL_checkudata(lua, 1, statusType));
    const auto name = trace::codeName(status->code);
    lua_pushlstring(lua, name.data(), name.size());
    return 1;
}

int log(lua_State* lua)
{
    std::size_t length = 0;
    const char* text = luaL_tolstring(lua, 1, &length);
    auto& state = LuaState::of(lua);
    state.charge(lua, 10 + length / 8);
    if (state.note)
        state.note(std::string(text, length));
    return 0;
}

}

void openStatuses(lua_State* lua)
{
    luaL_newmetatable(lua, statusType);
    lua_pushcfunction(lua, statusText);
    lua_setfield(lua, -2, "__tostring");
    lua_pop(lua, 1);
    const luaL_Reg functions[] = {{"success", plainStatus<Code::Success>},
                                  {"skip", plainStatus<Code::Skip>},
                                  {"unschedulable", plainStatus<Code::Unschedulable>},
                                  {"unschedulableAndUnresolvable", plainStatus<Code::UnschedulableAndUnresolvable>},
                                  {"pending", plainStatus<Code::Pending>},
                                  {"error", statusWithReason<Code::Error>},
                                  {"wait", waitStatus},
                                  {"log", log},
                                  {nullptr, nullptr}};
    luaL_newlib(lua, functions);
    lua_setglobal(lua, "framework");
}

void raiseBadResult(lua_State* lua, const char* function, int result, const char* expected)
{
    lua_Debug where{};
    if (lua_getglobal(lua, function) == LUA_TFUNCTION)
        lua_getinfo(lua, ">S", &where);
    luaL_error(lua, "%s:%d: %s returned a %s; %s is expected", LuaState::of(lua).file().c_str(), where.linedefined,
               function, luaL_typename(lua, result), expected);
    std::abort(); // luaL_error does not come back
}

void readStatus(lua_State* lua, int index, const char* function, Status& status, std::chrono::nanoseconds* wait)
{
    index = lua_absindex(lua, index);
    if (lua_isnil(lua, index))
        return;
    const auto* answer = static_cast<const LuaStatus*>(luaL_testudata(lua, index, statusType));
    if (!answer)
        raiseBadResult(lua, function, index, "a status, as framework.success(),");
    if (wait)
        *wait = std::chrono::nanoseconds(answer->nanoseconds);
    luaL_checkstack(lua, 4, nullptr);
    lua_getiuservalue(lua, index, 1);
    const int list = lua_gettop(lua);
    const auto count = static_cast<lua_Integer>(lua_rawlen(lua, list));
    // From here on nothing raises: a destructor would be jumped over.
    std::vector<std::string> reasons;
    for (lua_Integer i = 1; i <= count; ++i) {
        lua_rawgeti(lua, list, i);
        std::size_t length = 0;
        if (lua_type(lua, -1) == LUA_TSTRING)
            if (const char* text = lua_tolstring(lua, -1, &length))
                reasons.emplace_back(text, length);
        lua_pop(lua, 1);
    }
    lua_settop(lua, list - 1);
    if (answer->code == Code::Error)
        status = Status::error(reasons.empty() ? std::string() : std::move(reasons.front()));
    else
        status = Status(answer->code, std::move(reasons));
}

}
