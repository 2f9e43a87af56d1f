// SPDX-License-Identifier: GPL-3.0-or-later
#include "scheduler/scheduler.h"

/// What the scheduler does when the API server reports a change (queue.md §10).
namespace berth::scheduler {

using framework::ActionType;
namespace events = framework::events;

namespace {

api::PodPtr asPod(const api::ObjectPtr& object) { return std::static_pointer_cast<const api::Pod>(object); }
api::NodePtr asNode(const api::ObjectPtr& object) { return std::static_pointer_cast<const api::Node>(object); }

/// A nomination that goes away frees its room for pods that are not more important.
queue::PriorityQueue::PreCheck notMoreImportantThan(const api::Pod& pod)
{
    return [priority = pod.priority()](const api::Pod& other) { return other.priority() <= priority; };
}

}

void Scheduler::handleAdd(const api::ObjectPtr& object)
{
    if (object->kind == api::Kind::Pod) {
        onPodAdd(asPod(object));
    } else if (object->kind == api::Kind::Node) {
        cache_.addNode(asNode(object));
        queue_->moveAll(events::nodeAdd, nullptr, object);
    } else {
        onOther(ActionType::Add, nullptr, object);
    }
}

void Scheduler::handleUpdate(const api::ObjectPtr& before, const api::ObjectPtr& after)
{
    if (after->kind == api::Kind::Pod)
        onPodUpdate(asPod(before), asPod(after));
    else if (after->kind == api::Kind::Node)
        onNodeUpdate(asNode(before), asNode(after));
    else
        onOther(ActionType::Update, before, after);
}

void Scheduler::handleDelete(const api::ObjectPtr& object)
{
    if (object->kind == api::Kind::Pod) {
        onPodDelete(asPod(object));
    } else if (object->kind == api::Kind::Node) {
        // The queue hears of it first: pods that wait for this node must not find it in the next snapshot either way.
        queue_->moveAll(events::nodeDelete, object, nullptr);
        (void)cache_.removeNode(*asNode(object));
    } else {
        onOther(ActionType::Delete, object, nullptr);
    }
}

void Scheduler::onPodAdd(const api::PodPtr& pod)
{
    if (!pod->spec.nodeName.empty()) {
        (void)cache_.addPod(framework::PodInfo::make(pod));
        queue_->moveAll(events::assignedPodAdd, nullptr, pod);
    } else if (isResponsible(*pod)) {
        queue_->add(pod);
    }
}

void Scheduler::onPodUpdate(const api::PodPtr& before, const api::PodPtr& after)
{
    if (!before->spec.nodeName.empty()) {
        onAssignedPodUpdate(before, after);
    } else if (!after->spec.nodeName.empty()) {
        (void)cache_.addPod(framework::PodInfo::make(after));
        queue_->moveAll(events::assignedPodAdd, nullptr, after);
        if (isResponsible(*before))
            queue_->remove(*before);
    } else if (isResponsible(*before)) {
        onPendingPodUpdate(before, after);
    }
}

void Scheduler::onAssignedPodUpdate(const api::PodPtr& before, const api::PodPtr& after)
{
    (void)cache_.updatePod(*before, framework::PodInfo::make(after));
    for (const auto& event : framework::podChangeEvents(*before, *after))
        queue_->moveAll(event, before, after);
}

void Scheduler::onPendingPodUpdate(const api::PodPtr& before, const api::PodPtr& after)
{
    if (before->meta.resourceVersion == after->meta.resourceVersion)
        return;
    if (cache_.isAssumed(*after)) {
        if (!before->meta.deletionTimestamp && after->meta.deletionTimestamp)
            onAssumedPodDelete(*after);
        return;
    }
    queue_->update(before, after);
    const auto& promised = before->status.nominatedNodeName;
    if (!promised.empty() && promised != after->status.nominatedNodeName)
        queue_->moveAll(events::assignedPodDelete, before, nullptr, notMoreImportantThan(*before));
}

void Scheduler::onPodDelete(const api::PodPtr& pod)
{
    if (!pod->spec.nodeName.empty()) {
        (void)cache_.removePod(*pod);
        queue_->moveAll(events::assignedPodDelete, pod, nullptr);
        return;
    }
    if (!isResponsible(*pod))
        return;
    queue_->remove(*pod);
    if (cache_.isAssumed(*pod))
        onAssumedPodDelete(*pod);
    else if (!pod->status.nominatedNodeName.empty())
        queue_->moveAll(events::assignedPodDelete, pod, nullptr, notMoreImportantThan(*pod));
}

void Scheduler::onAssumedPodDelete(const api::Pod& pod)
{
    const auto cached = cache_.getPod(pod.meta.uid);
    if (!cached)
        return;
    // A waiting pod is told, and its own failure cleans up; one that is being bound can only be forgotten.
    if (auto* wait = waitingPod(pod.meta.uid))
        wait->reject({}, "removed");
    else
        (void)cache_.forgetPod(*cached->pod);
    queue_->moveAll(events::assignedPodDelete, cached->pod, nullptr);
}

void Scheduler::onNodeUpdate(const api::NodePtr& before, const api::NodePtr& after)
{
    cache_.updateNode(before, after);
    for (const auto& event : framework::nodeChangeEvents(*before, *after))
        queue_->moveAll(event, before, after);
}

void Scheduler::onOther(ActionType action, const api::ObjectPtr& before, const api::ObjectPtr& after)
{
    const auto resource = framework::eventResourceOf((after ? after : before)->kind);
    if (resource == framework::EventResource::Any || !queue_->hints().isWatched(resource, action))
        return;
    queue_->moveAll({resource, action, {}}, before, after);
}

}
