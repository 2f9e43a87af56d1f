// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/revisioned_controller.h"
#include "cluster/stateful_set.h"
#include "cluster/workload_controllers.h"

namespace berth::cluster {
namespace {

class StatefulSetController final : public RevisionedController {
public:
    explicit StatefulSetController(World& world) : RevisionedController(world, api::Kind::StatefulSet) {}

    std::string_view name() const override { return "statefulset-controller"; }

protected:
    bool syncOne(const api::ObjectPtr& object) override
    {
        const auto set = std::static_pointer_cast<const api::Workload>(object);
        const auto ns = set->meta.namespace_.str();
        auto result = planStatefulSet({set, candidatesFor(*set), revisionsOf(*set),
                                       [&](const std::string& name) {
                                           return world().server.find(api::Kind::PersistentVolumeClaim, ns + "/" + name);
                                       }},
                                      now());
        const auto outcome = carryOut(*set, result.plan);
        return store(std::move(result.set)) || outcome.changed;
    }
};

}

std::unique_ptr<Controller> makeStatefulSetController(World& world)
{
    return std::make_unique<StatefulSetController>(world);
}

}
