// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/convert_fields.h"
#include "cluster/job.h"

#include <algorithm>

namespace berth::cluster {

using api::Value;
namespace fields = api::fields;

JobSpec jobSpec(const api::Workload& job)
{
    const Value& value = valueAt(job, {"spec"});
    JobSpec spec;
    spec.parallelism = std::max(0, job.parallelism.value_or(1));
    spec.completions = job.completions;
    spec.isIndexed = fields::text(value, "completionMode") == "Indexed" && job.completions;
    spec.backoffLimitPerIndex = spec.isIndexed ? fields::optionalInt32(value, "backoffLimitPerIndex") : std::nullopt;
    constexpr std::int32_t unlimited = 2147483647;
    spec.backoffLimit = fields::optionalInt32(value, "backoffLimit")
                            .value_or(spec.backoffLimitPerIndex ? unlimited : spec.backoffLimit);
    spec.maxFailedIndexes = fields::optionalInt32(value, "maxFailedIndexes");
    spec.activeDeadlineSeconds = fields::optionalInt64(value, "activeDeadlineSeconds");
    spec.isSuspended = job.suspend.value_or(false);
    const auto replacement = fields::text(value, "podReplacementPolicy");
    spec.replacesOnlyFailed =
        replacement == "Failed" || (replacement.empty() && fields::given(value, "podFailurePolicy") != nullptr);
    const auto manager = fields::text(value, "managedBy");
    spec.isManagedElsewhere = !manager.empty() && manager != "kubernetes.io/job-controller";
    return spec;
}

JobStatus jobStatus(const api::Workload& job)
{
    const Value& value = statusOf(job);
    JobStatus status;
    status.active = fields::int32(value, "active");
    status.ready = fields::int32(value, "ready");
    status.terminating = fields::int32(value, "terminating");
    status.succeeded = fields::int32(value, "succeeded");
    status.failed = fields::int32(value, "failed");
    status.startTime = fields::time(value, "startTime");
    status.completionTime = fields::time(value, "completionTime");
    const auto completions = job.completions.value_or(0);
    status.completedIndexes = parseIndexes(fields::text(value, "completedIndexes"), completions);
    status.failedIndexes = parseIndexes(fields::text(value, "failedIndexes"), completions);
    status.conditions = conditionsOf(value);
    return status;
}

const Condition* finishedCondition(const std::vector<Condition>& conditions)
{
    for (const char* type : {"Complete", "Failed"})
        if (const auto* condition = findCondition(conditions, type); condition && condition->status == "True")
            return condition;
    return nullptr;
}

}
