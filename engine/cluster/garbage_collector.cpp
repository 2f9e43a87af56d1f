// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/garbage_collector.h"

#include "api/clone.h"
#include "cluster/object_edit.h"

#include <algorithm>

namespace berth::cluster {
namespace {

constexpr const char* foreground = "foregroundDeletion";
constexpr const char* orphan = "orphan";

bool hasFinalizer(const api::Object& object, std::string_view finalizer)
{
    return std::ranges::find(object.meta.finalizers, finalizer) != object.meta.finalizers.end();
}

}

void GarbageCollector::onChange(const api::ObjectPtr& before, const api::ObjectPtr& after)
{
    const auto& object = after ? after : before;
    const auto& uid = object->meta.uid;
    if (before)
        for (const auto& owner : before->meta.ownerReferences) {
            dependents_[owner.uid].erase(uid);
            markedOwners_.insert(owner.uid); // it may wait for this one to go
        }
    if (!after) {
        objects_.erase(uid);
        gone_.insert(uid);
        if (const auto owned = dependents_.find(uid); owned != dependents_.end()) {
            markedDependents_.insert(owned->second.begin(), owned->second.end());
            dependents_.erase(owned);
        }
        return;
    }
    objects_[uid] = {object->kind, MemoryServer::storeKey(*object)};
    for (const auto& owner : after->meta.ownerReferences) {
        dependents_[owner.uid].insert(uid);
        if (gone_.contains(owner.uid))
            markedDependents_.insert(uid);
    }
    if (after->meta.deletionTimestamp && (hasFinalizer(*after, foreground) || hasFinalizer(*after, orphan)))
        markedOwners_.insert(uid);
}

bool GarbageCollector::sync()
{
    bool any = false;
    for (const auto& uid : std::exchange(markedOwners_, {}))
        any |= syncOwner(uid);
    for (const auto& uid : std::exchange(markedDependents_, {}))
        any |= syncDependent(uid);
    return any;
}

api::ObjectPtr GarbageCollector::at(const Place& place, const std::string& uid) const
{
    auto object = world_.server.find(place.kind, place.key);
    return object && object->meta.uid == uid ? object : nullptr;
}

/// Deletes an object if no owner is left, else takes those away that are gone.
bool GarbageCollector::syncDependent(const std::string& uid)
{
    const auto place = objects_.find(uid);
    const auto object = place == objects_.end() ? nullptr : at(place->second, uid);
    if (!object)
        return false;
    auto isGone = [this](const api::OwnerReference& owner) { return gone_.contains(owner.uid); };
    const auto& owners = object->meta.ownerReferences;
    if (owners.empty() || std::ranges::none_of(owners, isGone))
        return false;
    if (std::ranges::all_of(owners, isGone))
        return !object->meta.deletionTimestamp && remove(*object, DeleteOptions::Propagation::Background);
    auto changed = api::clone(*object);
    std::erase_if(changed->meta.ownerReferences, isGone);
    return world_.server.update(changed).has_value();
}

bool GarbageCollector::syncOwner(const std::string& uid)
{
    const auto place = objects_.find(uid);
    const auto owner = place == objects_.end() ? nullptr : at(place->second, uid);
    if (!owner || !owner->meta.deletionTimestamp)
        return false;
    if (hasFinalizer(*owner, orphan))
        return orphanAll(*owner);
    return hasFinalizer(*owner, foreground) && deleteBlocking(*owner);
}

bool GarbageCollector::orphanAll(const api::Object& owner)
{
    for (const auto& uid : std::set<std::string>(dependents_[owner.meta.uid]))
        if (const auto object = at(objects_[uid], uid)) {
            auto changed = api::clone(*object);
            std::erase_if(changed->meta.ownerReferences,
                          [&](const api::OwnerReference& reference) { return reference.uid == owner.meta.uid; });
            (void)world_.server.update(changed);
        }
    return dropFinalizer(owner, orphan);
}

/// The owner goes once nothing is left that blocks its deletion.
bool GarbageCollector::deleteBlocking(const api::Object& owner)
{
    bool any = false;
    bool isBlocked = false;
    for (const auto& uid : std::set<std::string>(dependents_[owner.meta.uid])) {
        const auto object = at(objects_[uid], uid);
        if (!object)
            continue;
        isBlocked |= std::ranges::any_of(object->meta.ownerReferences, [&](const api::OwnerReference& reference) {
            return reference.uid == owner.meta.uid && reference.blockOwnerDeletion;
        });
        if (!object->meta.deletionTimestamp)
            any |= remove(*object, DeleteOptions::Propagation::Foreground);
    }
    return (!isBlocked && dropFinalizer(owner, foreground)) || any;
}

bool GarbageCollector::dropFinalizer(const api::Object& owner, const std::string& finalizer)
{
    auto changed = api::clone(owner);
    std::erase(changed->meta.finalizers, finalizer);
    return world_.server.update(changed).has_value();
}

bool GarbageCollector::remove(const api::Object& object, DeleteOptions::Propagation propagation)
{
    // Nothing depends on a pod: waiting for that would only leave a finalizer behind.
    if (dependents_[object.meta.uid].empty())
        propagation = DeleteOptions::Propagation::Background;
    return world_.server.removeObject(object, {.uid = object.meta.uid, .propagation = propagation}).has_value();
}

}
