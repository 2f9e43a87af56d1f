// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/pod_ranking.h"

#include "api/names.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <tuple>

namespace berth::cluster {
namespace {

constexpr const char* costAnnotation = "controller.kubernetes.io/pod-deletion-cost";

int phaseRank(const api::Pod& pod)
{
    if (pod.status.phase == "Pending")
        return 0;
    return pod.status.phase == "Unknown" ? 1 : 2;
}

/// The power of two of nanoseconds that a moment lies back: -1 for one that does not, and an unknown one counts as now.
int ageRank(const std::optional<api::Time>& moment, api::Time now)
{
    const std::int64_t age = moment ? now.nanoseconds - moment->nanoseconds : 0;
    return age <= 0 ? -1 : static_cast<int>(std::bit_width(static_cast<std::uint64_t>(age))) - 1;
}

/// Everything that ranks a pod, the smallest to be deleted first.
using Rank = std::tuple<bool, int, bool, std::int32_t, std::int64_t, int, std::int64_t, int, std::string>;

Rank rankOf(const api::Pod& pod, const std::map<std::string, std::int64_t>& perNode, api::Time now)
{
    const auto neighbours = perNode.find(pod.spec.nodeName);
    const std::int64_t doubled = neighbours == perNode.end() ? 0 : neighbours->second;
    const bool ready = isReady(pod);
    return {!pod.spec.nodeName.empty(), phaseRank(pod), ready, deletionCost(pod), -doubled,
            ready ? ageRank(readySince(pod), now) : 0, -restartsOf(pod), ageRank(pod.meta.creationTimestamp, now),
            pod.meta.uid};
}

}

std::int32_t deletionCost(const api::Pod& pod)
{
    const auto* text = pod.meta.annotations.find(costAnnotation);
    const auto cost = text ? api::parseGoInt(text->view()) : std::nullopt;
    using Limits = std::numeric_limits<std::int32_t>;
    return cost && *cost >= Limits::min() && *cost <= Limits::max() ? static_cast<std::int32_t>(*cost) : 0;
}

Pods rankForDeletion(Pods pods, const Pods& related, api::Time now)
{
    std::map<std::string, std::int64_t> perNode;
    for (const auto& pod : related)
        if (isActive(*pod) && !pod->spec.nodeName.empty())
            ++perNode[pod->spec.nodeName];
    std::vector<std::pair<Rank, api::PodPtr>> ranked;
    ranked.reserve(pods.size());
    for (auto& pod : pods)
        ranked.emplace_back(rankOf(*pod, perNode, now), std::move(pod));
    std::ranges::sort(ranked, {}, &std::pair<Rank, api::PodPtr>::first);
    std::ranges::transform(ranked, pods.begin(), [](auto& entry) { return std::move(entry.second); });
    return pods;
}

}
