// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/disruption_budgets.h"

#include "api/cluster_objects.h"

#include <algorithm>

namespace berth::plugins {

DisruptionBudgets::DisruptionBudgets(const framework::Listers& listers)
{
    for (const auto& [key, object] : listers.all(api::Kind::PodDisruptionBudget)) {
        const auto& budget = static_cast<const api::PodDisruptionBudget&>(*object);
        auto selector = api::Selector::from(budget.selector);
        if (selector && !selector->isEmpty() && !selector->isNothing())
            budgets_.push_back({budget.meta.namespace_, std::move(*selector), budget.disruptionsAllowed,
                                budget.disruptedPods, budget.meta.name});
    }
}

VictimsByBudget DisruptionBudgets::split(const std::vector<framework::PodInfoPtr>& pods) const
{
    std::vector<std::int32_t> allowed;
    for (const auto& budget : budgets_)
        allowed.push_back(budget.allowed);
    VictimsByBudget victims;
    for (const auto& info : pods) {
        bool violates = false;
        for (std::size_t i = 0; i < budgets_.size(); ++i)
            if (budgets_[i].covers(*info->pod) && --allowed[i] < 0)
                violates = true; // and go on: every budget that covers the pod loses one
        (violates ? victims.violating : victims.nonViolating).push_back(info);
    }
    return victims;
}

std::vector<DisruptionBudgets::Cover> DisruptionBudgets::coversOf(const std::vector<framework::PodInfoPtr>& pods) const
{
    std::vector<std::int32_t> allowed;
    for (const auto& budget : budgets_)
        allowed.push_back(budget.allowed);
    std::vector<Cover> covers(pods.size());
    for (std::size_t p = 0; p < pods.size(); ++p)
        for (std::size_t i = 0; i < budgets_.size(); ++i)
            if (budgets_[i].covers(*pods[p]->pod)) {
                covers[p].budgets.push_back(budgets_[i].name);
                covers[p].violates = --allowed[i] < 0 || covers[p].violates;
            }
    return covers;
}

bool DisruptionBudgets::Budget::covers(const api::Pod& pod) const
{
    return namespace_ == pod.meta.namespace_ && !pod.meta.labels.empty() && selector.matches(pod.meta.labels)
        && std::find(disruptedPods.begin(), disruptedPods.end(), pod.meta.name) == disruptedPods.end();
}

}
