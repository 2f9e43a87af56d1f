// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/value.h"
#include "config/plugin_args.h"

namespace berth::config {

/// The arguments as the object under `args`, fields in the order of the API, empty ones left out as the API does;
/// typed ones start with apiVersion and kind. RawArgs are returned as they are.
api::Value argsValue(const PluginArgs& args);

}
