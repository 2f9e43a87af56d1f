// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "config/load.h"

#include <QString>

#include <memory>

namespace berth::models {

/// A KubeSchedulerConfiguration as text, and what reading it gave. Immutable once shared.
struct Configuration {
    QString text;                          ///< as it was written; without a file the defaults, minimal
    QString file;                          ///< path; empty without a file
    config::FeatureGates gates;
    config::PluginCatalog catalog = config::PluginCatalog::inTree();
    config::LoadResult result;
};

using ConfigurationPtr = std::shared_ptr<const Configuration>;

}
