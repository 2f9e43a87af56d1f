// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/pod_standing.h"

#include "api/owner.h"

#include <algorithm>

namespace berth::cluster {
namespace {

constexpr std::int64_t second = 1'000'000'000;

std::optional<api::Time> availableFrom(const api::Pod& pod, std::int32_t minReadySeconds)
{
    const auto since = readySince(pod);
    return since ? std::optional(api::Time{since->nanoseconds + minReadySeconds * second}) : std::nullopt;
}

}

bool isActive(const api::Pod& pod) { return !pod.isTerminal() && !pod.isTerminating(); }

bool isReady(const api::Pod& pod)
{
    const auto* ready = pod.status.condition("Ready");
    return ready && ready->status == "True";
}

std::optional<api::Time> readySince(const api::Pod& pod)
{
    const auto* ready = pod.status.condition("Ready");
    return ready && ready->status == "True" ? ready->lastTransitionTime : std::nullopt;
}

bool isAvailable(const api::Pod& pod, std::int32_t minReadySeconds, api::Time now)
{
    if (!isReady(pod))
        return false;
    const auto from = availableFrom(pod, minReadySeconds);
    return minReadySeconds == 0 || (from && *from <= now);
}

std::optional<api::Time> nextAvailability(const Pods& pods, std::int32_t minReadySeconds, api::Time now)
{
    std::optional<api::Time> next;
    for (const auto& pod : pods) {
        const auto from = availableFrom(*pod, minReadySeconds);
        if (from && *from > now && (!next || *from < *next))
            next = from;
    }
    return next;
}

std::int64_t restartsOf(const api::Pod& pod)
{
    std::int64_t restarts = 0;
    for (const auto* statuses : {&pod.status.containerStatuses, &pod.status.initContainerStatuses})
        for (const auto& container : *statuses)
            restarts += container.restartCount;
    return restarts;
}

const api::OwnerReference* controllerOf(const api::Object& object)
{
    return api::controllerOf(object.meta);
}

bool isControlledBy(const api::Object& object, const api::Object& owner)
{
    const auto* controller = controllerOf(object);
    return controller && controller->uid == owner.meta.uid;
}

}
