// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/owned_objects.h"

namespace berth::cluster {

std::string OwnedObjects::groupOf(const api::Object& object)
{
    const auto* controller = controllerOf(object);
    return controller ? controller->uid : orphanGroup(object.meta.namespace_.str());
}

void OwnedObjects::note(const api::ObjectPtr& before, const api::ObjectPtr& after)
{
    if (before) {
        const auto order = order_.find(before->meta.key());
        const auto group = groups_.find(groupOf(*before));
        if (order != order_.end() && group != groups_.end()) {
            group->second.erase(order->second);
            if (group->second.empty())
                groups_.erase(group);
        }
        if (!after && order != order_.end())
            order_.erase(order);
    }
    if (!after)
        return;
    const auto [order, isNew] = order_.try_emplace(after->meta.key(), appeared_ + 1);
    appeared_ += isNew ? 1 : 0;
    groups_[groupOf(*after)][order->second] = after;
}

}
