// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/cluster_objects.h"
#include "cluster/control_plan.h"

namespace berth::cluster {

/// What a CronJob sees of the cluster.
struct CronJobView {
    std::shared_ptr<const api::Opaque> cronJob;
    std::vector<std::shared_ptr<const api::Workload>> jobs;   ///< that it controls, oldest first
};

struct CronJobPlan {
    Plan plan;
    std::shared_ptr<api::Opaque> cronJob;                     ///< changed copy (status), or null; to be stored last
};

/// Starts the Job of the latest moment of the schedule that has passed, unless it is too late for it
/// (startingDeadlineSeconds) or an earlier one still runs (concurrencyPolicy Forbid; Replace stops that one). Of Jobs that
/// are over it keeps as many as the history limits say. A Job is called `NAME-MINUTES`, minutes since 1970.
CronJobPlan planCronJob(const CronJobView& view, api::Time now);

}
