// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/owned_objects.h"
#include "cluster/replica_set.h"
#include "cluster/workload_controller.h"
#include "cluster/workload_controllers.h"

namespace berth::cluster {
namespace {

class ReplicaSetController final : public WorkloadController {
public:
    explicit ReplicaSetController(World& world) : WorkloadController(world, api::Kind::ReplicaSet) {}

    std::string_view name() const override { return "replicaset-controller"; }

protected:
    void onOther(const api::ObjectPtr& before, const api::ObjectPtr& after) override
    {
        const auto kind = (after ? after : before)->kind;
        if (kind == api::Kind::ReplicaSet)
            sets_.note(before, after);
        if (kind != api::Kind::Pod)
            return;
        pods_.note(before, after);
        markOwners(before, after);
    }

    bool syncOne(const api::ObjectPtr& object) override
    {
        const auto set = std::static_pointer_cast<const api::Workload>(object);
        auto result = planReplicaSet({set, pods_.of<api::Pod>(*set, true), relatedPods(*set)}, now());
        const auto outcome = carryOut(*set, result.plan);
        return store(withReplicaSetStatus(*set, result.pods, outcome.failure, now())) || outcome.changed;
    }

private:
    Pods relatedPods(const api::Workload& set) const
    {
        const auto* controller = controllerOf(set);
        if (!controller)
            return pods_.of<api::Pod>(set, false);
        api::Opaque owner; // whoever it is, only the uid is asked for
        owner.meta.uid = controller->uid;
        Pods related;
        for (const auto& sibling : sets_.of<api::Object>(owner, false))
            for (auto& pod : pods_.of<api::Pod>(*sibling, false))
                related.push_back(std::move(pod));
        return related;
    }

    OwnedObjects pods_;
    OwnedObjects sets_;
};

}

std::unique_ptr<Controller> makeReplicaSetController(World& world)
{
    return std::make_unique<ReplicaSetController>(world);
}

}
