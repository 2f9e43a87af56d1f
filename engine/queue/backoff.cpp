// SPDX-License-Identifier: GPL-3.0-or-later
#include "queue/backoff.h"

namespace berth::queue {

std::int64_t Backoff::durationFor(std::int32_t failures) const
{
    const auto shift = failures - 1;
    // Compared by shifting the maximum down, which cannot overflow.
    const auto limit = shift < 63 ? maximum >> shift : 0;
    return initial > limit ? maximum : initial << shift;
}

api::Time Backoff::expiryOf(framework::QueuedPodInfo& pod) const
{
    if (pod.backoffExpiration)
        return *pod.backoffExpiration;
    if (maximum == 0)
        return none;
    const auto failures = pod.consecutiveErrorsCount > 0 ? pod.consecutiveErrorsCount : pod.unschedulableCount;
    if (failures == 0)
        return none;
    pod.backoffExpiration = window({pod.timestamp.nanoseconds + durationFor(failures)});
    return *pod.backoffExpiration;
}

}
