// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/status.h"

#include <chrono>
#include <lua.hpp>

namespace berth::plugins {

/// The table `framework`: success, unschedulable, unschedulableAndUnresolvable, error, skip, wait, pending, log.
void openStatuses(lua_State* lua);

/// What a script's function returned, nil being Success; an error for what is no status. wait: of a Wait.
/// Raises Lua errors only while status is untouched.
void readStatus(lua_State* lua, int index, const char* function, framework::Status& status,
                std::chrono::nanoseconds* wait = nullptr);

/// Raises `FUNCTION returned a number; …` with the line where the function at index is defined.
[[noreturn]] void raiseBadResult(lua_State* lua, const char* function, int result, const char* expected);

}
