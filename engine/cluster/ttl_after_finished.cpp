// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/ttl_after_finished.h"

#include "api/convert_fields.h"
#include "cluster/object_edit.h"

namespace berth::cluster {
namespace {

std::optional<api::Time> finishedAt(const api::Object& job)
{
    const auto conditions = conditionsOf(statusOf(job));
    for (const char* type : {"Complete", "Failed"})
        if (const auto* condition = findCondition(conditions, type); condition && condition->status == "True")
            return condition->lastTransitionTime;
    return std::nullopt;
}

/// When the job is to go; absent: not before something changes.
std::optional<api::Time> expiryOf(const api::Object& job)
{
    constexpr std::int64_t second = 1'000'000'000;
    const auto ttl = api::fields::optionalInt64(valueAt(job, {"spec"}), "ttlSecondsAfterFinished");
    const auto finished = finishedAt(job);
    return ttl && finished ? std::optional(api::Time{finished->nanoseconds + *ttl * second}) : std::nullopt;
}

}

void TtlAfterFinished::onChange(const api::ObjectPtr&, const api::ObjectPtr& after)
{
    if (after && after->kind == api::Kind::Job && !after->meta.deletionTimestamp)
        marked_.insert(after->meta.key());
}

bool TtlAfterFinished::sync()
{
    bool any = false;
    for (const auto& key : std::exchange(marked_, {})) {
        const auto job = world_.server.find(api::Kind::Job, key);
        const auto expiry = job && !job->meta.deletionTimestamp ? expiryOf(*job) : std::nullopt;
        if (!expiry)
            continue;
        if (world_.clock.moment() < *expiry)
            world_.timeLine.at(*expiry, [this, key] { marked_.insert(key); });
        else
            any |= world_.server
                       .removeObject(*job, {.uid = job->meta.uid, .propagation = DeleteOptions::Propagation::Foreground})
                       .has_value();
    }
    return any;
}

}
