// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/refused_pods.h"

#include "cluster/pod_standing.h"

namespace berth::scenario {

void RefusedPods::append(const std::vector<ports::ClusterEventRecord>& events)
{
    for (; done_ < events.size(); ++done_) {
        const auto& event = events[done_];
        if (event.reason == "FailedCreate") {
            auto& refusal = refusals_[event.object];
            refusal.message = event.message;
            ++refusal.count;
        } else if (event.reason == "SuccessfulCreate") {
            refusals_.erase(event.object);
        }
    }
}

api::Problems RefusedPods::problems(const std::vector<api::ObjectPtr>& others) const
{
    api::Problems problems;
    if (refusals_.empty())
        return problems;
    std::map<std::string, api::ObjectPtr> known;
    for (const auto& object : others)
        known[object->label()] = object;
    for (const auto& [label, refusal] : refusals_) {
        auto found = known.find(label);
        if (found == known.end())
            continue; // it is gone, and wants nothing any more
        for (const auto* controller = cluster::controllerOf(*found->second); controller; controller = cluster::controllerOf(*found->second)) {
            const auto ns = found->second->meta.namespace_.str();
            const auto owner = known.find(controller->kind + " " + (ns.empty() ? "" : ns + "/") + controller->name);
            if (owner == known.end() || owner == found)
                break;
            found = owner;
        }
        const auto times = refusal.count > 1 ? " (" + std::to_string(refusal.count) + " times)" : std::string();
        problems.push_back({api::Problem::Severity::Warning, "FailedCreate: " + refusal.message + times, {}, {}, found->first, {}});
    }
    return problems;
}

}
