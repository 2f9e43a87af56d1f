// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/memory_server.h"

#include "cluster/pod_standing.h"

/// The eviction subresource of pods.
namespace berth::cluster {
namespace {

constexpr const char* wouldViolate = "Cannot evict pod as it would violate the pod's disruption budget.";

/// Pods that serve nobody: budgets do not protect them.
bool isBeyondBudgets(const api::Pod& pod)
{
    return pod.isTerminal() || pod.status.phase == "Pending" || pod.isTerminating();
}

/// One that is not ready may go where its budget says so, or where enough others are healthy.
bool mayGoUnhealthy(const api::Pod& pod, const api::PodDisruptionBudget& budget)
{
    if (isReady(pod))
        return false;
    if (budget.unhealthyPodEvictionPolicy == "AlwaysAllow")
        return true;
    return budget.currentHealthy >= budget.desiredHealthy && budget.desiredHealthy > 0;
}

}

ports::ApiResult MemoryServer::evict(const std::string& ns, const std::string& name, const DeleteOptions& options)
{
    const auto key = ns + "/" + name;
    const auto pod = std::static_pointer_cast<const api::Pod>(find(api::Kind::Pod, key));
    auto refuse = [](std::string text) {
        return tl::unexpected(ports::ApiError{ports::ApiError::Reason::Other, std::move(text)});
    };
    std::vector<std::shared_ptr<const api::PodDisruptionBudget>> budgets;
    if (pod && !isBeyondBudgets(*pod))
        for (const auto& object : list(api::Kind::PodDisruptionBudget)) {
            auto budget = std::static_pointer_cast<const api::PodDisruptionBudget>(object);
            if (const auto selector = api::Selector::from(budget->selector);
                budget->meta.namespace_ == pod->meta.namespace_ && selector && selector->matches(pod->meta.labels))
                budgets.push_back(std::move(budget));
        }
    if (budgets.size() > 1)
        return refuse("This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.");
    if (!budgets.empty() && !mayGoUnhealthy(*pod, *budgets.front())) {
        const auto& budget = *budgets.front();
        if (budget.observedGeneration < budget.meta.generation || budget.disruptionsAllowed <= 0)
            return refuse(wouldViolate);
        auto changed = std::make_shared<api::PodDisruptionBudget>(budget);
        --changed->disruptionsAllowed;
        changed->disruptedPods.push_back(name);
        save(std::move(changed));
    }
    if (pod && !pod->isTerminating())
        markDisrupted(*pod, "EvictionByEvictionAPI", "Eviction API: evicting");
    return remove(api::Kind::Pod, ns, name, options);
}

}
