// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/pod.h"

#include <string>
#include <vector>

namespace berth::cluster {

/// The admission plugin LimitRanger: gives containers the defaults of their namespace's LimitRanges, in the order of these,
/// and says what breaks their bounds (without the `is forbidden: ` in front). The pod notes in its annotations what was set.
void applyLimitDefaults(api::Pod& pod, const std::vector<api::ObjectPtr>& limitRanges);
std::vector<std::string> limitErrors(const api::Pod& pod, const std::vector<api::ObjectPtr>& limitRanges);

/// The admission plugin DefaultTolerationSeconds: a pod that says nothing about them stays five minutes on nodes that are
/// not ready or cannot be reached.
void addDefaultTolerations(api::Pod& pod);

}
