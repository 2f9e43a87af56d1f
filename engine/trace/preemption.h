// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/meta.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace berth::trace {

/// A pod of lower priority on a candidate: it leaves, or it is reprieved.
struct PreemptionPod {
    std::string pod;                       ///< `namespace/name`
    std::int32_t priority = 0;
    std::optional<api::Time> started;      ///< absent: it has not, and counts as starting now
    std::vector<std::string> budgets;      ///< names of the PodDisruptionBudgets that cover it, in its own namespace
    bool breaksBudget = false;             ///< if all weighed pods left, its eviction would be one too many for some budget
    bool victim = false;
};

/// What candidates are compared by, in this order. Order: no criterion tells them apart, the earlier one is taken.
enum class PreemptionCriterion : std::uint8_t { PdbViolations, HighestPriority, PrioritySum, VictimCount, LatestStart, Order };

/// One candidate of a preemption.
struct PreemptionCandidate {
    std::string node;
    std::vector<std::string> victims;      ///< `namespace/name`, most important first
    std::vector<std::string> reprieved;    ///< pods of lower priority that may stay, as they were let back
    std::int64_t pdbViolations = 0;
    std::int32_t highestPriority = 0;      ///< among the victims
    /// Of the victims' priorities as they are. They are compared with 2^31 added to each, so that each victim counts.
    std::int64_t prioritySum = 0;
    /// When the oldest victim of the highest priority started; absent: none has, and they count as starting now.
    std::optional<api::Time> earliestStart;
    std::optional<PreemptionCriterion> eliminatedBy;   ///< absent: chosen, or no choice was made
    std::vector<PreemptionPod> pods;       ///< everybody who was weighed, most important first
};

}
