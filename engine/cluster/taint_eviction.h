// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "cluster/controller.h"
#include "cluster/pods_on_nodes.h"

#include <map>
#include <set>

namespace berth::cluster {

/// Deletes pods from nodes with NoExecute taints: at once those that do not tolerate all of them, the others when the
/// shortest tolerationSeconds of the tolerations in use is over.
class TaintEviction final : public Controller {
public:
    explicit TaintEviction(World& world) : world_(world) {}

    std::string_view name() const override { return "taint-eviction-controller"; }
    void onChange(const api::ObjectPtr& before, const api::ObjectPtr& after) override;
    bool sync() override;

private:
    struct Planned {
        std::string uid;
        api::Time since;                   ///< when the pod began to need its tolerations
        api::Time when;
        TimeLine::Id timer;
    };

    bool syncPod(const std::string& key);
    bool evict(const api::Pod& pod);
    void plan(const api::Pod& pod, std::int64_t seconds);
    void cancel(const std::string& key, bool isNews);

    World world_;
    std::set<std::string> marked_;
    PodsOnNodes pods_;
    std::map<std::string, Planned> planned_;
};

}
