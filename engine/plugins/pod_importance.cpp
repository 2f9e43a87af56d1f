// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/pod_importance.h"

namespace berth::plugins {

api::Time startTimeOf(const api::Pod& pod, ports::Clock& clock)
{
    return pod.status.startTime ? *pod.status.startTime : clock.now();
}

bool moreImportantPod(const api::Pod& a, const api::Pod& b, ports::Clock& clock)
{
    if (a.priority() != b.priority())
        return a.priority() > b.priority();
    const auto first = startTimeOf(a, clock);
    return first < startTimeOf(b, clock);
}

api::Time earliestStartTime(const std::vector<framework::PodInfoPtr>& pods, ports::Clock& clock)
{
    auto highest = pods.front()->pod->priority();
    auto earliest = startTimeOf(*pods.front()->pod, clock);
    for (const auto& info : pods) {
        const auto priority = info->pod->priority();
        if (priority < highest)
            continue;
        const auto start = startTimeOf(*info->pod, clock);
        if (priority > highest || start < earliest)
            earliest = start;
        highest = priority;
    }
    return earliest;
}

}
