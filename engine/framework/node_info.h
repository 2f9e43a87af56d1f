// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/node.h"
#include "framework/host_ports.h"
#include "framework/pod_info.h"

#include <memory>
#include <unordered_map>
#include <vector>

namespace berth::framework {

/// Size of an image and on how many nodes it is, as known when the node was last cloned into the snapshot.
struct ImageStateSummary {
    std::int64_t size = 0;
    std::int32_t numNodes = 0;
};

using ImageStates = std::unordered_map<std::string, ImageStateSummary>;

/// A node with the pods on it and what they take, as the plugins see it. Copied when a cycle's snapshot or a dry run
/// needs its own; pods are shared.
class NodeInfo {
public:
    /// Precondition: hasNode().
    const api::Node& node() const { return *node_; }
    const api::NodePtr& nodePtr() const { return node_; }
    bool hasNode() const { return node_ != nullptr; }
    const std::string& name() const { return node_->meta.name; }
    api::NodeFacts facts() const { return {node_->meta.name, node_->meta.labels}; }

    /// In order of arrival, but for gaps that the last one was moved into.
    const std::vector<PodInfoPtr>& pods() const { return pods_; }
    const std::vector<PodInfoPtr>& podsWithAffinity() const { return podsWithAffinity_; }
    const std::vector<PodInfoPtr>& podsWithRequiredAntiAffinity() const { return podsWithRequiredAntiAffinity_; }
    const Resource& requested() const { return requested_; }
    std::int64_t nonZeroMilliCpu() const { return nonZeroMilliCpu_; }
    std::int64_t nonZeroMemory() const { return nonZeroMemory_; }
    const Resource& allocatable() const { return allocatable_; }
    const HostPortInfo& usedPorts() const { return usedPorts_; }
    const ImageStates* imageStates() const { return imageStates_.get(); }
    /// References to claims by `namespace/name`.
    const api::SymbolMap<std::int32_t>& pvcRefCounts() const { return pvcRefCounts_; }

    void setNode(api::NodePtr node);
    void removeNode();
    void setImageStates(std::shared_ptr<const ImageStates> states) { imageStates_ = std::move(states); }
    void addPod(const PodInfoPtr& pod);
    /// By UID; the last pod moves into the gap. False if it is not here.
    bool removePod(const std::string& uid);

    std::uint64_t generation = 0;          ///< grows with every change; kept by the cache

private:
    void charge(const PodInfo& pod, int sign);

    api::NodePtr node_;
    std::vector<PodInfoPtr> pods_;
    std::vector<PodInfoPtr> podsWithAffinity_;
    std::vector<PodInfoPtr> podsWithRequiredAntiAffinity_;
    Resource requested_;
    std::int64_t nonZeroMilliCpu_ = 0;
    std::int64_t nonZeroMemory_ = 0;
    Resource allocatable_;
    HostPortInfo usedPorts_;
    std::shared_ptr<const ImageStates> imageStates_;
    api::SymbolMap<std::int32_t> pvcRefCounts_;
};

using NodeInfoPtr = std::shared_ptr<const NodeInfo>;

/// The nodes of a cycle, in the order they are visited.
class SharedLister {
public:
    virtual ~SharedLister() = default;
    virtual const std::vector<const NodeInfo*>& list() const = 0;
    virtual const std::vector<const NodeInfo*>& havePodsWithAffinity() const = 0;
    virtual const std::vector<const NodeInfo*>& havePodsWithRequiredAntiAffinity() const = 0;
    /// Null for an unknown node.
    virtual const NodeInfo* get(const std::string& name) const = 0;
    /// Position in list(), -1 for an unknown node.
    virtual std::int32_t indexOf(const std::string& name) const = 0;
};

}
