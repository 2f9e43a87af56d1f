// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/deployment.h"
#include "cluster/owned_objects.h"
#include "cluster/workload_controller.h"
#include "cluster/workload_controllers.h"

namespace berth::cluster {
namespace {

class DeploymentController final : public WorkloadController {
public:
    explicit DeploymentController(World& world) : WorkloadController(world, api::Kind::Deployment) {}

    std::string_view name() const override { return "deployment-controller"; }

protected:
    void onOther(const api::ObjectPtr& before, const api::ObjectPtr& after) override
    {
        const auto kind = (after ? after : before)->kind;
        if (kind == api::Kind::ReplicaSet) {
            sets_.note(before, after);
            markOwners(before, after);
        } else if (kind == api::Kind::Pod) {
            pods_.note(before, after);
            if (!after)
                markByReplicaSet(*before); // Recreate waits for the last old pod to go
        }
    }

    bool syncOne(const api::ObjectPtr& object) override
    {
        const auto deployment = std::static_pointer_cast<const api::Workload>(object);
        const auto ns = deployment->meta.namespace_.str();
        DeploymentView view{deployment, sets_.of<api::Workload>(*deployment, true), {}, [&](const std::string& name) {
                                return world().server.find(api::Kind::ReplicaSet, ns + "/" + name) != nullptr;
                            }};
        for (const auto& set : view.replicaSets)
            if (isControlledBy(*set, *deployment))
                for (auto& pod : pods_.of<api::Pod>(*set, false))
                    view.pods.push_back(std::move(pod));
        auto result = planDeployment(view, now());
        const auto outcome = carryOut(*deployment, result.plan);
        return store(std::move(result.deployment)) || outcome.changed;
    }

private:
    void markByReplicaSet(const api::Object& pod)
    {
        const auto* controller = controllerOf(pod);
        if (!controller || controller->kind != "ReplicaSet")
            return;
        if (const auto set = world().server.find(api::Kind::ReplicaSet, pod.meta.namespace_.str() + "/" + controller->name))
            markOwners(set, nullptr);
    }

    OwnedObjects sets_;
    OwnedObjects pods_;
};

}

std::unique_ptr<Controller> makeDeploymentController(World& world)
{
    return std::make_unique<DeploymentController>(world);
}

}
