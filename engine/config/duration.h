// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "config/plugin_args.h"

#include <string>

namespace berth::config {

/// As Go prints it: `10m0s`, `1.5s`, `300ms`, `0s`. (Reading: api::parseGoDuration.)
std::string formatDuration(Duration duration);

}
