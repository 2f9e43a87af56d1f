// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/job.h"
#include "cluster/owned_objects.h"
#include "cluster/workload_controller.h"
#include "cluster/workload_controllers.h"

namespace berth::cluster {
namespace {

class JobController final : public WorkloadController {
public:
    explicit JobController(World& world) : WorkloadController(world, api::Kind::Job) {}

    std::string_view name() const override { return "job-controller"; }

    bool sync() override
    {
        bool changed = WorkloadController::sync();
        for (const auto& pod : std::exchange(abandoned_, {})) {
            const auto stored = world().server.find(api::Kind::Pod, pod->meta.key());
            if (stored && stored->meta.uid == pod->meta.uid)
                changed = store(withoutTracking(static_cast<const api::Pod&>(*stored))) || changed;
        }
        return changed;
    }

protected:
    void onOther(const api::ObjectPtr& before, const api::ObjectPtr& after) override
    {
        if ((after ? after : before)->kind != api::Kind::Pod)
            return;
        pods_.note(before, after);
        markOwners(before, after);
        const auto* controller = after ? controllerOf(*after) : nullptr;
        const bool isJobless = controller && controller->kind == "Job"
            && !ownObjects().contains(after->meta.namespace_.str() + "/" + controller->name);
        if (isJobless && after->meta.deletionTimestamp)
            abandoned_.push_back(std::static_pointer_cast<const api::Pod>(after));
    }

    /// Nobody will count its pods any more, and uncounted ones would never go.
    void onOwnDeleted(const api::ObjectPtr& job) override
    {
        for (auto& pod : pods_.of<api::Pod>(*job, false))
            abandoned_.push_back(std::move(pod));
    }

    bool syncOne(const api::ObjectPtr& object) override
    {
        const auto job = std::static_pointer_cast<const api::Workload>(object);
        auto result = planJob({job, pods_.of<api::Pod>(*job, false)}, now());
        const auto outcome = carryOut(*job, result.plan);
        return store(std::move(result.job)) || outcome.changed;
    }

private:
    OwnedObjects pods_;
    Pods abandoned_;                 ///< pods without a Job that still wait to be counted
};

}

std::unique_ptr<Controller> makeJobController(World& world) { return std::make_unique<JobController>(world); }

}
