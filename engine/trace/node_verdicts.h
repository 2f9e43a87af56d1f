// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "trace/attempt.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace berth::trace {

/// What the real cycle of an attempt made of each node, without the reasons: a few bytes per node, so that a whole run
/// of them can be looked at. The Explanation of the same attempt says the same, and why.
struct NodeVerdicts {
    /// NotEvaluated: the search did not come to the node, or PreFilter had ended or narrowed it. Feasible: passed every
    /// filter and was not scored, as the only such node is not.
    enum class Verdict : std::uint8_t { NotEvaluated, Unschedulable, Unresolvable, Error, Feasible, Scored };
    struct Total {
        std::uint32_t node = 0;
        std::int64_t total = 0;            ///< what the choice was made by: plugins and extenders
    };

    std::shared_ptr<const std::vector<std::string>> nodes;   ///< the snapshot's order; attempts with the same order share it
    std::vector<Verdict> verdicts;         ///< parallel to nodes
    std::vector<Total> totals;             ///< of the scored nodes, ascending by node
};

using NodeVerdictsPtr = std::shared_ptr<const NodeVerdicts>;

}
