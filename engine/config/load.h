// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/problem.h"
#include "api/value.h"
#include "config/feature_gates.h"
#include "config/plugin_catalog.h"
#include "config/profile_plugins.h"
#include "config/types.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace berth::config {

/// What comes of reading a configuration. Good if error is empty.
struct LoadResult {
    /// The defaulted configuration; present as soon as the text could be decoded, even if it is not valid.
    std::optional<KubeSchedulerConfiguration> config;
    /// What each profile runs, in the order of the file; empty if there is an error.
    std::vector<ResolvedProfile> profiles;
    /// What kube-scheduler would print and exit with; empty if the configuration is good.
    std::string error;
    /// The same errors one by one, with file, position and field path where they can be known; notes and warnings
    /// (an out-of-tree plugin, a removed version) as well.
    api::Problems problems;

    bool ok() const { return error.empty(); }
};

/// Reads a KubeSchedulerConfiguration as kube-scheduler reads --config: decode strictly, default, validate, expand.
/// file is only used for problems.
LoadResult loadConfiguration(std::string_view text, const std::string& file, const FeatureGates& gates,
                             const PluginCatalog& catalog = PluginCatalog::inTree());
/// The same for a file; one that cannot be read gives `open F: no such file or directory`.
LoadResult loadConfigurationFile(const std::string& path, const FeatureGates& gates,
                                 const PluginCatalog& catalog = PluginCatalog::inTree());
/// Validates and expands a configuration that was made by other means (an editor); no positions.
LoadResult resolveConfiguration(KubeSchedulerConfiguration config, const FeatureGates& gates,
                                const PluginCatalog& catalog = PluginCatalog::inTree());

/// What kube-scheduler runs with without --config.
LoadResult defaultConfiguration(const FeatureGates& gates = {},
                                const PluginCatalog& catalog = PluginCatalog::inTree());

}
