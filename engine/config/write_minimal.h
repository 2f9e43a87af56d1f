// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/value.h"
#include "config/feature_gates.h"
#include "config/types.h"

namespace berth::config {

/// The explicit document of a configuration, less all that reading it would fill in again.
api::Value withoutDefaults(api::Value document, const KubeSchedulerConfiguration& config, const FeatureGates& gates);

/// The smallest set whose merge with the defaults gives `merged` (in multiPoint, where an editor may have made a list
/// that no merge gives, the defaults are then dropped by `*`).
PluginSet customSet(const PluginSet& defaults, const PluginSet& merged);

}
