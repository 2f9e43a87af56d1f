// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/queued_pod_info.h"

namespace berth::queue {

/// How long a pod that failed rests before it is tried again (queue.md §3). An expiry that equals the current time still
/// counts as resting; where pods may be popped before their rest is over, both are taken in whole seconds.
struct Backoff {
    std::int64_t initial = 1'000'000'000;  ///< nanoseconds
    std::int64_t maximum = 10'000'000'000; ///< nanoseconds; 0 = no backoff at all
    bool inWindows = true;                 ///< SchedulerPopFromBackoffQ

    /// Earlier than any moment: the pod does not rest.
    static constexpr api::Time none{INT64_MIN};

    std::int64_t durationFor(std::int32_t failures) const;
    /// When the pod's rest is over; remembered in the record until it returns the next time.
    api::Time expiryOf(framework::QueuedPodInfo& pod) const;
    bool isBackingOff(framework::QueuedPodInfo& pod, api::Time now) const
    {
        return !(expiryOf(pod) < window(now));
    }
    /// The window that a time lies in: its whole second, or nothing but itself.
    api::Time window(api::Time time) const { return inWindows ? time.truncatedToSecond() : time; }
};

}
