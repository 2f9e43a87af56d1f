// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "config/plugin_args.h"
#include "plugins/resource_allocation.h"

namespace berth::plugins {

/// A resource as a strategy sees it: the node's room and what would be taken with the pod on it.
struct ResourceLoad {
    std::int64_t weight = 1;
    std::int64_t allocatable = 0;          ///< > 0
    std::int64_t requested = 0;            ///< the incoming pod included
};

/// The three strategies of NodeResourcesFit, each 0…100 (plugins.md §6).
std::int64_t leastAllocatedScore(const std::vector<ResourceLoad>& loads);
std::int64_t mostAllocatedScore(const std::vector<ResourceLoad>& loads);
std::int64_t requestedToCapacityRatioScore(const std::vector<ResourceLoad>& loads,
                                           const std::vector<config::UtilizationShapePoint>& shape);

}
