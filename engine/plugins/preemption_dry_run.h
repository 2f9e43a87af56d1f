// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "config/plugin_args.h"
#include "framework/framework.h"
#include "plugins/preemption_candidate.h"

#include <cstdint>
#include <string>
#include <vector>

namespace berth::plugins {

/// Positions in the snapshot, ascending, of the nodes where evictions may help: those that are exactly Unschedulable
/// (preemption.md §3.3).
std::vector<std::uint32_t> candidateNodes(const framework::NodeToStatus& statuses);

/// How many candidates are enough (preemption.md §3.5).
std::int32_t calculateNumCandidates(std::int32_t nodes, const config::DefaultPreemptionArgs& args);

/// What evictions in thought have shown.
struct DryRunOutcome {
    std::vector<PreemptionCandidate> candidates;     ///< without broken budgets first, then with; each as discovered
    framework::NodeToStatus statuses;                ///< of the nodes where preemption does not help
    std::string errorText;                           ///< of all nodes that failed with Error; empty if none did
};

/// Where a dry run begins and when it has found enough.
struct DryRunLimits {
    std::int32_t offset = 0;                         ///< into nodes
    std::int32_t numCandidates = 0;
};

/// Tries node after node, from the offset on and round, each on copies of its own, until there are enough candidates
/// with one among them that breaks no budget (preemption.md §4). Notes in the record where preemption does not help.
DryRunOutcome dryRunPreemption(framework::Framework& framework, const framework::CycleState& state,
                               const api::Pod& preemptor, const std::vector<std::uint32_t>& nodes, DryRunLimits limits,
                               trace::PostFilterRecord& record);

}
