// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/job.h"

#include "cluster/job_policies.h"
#include "cluster/pod_ranking.h"

#include <algorithm>
#include <map>

namespace berth::cluster {

using api::Value;

namespace {

constexpr std::int64_t second = 1'000'000'000;
constexpr std::size_t burst = 500;
constexpr const char* failureTarget = "FailureTarget";
constexpr const char* successCriteriaMet = "SuccessCriteriaMet";

/// 10 s after the first failure, doubled with each further one, 6 minutes at most.
std::int64_t pauseAfter(std::int32_t failures)
{
    constexpr std::int64_t first = 10 * second;
    constexpr std::int64_t longest = 360 * second;
    std::int64_t pause = first;
    for (std::int32_t i = 1; i < failures && pause < longest; ++i)
        pause *= 2;
    return std::min(pause, longest);
}

/// One step of one Job.
class Step {
public:
    Step(const JobView& view, api::Time now)
        : view_(view), job_(*view.job), now_(now), spec_(jobSpec(job_)), status_(jobStatus(job_))
    {
    }

    JobPlan plan()
    {
        if (spec_.isManagedElsewhere)
            return std::move(out_);
        if (finishedCondition(status_.conditions) || job_.meta.deletionTimestamp) {
            leaveAlone();
            return std::move(out_);
        }
        if (!spec_.isSuspended && !status_.startTime)
            status_.startTime = now_.truncatedToSecond();
        sortPods();
        countEnded();
        decide();
        if (isOver())
            endJob();
        else if (!noteSuspension())
            manage();
        finish();
        return std::move(out_);
    }

private:
    // ---- A Job that is over.

    void leaveAlone()
    {
        for (const auto& pod : view_.pods)
            if (auto counted = withoutTracking(*pod))
                out_.plan.updates.push_back(std::move(counted));
    }

    // ---- What there is.

    void sortPods()
    {
        for (const auto& pod : view_.pods) {
            if (isActive(*pod))
                active_.push_back(pod);
            else if (!pod->isTerminal())
                ++terminating_;
        }
    }

    static bool isUncounted(const api::Pod& pod)
    {
        return std::ranges::find(pod.meta.finalizers, jobTrackingFinalizer) != pod.meta.finalizers.end();
    }

    /// A pod that is being deleted will never end by itself: it counts as failed at once, unless it has to end first.
    bool hasFailed(const api::Pod& pod) const
    {
        return pod.status.phase == "Failed"
            || (!spec_.replacesOnlyFailed && pod.isTerminating() && pod.status.phase != "Succeeded");
    }

    void countEnded()
    {
        for (const auto& pod : view_.pods) {
            if (!isUncounted(*pod))
                continue;
            if (pod->status.phase == "Succeeded")
                countSuccess(*pod);
            else if (hasFailed(*pod))
                countFailure(*pod);
            else
                continue;
            out_.plan.updates.push_back(withoutTracking(*pod));
        }
        noteFailedIndexes();
    }

    void countSuccess(const api::Pod& pod)
    {
        const auto index = indexOf(pod);
        if (!spec_.isIndexed)
            ++status_.succeeded;
        else if (index && *index < *spec_.completions)
            status_.completedIndexes.insert(*index);
        if (spec_.isIndexed)
            status_.succeeded = static_cast<std::int32_t>(status_.completedIndexes.size());
    }

    void countFailure(const api::Pod& pod)
    {
        const auto failure = judgeFailure(job_, pod);
        using Action = PodFailure::Action;
        if (failure.action == Action::FailJob && failReason_.empty())
            fail("PodFailurePolicy", failure.message);
        if (failure.action == Action::FailIndex && spec_.backoffLimitPerIndex)
            if (const auto index = indexOf(pod))
                status_.failedIndexes.insert(*index);
        if (failure.action != Action::Ignore)
            ++status_.failed;
    }

    void noteFailedIndexes()
    {
        if (!spec_.backoffLimitPerIndex)
            return;
        for (const auto& [index, failures] : failuresByIndex())
            if (failures.count > *spec_.backoffLimitPerIndex && !status_.completedIndexes.contains(index))
                status_.failedIndexes.insert(index);
    }

    struct Failures {
        std::int32_t count = 0;
        api::Time last;
    };

    std::map<std::int32_t, Failures> failuresByIndex() const
    {
        std::map<std::int32_t, Failures> failures;
        for (const auto& pod : view_.pods) {
            const auto index = indexOf(*pod);
            const bool isFailure = pod->status.phase == "Failed" || (isUncounted(*pod) && hasFailed(*pod));
            if (!index || !isFailure || judgeFailure(job_, *pod).action == PodFailure::Action::Ignore)
                continue;
            auto& entry = failures[*index];
            ++entry.count;
            entry.last = std::max(entry.last, endOf(*pod));
        }
        return failures;
    }

    // ---- How it ends.

    void fail(const std::string& reason, const std::string& message)
    {
        failReason_ = reason;
        failMessage_ = message;
    }

    bool has(const char* type) const { return findCondition(status_.conditions, type) != nullptr; }
    bool isOver() const { return has(failureTarget) || has(successCriteriaMet); }

    void decide()
    {
        if (isOver())
            return;
        if (failReason_.empty())
            findFailure();
        if (!failReason_.empty()) {
            set(failureTarget, "True", failReason_, failMessage_);
            return;
        }
        if (spec_.isIndexed)
            if (const auto rule = metSuccessRule(job_, status_.completedIndexes)) {
                set(successCriteriaMet, "True", "SuccessPolicy", *rule);
                return;
            }
        const bool isComplete = spec_.completions ? status_.succeeded >= *spec_.completions
                                                  : status_.succeeded > 0 && active_.empty();
        if (isComplete)
            set(successCriteriaMet, "True", "CompletionsReached", "Reached expected number of succeeded pods");
    }

    void findFailure()
    {
        std::int64_t restarts = 0;
        if (job_.podTemplate.spec.restartPolicy == "OnFailure")
            for (const auto& pod : active_)
                restarts += restartsOf(*pod);
        const bool areRestartsTooMany = restarts > 0 && restarts >= spec_.backoffLimit;
        if (status_.failed > spec_.backoffLimit || areRestartsTooMany)
            fail("BackoffLimitExceeded", "Job has reached the specified backoff limit");
        else if (const auto deadline = activeDeadline(); deadline && *deadline <= now_)
            fail("DeadlineExceeded", "Job was active longer than specified deadline");
        else if (spec_.maxFailedIndexes && static_cast<int>(status_.failedIndexes.size()) > *spec_.maxFailedIndexes)
            fail("MaxFailedIndexesExceeded", "Job has exceeded the specified maximal number of failed indexes");
        else if (!status_.failedIndexes.empty()
                 && static_cast<int>(status_.failedIndexes.size() + status_.completedIndexes.size()) >= *spec_.completions)
            fail("FailedIndexes", "Job has failed indexes");
    }

    std::optional<api::Time> activeDeadline() const
    {
        if (!spec_.activeDeadlineSeconds || !status_.startTime || spec_.isSuspended)
            return std::nullopt;
        return api::Time{status_.startTime->nanoseconds + *spec_.activeDeadlineSeconds * second};
    }

    /// Whatever still runs is stopped; when all have ended the Job is over.
    void endJob()
    {
        const bool hasFailedIt = has(failureTarget);
        for (const auto& pod : active_) {
            if (auto counted = withoutTracking(*pod))
                out_.plan.updates.push_back(std::move(counted));
            out_.plan.deletions.push_back(pod);
            status_.failed += hasFailedIt ? 1 : 0; // those that were stopped with a failed Job failed too
        }
        if (terminating_ > 0 || !active_.empty())
            return;
        const auto target = *findCondition(status_.conditions, hasFailedIt ? failureTarget : successCriteriaMet);
        set(hasFailedIt ? "Failed" : "Complete", "True", target.reason, target.message);
        if (hasFailedIt) {
            out_.plan.events.push_back({"Warning", target.reason, target.message});
        } else {
            status_.completionTime = now_.truncatedToSecond();
            out_.plan.events.push_back({"Normal", "Completed", "Job completed"});
        }
    }

    // ---- While it goes on.

    /// True while the Job is suspended: its pods are stopped without being counted.
    bool noteSuspension()
    {
        const auto* known = findCondition(status_.conditions, "Suspended");
        const bool wasSuspended = known && known->status == "True";
        if (spec_.isSuspended) {
            for (const auto& pod : active_)
                stop(pod);
            if (!wasSuspended) {
                set("Suspended", "True", "JobSuspended", "Job suspended");
                out_.plan.events.push_back({"Normal", "Suspended", "Job suspended"});
            }
            return true;
        }
        if (wasSuspended) {
            set("Suspended", "False", "JobResumed", "Job resumed");
            out_.plan.events.push_back({"Normal", "Resumed", "Job resumed"});
            status_.startTime = now_.truncatedToSecond(); // the deadline counts from here
        }
        return false;
    }

    void stop(const api::PodPtr& pod)
    {
        if (auto counted = withoutTracking(*pod))
            out_.plan.updates.push_back(std::move(counted));
        out_.plan.deletions.push_back(pod);
    }

    std::int32_t wantedActive() const
    {
        const auto active = static_cast<std::int32_t>(active_.size());
        if (!spec_.completions)
            return status_.succeeded > 0 ? active : spec_.parallelism;
        const auto failedForGood = static_cast<std::int32_t>(status_.failedIndexes.size());
        return std::clamp(*spec_.completions - status_.succeeded - failedForGood, 0, spec_.parallelism);
    }

    void manage()
    {
        out_.plan.wakeNoLaterThan(activeDeadline());
        const auto surplus = surplusPods();
        for (std::size_t i = 0; i < std::min(surplus.size(), burst); ++i)
            stop(surplus[i]);
        if (!surplus.empty())
            return;
        const auto leaving = spec_.replacesOnlyFailed ? terminating_ : 0;
        const auto missing = wantedActive() - static_cast<std::int32_t>(active_.size()) - leaving;
        if (missing > 0)
            add(std::min<std::size_t>(static_cast<std::size_t>(missing), burst));
    }

    /// Second pods of one index, those of indexes that nobody wants, and as many as are beyond the wanted number.
    Pods surplusPods() const
    {
        Pods surplus;
        Pods fair;
        Indexes seen;
        for (const auto& pod : active_) {
            const auto index = indexOf(*pod);
            const bool isFair = !spec_.isIndexed
                || (index && *index < *spec_.completions && !status_.completedIndexes.contains(*index)
                    && !status_.failedIndexes.contains(*index) && seen.insert(*index).second);
            (isFair ? fair : surplus).push_back(pod);
        }
        const auto wanted = static_cast<std::size_t>(wantedActive());
        if (fair.size() > wanted) {
            const auto ranked = rankForDeletion(fair, fair, now_);
            surplus.insert(surplus.end(), ranked.begin(), ranked.end() - static_cast<std::ptrdiff_t>(wanted));
        }
        return surplus;
    }

    void add(std::size_t missing)
    {
        if (spec_.isIndexed) {
            addIndexed(missing);
            return;
        }
        if (const auto next = nextStart(); next > now_) {
            out_.plan.wakeNoLaterThan(next);
            return;
        }
        const auto pod = jobPod(job_, {}, {});
        for (std::size_t i = 0; i < missing; ++i)
            out_.plan.creations.push_back(std::make_shared<api::Pod>(*pod));
    }

    /// When the pause after the latest failures is over. Failures before the latest success are forgiven.
    api::Time nextStart() const
    {
        std::optional<api::Time> success;
        for (const auto& pod : view_.pods)
            if (pod->status.phase == "Succeeded")
                success = std::max(success, std::optional(endOf(*pod)));
        Failures since;
        for (const auto& pod : view_.pods) {
            const bool counts = pod->status.phase == "Failed"
                && judgeFailure(job_, *pod).action != PodFailure::Action::Ignore;
            if (!counts || (success && endOf(*pod) <= *success))
                continue;
            ++since.count;
            since.last = std::max(since.last, endOf(*pod));
        }
        return since.count == 0 ? now_ : api::Time{since.last.nanoseconds + pauseAfter(since.count)};
    }

    void addIndexed(std::size_t missing)
    {
        const auto failures = failuresByIndex();
        const auto start = spec_.backoffLimitPerIndex ? now_ : nextStart();
        const Indexes taken = takenIndexes();
        for (std::int32_t index = 0; index < *spec_.completions && missing > 0; ++index) {
            if (taken.contains(index) || status_.completedIndexes.contains(index) || status_.failedIndexes.contains(index))
                continue;
            const auto known = failures.find(index);
            const auto count = known == failures.end() ? 0 : known->second.count;
            auto from = start;
            if (spec_.backoffLimitPerIndex && count > 0)
                from = {known->second.last.nanoseconds + pauseAfter(count)};
            --missing;
            if (from > now_)
                out_.plan.wakeNoLaterThan(from);
            else
                out_.plan.creations.push_back(
                    jobPod(job_, index, spec_.backoffLimitPerIndex ? std::optional(count) : std::nullopt));
        }
    }

    /// Those that some pod is at.
    Indexes takenIndexes() const
    {
        Indexes taken;
        for (const auto& pod : view_.pods)
            if (isActive(*pod) || (spec_.replacesOnlyFailed && !pod->isTerminal()))
                if (const auto index = indexOf(*pod))
                    taken.insert(*index);
        return taken;
    }

    // ---- The status.

    void set(const std::string& type, const std::string& status, const std::string& reason, const std::string& message)
    {
        const auto now = now_.truncatedToSecond();
        removeCondition(status_.conditions, type);
        status_.conditions.push_back({type, status, reason, message, {}, now, now});
    }

    void finish()
    {
        const bool isEnding = isOver() || spec_.isSuspended;
        status_.active = isEnding ? 0 : static_cast<std::int32_t>(active_.size());
        status_.ready = isEnding ? 0 : static_cast<std::int32_t>(std::ranges::count_if(active_, [](const auto& pod) {
            return isReady(*pod);
        }));
        status_.terminating = terminating_ + (isEnding ? static_cast<std::int32_t>(active_.size()) : 0);
        Value value = toValue();
        if (cluster::sameValue(value, statusOf(job_)))
            return;
        out_.job = std::make_shared<api::Workload>(job_);
        setStatus(*out_.job, std::move(value));
    }

    Value toValue() const
    {
        Value value = Value::object();
        if (!status_.conditions.empty())
            value.set("conditions", cluster::toValue(status_.conditions));
        if (status_.startTime)
            value.set("startTime", cluster::toValue(*status_.startTime));
        if (status_.completionTime)
            value.set("completionTime", cluster::toValue(*status_.completionTime));
        setNumber(value, "active", status_.active);
        setNumber(value, "ready", status_.ready);
        setNumber(value, "terminating", status_.terminating);
        setNumber(value, "succeeded", status_.succeeded);
        setNumber(value, "failed", status_.failed);
        setText(value, "completedIndexes", toText(status_.completedIndexes));
        setText(value, "failedIndexes", toText(status_.failedIndexes));
        return value;
    }

    const JobView& view_;
    const api::Workload& job_;
    api::Time now_;
    JobSpec spec_;
    JobStatus status_;
    JobPlan out_;
    Pods active_;
    std::int32_t terminating_ = 0;
    std::string failReason_;
    std::string failMessage_;
};

}

JobPlan planJob(const JobView& view, api::Time now) { return Step(view, now).plan(); }

}
