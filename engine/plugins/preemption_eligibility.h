// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/node_info.h"
#include "framework/node_to_status.h"

#include <string>

namespace berth::plugins {

/// Whether the preemptor may have the pod evicted: only if that has lower priority.
inline bool isPreemptionAllowed(const api::Pod& victim, const api::Pod& preemptor)
{
    return victim.priority() < preemptor.priority();
}

/// Why the pod may not preempt others now; empty if it may (preemption.md §3.2).
/// statuses: what the filters found, by position in the snapshot.
std::string whyNotEligible(const api::Pod& pod, const framework::NodeToStatus& statuses,
                           const framework::SharedLister& snapshot);

}
