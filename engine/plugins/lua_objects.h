// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/value.h"
#include "framework/node_info.h"
#include "framework/queued_pod_info.h"

#include <lua.hpp>

/// What scripts see of the engine's objects: views that cannot be written to, whose fields are made when they are first
/// asked for. A view is good during the call it was handed to; later uses are errors. Field names: docs/writing-a-plugin.md.
namespace berth::plugins {

void openObjects(lua_State* lua);

void pushPod(lua_State* lua, const api::Pod& pod);
void pushNode(lua_State* lua, const api::Node& node);
void pushNodeInfo(lua_State* lua, const framework::NodeInfo& node);
void pushQueuedPod(lua_State* lua, const framework::QueuedPodInfo& pod);
/// A pod or node as above, other kinds with their metadata and document; nil for null.
void pushObject(lua_State* lua, const api::Object* object);
/// A document as tables that cannot be written to.
void pushValue(lua_State* lua, const api::Value& value);
void pushText(lua_State* lua, std::string_view text);

/// Replaces the table on top of the stack by a view of it that cannot be written to.
void makeReadOnly(lua_State* lua);
/// Pushes the table at index, or the one behind a view of it; an argument error for anything else.
void pushPlainTable(lua_State* lua, int index);

/// The objects behind views that a script hands back; argument errors for anything else.
const api::Pod& checkPod(lua_State* lua, int index);

}
