// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/symbol.h"

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

namespace berth::plugins {

/// Counts of pods per value of a topology key. Copies share the values and have counts of their own, so that the copy
/// that each dry run takes is one block of numbers, however many domains there are. One thread at a time.
class DomainCounts {
public:
    DomainCounts() : slots_(std::make_shared<Slots>()) {}

    /// Adds to the domain's count; a new domain starts at 0. Returns the new count.
    std::int64_t add(api::Symbol value, std::int64_t delta);
    /// Null for a value that is no domain. Good until the next add.
    const std::int64_t* find(api::Symbol value) const;
    /// 0 for a value that is no domain.
    std::int64_t count(api::Symbol value) const
    {
        const auto* found = find(value);
        return found ? *found : 0;
    }
    std::size_t size() const { return counts_.size(); }
    const std::vector<std::int64_t>& counts() const { return counts_; }
    /// Values with their counts, by value.
    std::vector<std::pair<api::Symbol, std::int64_t>> sorted() const;

private:
    using Slots = std::unordered_map<api::Symbol, std::uint32_t>;

    std::uint32_t slotOf(api::Symbol value);

    std::shared_ptr<Slots> slots_; ///< value → index in counts_; copied before it grows if it is shared
    std::vector<std::int64_t> counts_;
};

}
