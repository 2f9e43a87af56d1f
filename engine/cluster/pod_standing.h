// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/pod.h"

#include <optional>
#include <vector>

namespace berth::cluster {

/// How a pod stands in the eyes of the controller that owns it.

using Pods = std::vector<api::PodPtr>;

/// Neither ended nor being deleted: it counts as a replica.
bool isActive(const api::Pod& pod);
/// The condition Ready is True.
bool isReady(const api::Pod& pod);
/// When the pod became ready; absent where it is not, or where nobody has noted when.
std::optional<api::Time> readySince(const api::Pod& pod);
/// Ready for at least minReadySeconds.
bool isAvailable(const api::Pod& pod, std::int32_t minReadySeconds, api::Time now);
/// The next moment at which a ready pod of these becomes available; absent if none is to come.
std::optional<api::Time> nextAvailability(const Pods& pods, std::int32_t minReadySeconds, api::Time now);
/// Restarts of all its containers.
std::int64_t restartsOf(const api::Pod& pod);

/// The owner with controller: true, or nullptr.
const api::OwnerReference* controllerOf(const api::Object& object);
bool isControlledBy(const api::Object& object, const api::Object& owner);

}
