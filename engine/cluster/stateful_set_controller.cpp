// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/owned_objects.h"
#include "cluster/stateful_set.h"
#include "cluster/workload_controller.h"
#include "cluster/workload_controllers.h"

namespace berth::cluster {
namespace {

class StatefulSetController final : public WorkloadController {
public:
    explicit StatefulSetController(World& world) : WorkloadController(world, api::Kind::StatefulSet) {}

    std::string_view name() const override { return "statefulset-controller"; }

protected:
    void onOther(const api::ObjectPtr& before, const api::ObjectPtr& after) override
    {
        const auto& object = *(after ? after : before);
        if (isControllerRevision(object)) {
            revisions_.note(before, after);
        } else if (object.kind == api::Kind::Pod) {
            pods_.note(before, after);
            markOwners(before, after);
        }
    }

    bool syncOne(const api::ObjectPtr& object) override
    {
        const auto set = std::static_pointer_cast<const api::Workload>(object);
        const auto ns = set->meta.namespace_.str();
        auto result = planStatefulSet({set, pods_.of<api::Pod>(*set, true), revisions_.of<api::Opaque>(*set, false),
                                       [&](const std::string& name) {
                                           return world().server.find(api::Kind::PersistentVolumeClaim, ns + "/" + name);
                                       }},
                                      now());
        const auto outcome = carryOut(*set, result.plan);
        return store(std::move(result.set)) || outcome.changed;
    }

private:
    OwnedObjects pods_;
    OwnedObjects revisions_;
};

}

std::unique_ptr<Controller> makeStatefulSetController(World& world)
{
    return std::make_unique<StatefulSetController>(world);
}

}
