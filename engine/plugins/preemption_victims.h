// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/framework.h"
#include "plugins/disruption_budgets.h"

#include <vector>

namespace berth::plugins {

/// Who would have to leave a node.
struct VictimsOnNode {
    framework::Status status;                        ///< Success: the preemptor fits once the victims are gone
    std::vector<framework::PodInfoPtr> victims;      ///< most important first; with Success normally not empty
    std::vector<framework::PodInfoPtr> reprieved;    ///< those that may stay, in the order they were let back
    std::int64_t pdbViolations = 0;
    std::vector<framework::PodInfoPtr> weighed;      ///< victims and reprieved, most important first
};

/// The fewest and least important pods whose leaving makes room for the preemptor (preemption.md §5): all of lower
/// priority leave, then come back one by one, the most important first, as long as the preemptor still fits.
/// Pods come and go on copies of state and node alone, which are made where there is somebody to evict at all.
VictimsOnNode selectVictimsOnNode(framework::Framework& framework, const framework::CycleState& state,
                                  const api::Pod& preemptor, const framework::NodeInfo& node,
                                  const DisruptionBudgets& budgets);

}
