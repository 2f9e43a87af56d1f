// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "config/feature_gates.h"
#include "config/types.h"

namespace berth::config {

/// The plugin sets of a profile that says nothing about plugins: all in multiPoint, in the order of calling.
Plugins defaultPlugins(const FeatureGates& gates);

/// Lays a custom set over a default one: a default that the custom set names again is replaced in place, unless it is
/// disabled too, which moves it to the end. `*` in disabled drops all defaults. Weights of disabled entries are dropped.
PluginSet mergePluginSet(const PluginSet& defaults, const PluginSet& custom);

/// mergePluginSet for all 15 sets.
Plugins mergePlugins(const Plugins& defaults, const Plugins& custom);

/// Names that any set enables, sorted bytewise, each once.
std::vector<std::string> enabledPluginNames(const Plugins& plugins);

}
