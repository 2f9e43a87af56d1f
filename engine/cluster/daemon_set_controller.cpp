// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/daemon_set.h"
#include "cluster/revisioned_controller.h"
#include "cluster/workload_controllers.h"

namespace berth::cluster {
namespace {

class DaemonSetController final : public RevisionedController {
public:
    explicit DaemonSetController(World& world) : RevisionedController(world, api::Kind::DaemonSet) {}

    std::string_view name() const override { return "daemonset-controller"; }

protected:
    void onOther(const api::ObjectPtr& before, const api::ObjectPtr& after) override
    {
        if ((after ? after : before)->kind == api::Kind::Node)
            noteNode(std::static_pointer_cast<const api::Node>(before), std::static_pointer_cast<const api::Node>(after));
        else
            RevisionedController::onOther(before, after);
    }

    bool syncOne(const api::ObjectPtr& object) override
    {
        const auto set = std::static_pointer_cast<const api::Workload>(object);
        Nodes nodes;
        for (const auto& node : world().server.list(api::Kind::Node))
            nodes.push_back(std::static_pointer_cast<const api::Node>(node));
        auto result = planDaemonSet({set, candidatesFor(*set), std::move(nodes), revisionsOf(*set)}, now());
        const auto outcome = carryOut(*set, result.plan);
        return store(std::move(result.set)) || outcome.changed;
    }

private:
    /// Only what decides whether daemons run there: a node's status changes all the time.
    void noteNode(const api::NodePtr& before, const api::NodePtr& after)
    {
        if (!before || !after || before->spec.taints != after->spec.taints || !(before->meta.labels == after->meta.labels))
            markAll();
    }
};

}

std::unique_ptr<Controller> makeDaemonSetController(World& world)
{
    return std::make_unique<DaemonSetController>(world);
}

}
