// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/value.h"
#include "config/types.h"

#include <string_view>

namespace berth::config {

/// Where the field that an error names stands in the document, or what is nearest above it. Errors index the merged
/// plugin lists, so entries of those are looked for by the name they have in config.
api::Position locate(const api::Value& document, const KubeSchedulerConfiguration& config, std::string_view path);

}
