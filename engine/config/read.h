// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/value.h"
#include "config/feature_gates.h"
#include "config/types.h"

namespace berth::config {

/// A document whose types have been checked, as a defaulted configuration. Defaults depend on the gates.
KubeSchedulerConfiguration readConfiguration(const api::Value& document, const FeatureGates& gates);

/// Defaulted arguments; value may be null (all defaults). A kind of None keeps the value as it is.
PluginArgs readArgs(ArgsKind kind, const api::Value* value, const FeatureGates& gates);

}
