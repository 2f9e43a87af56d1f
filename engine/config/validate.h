// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/field_error.h"
#include "config/feature_gates.h"
#include "config/types.h"

#include <string>

namespace berth::config {

/// What kube-scheduler's validation says of a defaulted configuration, in the order of its checks; empty = valid.
/// Neither plugins nor the arguments of NodeResourcesFit are looked at here: building the profiles does that.
api::FieldErrors validateConfiguration(const KubeSchedulerConfiguration& config, const FeatureGates& gates);

/// The arguments of one plugin at path; RawArgs are always good.
api::FieldErrors validateArgs(const std::string& path, const PluginArgs& args, const FeatureGates& gates);

/// Those of NodeResourcesFit, which are only checked when a profile builds the plugin (validateArgs passes them).
api::FieldErrors validateFitArgs(const std::string& path, const NodeResourcesFitArgs& args);

}
