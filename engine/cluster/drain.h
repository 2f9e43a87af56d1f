// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "cluster/controller.h"
#include "cluster/pods_on_nodes.h"

#include <map>
#include <set>

namespace berth::cluster {

/// `kubectl drain`, asked for by the node's annotation `berth.dev/drain`: the node is cordoned, then its pods are
/// evicted, except those of DaemonSets and those that have ended. A pod whose budget forbids it is tried again every five
/// seconds. Its value is `true`, or `delete`: once it is empty the node is deleted.
class Drain final : public Controller {
public:
    explicit Drain(World& world) : world_(world) {}

    std::string_view name() const override { return "kubectl-drain"; }
    void onChange(const api::ObjectPtr& before, const api::ObjectPtr& after) override;
    bool sync() override;

    static constexpr std::string_view annotationName = "berth.dev/drain";

private:
    bool drain(const std::string& name);

    World world_;
    std::set<std::string> marked_;
    std::set<std::string> draining_;
    PodsOnNodes pods_;
    std::map<std::string, TimeLine::Id> retries_;
};

}
