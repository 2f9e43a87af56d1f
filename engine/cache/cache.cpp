// SPDX-License-Identifier: GPL-3.0-or-later
#include "cache/cache.h"

#include <algorithm>

namespace berth::cache {
namespace {

std::string described(const api::Pod& pod)
{
    return "pod " + pod.meta.uid + "(" + pod.meta.key() + ")";
}

Result failure(std::string text) { return tl::unexpected(std::move(text)); }

Result keyed(const api::Pod& pod)
{
    return pod.meta.uid.empty() ? failure("cannot get cache key for pod with empty UID") : Result{};
}

bool sameEmptiness(const framework::NodeInfo& a, const framework::NodeInfo& b)
{
    return a.podsWithAffinity().empty() == b.podsWithAffinity().empty()
        && a.podsWithRequiredAntiAffinity().empty() == b.podsWithRequiredAntiAffinity().empty();
}

}

Cache::Item& Cache::item(const std::string& node) { return nodes_[node]; }

void Cache::touch(const std::string& name, Item& touched)
{
    touched.info.generation = ++generation_;
    if (!touched.isChanged) {
        touched.isChanged = true;
        changed_.push_back(name);
    }
}

void Cache::placePod(const framework::PodInfoPtr& pod)
{
    auto& host = item(pod->pod->spec.nodeName);
    host.info.addPod(pod);
    touch(pod->pod->spec.nodeName, host);
    pods_[pod->pod->meta.uid] = pod;
}

void Cache::displacePod(const api::Pod& pod)
{
    auto it = nodes_.find(pod.spec.nodeName);
    if (it != nodes_.end()) {
        it->second.info.removePod(pod.meta.uid);
        // A node that is gone is remembered only for the pods that are still on it.
        if (it->second.info.pods().empty() && !it->second.info.hasNode()) {
            std::erase(changed_, it->first);
            nodes_.erase(it);
        } else {
            touch(it->first, it->second);
        }
    }
    pods_.erase(pod.meta.uid);
}

Result Cache::assumePod(const framework::PodInfoPtr& pod)
{
    if (auto key = keyed(*pod->pod); !key)
        return key;
    if (pods_.contains(pod->pod->meta.uid))
        return failure(described(*pod->pod) + " is in the cache, so can't be assumed");
    placePod(pod);
    assumed_.insert(pod->pod->meta.uid);
    return {};
}

Result Cache::forgetPod(const api::Pod& pod)
{
    auto known = getPod(pod.meta.uid);
    if (!known)
        return {};
    if (known->pod->spec.nodeName != pod.spec.nodeName)
        return failure(described(pod) + " was assumed on " + pod.spec.nodeName + " but assigned to "
                       + known->pod->spec.nodeName);
    if (!isAssumed(pod))
        return failure(described(pod) + " wasn't assumed so cannot be forgotten");
    displacePod(*known->pod);
    assumed_.erase(pod.meta.uid);
    return {};
}

Result Cache::addPod(const framework::PodInfoPtr& pod)
{
    if (auto key = keyed(*pod->pod); !key)
        return key;
    auto known = getPod(pod->pod->meta.uid);
    if (known && !isAssumed(*pod->pod))
        return failure(described(*pod->pod) + " was already in added state");
    if (known) {
        displacePod(*known->pod);
        assumed_.erase(pod->pod->meta.uid);
    }
    placePod(pod);
    return {};
}

Result Cache::updatePod(const api::Pod& before, const framework::PodInfoPtr& after)
{
    auto known = getPod(before.meta.uid);
    if (!known)
        return failure(described(before) + " is not added to scheduler cache, so cannot be updated");
    if (isAssumed(before))
        return failure("assumed " + described(before) + " should not be updated");
    displacePod(*known->pod);
    placePod(after);
    return {};
}

Result Cache::removePod(const api::Pod& pod)
{
    auto known = getPod(pod.meta.uid);
    if (!known)
        return failure(described(pod) + " is not found in scheduler cache, so cannot be removed from it");
    displacePod(*known->pod);
    assumed_.erase(pod.meta.uid);
    return {};
}

framework::PodInfoPtr Cache::getPod(const std::string& uid) const
{
    auto it = pods_.find(uid);
    return it == pods_.end() ? nullptr : it->second;
}

void Cache::addNode(const api::NodePtr& node)
{
    auto& host = item(node->meta.name);
    if (host.info.hasNode())
        images_.removeNode(host.info.node());
    tree_.add(*node);
    images_.addNode(*node);
    host.info.setNode(node);
    touch(node->meta.name, host);
}

void Cache::updateNode(const api::NodePtr& before, const api::NodePtr& after)
{
    auto& host = item(after->meta.name);
    if (host.info.hasNode()) {
        images_.removeNode(host.info.node());
        tree_.update(*before, *after);
    } else {
        tree_.add(*after);
    }
    images_.addNode(*after);
    host.info.setNode(after);
    touch(after->meta.name, host);
}

Result Cache::removeNode(const api::Node& node)
{
    auto it = nodes_.find(node.meta.name);
    if (it == nodes_.end())
        return failure("node " + node.meta.name + " is not found");
    const auto known = it->second.info.nodePtr();
    it->second.info.removeNode();
    if (it->second.info.pods().empty()) {
        std::erase(changed_, it->first);
        nodes_.erase(it);
    } else {
        touch(it->first, it->second);
    }
    tree_.remove(known ? *known : node);
    images_.removeNode(known ? *known : node);
    return {};
}

framework::NodeInfoPtr Cache::cloneOf(Item& changed)
{
    // What a node knows of its images is as of its last cloning; that others gained or lost one does not clone it.
    if (changed.imagesGeneration != images_.generation()) {
        changed.images = images_.summaryOf(changed.info.node());
        changed.imagesGeneration = images_.generation();
    }
    changed.info.setImageStates(changed.images);
    return std::make_shared<const framework::NodeInfo>(changed.info);
}

Result Cache::updateSnapshot(Snapshot& snapshot, std::vector<Replaced>* replaced, bool* reordered,
                             std::vector<std::string>* orderBefore)
{
    bool rebuildOrder = false;
    std::vector<std::string> oldOrder;
    const bool mayReorder = snapshot.list().size() != tree_.size()
        || std::any_of(changed_.begin(), changed_.end(), [&](const auto& name) { return !snapshot.hasEntry(name); });
    if (orderBefore && mayReorder)
        for (const auto* node : snapshot.list())
            oldOrder.push_back(node->name());
    for (const auto& name : changed_) {
        auto& changed = nodes_.at(name);
        changed.isChanged = false;
        if (!changed.info.hasNode())
            continue;
        auto before = snapshot.state(name);
        auto state = cloneOf(changed);
        const bool relists = before && !sameEmptiness(*before, *state);
        if (snapshot.put(std::move(state)))
            rebuildOrder = true;
        if (relists)
            snapshot.relistAffinity(name);
        if (replaced)
            replaced->push_back({name, std::move(before)});
    }
    changed_.clear();
    snapshot.generation = generation_;
    if (snapshot.entryCount() > tree_.size()) {
        for (const auto& name : snapshot.entryNames()) {
            auto it = nodes_.find(name);
            if (it != nodes_.end() && it->second.info.hasNode())
                continue;
            if (replaced)
                replaced->push_back({name, snapshot.state(name)});
            snapshot.erase(name);
        }
        rebuildOrder = true;
    }
    if (rebuildOrder) {
        if (orderBefore)
            *orderBefore = std::move(oldOrder);
        snapshot.reorder(tree_.list());
    }
    if (reordered)
        *reordered = rebuildOrder;
    if (snapshot.list().size() != tree_.size()) {
        snapshot.reorder(tree_.list());
        return failure("snapshot state is not consistent, length of NodeInfoList="
                       + std::to_string(snapshot.list().size()) + " not equal to length of nodes in tree="
                       + std::to_string(tree_.size()));
    }
    return {};
}

}
