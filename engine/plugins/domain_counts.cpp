// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/domain_counts.h"

#include <algorithm>

namespace berth::plugins {

std::uint32_t DomainCounts::slotOf(api::Symbol value)
{
    if (auto known = slots_->find(value); known != slots_->end())
        return known->second;
    if (slots_.use_count() > 1)
        slots_ = std::make_shared<Slots>(*slots_);
    const auto slot = static_cast<std::uint32_t>(counts_.size());
    slots_->emplace(value, slot);
    counts_.push_back(0);
    return slot;
}

std::int64_t DomainCounts::add(api::Symbol value, std::int64_t delta)
{
    return counts_[slotOf(value)] += delta;
}

const std::int64_t* DomainCounts::find(api::Symbol value) const
{
    auto known = slots_->find(value);
    return known == slots_->end() ? nullptr : &counts_[known->second];
}

std::vector<std::pair<api::Symbol, std::int64_t>> DomainCounts::sorted() const
{
    std::vector<std::pair<api::Symbol, std::int64_t>> all;
    all.reserve(counts_.size());
    for (const auto& [value, slot] : *slots_)
        all.emplace_back(value, counts_[slot]);
    std::sort(all.begin(), all.end());
    return all;
}

}
