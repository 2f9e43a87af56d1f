// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/preemption_choice.h"

#include "plugins/pod_importance.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>

namespace berth::plugins {
namespace {

/// Higher is better.
using Criterion = std::function<std::int64_t(const PreemptionCandidate&)>;

std::int64_t fewestViolations(const PreemptionCandidate& candidate) { return -candidate.pdbViolations; }

std::int64_t lowestFirstPriority(const PreemptionCandidate& candidate)
{
    return -static_cast<std::int64_t>(candidate.victims.front()->pod->priority());
}

/// Priorities are shifted so that each further victim counts, however negative its priority.
std::int64_t lowestSumOfPriorities(const PreemptionCandidate& candidate)
{
    constexpr auto shift = static_cast<std::int64_t>(std::numeric_limits<std::int32_t>::max()) + 1;
    std::int64_t sum = 0;
    for (const auto& victim : candidate.victims)
        sum += victim->pod->priority() + shift;
    return -sum;
}

std::int64_t fewestVictims(const PreemptionCandidate& candidate)
{
    return -static_cast<std::int64_t>(candidate.victims.size());
}

/// The positions among `left` with the highest value, in their order.
std::vector<std::size_t> keepBest(const std::vector<std::size_t>& left, const Criterion& criterion,
                                  const std::vector<PreemptionCandidate>& candidates)
{
    std::vector<std::size_t> kept;
    std::int64_t best = std::numeric_limits<std::int64_t>::min();
    for (auto position : left) {
        const auto value = criterion(candidates[position]);
        if (value > best)
            kept.clear();
        best = std::max(best, value);
        if (value == best)
            kept.push_back(position);
    }
    return kept;
}

/// Those that were there before and are not any more; both ascending.
void note(const std::vector<std::size_t>& before, const std::vector<std::size_t>& after,
          trace::PreemptionCriterion criterion, Eliminations& eliminations)
{
    for (auto position : before)
        if (!std::binary_search(after.begin(), after.end(), position))
            eliminations[position] = criterion;
}

}

std::vector<std::size_t> bestCandidates(const std::vector<PreemptionCandidate>& candidates, ports::Clock& clock,
                                        Eliminations* eliminations)
{
    const Criterion latestStart = [&clock](const PreemptionCandidate& candidate) {
        return earliestStartTime(candidate.victims, clock).nanoseconds;
    };
    std::vector<std::size_t> left(candidates.size());
    std::iota(left.begin(), left.end(), std::size_t{0});
    using Name = trace::PreemptionCriterion;
    const std::pair<Name, Criterion> criteria[] = {{Name::PdbViolations, fewestViolations},
                                                   {Name::HighestPriority, lowestFirstPriority},
                                                   {Name::PrioritySum, lowestSumOfPriorities},
                                                   {Name::VictimCount, fewestVictims},
                                                   {Name::LatestStart, latestStart}};
    for (const auto& [name, criterion] : criteria) {
        if (left.size() == 1)
            break;
        auto kept = keepBest(left, criterion, candidates);
        if (eliminations)
            note(left, kept, name, *eliminations);
        left = std::move(kept);
    }
    if (eliminations)
        note(left, {left.front()}, Name::Order, *eliminations);
    return left;
}

}
