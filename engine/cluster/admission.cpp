// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/admission.h"

#include "api/defaults.h"
#include "api/json_text.h"
#include "api/validation.h"
#include "cluster/cron_job_validation.h"
#include "cluster/limit_ranges.h"

#include <algorithm>

namespace berth::cluster {
namespace {

constexpr std::string_view suffixLetters = "bcdfghjklmnpqrstvwxz2456789";
constexpr std::size_t longestGeneratedBase = 58;

std::string lowered(std::string_view text)
{
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
    return lower;
}

api::FieldErrors sorted(api::FieldErrors errors)
{
    std::stable_sort(errors.begin(), errors.end(), [](const auto& a, const auto& b) { return a.text < b.text; });
    return errors;
}

bool isStatusEmpty(const api::PodStatus& status)
{
    return status.conditions.empty() && (status.phase.empty() || status.phase == "Pending")
        && status.nominatedNodeName.empty() && !status.startTime && status.resourceClaimStatuses.empty()
        && status.containerStatuses.empty() && status.initContainerStatuses.empty();
}

/// By their documents; objects without count as changed.
bool hasOtherSpec(const api::Object& a, const api::Object& b)
{
    if (!a.document || !b.document)
        return true;
    const auto* x = a.document->find("spec");
    const auto* y = b.document->find("spec");
    return (x ? api::toJson(*x) : std::string()) != (y ? api::toJson(*y) : std::string());
}

/// A workload's status is in its document, and is its controller's: an update by a user leaves it as it is.
void keepWorkloadStatus(api::Object& update, const api::Object& stored)
{
    const bool isWorkload = update.kind >= api::Kind::ReplicaSet && update.kind <= api::Kind::CronJob;
    const auto* status = isWorkload && stored.document ? stored.document->find("status") : nullptr;
    if (!status || !update.document)
        return;
    auto document = std::make_shared<api::Value>(*update.document);
    document->set("status", *status);
    update.document = std::move(document);
}

/// A pod's update keeps where it runs, how important it is and how it is, unless it says otherwise.
void mergePod(api::Pod& update, const api::Pod& stored)
{
    if (update.spec.nodeName.empty())
        update.spec.nodeName = stored.spec.nodeName;
    if (!update.spec.priority) {
        update.spec.priority = stored.spec.priority;
        update.spec.priorityClassName = stored.spec.priorityClassName;
        if (update.spec.preemptionPolicy.empty())
            update.spec.preemptionPolicy = stored.spec.preemptionPolicy;
    }
    if (!isStatusEmpty(update.status))
        return;
    update.status = stored.status;
    if (stored.spec.schedulingGates.empty() || !update.spec.schedulingGates.empty())
        return;
    // The gated condition goes with the gates.
    std::erase_if(update.status.conditions, [](const api::PodCondition& condition) {
        return condition.type == "PodScheduled" && condition.reason == "SchedulingGated";
    });
}

}

std::string uidFor(const api::Object& object)
{
    std::string uid = "uid";
    if (object.kind != api::Kind::Pod)
        uid += "-" + lowered(object.kindText);
    if (!object.meta.namespace_.empty())
        uid += "-" + object.meta.namespace_.str();
    return uid + "-" + object.meta.name;
}

std::string Admission::generateName(const std::string& base)
{
    std::string suffix(5, ' ');
    if (random_) {
        for (auto& letter : suffix)
            letter = suffixLetters[random_->of("names").below(suffixLetters.size())];
        return base.substr(0, longestGeneratedBase) + suffix;
    }
    auto number = ++generatedNames_;
    for (auto it = suffix.rbegin(); it != suffix.rend(); ++it) {
        *it = suffixLetters[number % suffixLetters.size()];
        number /= suffixLetters.size();
    }
    return base.substr(0, longestGeneratedBase) + suffix;
}

/// A random one, version 4 as RFC 9562 writes it.
std::string Admission::newUid()
{
    constexpr std::string_view digits = "0123456789abcdef";
    auto& stream = random_->of("uids");
    std::string uid;
    for (std::size_t i = 0; i < 32; ++i) {
        if (i == 8 || i == 12 || i == 16 || i == 20)
            uid += '-';
        const auto random = stream.below(16);
        uid += digits[i == 12 ? 4 : i == 16 ? 8 + random % 4 : random];
    }
    return uid;
}

void Admission::complete(api::Object& object, api::Time now)
{
    auto& meta = object.meta;
    if (meta.name.empty() && !meta.generateName.empty())
        meta.name = generateName(meta.generateName);
    if (meta.uid.empty())
        meta.uid = random_ ? newUid() : uidFor(object);
    if (!meta.creationTimestamp)
        meta.creationTimestamp = now.truncatedToSecond();
}

api::FieldErrors Admission::admit(api::Object& object, api::Time now)
{
    if (object.meta.name.empty() && object.meta.generateName.empty())
        return {{"metadata.name", "metadata.name: Required value"}};
    complete(object, now);
    if (auto* pod = dynamic_cast<api::Pod*>(&object))
        return admitPod(*pod, now);
    if (object.kind == api::Kind::Namespace)
        object.meta.labels.set(api::Symbol("kubernetes.io/metadata.name"), api::Symbol(object.meta.name));
    // Workloads are nothing to the scheduler, so the server that goldens are made with takes them as they are.
    if (object.kind == api::Kind::CronJob && validatesWorkloads_)
        return sorted(cronJobErrors(object));
    const bool isWorkload = object.kind == api::Kind::Deployment || object.kind == api::Kind::DaemonSet
        || object.kind == api::Kind::Job;
    return isWorkload && !validatesWorkloads_ ? api::FieldErrors{} : sorted(api::validate(object, gates_));
}

api::FieldErrors Admission::admitPod(api::Pod& pod, api::Time now)
{
    if (auto error = resolvePriority(pod); !error.empty())
        return {{"spec.priorityClassName", error}};
    if (isLiving_)
        if (auto errors = admitToNamespace(pod); !errors.empty())
            return errors;
    const auto given = pod.status;
    pod.status.conditions.clear();
    api::preparePodForCreate(pod, gates_);
    auto created = pod.status.conditions;
    if (auto errors = sorted(api::validate(pod, gates_)); !errors.empty())
        return errors;
    pod.status = given;
    if (given.phase.empty() || given.conditions.empty())
        pod.status.conditions = std::move(created);
    if (pod.status.phase.empty())
        pod.status.phase = pod.spec.nodeName.empty() || isLiving_ ? "Pending" : "Running";
    if (!pod.spec.nodeName.empty() && !pod.status.startTime && !isLiving_)
        pod.status.startTime = now.truncatedToSecond();
    return {};
}

/// What the admission plugins of a real cluster do besides.
api::FieldErrors Admission::admitToNamespace(api::Pod& pod) const
{
    const auto limitRanges = list_(api::Kind::LimitRange);
    applyLimitDefaults(pod, limitRanges);
    addDefaultTolerations(pod);
    api::FieldErrors errors;
    for (const auto& error : limitErrors(pod, limitRanges))
        errors.push_back({{}, "pods \"" + pod.meta.name + "\" is forbidden: " + error});
    return errors;
}

std::string Admission::resolvePriority(api::Pod& pod) const
{
    auto& spec = pod.spec;
    if (spec.priority)
        return {};
    auto apply = [&spec](std::int32_t value, const std::string& policy) {
        spec.priority = value;
        if (spec.preemptionPolicy.empty())
            spec.preemptionPolicy = policy;
    };
    constexpr const char* preemptLower = "PreemptLowerPriority";
    const auto classes = list_(api::Kind::PriorityClass);
    if (!spec.priorityClassName.empty()) {
        for (const auto& object : classes)
            if (object->meta.name == spec.priorityClassName) {
                const auto& named = static_cast<const api::PriorityClass&>(*object);
                apply(named.value, named.preemptionPolicy);
                return {};
            }
        if (spec.priorityClassName == "system-node-critical")
            return apply(2000001000, preemptLower), std::string();
        if (spec.priorityClassName == "system-cluster-critical")
            return apply(2000000000, preemptLower), std::string();
        return "no PriorityClass with name " + spec.priorityClassName + " was found";
    }
    // Of several global defaults the one of the lowest value counts.
    const api::PriorityClass* chosen = nullptr;
    for (const auto& object : classes) {
        const auto& candidate = static_cast<const api::PriorityClass&>(*object);
        if (candidate.globalDefault && (!chosen || candidate.value < chosen->value))
            chosen = &candidate;
    }
    if (chosen) {
        spec.priorityClassName = chosen->meta.name;
        apply(chosen->value, chosen->preemptionPolicy);
    } else {
        apply(0, preemptLower);
    }
    return {};
}

void Admission::keepIdentity(api::Object& update, const api::Object& stored)
{
    update.meta.uid = stored.meta.uid;
    update.meta.creationTimestamp = stored.meta.creationTimestamp;
    update.meta.deletionTimestamp = stored.meta.deletionTimestamp;
    update.meta.deletionGracePeriodSeconds = stored.meta.deletionGracePeriodSeconds;
    update.meta.generation = stored.meta.generation + (hasOtherSpec(update, stored) ? 1 : 0);
    if (update.meta.ownerReferences.empty())
        update.meta.ownerReferences = stored.meta.ownerReferences;
    keepWorkloadStatus(update, stored);
    if (auto* node = dynamic_cast<api::Node*>(&update)) {
        const auto& before = static_cast<const api::Node&>(stored);
        if (node->status.conditions.empty())
            node->status.conditions = before.status.conditions;
        if (node->status.images.empty())
            node->status.images = before.status.images;
    } else if (auto* budget = dynamic_cast<api::PodDisruptionBudget*>(&update)) {
        const auto& before = static_cast<const api::PodDisruptionBudget&>(stored);
        budget->disruptionsAllowed = before.disruptionsAllowed;
        budget->currentHealthy = before.currentHealthy;
        budget->desiredHealthy = before.desiredHealthy;
        budget->expectedPods = before.expectedPods;
        budget->observedGeneration = before.observedGeneration;
        budget->disruptedPods = before.disruptedPods;
    }
}

void Admission::mergeUpdate(api::Object& update, const api::Object& stored)
{
    if (update.meta.uid.empty())
        update.meta.uid = stored.meta.uid;
    if (!update.meta.creationTimestamp)
        update.meta.creationTimestamp = stored.meta.creationTimestamp;
    if (auto* pod = dynamic_cast<api::Pod*>(&update))
        mergePod(*pod, static_cast<const api::Pod&>(stored));
}

}
