// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <optional>

namespace berth::plugins {

class LuaState;

/// A number that stands for all that a global function of a script keeps between calls: the values of its upvalues, and
/// through them those of the globals. It does not depend on addresses or on the order of tables. Absent if there is no such
/// function, or more than is worth looking at.
std::optional<std::uint64_t> fingerprintOf(LuaState& lua, const char* function);

}
