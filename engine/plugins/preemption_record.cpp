// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/preemption_record.h"

#include "plugins/disruption_budgets.h"

#include <algorithm>

namespace berth::plugins {
namespace {

using framework::PodInfoPtr;

std::vector<std::string> keysOf(const std::vector<PodInfoPtr>& pods)
{
    std::vector<std::string> keys;
    keys.reserve(pods.size());
    for (const auto& info : pods)
        keys.push_back(info->pod->meta.key());
    return keys;
}

bool isVictim(const PreemptionCandidate& candidate, const PodInfoPtr& pod)
{
    return std::find(candidate.victims.begin(), candidate.victims.end(), pod) != candidate.victims.end();
}

/// Of the victims with the highest priority; absent if none of them has started.
std::optional<api::Time> earliestKnownStart(const std::vector<PodInfoPtr>& victims, std::int32_t highest)
{
    std::optional<api::Time> earliest;
    for (const auto& info : victims) {
        const auto& started = info->pod->status.startTime;
        if (info->pod->priority() == highest && started && (!earliest || *started < *earliest))
            earliest = *started;
    }
    return earliest;
}

trace::PreemptionCandidate recordOf(const PreemptionCandidate& candidate, const DisruptionBudgets& budgets)
{
    trace::PreemptionCandidate record;
    record.node = candidate.node;
    record.victims = keysOf(candidate.victims);
    record.reprieved = keysOf(candidate.reprieved);
    record.pdbViolations = candidate.pdbViolations;
    if (!candidate.victims.empty())
        record.highestPriority = candidate.victims.front()->pod->priority();
    for (const auto& info : candidate.victims) {
        record.highestPriority = std::max(record.highestPriority, info->pod->priority());
        record.prioritySum += info->pod->priority();
    }
    record.earliestStart = earliestKnownStart(candidate.victims, record.highestPriority);
    // An extender that changes the victims says nothing of the others.
    const auto& weighed = candidate.weighed.empty() ? candidate.victims : candidate.weighed;
    const auto covers = budgets.coversOf(weighed);
    for (std::size_t i = 0; i < weighed.size(); ++i) {
        const auto& pod = *weighed[i]->pod;
        record.pods.push_back({pod.meta.key(), pod.priority(), pod.status.startTime, covers[i].budgets,
                               covers[i].violates, isVictim(candidate, weighed[i])});
    }
    return record;
}

}

void noteCandidates(const std::vector<PreemptionCandidate>& candidates, const framework::Listers& listers,
                    trace::PostFilterRecord& record)
{
    const DisruptionBudgets budgets(listers);
    record.candidates.clear();
    for (const auto& candidate : candidates)
        record.candidates.push_back(recordOf(candidate, budgets));
}

}
