// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <lua.hpp>
#include <string>

namespace berth::plugins {

/// Pushes a copy of the value at index that shares no table with it (functions and views are shared).
void pushDeepCopy(lua_State* lua, int index);
/// Pushes onto `to` what can be taken from one interpreter to another: no functions, no views.
void pushTransferred(lua_State* from, int index, lua_State* to);
/// Pushes the value at index as Lua would write it, keys in order: `{count=3, nodes={"a", "b"}}`.
void pushDescription(lua_State* lua, int index);

}
