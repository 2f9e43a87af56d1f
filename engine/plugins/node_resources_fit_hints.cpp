// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/device_classes.h"
#include "plugins/event_objects.h"
#include "plugins/node_resources_fit.h"

#include <algorithm>

/// The events of NodeResourcesFit (plugins.md §6): room that comes free, room that is added.
namespace berth::plugins {

using framework::ActionType;
using framework::EventResource;
using framework::QueueingHint;
using framework::Resource;

namespace {

/// Whether anything that `wanted` needs has become less.
bool shrankIn(const Resource& wanted, const Resource& before, const Resource& after)
{
    if ((wanted.milliCpu != 0 && before.milliCpu > after.milliCpu) || (wanted.memory != 0 && before.memory > after.memory)
        || (wanted.ephemeralStorage != 0 && before.ephemeralStorage > after.ephemeralStorage))
        return true;
    return std::any_of(wanted.scalars.begin(), wanted.scalars.end(), [&](const auto& entry) {
        return entry.second != 0 && before.get(entry.first) > after.get(entry.first);
    });
}

}

QueueingHint NodeResourcesFit::afterPodChange(const api::Pod& pod, const api::Object* before,
                                              const api::Object* after) const
{
    if (!after)
        return QueueingHint::queueIf(isPlacedOrNominated(*asPod(before)));
    if (isSamePod(pod, after))
        return QueueingHint::queue();
    const auto& now = *asPod(after);
    if (now.spec.nodeName.empty())
        return QueueingHint::skip();
    return QueueingHint::queueIf(
        shrankIn(Resource::requestedBy(pod), Resource::requestedBy(*asPod(before), true), Resource::requestedBy(now, true)));
}

QueueingHint NodeResourcesFit::afterNodeChange(const api::Pod& pod, const api::Object* before,
                                               const api::Object* after) const
{
    const auto wanted = Resource::requestedBy(pod);
    framework::NodeInfo empty;
    // Borrowed for the length of this call: the node outlives the hint.
    empty.setNode(api::NodePtr(std::shared_ptr<void>(), asNode(after)));
    if (!lacking(wanted, empty, false).empty())
        return QueueingHint::skip();
    if (!before)
        return QueueingHint::queue();
    const Resource was(asNode(before)->status.allocatable);
    const Resource& is = empty.allocatable();
    if (is.allowedPodNumber > was.allowedPodNumber)
        return QueueingHint::queue();
    if (shrankIn(wanted, is, was)) // more now than before
        return QueueingHint::queue();
    return QueueingHint::queueIf(std::any_of(wanted.scalars.begin(), wanted.scalars.end(), [&](const auto& entry) {
        return entry.second != 0 && isDelegatedToDevices(entry.first, is);
    }));
}

QueueingHint NodeResourcesFit::afterDeviceClassChange(const api::Pod& pod, const api::Object* before,
                                                      const api::Object* after) const
{
    const auto extended = extendedResourceNameOf(*after);
    if (before && extendedResourceNameOf(*before) == extended)
        return QueueingHint::skip();
    const auto wanted = Resource::requestedBy(pod);
    if (!before && wanted.scalars.contains(std::string(implicitDeviceClassPrefix) + after->meta.name))
        return QueueingHint::queue();
    return QueueingHint::queueIf(!extended.empty() && wanted.scalars.contains(std::string_view(extended)));
}

std::vector<framework::ClusterEventWithHint> NodeResourcesFit::eventsToRegister() const
{
    using Hint = QueueingHint (NodeResourcesFit::*)(const api::Pod&, const api::Object*, const api::Object*) const;
    auto bound = [this](Hint hint) {
        return [this, hint](const api::Pod& pod, const api::Object* before, const api::Object* after) {
            return (this->*hint)(pod, before, after);
        };
    };
    return {{{EventResource::Pod, ActionType::Delete | ActionType::UpdatePodScaleDown, {}},
             bound(&NodeResourcesFit::afterPodChange)},
            {{EventResource::Node, ActionType::Add | ActionType::UpdateNodeAllocatable, {}},
             bound(&NodeResourcesFit::afterNodeChange)},
            {{EventResource::DeviceClass, ActionType::Add | ActionType::Update, {}},
             bound(&NodeResourcesFit::afterDeviceClassChange)}};
}

}
