// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plugins/preemption_candidate.h"
#include "ports/clock.h"

#include <cstddef>
#include <vector>

namespace berth::plugins {

/// Positions of the candidates that are best by all criteria, ascending; one if some criterion decided
/// (preemption.md §7). The scheduler takes any of them, Berth the first. candidates: not empty.
std::vector<std::size_t> bestCandidates(const std::vector<PreemptionCandidate>& candidates, ports::Clock& clock);

}
