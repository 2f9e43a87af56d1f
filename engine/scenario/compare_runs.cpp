// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/compare_runs.h"

#include <algorithm>
#include <map>

namespace berth::scenario {

namespace {

bool evicts(const trace::Attempt& attempt) { return attempt.postFilter && !attempt.postFilter->victims.empty(); }

RunCounts countsOf(const RunResult& run)
{
    RunCounts counts;
    counts.attempts = run.attempts.size();
    for (const auto& attempt : run.attempts) {
        counts.failedAttempts += attempt->result == trace::Result::Unschedulable || attempt->result == trace::Result::Error;
        counts.preemptions += evicts(*attempt);
        counts.victims += attempt->postFilter ? attempt->postFilter->victims.size() : 0;
    }
    for (const auto& pod : run.state.pods)
        ++(pod->spec.nodeName.empty() ? counts.pending : counts.bound);
    counts.deleted = run.deletedPods.size();
    return counts;
}

std::string outcomeOf(const trace::AttemptPtr& attempt)
{
    if (!attempt)
        return "no attempt";
    if (attempt->result == trace::Result::Scheduled)
        return attempt->pod + " went to " + attempt->node;
    return attempt->pod + " " + std::string(trace::resultName(attempt->result));
}

/// Victims count: the same failure with other consequences is another decision.
bool same(const trace::Attempt& a, const trace::Attempt& b)
{
    static const std::vector<std::string> nobody;
    const auto& victimsA = a.postFilter ? a.postFilter->victims : nobody;
    const auto& victimsB = b.postFilter ? b.postFilter->victims : nobody;
    return a.pod == b.pod && a.result == b.result && a.node == b.node && a.profile == b.profile && victimsA == victimsB;
}

std::optional<Divergence> divergenceOf(const RunResult& a, const RunResult& b)
{
    const std::size_t both = std::min(a.attempts.size(), b.attempts.size());
    std::size_t index = 0;
    // Branches share what happened before they parted, to the very records.
    while (index < both && (a.attempts[index] == b.attempts[index] || same(*a.attempts[index], *b.attempts[index])))
        ++index;
    if (index == both && a.attempts.size() == b.attempts.size())
        return {};
    Divergence divergence;
    divergence.attempt = index;
    divergence.a = index < a.attempts.size() ? a.attempts[index] : nullptr;
    divergence.b = index < b.attempts.size() ? b.attempts[index] : nullptr;
    divergence.what = outcomeOf(divergence.a) + "; in the other run " + outcomeOf(divergence.b);
    return divergence;
}

}

RunResult resultOf(const Simulation& simulation)
{
    RunResult result;
    // Copied where they may still change: the result is for any thread.
    for (const auto& attempt : simulation.trace().attempts)
        result.attempts.push_back(attempt->result == trace::Result::Waiting ? std::make_shared<const trace::Attempt>(*attempt)
                                                                            : trace::AttemptPtr(attempt));
    result.state = simulation.state();
    result.deletedPods = simulation.deletedPods();
    return result;
}

RunComparison compareRuns(const RunResult& a, const RunResult& b)
{
    RunComparison comparison;
    comparison.a = countsOf(a);
    comparison.b = countsOf(b);
    comparison.divergence = divergenceOf(a, b);
    std::map<std::string, PlacementDifference> placements;
    for (const auto& pod : a.state.pods)
        placements[pod->meta.key()].nodeA = pod->spec.nodeName;
    for (const auto& pod : b.state.pods)
        placements[pod->meta.key()].nodeB = pod->spec.nodeName;
    for (auto& [pod, placement] : placements) {
        if (placement.nodeA == placement.nodeB) {
            ++comparison.samePlacements;
            continue;
        }
        placement.pod = pod;
        comparison.placements.push_back(std::move(placement));
    }
    return comparison;
}

}
