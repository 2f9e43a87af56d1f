// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/memory_server.h"

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

std::string keyOf(const std::string& ns, const std::string& name) { return ns.empty() ? name : ns + "/" + name; }

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

MemoryServer::MemoryServer(VirtualClock& clock, ServerBehaviour behaviour)
    : clock_(&clock), behaviour_(behaviour), admission_([this] { return list(api::Kind::PriorityClass); }, behaviour.gates)
{
}

/// Kinds that Berth does not know share one store, so their key says which they are.
std::string MemoryServer::storeKey(const api::Object& object)
{
    return object.kind == api::Kind::Other ? object.apiVersion + "/" + object.kindText + " " + object.meta.key()
                                           : object.meta.key();
}

std::vector<std::string> MemoryServer::put(std::shared_ptr<api::Object> object, bool update)
{
    if (update)
        if (auto stored = get(object->kind, storeKey(*object)))
            Admission::mergeUpdate(*object, *stored);
    if (auto errors = admission_.admit(*object, clock_->now()); !errors.empty())
        return errors;
    if (object->kind == api::Kind::Namespace)
        namespaces_.insert(object->meta.name);
    else if (!object->meta.namespace_.empty())
        ensureNamespace(object->meta.namespace_.str());
    save(std::move(object));
    return {};
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
    // A pod that has ended is none of the scheduler's business any more: it is not kept, and whoever knew it as a
    // running one is told that it is gone.
    if (const auto* pod = dynamic_cast<const api::Pod*>(object.get()); pod && pod->isTerminal()) {
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
    for (auto* watcher : std::vector(watchers_)) {
        if (before)
            watcher->onUpdate(before, after);
        else
            watcher->onAdd(after);
    }
}

bool MemoryServer::erase(api::Kind kind, const std::string& key)
{
    auto& objects = store(kind);
    auto it = objects.find(key);
    if (it == objects.end())
        return false;
    const auto gone = it->second.object;
    objects.erase(it);
    for (auto* watcher : std::vector(watchers_))
        watcher->onDelete(gone);
    return true;
}

ports::ApiResult MemoryServer::remove(api::Kind kind, const std::string& ns, const std::string& name)
{
    const auto key = keyOf(ns, name);
    if (!get(kind, key))
        return notFound(kind, name);
    if (kind == api::Kind::Pod)
        deletedPods_.push_back(key);
    erase(kind, key);
    return {};
}

std::vector<api::ObjectPtr> MemoryServer::list(api::Kind kind) const
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
    auto it = store(kind).find(key);
    return it == store(kind).end() ? nullptr : it->second.object;
}

ports::ApiResult MemoryServer::bind(const ports::Binding& binding)
{
    auto stored = get(api::Kind::Pod, keyOf(binding.namespace_, binding.name));
    if (!stored)
        return notFound(api::Kind::Pod, binding.name);
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
    auto stored = get(api::Kind::Pod, keyOf(patch.namespace_, patch.name));
    if (!stored)
        return notFound(api::Kind::Pod, patch.name);
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
    auto stored = get(api::Kind::Pod, keyOf(ns, name));
    if (!stored || (!uid.empty() && stored->meta.uid != uid))
        return notFound(api::Kind::Pod, name);
    return remove(api::Kind::Pod, ns, name);
}

}
