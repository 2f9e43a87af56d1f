// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/handle.h"

struct lua_State;

namespace berth::plugins {

/// What the table `handle` of a script works on; LuaState::owner.
struct LuaHandle {
    framework::Handle* handle;
    api::Symbol plugin;
};

/// The table `handle`: nodes, node, now, bind, activate, waitingPods, allow, reject. While an explanation is computed
/// what would change anything does nothing.
void openHandle(lua_State* lua);

}
