// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/cron_job_validation.h"

#include "api/convert_fields.h"
#include "cluster/cron_schedule.h"
#include "cluster/object_edit.h"
#include "cluster/time_zone.h"

#include <algorithm>
#include <cctype>

namespace berth::cluster {
namespace {

using api::FieldErrors;
using api::Value;
namespace fields = api::fields;
namespace field = api::field;

void checkName(const std::string& name, FieldErrors& errors)
{
    constexpr std::size_t longest = 52; // its Jobs are called so, with eleven characters more
    if (name.size() > longest)
        errors.push_back(field::invalid("metadata.name", name, "must be no more than 52 characters"));
}

void checkSchedule(const std::string& schedule, FieldErrors& errors)
{
    constexpr const char* path = "spec.schedule";
    if (schedule.empty())
        return errors.push_back(field::required(path));
    // One with a zone can be read in a real cluster, and is refused for that alone.
    if (schedule.find("TZ") != std::string::npos)
        return errors.push_back(
            field::invalid(path, schedule, "cannot use TZ or CRON_TZ in schedule, use timeZone field instead"));
    if (const auto parsed = CronSchedule::parse(schedule); !parsed)
        errors.push_back(field::invalid(path, schedule, parsed.error()));
}

bool isLocal(std::string_view zone)
{
    return std::ranges::equal(zone, std::string_view("local"), [](char a, char b) {
        return std::tolower(static_cast<unsigned char>(a)) == b;
    });
}

void checkTimeZone(const Value& spec, FieldErrors& errors)
{
    constexpr const char* path = "spec.timeZone";
    if (!fields::given(spec, "timeZone"))
        return;
    const auto zone = fields::text(spec, "timeZone");
    if (zone.empty())
        errors.push_back(field::invalid(path, zone, "timeZone must be nil or non-empty string"));
    else if (isLocal(zone))
        errors.push_back(field::invalid(
            path, zone, "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones"));
    else if (!TimeZone::find(zone))
        errors.push_back(field::invalid(path, zone, "unknown time zone " + zone));
}

void checkNotNegative(const Value& spec, const char* name, FieldErrors& errors)
{
    if (const auto number = fields::optionalInt64(spec, name); number && *number < 0)
        errors.push_back(field::invalid(field::child("spec", name), *number, "must be greater than or equal to 0"));
}

}

FieldErrors cronJobErrors(const api::Object& cronJob)
{
    FieldErrors errors;
    const Value& spec = valueAt(cronJob, {"spec"});
    checkSchedule(fields::text(spec, "schedule"), errors);
    checkNotNegative(spec, "startingDeadlineSeconds", errors);
    checkTimeZone(spec, errors);
    const auto policy = fields::text(spec, "concurrencyPolicy");
    if (!policy.empty() && policy != "Allow" && policy != "Forbid" && policy != "Replace")
        errors.push_back(field::notSupported("spec.concurrencyPolicy", field::Shown::enumText(policy), {"Allow", "Forbid", "Replace"}));
    checkNotNegative(spec, "successfulJobsHistoryLimit", errors);
    checkNotNegative(spec, "failedJobsHistoryLimit", errors);
    checkName(cronJob.meta.name, errors);
    return errors;
}

}
