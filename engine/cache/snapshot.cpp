// SPDX-License-Identifier: GPL-3.0-or-later
#include "cache/snapshot.h"

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
    auto repoint = [&entry](std::vector<const framework::NodeInfo*>& list, std::int32_t index) {
        if (index >= 0)
            list[static_cast<std::size_t>(index)] = entry.state.get();
    };
    repoint(list_, entry.index);
    repoint(withAffinity_, entry.affinityIndex);
    repoint(withAntiAffinity_, entry.antiAffinityIndex);
    return isNew;
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
    withAffinity_.clear();
    withAntiAffinity_.clear();
    auto enlist = [](std::vector<const framework::NodeInfo*>& list, const framework::NodeInfo* node, bool member) {
        if (!member)
            return -1;
        list.push_back(node);
        return static_cast<std::int32_t>(list.size()) - 1;
    };
    for (auto& [name, entry] : entries_)
        entry.affinityIndex = entry.antiAffinityIndex = -1;
    for (const auto* node : list_) {
        auto& entry = entries_.at(node->name());
        entry.affinityIndex = enlist(withAffinity_, node, !node->podsWithAffinity().empty());
        entry.antiAffinityIndex = enlist(withAntiAffinity_, node, !node->podsWithRequiredAntiAffinity().empty());
    }
}

}
