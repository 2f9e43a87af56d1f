// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/daemon_set.h"
#include "cluster/owned_objects.h"
#include "cluster/workload_controller.h"
#include "cluster/workload_controllers.h"

namespace berth::cluster {
namespace {

class DaemonSetController final : public WorkloadController {
public:
    explicit DaemonSetController(World& world) : WorkloadController(world, api::Kind::DaemonSet) {}

    std::string_view name() const override { return "daemonset-controller"; }

protected:
    void onOther(const api::ObjectPtr& before, const api::ObjectPtr& after) override
    {
        const auto& object = *(after ? after : before);
        if (isControllerRevision(object)) {
            revisions_.note(before, after);
        } else if (object.kind == api::Kind::Pod) {
            pods_.note(before, after);
            markOwners(before, after);
        } else if (object.kind == api::Kind::Node) {
            noteNode(std::static_pointer_cast<const api::Node>(before), std::static_pointer_cast<const api::Node>(after));
        }
    }

    bool syncOne(const api::ObjectPtr& object) override
    {
        const auto set = std::static_pointer_cast<const api::Workload>(object);
        Nodes nodes;
        for (const auto& node : world().server.list(api::Kind::Node))
            nodes.push_back(std::static_pointer_cast<const api::Node>(node));
        auto result = planDaemonSet({set, pods_.of<api::Pod>(*set, true), std::move(nodes),
                                     revisions_.of<api::Opaque>(*set, false)},
                                    now());
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

    OwnedObjects pods_;
    OwnedObjects revisions_;
};

}

std::unique_ptr<Controller> makeDaemonSetController(World& world)
{
    return std::make_unique<DaemonSetController>(world);
}

}
