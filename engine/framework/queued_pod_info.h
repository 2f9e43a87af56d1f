// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/cycle_state.h"
#include "framework/pod_info.h"

#include <optional>

namespace berth::framework {

/// The queue's record of a pod (queue.md §1).
struct QueuedPodInfo {
    PodInfoPtr podInfo;
    api::Time timestamp;                                 ///< of the record, renewed when the pod comes back
    std::optional<api::Time> initialAttemptTimestamp;    ///< first time in the active queue
    std::int32_t attempts = 0;                           ///< pops so far
    std::int32_t unschedulableCount = 0;
    std::int32_t consecutiveErrorsCount = 0;
    std::optional<api::Time> backoffExpiration;          ///< cached until the next return; unset = not computed
    PluginSet unschedulablePlugins;
    PluginSet pendingPlugins;
    api::Symbol gatingPlugin;                            ///< empty = not gated
    bool wasFlushedFromUnschedulable = false;
    std::string signature;                               ///< of opportunistic batching; empty = not signable

    const api::Pod& pod() const { return *podInfo->pod; }
    bool gated() const { return !gatingPlugin.empty(); }
    /// Rejected by nobody: it failed by error, and only time brings it back.
    bool hasRejectors() const { return !unschedulablePlugins.empty() || !pendingPlugins.empty(); }
    bool rejectedBy(api::Symbol plugin) const
    {
        return unschedulablePlugins.contains(plugin) || pendingPlugins.contains(plugin);
    }
};

using QueuedPodInfoPtr = std::shared_ptr<QueuedPodInfo>;

}
