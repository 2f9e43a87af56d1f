// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/cycle_state.h"

#include <lua.hpp>

namespace berth::plugins {

void openCycleState(lua_State* lua);

/// The `state` that a script's functions get, good for the running call: state:read(key), state:write(key, value),
/// state:delete(key). Keys are a plugin's own: `plugin/key` in the CycleState. A value that is a table is copied when
/// the state is cloned, by its own function `clone` if it has one.
void pushCycleState(lua_State* lua, framework::CycleState& state, api::Symbol plugin);

}
