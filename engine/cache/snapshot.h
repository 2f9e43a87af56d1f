// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/node_info.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace berth::cache {

/// The cluster as one scheduling cycle sees it: immutable node states in visiting order. Copying shares the states.
class Snapshot final : public framework::SharedLister {
public:
    const std::vector<const framework::NodeInfo*>& list() const override { return list_; }
    const std::vector<const framework::NodeInfo*>& havePodsWithAffinity() const override { return withAffinity_.nodes; }
    const std::vector<const framework::NodeInfo*>& havePodsWithRequiredAntiAffinity() const override
    {
        return withAntiAffinity_.nodes;
    }
    const framework::NodeInfo* get(const std::string& name) const override;
    std::int32_t indexOf(const std::string& name) const override;

    std::size_t entryCount() const { return entries_.size(); }
    std::vector<std::string> entryNames() const;
    bool hasEntry(const std::string& name) const { return entries_.contains(name); }
    /// The shared state behind a node, null if unknown.
    framework::NodeInfoPtr state(const std::string& name) const;

    /// Takes over a node's state; true if the node was not here before.
    bool put(framework::NodeInfoPtr state);
    void erase(const std::string& name);
    /// Rebuilds the visiting order. Names that are not here are left out.
    void reorder(const std::vector<std::string>& names);
    /// Rebuilds the lists of nodes with affinity pods from the existing order.
    void rebuildAffinityLists();
    /// The same lists after one node has gained its first affinity pod or lost its last: it enters or leaves at its place
    /// in the order.
    void relistAffinity(const std::string& name);

    std::uint64_t generation = 0;

private:
    struct Entry {
        framework::NodeInfoPtr state;
        std::int32_t index = -1;           ///< position in list_; -1 = not there
    };
    /// Some of the nodes of list_, in its order.
    struct Sublist {
        std::vector<const framework::NodeInfo*> nodes;
        std::vector<std::int32_t> indexes;             ///< parallel: their positions in list_, ascending
        void set(std::int32_t index, const framework::NodeInfo* node, bool member);
    };
    std::unordered_map<std::string, Entry> entries_;
    std::vector<const framework::NodeInfo*> list_;
    Sublist withAffinity_;
    Sublist withAntiAffinity_;
};

}
