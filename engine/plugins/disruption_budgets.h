// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/handle.h"

#include <vector>

namespace berth::plugins {

/// Victims by whether their eviction breaks a PodDisruptionBudget; each list in the order given.
struct VictimsByBudget {
    std::vector<framework::PodInfoPtr> violating;
    std::vector<framework::PodInfoPtr> nonViolating;
};

/// The cluster's PodDisruptionBudgets as preemption reads them (preemption.md §5.5). One that selects nothing,
/// everything, or cannot be read protects no pod.
class DisruptionBudgets {
public:
    /// As they are now.
    explicit DisruptionBudgets(const framework::Listers& listers);

    /// As if the pods were evicted in this order: each takes one from every budget that covers it.
    VictimsByBudget split(const std::vector<framework::PodInfoPtr>& pods) const;

    /// The same, said of each pod: which budgets cover it (names), and whether its eviction breaks one.
    struct Cover {
        std::vector<std::string> budgets;
        bool violates = false;
    };
    std::vector<Cover> coversOf(const std::vector<framework::PodInfoPtr>& pods) const;

private:
    struct Budget {
        api::Symbol namespace_;
        api::Selector selector;
        std::int32_t allowed;
        std::vector<std::string> disruptedPods;     ///< names of pods whose eviction is counted already
        std::string name;
        bool covers(const api::Pod& pod) const;
    };
    std::vector<Budget> budgets_;
};

}
