// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/memory_server.h"

#include "api/clone.h"

#include <algorithm>
#include <array>

namespace berth::cluster {
namespace {

ports::ApiResult refuse(ports::ApiError::Reason reason, std::string text)
{
    return tl::unexpected(ports::ApiError{reason, std::move(text)});
}

ports::ApiResult notFound(api::Kind kind, const std::string& name)
{
    return refuse(ports::ApiError::Reason::NotFound, resourceNameOf(kind) + " \"" + name + "\" not found");
}

bool hasEnded(const api::Object& object)
{
    return object.kind == api::Kind::Pod && static_cast<const api::Pod&>(object).isTerminal();
}

std::string keyOf(const std::string& ns, const std::string& name) { return ns.empty() ? name : ns + "/" + name; }

/// Why objects change, unless somebody else says so.
struct Causes {
    api::Symbol create{"create"};
    api::Symbol update{"update"};
    api::Symbol remove{"delete"};
    api::Symbol bind{"bind"};
    api::Symbol status{"status"};
    api::Symbol evict{"evict"};            ///< the scheduler makes room
};

const Causes& causes()
{
    static const Causes all;
    return all;
}

/// Sets or replaces the condition of its type. The transition time moves only when the status does.
bool updateCondition(api::PodStatus& status, api::PodCondition condition, api::Time now)
{
    condition.lastTransitionTime = now.truncatedToSecond();
    for (auto& existing : status.conditions) {
        if (existing.type != condition.type)
            continue;
        if (existing.status == condition.status)
            condition.lastTransitionTime = existing.lastTransitionTime;
        const bool changed = !(existing == condition);
        existing = std::move(condition);
        return changed;
    }
    status.conditions.push_back(std::move(condition));
    return true;
}

}

std::string resourceNameOf(api::Kind kind)
{
    switch (kind) {
    case api::Kind::PriorityClass: return "priorityclasses.scheduling.k8s.io";
    case api::Kind::ReplicaSet: return "replicasets.apps";
    case api::Kind::StatefulSet: return "statefulsets.apps";
    case api::Kind::Deployment: return "deployments.apps";
    case api::Kind::DaemonSet: return "daemonsets.apps";
    case api::Kind::Job: return "jobs.batch";
    case api::Kind::CronJob: return "cronjobs.batch";
    case api::Kind::PodDisruptionBudget: return "poddisruptionbudgets.policy";
    case api::Kind::StorageClass: return "storageclasses.storage.k8s.io";
    case api::Kind::CSINode: return "csinodes.storage.k8s.io";
    case api::Kind::CSIDriver: return "csidrivers.storage.k8s.io";
    case api::Kind::CSIStorageCapacity: return "csistoragecapacities.storage.k8s.io";
    case api::Kind::VolumeAttachment: return "volumeattachments.storage.k8s.io";
    case api::Kind::ResourceClaim: return "resourceclaims.resource.k8s.io";
    case api::Kind::ResourceClaimTemplate: return "resourceclaimtemplates.resource.k8s.io";
    case api::Kind::ResourceSlice: return "resourceslices.resource.k8s.io";
    case api::Kind::DeviceClass: return "deviceclasses.resource.k8s.io";
    case api::Kind::PodGroup: return "podgroups.scheduling.k8s.io";
    case api::Kind::Workload: return "workloads.scheduling.k8s.io";
    default: break;
    }
    std::string name(api::kindName(kind));
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
    return name + "s";
}

MemoryServer::MemoryServer(VirtualClock& clock, ServerBehaviour behaviour, RandomStreams* random)
    : clock_(&clock), behaviour_(behaviour),
      admission_([this](api::Kind kind) { return list(kind); }, behaviour, random)
{
}

/// Kinds that Berth does not know share one store, so their key says which they are.
std::string MemoryServer::storeKey(const api::Object& object)
{
    return object.kind == api::Kind::Other ? object.apiVersion + "/" + object.kindText + " " + object.meta.key()
                                           : object.meta.key();
}

api::FieldErrors MemoryServer::put(std::shared_ptr<api::Object> object, bool update)
{
    const Cause because(*this, update ? causes().update : causes().create);
    if (auto stored = find(object->kind, storeKey(*object)); stored && (update || behaviour_.living)) {
        Admission::mergeUpdate(*object, *stored);
        if (behaviour_.living)
            Admission::keepIdentity(*object, *stored);
    }
    if (behaviour_.living)
        completeLiving(*object);
    if (auto errors = admission_.admit(*object, clock_->now()); !errors.empty())
        return errors;
    if (object->kind == api::Kind::Namespace)
        namespaces_.insert(object->meta.name);
    else if (!object->meta.namespace_.empty())
        ensureNamespace(object->meta.namespace_.str());
    save(std::move(object));
    return {};
}

/// What a server that counts and waits needs to know of every object.
void MemoryServer::completeLiving(api::Object& object)
{
    auto& meta = object.meta;
    meta.generation = std::max<std::int64_t>(1, meta.generation);
    const auto* pod = dynamic_cast<const api::Pod*>(&object);
    if (pod && meta.deletionTimestamp && !meta.deletionGracePeriodSeconds)
        meta.deletionGracePeriodSeconds = gracePeriodOf(*pod, {});
}

void MemoryServer::ensureNamespace(const std::string& name)
{
    if (!namespaces_.insert(name).second)
        return;
    auto made = std::make_shared<api::Namespace>();
    made->meta.name = name;
    if (admission_.admit(*made, clock_->now()).empty())
        save(std::move(made));
}

void MemoryServer::save(std::shared_ptr<api::Object> object)
{
    const auto key = storeKey(*object);
    if (behaviour_.deletesAtOnce && hasEnded(*object)) {
        erase(api::Kind::Pod, key);
        return;
    }
    object->meta.resourceVersion = ++resourceVersion_;
    auto& entry = store(object->kind)[key];
    const auto before = entry.object;
    if (!before)
        entry.order = ++order_;
    entry.object = object;
    const api::ObjectPtr after = std::move(object);
    record(entry.order, before, after);
    tell(before, after);
}

/// A pod that has ended is none of the scheduler's business any more: whoever watches and knew it as a running one is
/// told that it is gone.
void MemoryServer::tell(const api::ObjectPtr& before, const api::ObjectPtr& after)
{
    const bool wasSeen = before && !hasEnded(*before);
    const bool isSeen = after && !hasEnded(*after);
    for (auto* watcher : std::vector(watchers_)) {
        if (wasSeen && isSeen)
            watcher->onUpdate(before, after);
        else if (isSeen)
            watcher->onAdd(after);
        else if (wasSeen)
            watcher->onDelete(before);
    }
    for (auto* listener : std::vector(listeners_))
        listener->onChange(before, after);
}

void MemoryServer::record(std::uint64_t order, const api::ObjectPtr& before, const api::ObjectPtr& after)
{
    if (onChange_)
        onChange_({clock_->moment(), order, before, after, cause_, api::Symbol(actor_)});
}

bool MemoryServer::erase(api::Kind kind, const std::string& key)
{
    auto& objects = store(kind);
    auto it = objects.find(key);
    if (it == objects.end())
        return false;
    const auto gone = it->second.object;
    const auto order = it->second.order;
    objects.erase(it);
    record(order, gone, nullptr);
    if (kind == api::Kind::Namespace && behaviour_.living)
        namespaces_.erase(gone->meta.name);
    tell(gone, nullptr);
    return true;
}

ports::ApiResult MemoryServer::remove(api::Kind kind, const std::string& ns, const std::string& name,
                                      const DeleteOptions& options)
{
    const auto stored = find(kind, keyOf(ns, name));
    return stored ? removeObject(*stored, options) : notFound(kind, name);
}

ports::ApiResult MemoryServer::removeObject(const api::Object& object, const DeleteOptions& options)
{
    const auto kind = object.kind;
    const auto& name = object.meta.name;
    const auto key = storeKey(object);
    const auto stored = find(kind, key);
    if (!stored)
        return notFound(kind, name);
    if (!options.uid.empty() && options.uid != stored->meta.uid)
        return refuse(ports::ApiError::Reason::Conflict,
                      "Operation cannot be fulfilled on " + resourceNameOf(kind) + " \"" + name
                          + "\": Precondition failed: UID in precondition: " + options.uid
                          + ", UID in object meta: " + stored->meta.uid);
    const Cause because(*this, causes().remove);
    if (kind == api::Kind::Pod && (behaviour_.deletesAtOnce || !stored->meta.deletionTimestamp))
        deletedPods_.push_back(key);
    if (behaviour_.deletesAtOnce)
        erase(kind, key);
    else
        removeInTime(stored, options);
    return {};
}

std::int64_t gracePeriodOf(const api::Pod& pod, const DeleteOptions& options)
{
    if (pod.spec.nodeName.empty() || pod.isTerminal())
        return 0;
    constexpr std::int64_t usual = 30;
    return std::max<std::int64_t>(0, options.gracePeriodSeconds.value_or(pod.spec.terminationGracePeriodSeconds.value_or(usual)));
}

void MemoryServer::removeInTime(const api::ObjectPtr& stored, const DeleteOptions& options)
{
    const auto* pod = dynamic_cast<const api::Pod*>(stored.get());
    const auto grace = pod ? gracePeriodOf(*pod, options) : 0;
    auto leaving = api::clone(*stored);
    auto& meta = leaving->meta;
    if (!meta.deletionTimestamp) {
        ++meta.generation;
        using Propagation = DeleteOptions::Propagation;
        if (options.propagation == Propagation::Foreground)
            meta.finalizers.emplace_back("foregroundDeletion");
        else if (options.propagation == Propagation::Orphan)
            meta.finalizers.emplace_back("orphan");
        if (stored->kind == api::Kind::Namespace)
            meta.finalizers.emplace_back(namespaceFinalizer);
    } else if (!pod || grace >= meta.deletionGracePeriodSeconds.value_or(0)) {
        return; // a deletion under way can only be made faster
    }
    meta.deletionTimestamp = api::Time::fromSeconds(clock_->moment().seconds() + grace);
    meta.deletionGracePeriodSeconds = grace;
    if (isDeletionDue(*leaving))
        erase(stored->kind, storeKey(*stored));
    else
        save(std::move(leaving));
}

/// Nobody has to do anything any more before the object goes.
bool MemoryServer::isDeletionDue(const api::Object& object) const
{
    return object.meta.deletionTimestamp && object.meta.finalizers.empty()
        && object.meta.deletionGracePeriodSeconds.value_or(0) == 0;
}

tl::expected<api::ObjectPtr, ports::ApiError> MemoryServer::create(std::shared_ptr<api::Object> object)
{
    auto& meta = object->meta;
    if (meta.name.empty() && !meta.generateName.empty())
        do
            meta.name = admission_.generateName(meta.generateName);
        while (find(object->kind, storeKey(*object)));
    const auto key = storeKey(*object);
    if (find(object->kind, key))
        return tl::unexpected(ports::ApiError{ports::ApiError::Reason::Conflict,
                                              resourceNameOf(object->kind) + " \"" + meta.name + "\" already exists"});
    const auto kind = object->kind;
    if (kind == api::Kind::Pod && store(kind).size() >= mostPods_)
        return tl::unexpected(ports::ApiError{ports::ApiError::Reason::Other,
                                              "pods \"" + meta.name + "\" is forbidden: this cluster has " + std::to_string(mostPods_)
                                                  + " pods, and more do not fit in Berth"});
    if (const auto errors = put(std::move(object), false); !errors.empty())
        return tl::unexpected(ports::ApiError{ports::ApiError::Reason::Invalid, errors.front().text});
    return find(kind, key);
}

ports::ApiResult MemoryServer::update(std::shared_ptr<api::Object> object, Change change)
{
    const Cause because(*this, causes().update);
    const auto key = storeKey(*object);
    const auto stored = find(object->kind, key);
    if (!stored || stored->meta.uid != object->meta.uid)
        return notFound(object->kind, object->meta.name);
    const auto generation = stored->meta.generation + (change == Change::Specification ? 1 : 0);
    object->meta.generation = std::max(object->meta.generation, generation);
    if (behaviour_.living && isDeletionDue(*object))
        erase(object->kind, key);
    else
        save(std::move(object));
    return {};
}

void MemoryServer::markDisrupted(const api::Pod& pod, const std::string& reason, const std::string& message)
{
    auto marked = std::make_shared<api::Pod>(pod);
    if (updateCondition(marked->status, {"DisruptionTarget", "True", reason, message, {}, 0}, clock_->moment()))
        save(std::move(marked));
}

std::vector<api::ObjectPtr> MemoryServer::list(api::Kind kind) const
{
    auto objects = listAll(kind);
    if (kind == api::Kind::Pod && !behaviour_.deletesAtOnce)
        std::erase_if(objects, [](const api::ObjectPtr& object) { return hasEnded(*object); });
    return objects;
}

std::vector<api::ObjectPtr> MemoryServer::listAll(api::Kind kind) const
{
    std::vector<const Entry*> entries;
    entries.reserve(store(kind).size());
    for (const auto& [key, entry] : store(kind))
        entries.push_back(&entry);
    std::sort(entries.begin(), entries.end(), [](const Entry* a, const Entry* b) { return a->order < b->order; });
    std::vector<api::ObjectPtr> objects;
    objects.reserve(entries.size());
    for (const auto* entry : entries)
        objects.push_back(entry->object);
    return objects;
}

std::vector<api::ObjectPtr> MemoryServer::listOthers() const
{
    std::vector<api::ObjectPtr> all;
    for (std::size_t kind = 0; kind <= static_cast<std::size_t>(api::Kind::Other); ++kind) {
        const auto k = static_cast<api::Kind>(kind);
        if (k == api::Kind::Pod || k == api::Kind::Node)
            continue;
        auto some = list(k);
        all.insert(all.end(), some.begin(), some.end());
    }
    return all;
}

api::ObjectPtr MemoryServer::get(api::Kind kind, const std::string& key) const
{
    auto object = find(kind, key);
    return object && hasEnded(*object) ? nullptr : object;
}

api::ObjectPtr MemoryServer::find(api::Kind kind, const std::string& key) const
{
    auto it = store(kind).find(key);
    return it == store(kind).end() ? nullptr : it->second.object;
}

ports::ApiResult MemoryServer::bind(const ports::Binding& binding)
{
    const Acting scheduler(*this, "kube-scheduler");
    auto stored = get(api::Kind::Pod, keyOf(binding.namespace_, binding.name));
    if (!stored)
        return notFound(api::Kind::Pod, binding.name);
    const Cause because(*this, causes().bind);
    auto pod = std::make_shared<api::Pod>(static_cast<const api::Pod&>(*stored));
    auto conflict = [&](const std::string& text) {
        return refuse(ports::ApiError::Reason::Conflict,
                      "Operation cannot be fulfilled on pods/binding \"" + binding.name + "\": " + text);
    };
    if (pod->meta.deletionTimestamp)
        return conflict("pod " + binding.name + " is being deleted, cannot be assigned to a host");
    if (!pod->spec.nodeName.empty())
        return conflict("pod " + binding.name + " is already assigned to node \"" + pod->spec.nodeName + "\"");
    if (!pod->spec.schedulingGates.empty())
        return conflict("pod " + binding.name + " has non-empty .spec.schedulingGates");
    const auto now = clock_->now();
    pod->spec.nodeName = binding.node;
    if (behaviour_.clearsNominationAtBinding)
        pod->status.nominatedNodeName.clear();
    updateCondition(pod->status, {"PodScheduled", "True", {}, {}, {}, 0}, now);
    if (behaviour_.playsKubelet) {
        pod->status.phase = "Running";
        if (!pod->status.startTime)
            pod->status.startTime = now.truncatedToSecond();
    }
    save(std::move(pod));
    return {};
}

ports::ApiResult MemoryServer::patchPodStatus(const ports::PodStatusPatch& patch)
{
    const Acting scheduler(*this, "kube-scheduler");
    auto stored = get(api::Kind::Pod, keyOf(patch.namespace_, patch.name));
    if (!stored)
        return notFound(api::Kind::Pod, patch.name);
    const Cause because(*this, causes().status);
    auto pod = std::make_shared<api::Pod>(static_cast<const api::Pod&>(*stored));
    if (patch.condition)
        updateCondition(pod->status, *patch.condition, clock_->now());
    if (patch.nominatedNodeName)
        pod->status.nominatedNodeName = *patch.nominatedNodeName;
    // An empty map of the input does not survive the way through a patch.
    if (pod->spec.nodeSelector.empty())
        pod->spec.hasNodeSelector = false;
    save(std::move(pod));
    return {};
}

ports::ApiResult MemoryServer::deletePod(const std::string& ns, const std::string& name, const std::string& uid)
{
    const Acting scheduler(*this, "kube-scheduler");
    auto stored = get(api::Kind::Pod, keyOf(ns, name));
    if (!stored || (!uid.empty() && stored->meta.uid != uid))
        return notFound(api::Kind::Pod, name);
    const Cause because(*this, causes().evict);
    return remove(api::Kind::Pod, ns, name);
}

}
