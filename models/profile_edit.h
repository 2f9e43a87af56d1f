// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "config/feature_gates.h"
#include "config/plugin_catalog.h"
#include "config/types.h"

#include <string>

/// What can be done to a profile with the mouse, as changes of its (merged) plugin sets. Pure; what comes of it may be
/// invalid (no bind plugin left), which config::resolveConfiguration says.
namespace berth::models {

/// Where the weight of a scoring plugin is settled: in the point's own list if that names it, else in multiPoint.
/// Returns whether anything changed.
bool setWeight(config::Profile& profile, const std::string& plugin, std::int32_t weight);

/// At multiPoint: in (where the defaults have it) or out of its list. At another point: brought back if multiPoint offers it, else named in the own
/// list; switched off by leaving the own list and, if multiPoint offers it, by being disabled there.
bool setEnabled(config::Profile& profile, config::ExtensionPoint point, const std::string& plugin, bool enabled,
                const config::FeatureGates& gates);

/// Moves a plugin that runs at the point by that many places in the order of calling. The own list then names as few
/// plugins as give that order; their weights stay.
bool move(config::Profile& profile, config::ExtensionPoint point, const std::string& plugin, int by,
          const config::PluginCatalog& catalog, const config::FeatureGates& gates);

}
