// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/cron_job.h"

#include "api/convert_fields.h"
#include "api/go_text.h"
#include "cluster/cron_schedule.h"
#include "cluster/job.h"
#include "cluster/object_edit.h"
#include "cluster/pod_making.h"

#include <algorithm>

namespace berth::cluster {

using api::Value;
namespace fields = api::fields;

namespace {

constexpr std::int64_t second = 1'000'000'000;
using JobPtr = std::shared_ptr<const api::Workload>;

bool isFinished(const api::Workload& job) { return finishedCondition(jobStatus(job).conditions) != nullptr; }

/// One step of one CronJob.
class Step {
public:
    Step(const CronJobView& view, api::Time now)
        : view_(view), cronJob_(*view.cronJob), now_(now), spec_(valueAt(cronJob_, {"spec"})),
          lastScheduled_(fields::time(statusOf(cronJob_), "lastScheduleTime"))
    {
    }

    CronJobPlan plan()
    {
        for (const auto& job : view_.jobs)
            (isFinished(*job) ? finished_ : active_).push_back(job);
        noteFinished();
        forgetOld("Complete", fields::optionalInt32(spec_, "successfulJobsHistoryLimit").value_or(3));
        forgetOld("Failed", fields::optionalInt32(spec_, "failedJobsHistoryLimit").value_or(1));
        if (!cronJob_.meta.deletionTimestamp && !fields::flag(spec_, "suspend"))
            keepSchedule();
        writeStatus();
        return std::move(out_);
    }

private:
    void note(const char* type, const std::string& reason, const std::string& message)
    {
        out_.plan.events.push_back({type, reason, message});
    }

    bool wasActive(const api::Workload& job) const
    {
        const Value* active = fields::given(statusOf(cronJob_), "active");
        return active && std::ranges::any_of(active->items, [&job](const Value& reference) {
            return fields::text(reference, "uid") == job.meta.uid;
        });
    }

    void noteFinished()
    {
        lastSuccess_ = fields::time(statusOf(cronJob_), "lastSuccessfulTime");
        for (const auto& job : finished_) {
            const auto status = jobStatus(*job);
            if (wasActive(*job))
                note("Normal", "SawCompletedJob",
                     "Saw completed job: " + job->meta.name + ", condition: " + finishedCondition(status.conditions)->type);
            if (status.completionTime && (!lastSuccess_ || *status.completionTime > *lastSuccess_))
                lastSuccess_ = status.completionTime;
        }
    }

    void forgetOld(std::string_view condition, std::int32_t limit)
    {
        std::vector<JobPtr> jobs;
        for (const auto& job : finished_)
            if (finishedCondition(jobStatus(*job).conditions)->type == condition && !job->meta.deletionTimestamp)
                jobs.push_back(job);
        std::ranges::stable_sort(jobs, {}, [](const JobPtr& job) {
            return std::pair(jobStatus(*job).startTime, job->meta.name);
        });
        for (std::size_t i = 0; i + static_cast<std::size_t>(std::max(0, limit)) < jobs.size(); ++i)
            remove(jobs[i]);
    }

    void remove(const JobPtr& job)
    {
        out_.plan.deletions.push_back(job);
        note("Normal", "SuccessfulDelete", "Deleted job " + job->meta.name);
    }

    void keepSchedule()
    {
        const auto name = fields::text(spec_, "timeZone");
        const auto zone = TimeZone::find(name);
        if (!zone)
            return note("Warning", "UnknownTimeZone",
                        "invalid timeZone: " + api::goQuote(name) + ": unknown time zone " + name);
        const auto text = fields::text(spec_, "schedule");
        const auto schedule = CronSchedule::parse(text);
        if (!schedule)
            return note("Warning", "UnparseableSchedule",
                        "unparseable schedule: " + api::goQuote(text) + " : " + schedule.error());
        if (const auto due = latestDue(*schedule, *zone))
            start(*due, *zone);
        out_.plan.wakeNoLaterThan(schedule->next(now_, *zone));
    }

    /// The last moment of the schedule between the last start (or the creation, or the deadline) and now.
    std::optional<api::Time> latestDue(const CronSchedule& schedule, const TimeZone& zone)
    {
        auto from = lastScheduled_.value_or(cronJob_.meta.creationTimestamp.value_or(now_));
        if (const auto deadline = fields::optionalInt64(spec_, "startingDeadlineSeconds"))
            from = std::max(from, api::Time{now_.nanoseconds - *deadline * second});
        std::optional<api::Time> due;
        std::int64_t missed = 0;
        for (auto next = schedule.next(from, zone); next && *next <= now_; next = schedule.next(*next, zone)) {
            due = next;
            ++missed;
        }
        constexpr std::int64_t many = 100;
        if (missed > many)
            note("Warning", "TooManyMissedTimes",
                 "too many missed start times: " + std::to_string(missed)
                     + ". Set or decrease .spec.startingDeadlineSeconds or check clock skew");
        return due;
    }

    void start(api::Time due, const TimeZone& zone)
    {
        const auto policy = fields::text(spec_, "concurrencyPolicy");
        if (policy == "Forbid" && !active_.empty())
            return note("Normal", "JobAlreadyActive",
                        "Not starting job because prior execution is running and concurrency policy is Forbid");
        if (policy == "Replace")
            for (const auto& job : active_)
                if (!job->meta.deletionTimestamp)
                    remove(job);
        auto job = jobFor(due, zone);
        note("Normal", "SuccessfulCreate", "Created job " + job->meta.name);
        out_.plan.creations.push_back(std::move(job));
        lastScheduled_ = due;
    }

    std::shared_ptr<api::Object> jobFor(api::Time due, const TimeZone& zone) const
    {
        constexpr std::int64_t secondsPerMinute = 60;
        const Value& jobTemplate = fields::objectAt(spec_, "jobTemplate");
        Value document = ownedDocument("batch/v1", "Job", cronJob_);
        Value& meta = *document.find("metadata");
        setText(meta, "name", cronJob_.meta.name + "-" + std::to_string(due.seconds() / secondsPerMinute));
        const Value& given = fields::objectAt(jobTemplate, "metadata");
        if (const Value* labels = fields::given(given, "labels"))
            meta.set("labels", *labels);
        Value annotations = fields::objectAt(given, "annotations");
        setText(annotations, "batch.kubernetes.io/cronjob-scheduled-timestamp", zone.toText(due));
        meta.set("annotations", std::move(annotations));
        document.set("spec", fields::objectAt(jobTemplate, "spec"));
        return makeObject(std::move(document));
    }

    void writeStatus()
    {
        Value value = Value::object();
        Value& active = value.set("active", Value::array());
        for (const auto& job : active_) {
            Value& reference = active.items.emplace_back(Value::object());
            setText(reference, "kind", "Job");
            setText(reference, "namespace", job->meta.namespace_.str());
            setText(reference, "name", job->meta.name);
            setText(reference, "uid", job->meta.uid);
            setText(reference, "apiVersion", job->apiVersion);
        }
        if (lastScheduled_)
            value.set("lastScheduleTime", toValue(*lastScheduled_));
        if (lastSuccess_)
            value.set("lastSuccessfulTime", toValue(*lastSuccess_));
        if (sameValue(value, statusOf(cronJob_)))
            return;
        out_.cronJob = std::make_shared<api::Opaque>(cronJob_);
        setStatus(*out_.cronJob, std::move(value));
    }

    const CronJobView& view_;
    const api::Opaque& cronJob_;
    api::Time now_;
    const Value& spec_;
    std::optional<api::Time> lastScheduled_;
    std::optional<api::Time> lastSuccess_;
    CronJobPlan out_;
    std::vector<JobPtr> active_;
    std::vector<JobPtr> finished_;
};

}

CronJobPlan planCronJob(const CronJobView& view, api::Time now) { return Step(view, now).plan(); }

}
