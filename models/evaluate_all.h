// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/inspection.h"

#include <vector>

/// Which filters kube-scheduler ran on which node, out of all that an explanation runs: its search ends when enough nodes are
/// found, and on each node at the first filter that refuses.
namespace berth::models {

struct FilterRun {
    std::size_t filters = 0;               ///< of Explanation::filterPlugins, from the first
    const trace::StatusRecord* refusal = nullptr;   ///< by the last of these; null: the node passed, or was not looked at
};

/// By node of the explanation. The result points into it.
std::vector<FilterRun> filterRuns(const trace::Explanation& explanation);

/// What the filters that kube-scheduler did not run would have said: plugin, and how many nodes it refuses for each reason.
std::vector<InspectionStep::Detail> unrunRefusals(const trace::Explanation& explanation);

}
