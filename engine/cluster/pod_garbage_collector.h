// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "cluster/controller.h"
#include "cluster/pods_on_nodes.h"

#include <map>
#include <set>

namespace berth::cluster {

/// Removes pods that nobody else removes: those of nodes that do not exist any more (after a while, in which the node may
/// come back), those that are being deleted on nodes marked out of service, and the oldest of too many that have ended.
class PodGarbageCollector final : public Controller {
public:
    explicit PodGarbageCollector(World& world) : world_(world) {}

    std::string_view name() const override { return "pod-garbage-collector"; }
    void onChange(const api::ObjectPtr& before, const api::ObjectPtr& after) override;
    bool sync() override;

private:
    bool syncNode(const std::string& name);
    bool removeEnded();
    bool forceDelete(const api::Pod& pod, bool isOrphan);

    World world_;
    std::set<std::string> markedNodes_;
    PodsOnNodes pods_;
    std::map<std::string, api::Time> missing_;     ///< nodes that pods name and nobody knows, since when
    std::set<std::pair<api::Time, std::string>> ended_;   ///< pods that have ended: creation time and key
};

}
