// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/cluster_objects.h"
#include "cluster/control_plan.h"
#include "cluster/job_indexes.h"
#include "cluster/object_edit.h"
#include "cluster/pod_standing.h"

namespace berth::cluster {

/// spec of a Job, defaulted.
struct JobSpec {
    std::int32_t parallelism = 1;
    std::optional<std::int32_t> completions;             ///< absent: done when one has succeeded and none is active
    bool isIndexed = false;                              ///< completionMode Indexed
    std::int32_t backoffLimit = 6;
    std::optional<std::int32_t> backoffLimitPerIndex;
    std::optional<std::int32_t> maxFailedIndexes;
    std::optional<std::int64_t> activeDeadlineSeconds;
    bool isSuspended = false;
    /// podReplacementPolicy Failed (implied by a pod failure policy): a pod is replaced when it has ended, not already
    /// while it terminates.
    bool replacesOnlyFailed = false;
    bool isManagedElsewhere = false;                     ///< managedBy names another controller
};
JobSpec jobSpec(const api::Workload& job);

/// status of a Job.
struct JobStatus {
    std::int32_t active = 0;
    std::int32_t ready = 0;
    std::int32_t terminating = 0;
    std::int32_t succeeded = 0;
    std::int32_t failed = 0;
    std::optional<api::Time> startTime;
    std::optional<api::Time> completionTime;
    Indexes completedIndexes;
    Indexes failedIndexes;
    std::vector<Condition> conditions;
};
JobStatus jobStatus(const api::Workload& job);

/// A Job that is over has the condition Complete or Failed; this is it, or nullptr.
const Condition* finishedCondition(const std::vector<Condition>& conditions);

struct JobView {
    std::shared_ptr<const api::Workload> job;
    Pods pods;                                           ///< that it controls, ended ones included, oldest first
};

struct JobPlan {
    Plan plan;
    std::shared_ptr<api::Workload> job;                  ///< changed copy (status), or null; to be stored last
};

/// Keeps as many pods at work as parallelism and what is left to do allow; counts those that have ended, once each: a pod
/// carries the finalizer batch.kubernetes.io/job-tracking until it is counted. Pods that failed are replaced after a
/// pause of 10 s that doubles with each failure up to 6 minutes, until backoffLimit is exceeded.
JobPlan planJob(const JobView& view, api::Time now);

constexpr const char* jobTrackingFinalizer = "batch.kubernetes.io/job-tracking";
/// A copy of the pod that is counted, or null if it was.
std::shared_ptr<api::Pod> withoutTracking(const api::Pod& pod);
/// When a pod ended: its last container's end, else the last change of readiness, else its creation.
api::Time endOf(const api::Pod& pod);

/// A pod of a Job; index for Indexed ones, failures: how often its index has failed, where that is limited.
std::shared_ptr<api::Pod> jobPod(const api::Workload& job, std::optional<std::int32_t> index,
                                 std::optional<std::int32_t> failures);

}
