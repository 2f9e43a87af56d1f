// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

namespace berth::scenario {

/// What to measure. Sizes that are absent have the class's own defaults.
struct BenchSpec {
    std::string className = "basic";
    std::optional<std::size_t> nodes;
    std::optional<std::size_t> pods;           ///< to decide
    std::optional<std::size_t> initPods;       ///< that run already
};

/// How fast it went. Wall-clock figures differ from run to run; the counts do not.
struct BenchResult {
    std::string className;
    std::size_t nodes = 0;
    std::size_t initPods = 0;
    std::size_t pods = 0;
    std::size_t scheduled = 0;                 ///< this and unschedulable: by the decision before preemption
    std::size_t unschedulable = 0;
    std::size_t preempting = 0;                ///< with a nominated node
    double seconds = 0;                        ///< all decisions together
    double p50 = 0;                            ///< microseconds of a pod; absent (0) where pods are not timed one by one
    double p99 = 0;
    std::vector<std::string> placements;       ///< the node of each pod, empty where there is none

    double podsPerSecond() const { return seconds > 0 ? static_cast<double>(pods) / seconds : 0; }
    /// One line's worth.
    nlohmann::ordered_json toJson() const;
};

/// basic, spread, affinity, antiaffinity, unschedulable, preemption: decisions alone, nodes and pods put straight into the
/// scheduler's cache.
const std::vector<std::string>& decisionClasses();
/// Measures decisions alone. Error: no such class, or a decision that ended in an error.
tl::expected<BenchResult, std::string> benchDecisions(const BenchSpec& spec);

}
