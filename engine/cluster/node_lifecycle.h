// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "cluster/controller.h"
#include "cluster/pods_on_nodes.h"

#include <map>
#include <set>

namespace berth::cluster {

/// Says of nodes whose kubelet is silent that they are not ready, and turns what is wrong with a node into taints: at
/// once those that keep new pods away, and node by node, at a rate that depends on how much of a zone is affected, those
/// that drive pods out. Rates and thresholds are kube-controller-manager's defaults.
class NodeLifecycle final : public Controller {
public:
    explicit NodeLifecycle(World& world) : world_(world) {}

    std::string_view name() const override { return "node-controller"; }
    void onChange(const api::ObjectPtr& before, const api::ObjectPtr& after) override;
    bool sync() override;

private:
    enum class ZoneState : std::uint8_t { Normal, PartialDisruption, FullDisruption };
    struct Zone {
        std::map<std::string, bool> nodes;         ///< by name: ready?
        std::set<std::string> waiting;             ///< nodes that are to get their NoExecute taint
        std::optional<api::Time> free;             ///< when the next of them may
        TimeLine::Id timer;
        ZoneState state() const;
        /// Between two nodes, nanoseconds; absent: no node is evicted at all.
        std::optional<std::int64_t> interval() const;
    };
    struct Watched {
        std::string zone;
        std::optional<api::Time> silentSince;
    };
    using NodePtr = std::shared_ptr<const api::Node>;

    bool syncNode(const std::string& name);
    bool syncZone(Zone& zone);
    bool areAllZonesDown() const;
    /// Unknown after the grace period; absent while nothing is to be changed.
    std::optional<api::NodeCondition> silence(const api::Node& node, Watched& watched);
    bool taintNoExecute(const std::string& name);
    bool markPodsNotReady(const api::Node& node);

    World world_;
    std::set<std::string> marked_;
    std::map<std::string, Watched> nodes_;
    std::map<std::string, Zone> zones_;
    PodsOnNodes pods_;
    bool areZonesMarked_ = false;
    bool wereAllDown_ = false;
};

}
