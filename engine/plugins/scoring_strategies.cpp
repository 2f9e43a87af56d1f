// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/scoring_strategies.h"

#include "framework/plugin.h"

#include <algorithm>
#include <cmath>

namespace berth::plugins {
namespace {

constexpr std::int64_t top = framework::maxNodeScore;

template <typename ScoreOne>
std::int64_t weightedMean(const std::vector<ResourceLoad>& loads, ScoreOne scoreOne)
{
    std::int64_t sum = 0;
    std::int64_t weights = 0;
    for (const auto& load : loads) {
        sum += scoreOne(load) * load.weight;
        weights += load.weight;
    }
    return weights == 0 ? 0 : sum / weights;
}

/// The shape's points give 0…10; between two points the way is straight, in integers.
std::int64_t onShape(const std::vector<config::UtilizationShapePoint>& shape, std::int64_t utilization)
{
    auto scaled = [](const config::UtilizationShapePoint& point) {
        return static_cast<std::int64_t>(point.score) * (top / 10);
    };
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (utilization > shape[i].utilization)
            continue;
        if (i == 0)
            return scaled(shape[0]);
        const auto& left = shape[i - 1];
        return scaled(left)
            + (scaled(shape[i]) - scaled(left)) * (utilization - left.utilization)
            / (shape[i].utilization - left.utilization);
    }
    return shape.empty() ? 0 : scaled(shape.back());
}

}

std::int64_t leastAllocatedScore(const std::vector<ResourceLoad>& loads)
{
    return weightedMean(loads, [](const ResourceLoad& load) {
        return load.requested > load.allocatable ? 0 : (load.allocatable - load.requested) * top / load.allocatable;
    });
}

std::int64_t mostAllocatedScore(const std::vector<ResourceLoad>& loads)
{
    return weightedMean(loads, [](const ResourceLoad& load) {
        return std::min(load.requested, load.allocatable) * top / load.allocatable;
    });
}

std::int64_t requestedToCapacityRatioScore(const std::vector<ResourceLoad>& loads,
                                           const std::vector<config::UtilizationShapePoint>& shape)
{
    std::int64_t sum = 0;
    std::int64_t weights = 0;
    for (const auto& load : loads) {
        const auto utilization = load.requested > load.allocatable ? top : load.requested * top / load.allocatable;
        const auto score = onShape(shape, utilization);
        // A resource that scores nothing drops out together with its weight.
        if (score <= 0)
            continue;
        sum += score * load.weight;
        weights += load.weight;
    }
    if (weights == 0)
        return 0;
    return static_cast<std::int64_t>(std::round(static_cast<double>(sum) / static_cast<double>(weights)));
}

}
