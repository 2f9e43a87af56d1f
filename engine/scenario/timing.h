// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "trace/start_record.h"

#include <cstdint>

namespace berth::scenario {

/// What takes its time in the real world and may do so here; by default nothing does. In a scenario folder:
/// simulation.yaml with the fields startSync (WaitForHandlersSync or WaitForCacheSync), deliveriesPerAttempt,
/// bindingSeconds; in a scenario file the mapping `scheduler` (docs/scenarios.md).
struct Timing {
    /// What the scheduler waits for before its first attempt. The first objects created are the first list.
    trace::StartSync startSync = trace::StartSync::Handlers;
    /// With CachesOnly: how many objects of every kind reach cache and queue with each attempt; at least 1.
    int deliveriesPerAttempt = 1;
    /// How long a binding takes, in nanoseconds of virtual time, while other pods are scheduled.
    std::int64_t bindingDuration = 0;
};

}
