// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/value.h"
#include "config/feature_gates.h"
#include "config/profile_plugins.h"
#include "config/types.h"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace berth::config {

enum class WriteStyle : std::uint8_t {
    Minimal,    ///< only what differs from the defaults; reading it back gives the same configuration, entries of
                ///< `pluginConfig` maybe in another order
    Explicit,   ///< every field, plugins merged, args of every plugin: the form kube-scheduler itself encodes
};

/// The configuration as a v1 document, fields in the order of the API.
api::Value toValue(const KubeSchedulerConfiguration& config, const FeatureGates& gates = {},
                   WriteStyle style = WriteStyle::Explicit);
/// The same as YAML.
std::string toYaml(const KubeSchedulerConfiguration& config, const FeatureGates& gates = {},
                   WriteStyle style = WriteStyle::Minimal);

/// `effectiveConfig` of a golden: {config, profiles}.
nlohmann::json effectiveConfig(const KubeSchedulerConfiguration& config, const std::vector<ResolvedProfile>& profiles);

/// The golden of configuration files: a list of {file, configError} or {file, effectiveConfig}, file = base name.
nlohmann::json configurationGolden(const std::vector<std::string>& files, const FeatureGates& gates = {});

}
