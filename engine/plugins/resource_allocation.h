// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "config/plugin_args.h"
#include "framework/handle.h"

#include <vector>

namespace berth::plugins {

/// A resource that takes part in a score: what of it the incoming pod asks for, and its weight.
struct ScoredResource {
    api::Symbol name;
    std::int64_t weight = 1;
    std::int64_t request = 0;
};

/// Room and use of one resource on a node, the incoming pod's request included in neither.
struct ResourceRoom {
    std::int64_t allocatable = 0;          ///< 0: the resource takes no part on this node
    std::int64_t used = 0;
};

/// The resources of a strategy with the pod's requests. nonMissing: containers without requests are charged 100m and
/// 200Mi, and pod-level requests do not count (plugins.md §3: the scorer of NodeResourcesFit never sees them).
std::vector<ScoredResource> scoredResources(const std::vector<config::ResourceSpec>& resources, const api::Pod& pod,
                                            bool nonMissing);

/// nonZero: use of cpu and memory counts pods without requests as 100m and 200Mi.
ResourceRoom roomFor(const ScoredResource& resource, const framework::NodeInfo& node, bool nonZero);

}
