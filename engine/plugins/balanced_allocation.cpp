// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/balanced_allocation.h"

#include "plugins/device_classes.h"
#include "plugins/names.h"
#include "plugins/signatures.h"

#include <algorithm>
#include <cmath>

namespace berth::plugins {

using framework::Status;

namespace {

const api::Symbol stateKey{"PreScoreNodeResourcesBalancedAllocation"};

struct PreScoreState final : framework::StateData {
    std::vector<ScoredResource> resources;

    std::shared_ptr<StateData> clone() const override { return std::make_shared<PreScoreState>(*this); }
    std::string describe() const override
    {
        std::string text;
        for (const auto& resource : resources)
            text += (text.empty() ? "" : ", ") + resource.name.str() + " " + std::to_string(resource.request);
        return text;
    }
};

bool asksForNothing(const std::vector<ScoredResource>& resources)
{
    return std::all_of(resources.begin(), resources.end(), [](const auto& r) { return r.request == 0; });
}

/// 100 for fractions that are all equal, less the more they differ. Two fractions take the short way, which is not the
/// same in floating point.
std::int64_t evenness(const std::vector<double>& fractions)
{
    double deviation = 0;
    if (fractions.size() == 2) {
        deviation = std::fabs((fractions[0] - fractions[1]) / 2);
    } else if (fractions.size() > 2) {
        double sum = 0;
        for (double fraction : fractions)
            sum += fraction;
        const double mean = sum / static_cast<double>(fractions.size());
        double squares = 0;
        for (double fraction : fractions)
            squares = squares + (fraction - mean) * (fraction - mean);
        deviation = std::sqrt(squares / static_cast<double>(fractions.size()));
    }
    return static_cast<std::int64_t>((1 - deviation) * static_cast<double>(framework::maxNodeScore));
}

std::int64_t balanceScore(const std::vector<ScoredResource>& resources, const framework::NodeInfo& node)
{
    thread_local std::vector<double> with; // emptied, not freed, from node to node
    thread_local std::vector<double> without;
    with.clear();
    without.clear();
    for (const auto& resource : resources) {
        const auto room = roomFor(resource, node, false);
        if (room.allocatable == 0)
            continue;
        const auto all = static_cast<double>(room.allocatable);
        with.push_back(std::min(1.0, static_cast<double>(room.used + resource.request) / all));
        without.push_back(std::min(1.0, static_cast<double>(room.used) / all));
    }
    constexpr std::int64_t half = framework::maxNodeScore / 2;
    return half + (half + evenness(with) - evenness(without)) / 2;
}

}

api::Symbol BalancedAllocation::name() const { return names::balancedAllocation; }

Status BalancedAllocation::preScore(framework::CycleState& state, const api::Pod& pod, const framework::NodeList&)
{
    auto data = std::make_shared<PreScoreState>();
    data->resources = scoredResources(args_.resources, pod, false);
    if (asksForNothing(data->resources))
        return Status::skip();
    state.write(stateKey, std::move(data));
    return Status::success();
}

Status BalancedAllocation::score(framework::CycleState& state, const api::Pod& pod, const framework::NodeInfo& node,
                                 std::int64_t& score)
{
    if (const auto* data = state.read<PreScoreState>(stateKey)) {
        score = balanceScore(data->resources, node);
        return Status::success();
    }
    const auto resources = scoredResources(args_.resources, pod, false);
    score = asksForNothing(resources) ? 0 : balanceScore(resources, node);
    return Status::success();
}

Status BalancedAllocation::signPod(const api::Pod& pod, std::vector<framework::SignFragment>& fragments) const
{
    for (const auto& [name, wanted] : framework::Resource::requestedBy(pod).scalars)
        if (wanted != 0 && !deviceClassOf(handle_->listers(), name).empty())
            return Status::unschedulable("signature disabled when dra extended resources are used in the cluster");
    fragments.push_back(signatures::requests(pod));
    return Status::success();
}

}
