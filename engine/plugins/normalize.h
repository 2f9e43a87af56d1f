// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/plugin.h"

namespace berth::plugins {

/// Scales scores to 0…100 by their maximum, in integers; reverse turns good and bad round (plugins.md §2).
void normalizeByMaximum(std::vector<framework::NodeScore>& scores, bool reverse);

}
