// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/stateful_set.h"

#include "api/convert_fields.h"
#include "api/names.h"
#include "cluster/claiming.h"
#include "cluster/int_or_percent.h"
#include "cluster/object_edit.h"
#include "cluster/replica_set.h"
#include "cluster/stateful_set_pods.h"

#include <algorithm>
#include <map>

namespace berth::cluster {

using api::Value;
namespace fields = api::fields;

namespace {

constexpr const char* revisionLabel = "controller-revision-hash";

std::string revisionLabelOf(const api::Pod& pod)
{
    const auto* label = pod.meta.labels.find(revisionLabel);
    return label ? label->str() : std::string();
}

bool isRunningAndReady(const api::Pod& pod) { return pod.status.phase == "Running" && isReady(pod); }

/// One step of one StatefulSet.
class Step {
public:
    Step(const StatefulSetView& view, api::Time now)
        : view_(view), set_(*view.set), now_(now), spec_(statefulSetSpec(set_)), status_(statefulSetStatus(set_)),
          history_(set_, view.revisions, out_.plan)
    {
    }

    StatefulSetPlan plan()
    {
        if (!usableSelector(set_))
            return std::move(out_);
        gatherPods();
        // A copy: the history's own entries move when it grows.
        update_ = history_.update(status_.collisionCount, {});
        const auto* current = history_.find(status_.currentRevision);
        current_ = current ? *current : update_;
        if (!set_.meta.deletionTimestamp && fillSlots() && takeAwaySurplus() && !spec_.isOnDelete)
            replaceOutdated();
        finish();
        return std::move(out_);
    }

private:
    void gatherPods()
    {
        Pods own;
        for (const auto& pod : view_.candidates)
            if (ordinalOf(set_, *pod))
                own.push_back(pod);
        for (auto& pod : claim<api::Pod>(set_, *usableSelector(set_), own, out_.plan)) {
            const auto ordinal = *ordinalOf(set_, *pod);
            const bool isWanted = ordinal >= spec_.start && ordinal < spec_.start + spec_.replicas;
            (isWanted ? slots_ : surplus_)[ordinal] = std::move(pod);
        }
    }

    bool isSteady(const api::Pod& pod) const
    {
        return isRunningAndReady(pod) && !pod.isTerminating() && isAvailable(pod, spec_.minReadySeconds, now_);
    }

    const Revision& revisionFor(std::int32_t ordinal) const
    {
        const bool isHeldBack = !spec_.isOnDelete && ordinal < spec_.start + spec_.partition;
        return isHeldBack ? current_ : update_;
    }

    /// From the lowest ordinal up; false if the rest has to wait.
    bool fillSlots()
    {
        std::size_t made = 0;
        for (auto ordinal = spec_.start; ordinal < spec_.start + spec_.replicas; ++ordinal) {
            const auto found = slots_.find(ordinal);
            if (found != slots_.end() && found->second->status.phase == "Pending")
                createMissingClaims(ordinal); // somebody has deleted them before they were in use
            if (found == slots_.end()) {
                if (++made > mostAtOneMoment)
                    return false;
                create(ordinal);
            } else if (found->second->isTerminal() && !found->second->isTerminating())
                replaceEnded(found->second);
            else if (isSteady(*found->second))
                continue;
            if (!spec_.isParallel)
                return false;
        }
        return true;
    }

    /// The claims that an earlier pod of this ordinal has left are used again.
    void createMissingClaims(std::int32_t ordinal)
    {
        for (const auto& claimTemplate : valueAt(set_, {"spec", "volumeClaimTemplates"}).items) {
            auto claim = claimFor(set_, claimTemplate, ordinal, spec_.deletesClaimsWithSet);
            if (view_.claim && view_.claim(claim->meta.name))
                continue;
            note("SuccessfulCreate", "create Claim " + claim->meta.name + " Pod " + set_.meta.name + "-"
                                         + std::to_string(ordinal) + " in StatefulSet " + set_.meta.name + " success");
            out_.plan.creations.push_back(std::move(claim));
        }
    }

    void create(std::int32_t ordinal)
    {
        createMissingClaims(ordinal);
        auto pod = statefulPod(set_, revisionFor(ordinal), ordinal);
        note("SuccessfulCreate", "create Pod " + pod->meta.name + " in StatefulSet " + set_.meta.name + " successful");
        out_.plan.creations.push_back(std::move(pod));
    }

    void remove(const api::PodPtr& pod)
    {
        note("SuccessfulDelete", "delete Pod " + pod->meta.name + " in StatefulSet " + set_.meta.name + " successful");
        out_.plan.deletions.push_back(pod);
    }

    void replaceEnded(const api::PodPtr& pod)
    {
        const auto where = "StatefulSet " + set_.meta.namespace_.str() + "/" + set_.meta.name + " is recreating ";
        if (pod->status.phase == "Failed")
            out_.plan.events.push_back({"Warning", "RecreatingFailedPod", where + "failed Pod " + pod->meta.name});
        else
            out_.plan.events.push_back(
                {"Normal", "RecreatingTerminatedPod", where + "terminated Pod " + pod->meta.name});
        remove(pod);
    }

    /// From the highest ordinal down; false if updates have to wait.
    bool takeAwaySurplus()
    {
        for (auto it = surplus_.rbegin(); it != surplus_.rend(); ++it) {
            const auto& pod = it->second;
            if (pod->isTerminating()) {
                if (!spec_.isParallel)
                    return false;
                continue;
            }
            // An unhealthy pod may go only if it is the lowest unhealthy one: what is below it is then all right.
            if (!spec_.isParallel && !isSteady(*pod) && hasUnsteadyBelow(it->first))
                return false;
            releaseClaims(*pod, it->first);
            remove(pod);
            if (!spec_.isParallel)
                return false;
        }
        return true;
    }

    bool hasUnsteadyBelow(std::int32_t ordinal) const
    {
        auto isUnsteady = [this, ordinal](const auto& entry) { return entry.first < ordinal && !isSteady(*entry.second); };
        return std::ranges::any_of(slots_, isUnsteady) || std::ranges::any_of(surplus_, isUnsteady);
    }

    void releaseClaims(const api::Pod& pod, std::int32_t ordinal)
    {
        if (!spec_.deletesClaimsWhenScaled || !view_.claim)
            return;
        for (const auto& name : claimTemplateNames(set_))
            if (const auto claim = view_.claim(claimName(set_, name, ordinal)))
                if (auto owned = claimOwnedByPod(claim, pod))
                    out_.plan.updates.push_back(std::move(owned));
    }

    /// From the highest ordinal down to the partition. One at a time, and nothing below one that is away; with
    /// maxUnavailable as many as may be away besides those that are, wherever they are.
    void replaceOutdated()
    {
        auto room = spec_.maxUnavailable.value_or(1);
        const auto end = spec_.start + spec_.replicas;
        for (auto ordinal = spec_.start; spec_.maxUnavailable && ordinal < end; ++ordinal)
            room -= isAway(ordinal) ? 1 : 0;
        for (auto ordinal = end - 1; ordinal >= spec_.start + spec_.partition && room > 0; --ordinal)
            if (isOutdated(ordinal)) {
                remove(slots_.at(ordinal));
                --room;
            } else if (!spec_.maxUnavailable && isAway(ordinal)) {
                return;
            }
    }

    /// A pod that is only being made is away, too.
    bool isAway(std::int32_t ordinal) const
    {
        const auto found = slots_.find(ordinal);
        return found == slots_.end() || !isSteady(*found->second);
    }
    bool isOutdated(std::int32_t ordinal) const
    {
        const auto found = slots_.find(ordinal);
        return found != slots_.end() && !found->second->isTerminating() && revisionLabelOf(*found->second) != update_.name;
    }

    void count(const api::Pod& pod)
    {
        ++status_.replicas;
        if (isRunningAndReady(pod)) {
            ++status_.readyReplicas;
            status_.availableReplicas += isAvailable(pod, spec_.minReadySeconds, now_) ? 1 : 0;
        }
        if (pod.isTerminating())
            return;
        status_.currentReplicas += revisionLabelOf(pod) == current_.name ? 1 : 0;
        status_.updatedReplicas += revisionLabelOf(pod) == update_.name ? 1 : 0;
    }

    void finish()
    {
        const auto collisions = status_.collisionCount;
        status_ = {};
        status_.collisionCount = collisions;
        std::set<std::string> inUse{current_.name, update_.name};
        Pods all;
        for (const auto* pods : {&slots_, &surplus_})
            for (const auto& [ordinal, pod] : *pods) {
                count(*pod);
                inUse.insert(revisionLabelOf(*pod));
                all.push_back(pod);
            }
        status_.currentRevision = current_.name;
        status_.updateRevision = update_.name;
        status_.observedGeneration = set_.meta.generation;
        const bool isRolledOut = !spec_.isOnDelete && status_.updatedReplicas == status_.replicas
            && status_.readyReplicas == status_.replicas && status_.replicas == spec_.replicas;
        if (isRolledOut) {
            status_.currentRevision = update_.name;
            status_.currentReplicas = status_.updatedReplicas;
        }
        history_.cleanUp(static_cast<std::size_t>(spec_.revisionHistoryLimit), inUse);
        out_.plan.wakeNoLaterThan(nextAvailability(all, spec_.minReadySeconds, now_));
        writeStatus();
    }

    void writeStatus()
    {
        Value value = Value::object();
        setNumber(value, "observedGeneration", status_.observedGeneration);
        setNumber(value, "replicas", status_.replicas);
        setNumber(value, "readyReplicas", status_.readyReplicas);
        setNumber(value, "availableReplicas", status_.availableReplicas);
        setNumber(value, "currentReplicas", status_.currentReplicas);
        setNumber(value, "updatedReplicas", status_.updatedReplicas);
        setText(value, "currentRevision", status_.currentRevision);
        setText(value, "updateRevision", status_.updateRevision);
        setNumber(value, "collisionCount", status_.collisionCount);
        if (sameValue(value, statusOf(set_)))
            return;
        out_.set = std::make_shared<api::Workload>(set_);
        setStatus(*out_.set, std::move(value));
    }

    void note(const std::string& reason, const std::string& message)
    {
        out_.plan.events.push_back({"Normal", reason, message});
    }

    const StatefulSetView& view_;
    const api::Workload& set_;
    api::Time now_;
    StatefulSetSpec spec_;
    StatefulSetStatus status_;
    StatefulSetPlan out_;
    RevisionHistory history_;
    std::map<std::int32_t, api::PodPtr> slots_;      ///< by ordinal
    std::map<std::int32_t, api::PodPtr> surplus_;
    Revision current_;
    Revision update_;
};

}

StatefulSetSpec statefulSetSpec(const api::Workload& set)
{
    const Value& value = valueAt(set, {"spec"});
    const Value& strategy = fields::objectAt(value, "updateStrategy");
    const Value& rolling = fields::objectAt(strategy, "rollingUpdate");
    const Value& retention = fields::objectAt(value, "persistentVolumeClaimRetentionPolicy");
    StatefulSetSpec spec;
    spec.replicas = set.replicas.value_or(1);
    spec.start = fields::int32(fields::objectAt(value, "ordinals"), "start");
    spec.isParallel = fields::text(value, "podManagementPolicy") == "Parallel";
    spec.isOnDelete = fields::text(strategy, "type") == "OnDelete";
    spec.partition = fields::int32(rolling, "partition");
    if (const auto away = fields::intOrString(rolling, "maxUnavailable"))
        spec.maxUnavailable = std::max(1, scaledValue(*away, spec.replicas, Rounding::Down).value_or(1));
    spec.minReadySeconds = minReadySeconds(set);
    spec.revisionHistoryLimit =
        std::max(0, fields::optionalInt32(value, "revisionHistoryLimit").value_or(spec.revisionHistoryLimit));
    spec.deletesClaimsWithSet = fields::text(retention, "whenDeleted") == "Delete";
    spec.deletesClaimsWhenScaled = fields::text(retention, "whenScaled") == "Delete";
    return spec;
}

StatefulSetStatus statefulSetStatus(const api::Workload& set)
{
    const Value& value = statusOf(set);
    return {fields::int32(value, "replicas"),         fields::int32(value, "readyReplicas"),
            fields::int32(value, "availableReplicas"), fields::int32(value, "currentReplicas"),
            fields::int32(value, "updatedReplicas"),  fields::text(value, "currentRevision"),
            fields::text(value, "updateRevision"),    fields::int32(value, "collisionCount"),
            fields::int64(value, "observedGeneration")};
}

std::optional<std::int32_t> ordinalOf(const api::Workload& set, const api::Object& pod)
{
    const std::string prefix = set.meta.name + "-";
    const std::string_view name = pod.meta.name;
    if (!name.starts_with(prefix) || name.find_first_not_of("0123456789", prefix.size()) != std::string_view::npos)
        return std::nullopt;
    const auto ordinal = api::parseGoInt(name.substr(prefix.size()));
    constexpr std::int64_t most = 2147483647;
    return ordinal && *ordinal <= most ? std::optional(static_cast<std::int32_t>(*ordinal)) : std::nullopt;
}

StatefulSetPlan planStatefulSet(const StatefulSetView& view, api::Time now) { return Step(view, now).plan(); }

}
