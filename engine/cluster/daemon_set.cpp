// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/daemon_set.h"

#include "api/convert_fields.h"
#include "cluster/claiming.h"
#include "cluster/int_or_percent.h"
#include "cluster/object_edit.h"
#include "cluster/replica_set.h"

#include <algorithm>
#include <map>

namespace berth::cluster {

using api::Value;
namespace fields = api::fields;

namespace {

constexpr std::size_t burst = 250;

/// One step of one DaemonSet.
class Step {
public:
    Step(const DaemonSetView& view, api::Time now)
        : view_(view), set_(*view.set), now_(now), spec_(daemonSetSpec(set_)),
          collisionCount_(daemonSetStatus(set_).collisionCount), history_(set_, view.revisions, out_.plan)
    {
    }

    DaemonSetPlan plan()
    {
        const auto selector = usableSelector(set_);
        if (!selector)
            return std::move(out_);
        revision_ = history_.update(collisionCount_, {});
        judgeNodes();
        for (auto& pod : claim<api::Pod>(set_, *selector, view_.candidates, out_.plan))
            pods_[targetNode(*pod)].push_back(std::move(pod));
        if (!set_.meta.deletionTimestamp) {
            manage();
            if (!spec_.isOnDelete)
                update();
        }
        carryOut();
        finish();
        return std::move(out_);
    }

private:
    void judgeNodes()
    {
        const auto sample = daemonPod(set_, revision_, {});
        for (const auto& node : view_.nodes) {
            const auto verdict = judgeNode(*sample, *node);
            verdicts_[node->meta.name] = verdict;
            desired_ += verdict.shouldRun ? 1 : 0;
        }
        surge_ = spec_.maxSurge ? scaledValue(*spec_.maxSurge, desired_, Rounding::Up).value_or(0) : 0;
        unavailable_ = spec_.maxUnavailable ? scaledValue(*spec_.maxUnavailable, desired_, Rounding::Up).value_or(0) : 1;
        if (surge_ == 0 && unavailable_ == 0)
            unavailable_ = 1;
    }

    Pods& podsOn(const std::string& node) { return pods_[node]; }

    /// As many pods where they should be as there should be.
    void manage()
    {
        for (const auto& node : view_.nodes) {
            const auto verdict = verdicts_[node->meta.name];
            auto& pods = podsOn(node->meta.name);
            if (verdict.shouldRun && pods.empty())
                missing_.push_back(node->meta.name);
            else if (!verdict.mayStay)
                removeAll(pods);
            else
                keepOne(node->meta.name, pods);
        }
        // Pods whose node is gone before they were bound to it.
        for (const auto& [name, pods] : pods_)
            if (!verdicts_.contains(name))
                for (const auto& pod : pods)
                    if (pod->spec.nodeName.empty())
                        remove(pod);
    }

    void removeAll(const Pods& pods)
    {
        for (const auto& pod : pods)
            remove(pod);
    }

    void remove(const api::PodPtr& pod)
    {
        if (!pod->isTerminating() && std::ranges::find(doomed_, pod) == doomed_.end())
            doomed_.push_back(pod);
    }

    /// Ended pods go, to be followed by new ones; of several the one stays that is bound, and of those the oldest. While a
    /// surge replaces a pod there may be an old and a new one, and nobody waits for a pod that terminates.
    void keepOne(const std::string& node, const Pods& pods)
    {
        Pods running;
        for (const auto& pod : pods) {
            if (pod->isTerminating())
                continue;
            if (!pod->isTerminal()) {
                running.push_back(pod);
                continue;
            }
            const bool hasFailed = pod->status.phase == "Failed";
            out_.plan.events.push_back({hasFailed ? "Warning" : "Normal", hasFailed ? "FailedDaemonPod" : "SucceededDaemonPod",
                                        std::string("Found ") + (hasFailed ? "failed" : "succeeded") + " daemon pod "
                                            + pod->meta.namespace_.str() + "/" + pod->meta.name + " on node "
                                            + pod->spec.nodeName + ", will try to " + (hasFailed ? "kill" : "delete") + " it"});
            remove(pod);
        }
        std::ranges::stable_sort(running, [](const api::PodPtr& a, const api::PodPtr& b) {
            if (a->spec.nodeName.empty() != b->spec.nodeName.empty())
                return b->spec.nodeName.empty();
            return a->meta.creationTimestamp < b->meta.creationTimestamp;
        });
        if (surge_ == 0) {
            for (std::size_t i = 1; i < running.size(); ++i)
                remove(running[i]);
            return;
        }
        if (running.empty() && verdicts_[node].shouldRun)
            missing_.push_back(node);
        keepOneOfEach(running);
    }

    void keepOneOfEach(const Pods& running)
    {
        bool hasOld = false;
        bool hasNew = false;
        for (const auto& pod : running) {
            bool& has = isUpdated(*pod) ? hasNew : hasOld;
            if (has)
                remove(pod);
            has = true;
        }
    }

    bool isUpdated(const api::Pod& pod) const
    {
        const auto* hash = pod.meta.labels.find("controller-revision-hash");
        return hash && hash->view() == revision_.hash;
    }
    bool isServing(const api::PodPtr& pod) const { return isAvailable(*pod, spec_.minReadySeconds, now_); }

    /// The old and the new pod of a node, of those that stay.
    struct Pair {
        api::PodPtr old;
        api::PodPtr updated;
        bool isClear = true;             ///< not more than one of each
    };
    Pair pairOn(const std::string& node)
    {
        Pair pair;
        for (const auto& pod : podsOn(node)) {
            if (!isActive(*pod) || std::ranges::find(doomed_, pod) != doomed_.end())
                continue;
            auto& place = isUpdated(*pod) ? pair.updated : pair.old;
            pair.isClear = pair.isClear && !place;
            place = pod;
        }
        return pair;
    }

    void update()
    {
        if (surge_ > 0)
            updateWithSurge();
        else
            updateInPlace();
    }

    /// Old pods go while fewer than maxUnavailable are missing; those that serve nobody go at once. So do those that may
    /// stay where no new one may come.
    void updateInPlace()
    {
        std::int32_t away = 0;
        Pods useless;
        Pods serving;
        for (const auto& node : view_.nodes) {
            if (!verdicts_[node->meta.name].shouldRun && podsOn(node->meta.name).empty())
                continue;
            const auto pair = pairOn(node->meta.name);
            if (pair.isClear && pair.old && !pair.updated) {
                const bool serves = isServing(pair.old);
                (serves ? serving : useless).push_back(pair.old);
                away += serves ? 0 : 1;
            } else if (!pair.isClear || !pair.updated || !isServing(pair.updated)) {
                ++away;
            }
        }
        removeAll(useless);
        for (const auto& pod : serving)
            if (away < unavailable_) {
                remove(pod);
                ++away;
            }
    }

    /// New pods beside old ones on at most maxSurge nodes; an old one goes when its successor serves, or when it serves
    /// nobody itself. Where no new one may come the old one goes once enough others serve.
    void updateWithSurge()
    {
        std::int32_t surging = 0;
        std::int32_t serving = 0;
        std::vector<std::string> urgent;
        std::vector<std::string> others;
        Pods stranded;
        for (const auto& node : view_.nodes) {
            const auto& name = node->meta.name;
            const auto pair = pairOn(name);
            const auto& oldest = pair.old ? pair.old : pair.updated;
            serving += oldest && isServing(oldest) ? 1 : 0;
            if (!pair.old)
                continue;
            const bool serves = isServing(pair.old);
            if (pair.updated) {
                const bool isReplaced = isServing(pair.updated);
                surging += isReplaced ? 0 : 1;
                if (isReplaced || !isReady(*pair.old))
                    remove(pair.old);
            } else if (verdicts_[name].shouldRun) {
                (serves ? others : urgent).push_back(name);
            } else if (serves) {
                stranded.push_back(pair.old);
            } else {
                remove(pair.old);
            }
        }
        for (std::size_t i = 0; i < stranded.size() && serving > desired_; ++i, --serving)
            remove(stranded[i]);
        missing_.insert(missing_.end(), urgent.begin(), urgent.end());
        for (const auto& name : others)
            if (surging < surge_) {
                missing_.push_back(name);
                ++surging;
            }
    }

    void carryOut()
    {
        for (std::size_t i = 0; i < std::min(doomed_.size(), burst); ++i)
            out_.plan.deletions.push_back(doomed_[i]);
        for (std::size_t i = 0; i < std::min(missing_.size(), burst); ++i)
            out_.plan.creations.push_back(daemonPod(set_, revision_, missing_[i]));
    }

    void finish()
    {
        DaemonSetStatus status;
        status.desiredNumberScheduled = desired_;
        Pods all;
        std::set<std::string> inUse{revision_.name};
        for (const auto& node : view_.nodes) {
            const auto& pods = podsOn(node->meta.name);
            for (const auto& pod : pods) {
                const auto* hash = pod->meta.labels.find("controller-revision-hash");
                inUse.insert(set_.meta.name + "-" + (hash ? hash->str() : std::string()));
                all.push_back(pod);
            }
            count(pods, verdicts_[node->meta.name].shouldRun, status);
        }
        status.numberUnavailable = status.desiredNumberScheduled - status.numberAvailable;
        history_.cleanUp(static_cast<std::size_t>(spec_.revisionHistoryLimit), inUse);
        out_.plan.wakeNoLaterThan(nextAvailability(all, spec_.minReadySeconds, now_));
        writeStatus(status);
    }

    void count(const Pods& pods, bool shouldRun, DaemonSetStatus& status) const
    {
        const bool isOccupied = !pods.empty();
        if (!shouldRun) {
            status.numberMisscheduled += isOccupied ? 1 : 0;
            return;
        }
        status.currentNumberScheduled += isOccupied ? 1 : 0;
        const auto any = [&pods](auto holds) { return std::ranges::any_of(pods, holds) ? 1 : 0; };
        status.numberReady += any([](const api::PodPtr& pod) { return isReady(*pod); });
        status.numberAvailable += any([this](const api::PodPtr& pod) { return isServing(pod); });
        status.updatedNumberScheduled += any([this](const api::PodPtr& pod) { return isUpdated(*pod); });
    }

    void writeStatus(const DaemonSetStatus& status)
    {
        Value value = Value::object();
        setNumber(value, "currentNumberScheduled", status.currentNumberScheduled);
        setNumber(value, "numberMisscheduled", status.numberMisscheduled);
        setNumber(value, "desiredNumberScheduled", status.desiredNumberScheduled);
        setNumber(value, "numberReady", status.numberReady);
        setNumber(value, "observedGeneration", set_.meta.generation);
        setNumber(value, "updatedNumberScheduled", status.updatedNumberScheduled);
        setNumber(value, "numberAvailable", status.numberAvailable);
        setNumber(value, "numberUnavailable", status.numberUnavailable);
        if (collisionCount_ > 0)
            setNumber(value, "collisionCount", collisionCount_);
        if (sameValue(value, statusOf(set_)))
            return;
        out_.set = std::make_shared<api::Workload>(set_);
        setStatus(*out_.set, std::move(value));
    }

    const DaemonSetView& view_;
    const api::Workload& set_;
    api::Time now_;
    DaemonSetSpec spec_;
    std::int32_t collisionCount_;
    DaemonSetPlan out_;
    RevisionHistory history_;
    Revision revision_;
    std::map<std::string, DaemonVerdict> verdicts_;  ///< by node
    std::map<std::string, Pods> pods_;               ///< by the node they are on or for
    std::int32_t desired_ = 0;
    std::int32_t surge_ = 0;
    std::int32_t unavailable_ = 0;
    Pods doomed_;
    std::vector<std::string> missing_;               ///< nodes that are to get a pod
};

}

DaemonSetSpec daemonSetSpec(const api::Workload& set)
{
    const Value& value = valueAt(set, {"spec"});
    const Value& strategy = fields::objectAt(value, "updateStrategy");
    const Value& rolling = fields::objectAt(strategy, "rollingUpdate");
    DaemonSetSpec spec;
    spec.isOnDelete = fields::text(strategy, "type") == "OnDelete";
    spec.maxSurge = fields::intOrString(rolling, "maxSurge");
    spec.maxUnavailable = fields::intOrString(rolling, "maxUnavailable");
    spec.minReadySeconds = minReadySeconds(set);
    spec.revisionHistoryLimit =
        std::max(0, fields::optionalInt32(value, "revisionHistoryLimit").value_or(spec.revisionHistoryLimit));
    return spec;
}

DaemonSetStatus daemonSetStatus(const api::Workload& set)
{
    const Value& value = statusOf(set);
    return {fields::int32(value, "desiredNumberScheduled"), fields::int32(value, "currentNumberScheduled"),
            fields::int32(value, "numberMisscheduled"),     fields::int32(value, "numberReady"),
            fields::int32(value, "updatedNumberScheduled"), fields::int32(value, "numberAvailable"),
            fields::int32(value, "numberUnavailable"),      fields::int32(value, "collisionCount"),
            fields::int64(value, "observedGeneration")};
}

DaemonSetPlan planDaemonSet(const DaemonSetView& view, api::Time now) { return Step(view, now).plan(); }

}
