// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/cron_job.h"
#include "cluster/owned_objects.h"
#include "cluster/workload_controller.h"
#include "cluster/workload_controllers.h"

namespace berth::cluster {
namespace {

class CronJobController final : public WorkloadController {
public:
    explicit CronJobController(World& world) : WorkloadController(world, api::Kind::CronJob) {}

    std::string_view name() const override { return "cronjob-controller"; }

protected:
    void onOther(const api::ObjectPtr& before, const api::ObjectPtr& after) override
    {
        if ((after ? after : before)->kind != api::Kind::Job)
            return;
        jobs_.note(before, after);
        markOwners(before, after);
    }

    bool syncOne(const api::ObjectPtr& object) override
    {
        const auto cronJob = std::static_pointer_cast<const api::Opaque>(object);
        auto result = planCronJob({cronJob, jobs_.of<api::Workload>(*cronJob, false)}, now());
        const auto outcome = carryOut(*cronJob, result.plan, TimeLine::Kind::Periodic);
        return store(std::move(result.cronJob)) || outcome.changed;
    }

private:
    OwnedObjects jobs_;
};

}

std::unique_ptr<Controller> makeCronJobController(World& world) { return std::make_unique<CronJobController>(world); }

}
