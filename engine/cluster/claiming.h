// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/cluster_objects.h"
#include "api/selector.h"
#include "cluster/control_plan.h"
#include "cluster/object_edit.h"
#include "cluster/pod_making.h"
#include "cluster/pod_standing.h"

namespace berth::cluster {

/// What a workload selects by. Absent where it is invalid, selects everything or nothing, or not even the pods of its own
/// template: such a workload, which a real API server refuses, would make pods without end.
inline std::optional<api::Selector> usableSelector(const api::Workload& workload)
{
    const auto selector = api::Selector::from(workload.selector);
    const bool isUsable = selector && !selector->isNothing() && !selector->isEmpty()
        && selector->matches(workload.podTemplate.meta.labels);
    return isUsable ? std::optional(*selector) : std::nullopt;
}

/// Which of the candidates belong to a controller that selects by labels. What it controls and no longer selects is
/// released; an orphan that it selects is adopted (unless either is being deleted); both go into plan.updates. Returned
/// are those it has afterwards, as they will be.
template <typename T>
std::vector<std::shared_ptr<const T>> claim(const api::Object& owner, const api::Selector& selector,
                                            const std::vector<std::shared_ptr<const T>>& candidates, Plan& plan)
{
    std::vector<std::shared_ptr<const T>> claimed;
    for (const auto& candidate : candidates) {
        const bool isSelected = selector.matches(candidate->meta.labels);
        if (const auto* controller = controllerOf(*candidate)) {
            if (controller->uid != owner.meta.uid)
                continue;
            if (isSelected) {
                claimed.push_back(candidate);
            } else if (!owner.meta.deletionTimestamp) {
                auto released = std::make_shared<T>(*candidate);
                std::erase_if(released->meta.ownerReferences,
                              [&owner](const api::OwnerReference& reference) { return reference.uid == owner.meta.uid; });
                writeMetadata(*released);
                plan.updates.push_back(std::move(released));
            }
            continue;
        }
        if (!isSelected || owner.meta.deletionTimestamp || candidate->meta.deletionTimestamp
            || candidate->meta.namespace_ != owner.meta.namespace_)
            continue;
        auto adopted = std::make_shared<T>(*candidate);
        adopted->meta.ownerReferences.push_back(controllerReference(owner));
        writeMetadata(*adopted);
        plan.updates.push_back(adopted);
        claimed.push_back(std::move(adopted));
    }
    return claimed;
}

}
