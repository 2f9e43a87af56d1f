// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/node_taints.h"

#include <algorithm>
#include <array>

namespace berth::cluster {
namespace {

struct ConditionTaint {
    std::string_view condition;
    std::string_view status;
    std::string_view key;
};

constexpr std::array<ConditionTaint, 6> conditionTaints{{
    {"Ready", "False", taints::notReady},
    {"Ready", "Unknown", taints::unreachable},
    {"MemoryPressure", "True", "node.kubernetes.io/memory-pressure"},
    {"DiskPressure", "True", "node.kubernetes.io/disk-pressure"},
    {"NetworkUnavailable", "True", "node.kubernetes.io/network-unavailable"},
    {"PIDPressure", "True", "node.kubernetes.io/pid-pressure"},
}};

bool isOfCluster(const api::Taint& taint)
{
    return taint.key == taints::unschedulable
        || std::ranges::any_of(conditionTaints, [&](const auto& entry) { return taint.key == entry.key; });
}

api::Taint makeTaint(std::string_view key, std::string_view effect)
{
    return {api::Symbol(key), {}, api::Symbol(effect), {}};
}

bool isReadinessEviction(const api::Taint& taint)
{
    return taint.effect == "NoExecute" && (taint.key == taints::notReady || taint.key == taints::unreachable);
}

}

std::string_view conditionStatus(const api::Node& node, std::string_view type)
{
    const auto found = std::ranges::find(node.status.conditions, type, &api::NodeCondition::type);
    return found == node.status.conditions.end() ? std::string_view("Unknown") : std::string_view(found->status);
}

bool isReady(const api::Node& node) { return conditionStatus(node, "Ready") == "True"; }

std::vector<api::Taint> wantedNoScheduleTaints(const api::Node& node)
{
    std::vector<api::Taint> wanted;
    for (const auto& entry : conditionTaints) {
        const auto found = std::ranges::find(node.status.conditions, entry.condition, &api::NodeCondition::type);
        if (found != node.status.conditions.end() && found->status == entry.status)
            wanted.push_back(makeTaint(entry.key, "NoSchedule"));
    }
    if (node.spec.unschedulable)
        wanted.push_back(makeTaint(taints::unschedulable, "NoSchedule"));
    return wanted;
}

bool setNoScheduleTaints(api::Node& node)
{
    const auto wanted = wantedNoScheduleTaints(node);
    auto isSame = [](const api::Taint& a, const api::Taint& b) { return a.key == b.key && a.effect == b.effect; };
    auto contains = [&](const std::vector<api::Taint>& list, const api::Taint& taint) {
        return std::ranges::any_of(list, [&](const api::Taint& other) { return isSame(taint, other); });
    };
    auto changed = std::erase_if(node.spec.taints, [&](const api::Taint& taint) {
        return taint.effect == "NoSchedule" && isOfCluster(taint) && !contains(wanted, taint);
    });
    for (const auto& taint : wanted)
        if (!contains(node.spec.taints, taint)) {
            node.spec.taints.push_back(taint);
            ++changed;
        }
    return changed > 0;
}

bool setNoExecuteTaint(api::Node& node, api::Time now)
{
    const auto ready = conditionStatus(node, "Ready");
    if (ready == "True")
        return removeNoExecuteTaints(node);
    auto wanted = makeTaint(ready == "False" ? taints::notReady : taints::unreachable, "NoExecute");
    auto changed = std::erase_if(node.spec.taints, [&](const api::Taint& taint) {
        return isReadinessEviction(taint) && taint.key != wanted.key;
    });
    if (std::ranges::none_of(node.spec.taints, isReadinessEviction)) {
        wanted.timeAdded = now.truncatedToSecond();
        node.spec.taints.push_back(wanted);
        ++changed;
    }
    return changed > 0;
}

bool removeNoExecuteTaints(api::Node& node) { return std::erase_if(node.spec.taints, isReadinessEviction) > 0; }

}
