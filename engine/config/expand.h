// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/field_error.h"
#include "config/plugin_catalog.h"
#include "config/profile_plugins.h"
#include "config/types.h"

#include <string>
#include <tl/expected.hpp>
#include <vector>

namespace berth::config {

/// Why the frameworks of a configuration cannot be built.
struct BuildError {
    std::string text;      ///< what kube-scheduler prints
    std::string path;      ///< the field at fault as far as one is (`profiles[0].plugins.score.enabled[1]`), or empty
    std::string plugin;    ///< the plugin at fault, or empty
    api::FieldErrors parts;///< where text aggregates several: each as a text of its own, with its path
};

/// From the sets of a validated configuration to what each profile runs, as kube-scheduler does when it builds its
/// extenders and frameworks; the first error ends it.
tl::expected<std::vector<ResolvedProfile>, BuildError> expandProfiles(const KubeSchedulerConfiguration& config,
                                                                      const PluginCatalog& catalog);

}
