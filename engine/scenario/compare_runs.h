// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "scenario/simulation.h"

#include <optional>
#include <string>
#include <vector>

namespace berth::scenario {

/// What a comparison needs of a run: its attempts and where it ended. A value; makes no difference who made it.
struct RunResult {
    std::vector<trace::AttemptPtr> attempts;
    ClusterState state;
    std::vector<std::string> deletedPods;
};
RunResult resultOf(const Simulation& simulation);

struct RunCounts {
    std::size_t attempts = 0;
    std::size_t failedAttempts = 0;                    ///< no node, or an error
    std::size_t preemptions = 0;                       ///< attempts that evicted somebody
    std::size_t victims = 0;
    std::size_t bound = 0;                             ///< pods on nodes, at the end
    std::size_t pending = 0;
    std::size_t deleted = 0;
    bool operator==(const RunCounts&) const = default;
};

/// A pod that ended elsewhere. Empty node: pending; absent: no such pod.
struct PlacementDifference {
    std::string pod;
    std::optional<std::string> nodeA;
    std::optional<std::string> nodeB;
    bool operator==(const PlacementDifference&) const = default;
};

/// The first attempt that is not the same in both; one of them may have had none any more.
struct Divergence {
    std::size_t attempt = 0;                           ///< index, in both
    trace::AttemptPtr a;
    trace::AttemptPtr b;
    std::string what;                                  ///< `default/web-1 went to n1, not to n2`
};

struct RunComparison {
    RunCounts a;
    RunCounts b;
    std::vector<PlacementDifference> placements;       ///< by pod
    std::size_t samePlacements = 0;                    ///< pods on the same node, or pending in both
    std::optional<Divergence> divergence;              ///< absent: every attempt was the same
};

/// Two runs side by side: two branches of one, or one input under two configurations.
RunComparison compareRuns(const RunResult& a, const RunResult& b);

}
