// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/framework.h"
#include "scheduler/selection.h"

#include <optional>
#include <string>

namespace berth::scheduler {

/// Opportunistic batching of one profile: when equal pods follow one another, the nodes that were scored for the first
/// are proposed to the next, best first, instead of searching again (cycle.md §14). With the default profile no pod is
/// signable and nothing of this ever acts.
class OpportunisticBatch {
public:
    /// A node to try first, empty if there is none. cycle: number of pops so far.
    std::string nodeHint(framework::Framework& framework, framework::CycleState& state,
                         const framework::QueuedPodInfo& pod, std::int64_t cycle, api::Time now);

    /// After a pod got a node. ranking: the scored nodes, best first and still in; absent where nothing was scored.
    struct Ranking {
        SortedNodeScores order;
        std::vector<std::string> nodes;    ///< names by position
    };
    void store(const framework::QueuedPodInfo& pod, std::int64_t cycle, const std::string& hint,
               const std::string& chosen, std::optional<Ranking> ranking, api::Time now);

private:
    bool isUsable(framework::Framework& framework, framework::CycleState& state, const framework::QueuedPodInfo& pod,
                  std::int64_t cycle, api::Time now) const;

    struct State {
        std::string signature;
        Ranking remaining;
        api::Time time;
    };
    std::optional<State> state_;
    std::int64_t lastCycle_ = -1;
    std::string lastChosen_;
};

}
