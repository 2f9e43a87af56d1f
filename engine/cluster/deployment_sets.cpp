// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/deployment_sets.h"

#include "api/convert_fields.h"
#include "api/names.h"
#include "cluster/claiming.h"
#include "cluster/object_edit.h"
#include "cluster/pod_making.h"
#include "cluster/replica_set.h"
#include "cluster/safe_names.h"

#include <algorithm>
#include <iterator>

namespace berth::cluster {

using api::Value;
namespace annotation = deployment_annotation;

namespace {

constexpr const char* hashLabel = "pod-template-hash";

/// A template without the label that only tells ReplicaSets apart.
Value withoutHash(Value podTemplate)
{
    if (Value* meta = podTemplate.find("metadata"))
        if (Value* labels = meta->find("labels"))
            std::erase_if(labels->members, [](const Value::Member& label) { return label.key == hashLabel; });
    return podTemplate;
}

const Value& templateOf(const api::Workload& workload) { return valueAt(workload, {"spec", "template"}); }

/// Annotations that say something about the Deployment and nothing about its ReplicaSets.
bool staysWithDeployment(std::string_view key)
{
    return key == "kubectl.kubernetes.io/last-applied-configuration" || key == annotation::revision
        || key == annotation::revisionHistory || key == annotation::desiredReplicas || key == annotation::maxReplicas
        || key == "deprecated.deployment.rollback.to";
}

void copyAnnotations(api::Object& replicaSet, const api::Object& deployment)
{
    for (const auto& [key, value] : deployment.meta.annotations)
        if (!staysWithDeployment(key.view()))
            replicaSet.meta.annotations.set(key, value);
}

bool lacksAnnotations(const api::Object& replicaSet, const api::Object& deployment)
{
    return std::ranges::any_of(deployment.meta.annotations, [&replicaSet](const auto& entry) {
        const auto* value = replicaSet.meta.annotations.find(entry.first);
        return !staysWithDeployment(entry.first.view()) && (!value || *value != entry.second);
    });
}

/// The revision, and in the history those that it had before it was rolled back to.
void setRevision(api::Object& replicaSet, std::int64_t revision)
{
    if (const auto before = revisionOf(replicaSet); before > 0) {
        const auto* known = replicaSet.meta.annotations.find(annotation::revisionHistory);
        std::string history = known ? known->str() + "," : std::string();
        history += std::to_string(before);
        replicaSet.meta.annotations.set(api::Symbol(annotation::revisionHistory), api::Symbol(history));
    }
    replicaSet.meta.annotations.set(api::Symbol(annotation::revision), api::Symbol(std::to_string(revision)));
}

Value selectorWithHash(const api::Workload& deployment, const std::string& hash)
{
    Value selector = valueAt(deployment, {"spec", "selector"});
    setText(section(selector, "matchLabels"), hashLabel, hash);
    return selector;
}

Value templateWithHash(const api::Workload& deployment, const std::string& hash)
{
    Value podTemplate = templateOf(deployment);
    setText(section(section(podTemplate, "metadata"), "labels"), hashLabel, hash);
    return podTemplate;
}

std::shared_ptr<api::Workload> replicaSetFor(const api::Workload& deployment, const std::string& name,
                                             const std::string& hash, std::int32_t replicas)
{
    Value document = ownedDocument("apps/v1", "ReplicaSet", deployment);
    setText(*document.find("metadata"), "name", name);
    Value& spec = document.set("spec", Value::object());
    setNumber(spec, "replicas", replicas);
    if (const auto seconds = minReadySeconds(deployment); seconds > 0)
        setNumber(spec, "minReadySeconds", seconds);
    spec.set("selector", selectorWithHash(deployment, hash));
    spec.set("template", templateWithHash(deployment, hash));
    auto replicaSet = std::static_pointer_cast<api::Workload>(makeObject(std::move(document)));
    replicaSet->meta.labels = replicaSet->podTemplate.meta.labels;
    return replicaSet;
}

}

std::int32_t replicasOf(const api::Workload& workload) { return workload.replicas.value_or(1); }

std::int32_t totalReplicas(const Workloads& replicaSets)
{
    std::int32_t total = 0;
    for (const auto& replicaSet : replicaSets)
        total += replicasOf(*replicaSet);
    return total;
}

std::int32_t totalAvailable(const Workloads& replicaSets)
{
    std::int32_t total = 0;
    for (const auto& replicaSet : replicaSets)
        total += replicaSetStatus(*replicaSet).availableReplicas;
    return total;
}

std::optional<std::int64_t> numberAnnotation(const api::Object& object, std::string_view key)
{
    const auto* text = object.meta.annotations.find(key);
    return text ? api::parseGoInt(text->view()) : std::nullopt;
}

std::int64_t revisionOf(const api::Object& object) { return numberAnnotation(object, annotation::revision).value_or(0); }

DeploymentSets::DeploymentSets(const DeploymentView& view, const DeploymentSpec& spec, Plan& plan)
    : view_(&view), spec_(&spec), plan_(&plan)
{
    const auto selector = usableSelector(*view.deployment);
    if (!selector)
        return;
    all_ = claim<api::Workload>(*view.deployment, *selector, view.replicaSets, plan);
    const Value wanted = withoutHash(templateOf(*view.deployment));
    const auto found = std::ranges::find_if(all_, [&wanted](const WorkloadPtr& replicaSet) {
        return sameValue(withoutHash(templateOf(*replicaSet)), wanted);
    });
    if (found != all_.end())
        current_ = *found; // the oldest, should there be several
}

Workloads DeploymentSets::old() const
{
    Workloads old;
    std::ranges::copy_if(all_, std::back_inserter(old), [this](const WorkloadPtr& set) { return set != current_; });
    return old;
}

Workloads DeploymentSets::active() const
{
    Workloads active;
    std::ranges::copy_if(all_, std::back_inserter(active), [](const WorkloadPtr& set) { return replicasOf(*set) > 0; });
    return active;
}

std::shared_ptr<api::Workload> DeploymentSets::edit(const WorkloadPtr& replicaSet)
{
    auto copy = std::make_shared<api::Workload>(*replicaSet);
    std::ranges::replace(all_, replicaSet, WorkloadPtr(copy));
    if (current_ == replicaSet)
        current_ = copy;
    std::erase(plan_->updates, std::const_pointer_cast<api::Workload>(replicaSet));
    plan_->updates.push_back(copy);
    return copy;
}

std::int64_t DeploymentSets::nextRevision() const
{
    std::int64_t highest = 0;
    for (const auto& replicaSet : old())
        highest = std::max(highest, revisionOf(*replicaSet));
    return highest + 1;
}

bool DeploymentSets::hasReplicaAnnotations(const api::Workload& replicaSet) const
{
    return numberAnnotation(replicaSet, annotation::desiredReplicas) == spec_->replicas
        && numberAnnotation(replicaSet, annotation::maxReplicas) == spec_->replicas + spec_->bounds.maxSurge;
}

void DeploymentSets::annotateReplicas(api::Object& replicaSet) const
{
    auto set = [&replicaSet](const char* key, std::int32_t number) {
        replicaSet.meta.annotations.set(api::Symbol(key), api::Symbol(std::to_string(number)));
    };
    set(annotation::desiredReplicas, spec_->replicas);
    set(annotation::maxReplicas, spec_->replicas + spec_->bounds.maxSurge);
}

void DeploymentSets::syncCurrent()
{
    if (!current_)
        return;
    const auto& deployment = *view_->deployment;
    const auto revision = nextRevision();
    const bool isBehind = revisionOf(*current_) < revision;
    const bool readySecondsDiffer = minReadySeconds(*current_) != spec_->minReadySeconds;
    if (!isBehind && !readySecondsDiffer && !lacksAnnotations(*current_, deployment))
        return;
    auto copy = edit(current_);
    copyAnnotations(*copy, deployment);
    if (isBehind)
        setRevision(*copy, revision);
    if (readySecondsDiffer)
        editDocument(*copy, [this](Value& document) {
            setNumber(section(document, "spec"), "minReadySeconds", spec_->minReadySeconds);
        });
    writeMetadata(*copy);
}

std::int32_t DeploymentSets::replicasForCurrent() const
{
    if (spec_->recreates)
        return spec_->replicas;
    const std::int32_t have = current_ ? replicasOf(*current_) : 0;
    const std::int32_t room = spec_->replicas + spec_->bounds.maxSurge - totalReplicas(all_);
    return room <= 0 ? have : have + std::min(room, spec_->replicas - have);
}

void DeploymentSets::makeCurrent(std::int32_t& collisionCount)
{
    const auto& deployment = *view_->deployment;
    std::string hash;
    do {
        hash = templateHash(templateOf(deployment), collisionCount);
    } while (view_->isTaken && view_->isTaken(deployment.meta.name + "-" + hash) && ++collisionCount > 0);
    const auto name = deployment.meta.name + "-" + hash;
    const auto replicas = replicasForCurrent();
    auto replicaSet = replicaSetFor(deployment, name, hash, replicas);
    copyAnnotations(*replicaSet, deployment);
    setRevision(*replicaSet, nextRevision());
    annotateReplicas(*replicaSet);
    writeMetadata(*replicaSet);
    plan_->creations.push_back(replicaSet);
    if (replicas > 0)
        plan_->events.push_back({"Normal", "ScalingReplicaSet",
                                 "Scaled up replica set " + name + " from 0 to " + std::to_string(replicas)});
    current_ = std::move(replicaSet);
    all_.push_back(current_);
}

bool DeploymentSets::scale(const WorkloadPtr& replicaSet, std::int32_t replicas)
{
    const auto before = replicasOf(*replicaSet);
    if (before == replicas && hasReplicaAnnotations(*replicaSet))
        return false;
    auto copy = edit(replicaSet);
    annotateReplicas(*copy);
    writeMetadata(*copy);
    if (before == replicas)
        return false; // annotations alone are no scaling
    setReplicas(*copy, replicas);
    plan_->events.push_back({"Normal", "ScalingReplicaSet",
                             std::string("Scaled ") + (replicas > before ? "up" : "down") + " replica set "
                                 + copy->meta.name + " from " + std::to_string(before) + " to "
                                 + std::to_string(replicas)});
    return true;
}

void DeploymentSets::cleanUp()
{
    Workloads forgettable;
    for (const auto& replicaSet : old())
        if (!replicaSet->meta.deletionTimestamp)
            forgettable.push_back(replicaSet);
    const auto surplus = static_cast<std::ptrdiff_t>(forgettable.size()) - spec_->revisionHistoryLimit;
    if (surplus <= 0)
        return;
    std::ranges::stable_sort(forgettable, {}, [](const WorkloadPtr& set) { return revisionOf(*set); });
    for (std::ptrdiff_t i = 0; i < surplus; ++i) {
        const auto& replicaSet = forgettable[static_cast<std::size_t>(i)];
        const auto status = replicaSetStatus(*replicaSet);
        const bool isAtRest = status.replicas == 0 && replicasOf(*replicaSet) == 0
            && replicaSet->meta.generation <= status.observedGeneration;
        if (isAtRest)
            plan_->deletions.push_back(replicaSet);
    }
}

}
