// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/workload_controller.h"

#include "api/selector.h"
#include "cluster/pod_standing.h"

#include <algorithm>

namespace berth::cluster {
namespace {

/// What an orphan would have to match. Kinds without a selector adopt nothing.
bool mayWant(const api::Object& owner, const api::Object& orphan)
{
    const auto* workload = dynamic_cast<const api::Workload*>(&owner);
    if (!workload || !workload->selector || owner.meta.namespace_ != orphan.meta.namespace_)
        return false;
    const auto selector = api::Selector::from(workload->selector);
    return selector && selector->matches(orphan.meta.labels);
}

}

void WorkloadController::onChange(const api::ObjectPtr& before, const api::ObjectPtr& after)
{
    const auto& object = after ? after : before;
    if (object->kind != own_) {
        onOther(before, after);
        return;
    }
    const auto key = object->meta.key();
    if (after) {
        objects_[key] = after;
        mark(key);
        onOther(before, after);
        return;
    }
    objects_.erase(key);
    marked_.erase(key);
    refusals_.erase(key);
    made_.erase(key);
    forgetWake(key);
    onOther(before, after);
    onOwnDeleted(before);
}

void WorkloadController::markAll()
{
    for (const auto& [key, object] : objects_)
        mark(key);
}

void WorkloadController::markOwners(const api::ObjectPtr& before, const api::ObjectPtr& after)
{
    for (const auto& object : {before, after}) {
        if (!object)
            continue;
        if (const auto* controller = controllerOf(*object)) {
            const auto ns = object->meta.namespace_.str();
            const auto found = objects_.find(ns.empty() ? controller->name : ns + "/" + controller->name);
            if (found != objects_.end() && found->second->meta.uid == controller->uid)
                mark(found->first);
            continue;
        }
        for (const auto& [key, owner] : objects_)
            if (mayWant(*owner, *object))
                mark(key);
    }
}

bool WorkloadController::sync()
{
    bool changed = false;
    for (const auto& key : std::exchange(marked_, {}))
        if (const auto found = objects_.find(key); found != objects_.end()) {
            if (hasMadeItsShare(key)) {
                constexpr std::int64_t pause = 1'000'000;
                wakeAt(key, {now().nanoseconds + pause}, TimeLine::Kind::Once);
                continue;
            }
            const auto object = found->second; // what is stored meanwhile may replace the map's
            changed = syncOne(object) || changed;
        }
    return changed;
}

bool WorkloadController::hasMadeItsShare(const std::string& key) const
{
    const auto made = made_.find(key);
    return made != made_.end() && made->second.when == now() && made->second.count >= mostAtOneMoment;
}

bool WorkloadController::store(std::shared_ptr<api::Object> object)
{
    if (!object)
        return false;
    return world_.server.update(std::move(object)).has_value(); // a changed spec has counted its generation
}

void WorkloadController::record(const api::Object& about, const PlannedEvent& event)
{
    world_.server.recordEvent({world_.clock.now(), about.label(), event.type, event.reason, {}, event.message});
}

bool WorkloadController::remove(const api::Object& object, DeleteOptions::Propagation propagation)
{
    DeleteOptions options;
    options.uid = object.meta.uid;
    options.propagation = propagation;
    return world_.server.removeObject(object, options).has_value();
}

void WorkloadController::create(const api::Object& owner, Plan& plan, Outcome& outcome)
{
    std::size_t batch = 1;
    auto& count = made_[owner.meta.key()];
    if (count.when != now())
        count = {now(), 0};
    for (std::size_t done = 0; done < plan.creations.size() && outcome.failure.empty(); batch *= 2) {
        const auto end = std::min(plan.creations.size(), done + batch);
        for (; done < end; ++done) {
            const auto made = plan.creations[done];
            const bool isNamed = !made->meta.name.empty();
            const auto created = world_.server.create(made);
            if (created) {
                outcome.changed = true;
                count.count += made->kind == api::Kind::Pod ? 1 : 0;
                if (!isNamed)
                    record(owner, {"Normal", "SuccessfulCreate", "Created pod: " + (*created)->meta.name});
                continue;
            }
            outcome.failure = created.error().text;
            record(owner, {"Warning", "FailedCreate", "Error creating: " + created.error().text});
        }
    }
}

WorkloadController::Outcome WorkloadController::carryOut(const api::Object& owner, Plan& plan, TimeLine::Kind wake)
{
    Outcome outcome;
    for (auto& update : plan.updates)
        outcome.changed = store(std::move(update)) || outcome.changed;
    for (const auto& object : plan.deletions) {
        const bool isAnnounced = object->kind == api::Kind::Pod && !object->meta.generateName.empty()
            && owner.kind != api::Kind::StatefulSet;
        if (!remove(*object))
            continue;
        outcome.changed = true;
        if (isAnnounced)
            record(owner, {"Normal", "SuccessfulDelete", "Deleted pod: " + object->meta.name});
    }
    for (const auto& event : plan.events)
        record(owner, event);
    create(owner, plan, outcome);
    const auto key = owner.meta.key();
    if (plan.wakeAt)
        wakeAt(key, *plan.wakeAt, wake);
    else
        forgetWake(key); // or a cluster at rest would wait for it
    if (outcome.failure.empty())
        refusals_.erase(key);
    else
        retryLater(key);
    return outcome;
}

void WorkloadController::forgetWake(const std::string& key)
{
    if (const auto wake = wakes_.find(key); wake != wakes_.end()) {
        world_.timeLine.cancel(wake->second);
        wakes_.erase(wake);
    }
}

void WorkloadController::wakeAt(const std::string& key, api::Time when, TimeLine::Kind kind)
{
    if (const auto known = wakes_.find(key); known != wakes_.end()) {
        if (known->second.when == when)
            return;
        world_.timeLine.cancel(known->second);
    }
    wakes_[key] = world_.timeLine.at(when, [this, key] {
        wakes_.erase(key);
        mark(key);
    }, kind);
}

void WorkloadController::retryLater(const std::string& key)
{
    constexpr std::int64_t first = 5'000'000;
    constexpr std::int64_t longest = 1'000'000'000'000;
    constexpr int mostDoublings = 18;
    const auto pause = std::min(longest, first << std::min(refusals_[key]++, mostDoublings));
    // Nobody should wait for what may be refused for ever.
    wakeAt(key, {now().nanoseconds + pause}, TimeLine::Kind::Periodic);
}

}
