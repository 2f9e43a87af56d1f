// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/pod.h"

#include <string>

namespace berth::cluster {

/// How the kubelet writes what has become of a pod's containers into the pod's status. All containers of a pod go
/// through the same here.

/// The pod is accepted; its containers wait.
void showPreparing(api::Pod& pod, api::Time now);
/// The containers run; not yet ready unless isReady.
void showRunning(api::Pod& pod, bool isReady, std::int32_t restarts, api::Time now);
void showReady(api::Pod& pod, api::Time now);
/// The containers have ended and wait to be started again.
void showCrashed(api::Pod& pod, std::int32_t exitCode, const std::string& waitMessage, api::Time now);
/// The containers have ended for good: Succeeded with exit code 0, else Failed.
void showEnded(api::Pod& pod, std::int32_t exitCode, api::Time now);
/// The pod as a whole has failed, before or while its containers ran.
void showFailed(api::Pod& pod, const std::string& reason, const std::string& message, api::Time now);

/// Sets the condition of its type, or adds it; the transition time stays where the status does.
void setCondition(api::PodStatus& status, const std::string& type, bool isTrue, const std::string& reason,
                  const std::string& message, api::Time now);

}
