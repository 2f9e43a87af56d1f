// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plugins/preemption_candidate.h"
#include "ports/clock.h"
#include "trace/preemption.h"

#include <cstddef>
#include <map>
#include <vector>

namespace berth::plugins {

/// By which criterion each candidate that was not chosen fell behind, by position.
using Eliminations = std::map<std::size_t, trace::PreemptionCriterion>;

/// Positions of the candidates that are best by all criteria, ascending; one if some criterion decided
/// (preemption.md §7). The scheduler takes any of them, Berth the first. candidates: not empty.
/// eliminations: noted there if not null.
std::vector<std::size_t> bestCandidates(const std::vector<PreemptionCandidate>& candidates, ports::Clock& clock,
                                        Eliminations* eliminations = nullptr);

}
