// SPDX-License-Identifier: GPL-3.0-or-later
#include "cache/snapshot.h"

#include <algorithm>

namespace berth::cache {

const framework::NodeInfo* Snapshot::get(const std::string& name) const
{
    auto it = entries_.find(name);
    return it == entries_.end() ? nullptr : it->second.state.get();
}

std::int32_t Snapshot::indexOf(const std::string& name) const
{
    auto it = entries_.find(name);
    return it == entries_.end() ? -1 : it->second.index;
}

std::vector<std::string> Snapshot::entryNames() const
{
    std::vector<std::string> names;
    names.reserve(entries_.size());
    for (const auto& [name, entry] : entries_)
        names.push_back(name);
    return names;
}

framework::NodeInfoPtr Snapshot::state(const std::string& name) const
{
    auto it = entries_.find(name);
    return it == entries_.end() ? nullptr : it->second.state;
}

bool Snapshot::put(framework::NodeInfoPtr state)
{
    auto [it, isNew] = entries_.try_emplace(state->name());
    auto& entry = it->second;
    entry.state = std::move(state);
    if (entry.index < 0)
        return isNew;
    list_[static_cast<std::size_t>(entry.index)] = entry.state.get();
    for (auto* sublist : {&withAffinity_, &withAntiAffinity_}) {
        const auto place = std::lower_bound(sublist->indexes.begin(), sublist->indexes.end(), entry.index);
        if (place != sublist->indexes.end() && *place == entry.index)
            sublist->nodes[static_cast<std::size_t>(place - sublist->indexes.begin())] = entry.state.get();
    }
    return isNew;
}

void Snapshot::Sublist::set(std::int32_t index, const framework::NodeInfo* node, bool member)
{
    const auto place = std::lower_bound(indexes.begin(), indexes.end(), index);
    const auto offset = place - indexes.begin();
    const bool isMember = place != indexes.end() && *place == index;
    if (member && isMember) {
        nodes[static_cast<std::size_t>(offset)] = node;
    } else if (member) {
        indexes.insert(place, index);
        nodes.insert(nodes.begin() + offset, node);
    } else if (isMember) {
        indexes.erase(place);
        nodes.erase(nodes.begin() + offset);
    }
}

void Snapshot::erase(const std::string& name) { entries_.erase(name); }

void Snapshot::reorder(const std::vector<std::string>& names)
{
    list_.clear();
    for (auto& [name, entry] : entries_)
        entry.index = -1;
    for (const auto& name : names)
        if (auto it = entries_.find(name); it != entries_.end()) {
            it->second.index = static_cast<std::int32_t>(list_.size());
            list_.push_back(it->second.state.get());
        }
    rebuildAffinityLists();
}

void Snapshot::rebuildAffinityLists()
{
    withAffinity_ = {};
    withAntiAffinity_ = {};
    for (std::size_t i = 0; i < list_.size(); ++i) {
        const auto* node = list_[i];
        const auto index = static_cast<std::int32_t>(i);
        withAffinity_.set(index, node, !node->podsWithAffinity().empty());
        withAntiAffinity_.set(index, node, !node->podsWithRequiredAntiAffinity().empty());
    }
}

void Snapshot::relistAffinity(const std::string& name)
{
    const auto& entry = entries_.at(name);
    if (entry.index < 0)
        return;
    const auto* node = entry.state.get();
    withAffinity_.set(entry.index, node, !node->podsWithAffinity().empty());
    withAntiAffinity_.set(entry.index, node, !node->podsWithRequiredAntiAffinity().empty());
}

}
