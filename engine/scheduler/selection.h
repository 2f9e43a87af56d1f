// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/framework.h"

namespace berth::scheduler {

/// The scored nodes as a binary heap, best first (cycle.md §8). Which of several best nodes is the root is decided by
/// the heap's construction from the feasible order, not by chance, unless an extender gave tie-break numbers.
class SortedNodeScores {
public:
    explicit SortedNodeScores(const std::vector<framework::NodePluginScores>& nodes);

    bool empty() const { return heap_.empty(); }
    /// Position in the list given.
    std::size_t best() const { return heap_.front().position; }
    void pop();
    std::vector<std::size_t> remaining() const;

private:
    struct Item {
        std::int64_t total;
        std::int64_t randomizer;
        std::size_t position;
    };
    static bool less(const Item& a, const Item& b)
    {
        return a.total != b.total ? a.total > b.total : a.randomizer > b.randomizer;
    }
    void sink(std::size_t i, std::size_t size);

    std::vector<Item> heap_;
};

}
