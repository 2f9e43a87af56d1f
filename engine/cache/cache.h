// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "cache/image_states.h"
#include "cache/node_tree.h"
#include "cache/snapshot.h"

#include <functional>
#include <tl/expected.hpp>
#include <unordered_map>
#include <unordered_set>

namespace berth::cache {

using Result = tl::expected<void, std::string>;

/// What the scheduler believes about nodes and the pods on them, pods it has only decided about included (assumed).
/// Assumed pods never expire: the bound pod's watch event, forgetting, or deletion ends the assumption (cycle.md §2).
class Cache {
public:
    Result assumePod(const framework::PodInfoPtr& pod);
    Result forgetPod(const api::Pod& pod);
    Result addPod(const framework::PodInfoPtr& pod);
    Result updatePod(const api::Pod& before, const framework::PodInfoPtr& after);
    Result removePod(const api::Pod& pod);
    bool isAssumed(const api::Pod& pod) const { return assumed_.contains(pod.meta.uid); }
    /// The cache's version of a pod, null if it is not here.
    framework::PodInfoPtr getPod(const std::string& uid) const;

    void addNode(const api::NodePtr& node);
    void updateNode(const api::NodePtr& before, const api::NodePtr& after);
    Result removeNode(const api::Node& node);

    std::size_t nodeCount() const { return tree_.size(); }
    std::size_t podCount() const { return pods_.size(); }
    std::size_t assumedCount() const { return assumed_.size(); }

    /// A node's state before an update of the snapshot replaced it (null: the node is new) or removed it: what it takes
    /// to go back.
    struct Replaced {
        std::string node;
        framework::NodeInfoPtr before;
    };

    /// Brings a snapshot up to date: nodes that changed since are cloned, all others stay as they were. Error: the
    /// snapshot was inconsistent and has been rebuilt; the cycle fails. reordered tells whether the visiting order was
    /// rebuilt, orderBefore then holds the old one.
    Result updateSnapshot(Snapshot& snapshot, std::vector<Replaced>* replaced = nullptr, bool* reordered = nullptr,
                          std::vector<std::string>* orderBefore = nullptr);

private:
    struct Item {
        framework::NodeInfo info;
        std::shared_ptr<const framework::ImageStates> images;
        std::uint64_t imagesGeneration = ~std::uint64_t{0};
        bool isChanged = false;            ///< listed in changed_
    };

    Item& item(const std::string& node);
    void touch(const std::string& name, Item& item);
    void placePod(const framework::PodInfoPtr& pod);
    void displacePod(const api::Pod& pod);
    framework::NodeInfoPtr cloneOf(Item& item);

    std::unordered_map<std::string, Item> nodes_;
    std::vector<std::string> changed_;     ///< nodes that changed since the last snapshot
    std::unordered_map<std::string, framework::PodInfoPtr> pods_;   ///< by UID
    std::unordered_set<std::string> assumed_;
    NodeTree tree_;
    ImageRegistry images_;
    std::uint64_t generation_ = 0;
};

}
