// SPDX-License-Identifier: GPL-3.0-or-later
#include "framework/cycle_state.h"

#include <algorithm>

namespace berth::framework {

std::vector<api::Symbol> PluginSet::sorted() const
{
    auto copy = names_;
    std::sort(copy.begin(), copy.end());
    return copy;
}

void CycleState::write(api::Symbol key, std::shared_ptr<StateData> data)
{
    for (auto& entry : entries_)
        if (entry.key == key) {
            entry.data = std::move(data);
            return;
        }
    entries_.push_back({key, std::move(data)});
}

StateData* CycleState::read(api::Symbol key) const
{
    for (const auto& entry : entries_)
        if (entry.key == key)
            return entry.data.get();
    return nullptr;
}

void CycleState::erase(api::Symbol key)
{
    std::erase_if(entries_, [key](const Entry& entry) { return entry.key == key; });
}

CycleState CycleState::clone() const
{
    CycleState copy;
    copy.skipFilter = skipFilter;
    copy.skipScore = skipScore;
    copy.skipPreBind = skipPreBind;
    copy.parallelPreBind = parallelPreBind;
    copy.podsToActivate = podsToActivate;
    copy.entries_.reserve(entries_.size());
    for (const auto& entry : entries_)
        copy.entries_.push_back({entry.key, entry.data->clone()});
    return copy;
}

}
