// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

namespace berth::plugins {

/// A plugin written in Lua, as the user gave it.
struct ScriptSource {
    std::string file;                      ///< path; its last part stands in error messages
    std::string text;
};

/// What one call of a script may take. Counted, not measured: the same script fails at the same instruction everywhere.
struct ScriptLimits {
    std::uint64_t instructions = 1'000'000;
    std::size_t memory = std::size_t{32} << 20;        ///< bytes, of one plugin in one profile
};

}
