// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <lua.hpp>

namespace berth::plugins {

/// The part of Lua's library that gives the same results everywhere and cannot escape the limits: base, string, table,
/// math and utf8 without what loads code, catches errors, knows time or chance, or shows addresses; pairs and next go
/// in order of the keys (numbers, then texts, then booleans). Also Berth's own: the tables
/// `framework` and `handle`, and the types of what the engine hands in.
void openSafeLibraries(lua_State* lua);

/// Pushes the keys of the table at index as a list in the order of pairs; an error for keys that have no order.
void pushSortedKeys(lua_State* lua, int table);

}
