// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/pod_info.h"

#include <string>
#include <vector>

namespace berth::plugins {

/// A node that would take the preemptor if its victims left.
struct PreemptionCandidate {
    std::string node;
    std::vector<framework::PodInfoPtr> victims;      ///< never empty; most important first
    std::vector<framework::PodInfoPtr> reprieved;    ///< pods of lower priority that may stay, as they were let back
    std::int64_t pdbViolations = 0;                  ///< victims whose eviction breaks a disruption budget
    std::vector<framework::PodInfoPtr> weighed = {}; ///< everybody who was asked to leave, most important first
};

}
