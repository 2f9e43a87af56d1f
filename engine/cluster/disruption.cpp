// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/disruption.h"

#include "cluster/int_or_percent.h"
#include "cluster/object_edit.h"
#include "cluster/pod_standing.h"

#include <algorithm>

namespace berth::cluster {
namespace {

bool isPercentage(const std::optional<api::IntOrString>& value) { return value && value->isString; }

std::optional<api::Kind> scaledKind(const api::OwnerReference& owner)
{
    const auto kind = api::kindFromName(owner.kind);
    using api::Kind;
    return kind && (kind == Kind::ReplicaSet || kind == Kind::StatefulSet || kind == Kind::ReplicationController
                    || kind == Kind::Deployment)
        ? kind
        : std::nullopt;
}

std::int32_t replicasOf(const api::Object& object)
{
    if (const auto* workload = dynamic_cast<const api::Workload*>(&object))
        return workload->replicas.value_or(1);
    const auto* controller = dynamic_cast<const api::ReplicationController*>(&object);
    return controller ? controller->replicas.value_or(1) : 0;
}

void writeStatus(api::PodDisruptionBudget& budget, const std::string& reason, api::Time now)
{
    const bool isAllowed = reason == "SufficientPods";
    editDocument(budget, [&](api::Value& document) {
        auto& status = section(document, "status");
        setNumber(status, "currentHealthy", budget.currentHealthy);
        setNumber(status, "desiredHealthy", budget.desiredHealthy);
        setNumber(status, "disruptionsAllowed", budget.disruptionsAllowed);
        setNumber(status, "expectedPods", budget.expectedPods);
        setNumber(status, "observedGeneration", budget.observedGeneration);
        auto conditions = conditionsOf(status);
        const auto* before = findCondition(conditions, "DisruptionAllowed");
        Condition condition{"DisruptionAllowed", isAllowed ? "True" : "False", reason, {}, {}, {}, now.truncatedToSecond()};
        if (before && before->status == condition.status)
            condition.lastTransitionTime = before->lastTransitionTime;
        removeCondition(conditions, "DisruptionAllowed");
        conditions.push_back(std::move(condition));
        status.set("conditions", toValue(conditions));
    });
}

}

/// The budgets of a namespace: those that select the pod, or all where none is given.
void DisruptionController::mark(const std::string& ns, const api::Object* pod)
{
    const auto budgets = budgets_.find(ns);
    if (budgets == budgets_.end())
        return;
    for (const auto& [key, selector] : budgets->second)
        if (!pod || selector.matches(pod->meta.labels))
            marked_.insert(key);
}

void DisruptionController::onChange(const api::ObjectPtr& before, const api::ObjectPtr& after)
{
    const auto& object = after ? after : before;
    const auto& ns = object->meta.namespace_.str();
    const auto key = object->meta.key();
    switch (object->kind) {
    case api::Kind::PodDisruptionBudget:
        if (after)
            budgets_[ns].insert_or_assign(key, api::Selector::from(static_cast<const api::PodDisruptionBudget&>(*after).selector)
                                                   .value_or(api::Selector::nothing()));
        else
            budgets_[ns].erase(key);
        marked_.insert(key);
        break;
    case api::Kind::Pod:
        if (after)
            pods_[ns][key] = std::static_pointer_cast<const api::Pod>(after);
        else
            pods_[ns].erase(key);
        for (const auto& version : {before, after})
            if (version)
                mark(ns, version.get());
        break;
    case api::Kind::ReplicaSet:
    case api::Kind::StatefulSet:
    case api::Kind::ReplicationController:
    case api::Kind::Deployment: mark(ns, nullptr); break; // how many pods are wanted may have changed
    default: break;
    }
}

bool DisruptionController::sync()
{
    bool any = false;
    for (const auto& key : std::exchange(marked_, {}))
        any |= syncBudget(key);
    return any;
}

std::vector<api::PodPtr> DisruptionController::podsOf(const api::PodDisruptionBudget& budget) const
{
    std::vector<api::PodPtr> pods;
    const auto ns = budget.meta.namespace_.str();
    const auto& selector = budgets_.at(ns).at(budget.meta.key());
    if (const auto all = pods_.find(ns); all != pods_.end())
        for (const auto& [key, pod] : all->second)
            if (!pod->isTerminal() && selector.matches(pod->meta.labels))
                pods.push_back(pod);
    return pods;
}

bool DisruptionController::syncBudget(const std::string& key)
{
    const auto budget = std::static_pointer_cast<const api::PodDisruptionBudget>(
        world_.server.find(api::Kind::PodDisruptionBudget, key));
    if (!budget)
        return false;
    const auto pods = podsOf(*budget);
    auto changed = std::make_shared<api::PodDisruptionBudget>(*budget);
    // A pod that was allowed to go is expected to be deleted at once; when it is, it counts for itself.
    std::erase_if(changed->disruptedPods, [&](const std::string& name) {
        return std::ranges::none_of(pods, [&](const api::PodPtr& pod) {
            return pod->meta.name == name && !pod->isTerminating();
        });
    });
    const auto status = statusOf(*changed, pods);
    changed->currentHealthy = status.healthy;
    changed->desiredHealthy = status.desired;
    changed->expectedPods = status.expected;
    changed->disruptionsAllowed =
        status.expected <= 0 || !status.failure.empty() ? 0 : std::max(0, status.healthy - status.desired);
    changed->observedGeneration = changed->meta.generation;
    const auto numbers = [](const api::PodDisruptionBudget& b) {
        return std::tuple(b.currentHealthy, b.desiredHealthy, b.expectedPods, b.disruptionsAllowed, b.observedGeneration,
                          b.disruptedPods);
    };
    if (numbers(*changed) == numbers(*budget))
        return false;
    if (!status.failure.empty())
        world_.server.recordEvent({world_.clock.now(), budget->label(), "Warning", "CalculateExpectedPodCountFailed", {},
                                   "Failed to calculate the number of expected pods: " + status.failure});
    writeStatus(*changed,
                !status.failure.empty()                 ? "SyncFailed"
                    : changed->disruptionsAllowed > 0   ? "SufficientPods"
                                                        : "InsufficientPods",
                world_.clock.moment());
    return world_.server.update(changed).has_value();
}

DisruptionController::Status DisruptionController::statusOf(const api::PodDisruptionBudget& budget,
                                                            const std::vector<api::PodPtr>& pods) const
{
    Status status;
    for (const auto& pod : pods)
        if (!pod->isTerminating() && isReady(*pod)
            && std::ranges::find(budget.disruptedPods, pod->meta.name) == budget.disruptedPods.end())
            ++status.healthy;
    if (budget.minAvailable && !isPercentage(budget.minAvailable)) {
        status.expected = static_cast<std::int32_t>(pods.size());
        status.desired = budget.minAvailable->number;
        return status;
    }
    const auto expected = expectedScale(pods, status.failure);
    if (!expected)
        return status;
    status.expected = *expected;
    if (budget.maxUnavailable)
        status.desired = std::max(0, *expected - scaledValue(*budget.maxUnavailable, *expected, Rounding::Up).value_or(0));
    else if (budget.minAvailable)
        status.desired = scaledValue(*budget.minAvailable, *expected, Rounding::Up).value_or(0);
    return status;
}

std::optional<std::int32_t> DisruptionController::expectedScale(const std::vector<api::PodPtr>& pods,
                                                                std::string& failure) const
{
    std::map<std::string, std::int32_t> scales;
    for (const auto& pod : pods) {
        const auto* owner = controllerOf(*pod);
        if (!owner) {
            failure = "found no controller ref for pod \"" + pod->meta.name + "\"";
            return std::nullopt;
        }
        const auto scaled = scaledOwner(*pod);
        if (!scaled) {
            failure = "found no controllers for pod \"" + pod->meta.name + "\"";
            return std::nullopt;
        }
        scales[scaled->meta.uid] = replicasOf(*scaled);
    }
    std::int32_t sum = 0;
    for (const auto& [uid, replicas] : scales)
        sum += replicas;
    return sum;
}

/// The topmost object that says how many pods there should be: of a Deployment's pod the Deployment.
api::ObjectPtr DisruptionController::scaledOwner(const api::Object& object) const
{
    const auto* owner = controllerOf(object);
    const auto kind = owner ? scaledKind(*owner) : std::nullopt;
    auto found = kind ? world_.server.find(*kind, object.meta.namespace_.str() + "/" + owner->name) : nullptr;
    if (!found || found->meta.uid != owner->uid)
        return nullptr;
    const auto above = scaledOwner(*found);
    return above ? above : found;
}

}
