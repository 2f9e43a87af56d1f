// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/perform.h"

#include "cluster/behaviour_annotations.h"
#include "cluster/virtual_clock.h"

#include <algorithm>
#include <cmath>

namespace berth::scenario {
namespace {

/// More attempts than any step has: an endless loop shows as an end.
constexpr int mostAttempts = 20000;
/// What `kubectl drain` is asked for by in a living cluster (docs/living-cluster.md).
constexpr std::string_view drainAnnotation = "berth.dev/drain";

api::Value spec(const char* key, api::Value value)
{
    auto patch = api::Value::object();
    patch.set("spec", api::Value::object()).set(key, std::move(value));
    return patch;
}

/// Null takes the annotation away.
api::Value annotation(std::string_view name, api::Value value)
{
    auto patch = api::Value::object();
    auto& metadata = patch.set("metadata", api::Value::object());
    metadata.set("annotations", api::Value::object()).set(std::string(name), std::move(value));
    return patch;
}

/// Whoever drains the node stops, or it would be cordoned again.
api::Value uncordoned()
{
    auto patch = annotation(drainAnnotation, api::Value());
    patch.set("spec", api::Value::object()).set("unschedulable", api::Value::boolean_(false));
    return patch;
}

/// Of a node, by a step that names nodes.
api::Value nodePatch(std::string_view action)
{
    if (action == "cordon")
        return spec("unschedulable", api::Value::boolean_(true));
    if (action == "uncordon")
        return uncordoned();
    if (action == "drain")
        return annotation(drainAnnotation, api::Value::string("true"));
    // A kubelet that stands still says nothing and does nothing.
    return annotation(cluster::annotations::kubelet, action == "fail" ? api::Value::string("stopped") : api::Value());
}

class Performer {
public:
    Performer(Simulation& simulation, const Step& step, std::stop_token stop, const std::function<void(const Progress&)>& afterEach)
        : simulation_(simulation), step_(step), stop_(std::move(stop)), afterEach_(afterEach)
    {
    }

    Performed run()
    {
        if (step_.at)
            runUntil({cluster::VirtualClock::epoch.nanoseconds + *step_.at});
        else if (step_.after)
            runUntil({simulation_.now().nanoseconds + *step_.after});
        if (done_.outcome == Outcome::Finished)
            act();
        if (done_.outcome == Outcome::Finished)
            for (const auto& expectation : step_.expectations)
                done_.checked.push_back(check(expectation, simulation_));
        return std::move(done_);
    }

private:
    void runUntil(api::Time when) { done_.outcome = simulation_.runUntil(when, stop_, afterEach_); }

    void act()
    {
        const auto& action = step_.action;
        if (action == "create" || action == "update")
            refuse(simulation_.create(step_.objects, action == "update"));
        else if (action == "delete")
            refuse(simulation_.remove(step_.kind, step_.namespace_, step_.name));
        else if (action == "advance")
            simulation_.advance(static_cast<std::int64_t>(std::llround(step_.seconds * 1e9)));
        else if (action == "flush")
            simulation_.flushUnschedulable();
        else if (action == "schedule")
            attempts(mostAttempts, true);
        else if (action == "drain" && step_.targets.empty())
            attempts(mostAttempts, false);
        else if (action == "attempt")
            attempts(step_.count == 0 ? 1 : step_.count, false);
        else if (action == "settle")
            settle();
        else
            for (const ObjectPatch& one : patchesOf(step_))
                refuse(simulation_.patch(one.kind, one.namespace_, one.name, one.patch));
    }

    void settle()
    {
        if (step_.limit)
            settleUntil({simulation_.now().nanoseconds + *step_.limit});
        else
            done_.outcome = simulation_.settle(stop_, afterEach_, step_.rounds == 0 ? 60 : step_.rounds);
    }

    /// The event that passes the deadline is the last.
    void settleUntil(api::Time deadline)
    {
        std::stop_source over;
        const auto look = [&](const Progress& progress) {
            if (afterEach_)
                afterEach_(progress);
            if (progress.time > deadline || stop_.stop_requested())
                over.request_stop();
        };
        const auto outcome = simulation_.runToQuiet(over.get_token(), look);
        const bool isOverTime = outcome == Outcome::Cancelled && !stop_.stop_requested();
        done_.outcome = isOverTime ? Outcome::Finished : outcome;
    }

    void attempts(int most, bool activeOnly)
    {
        for (int n = 0; n < most && (!activeOnly || simulation_.activeCount() > 0) && simulation_.attemptOne(); ++n) {
            if (afterEach_)
                afterEach_({simulation_.trace().attempts.size(), simulation_.activeCount() + simulation_.backoffCount(), simulation_.now()});
            if (simulation_.breakpointHit() || stop_.stop_requested()) {
                done_.outcome = simulation_.breakpointHit() ? Outcome::Stopped : Outcome::Cancelled;
                return;
            }
        }
    }

    void refuse(std::vector<Rejected> rejected) { std::move(rejected.begin(), rejected.end(), std::back_inserter(done_.rejected)); }

    Simulation& simulation_;
    const Step& step_;
    std::stop_token stop_;
    const std::function<void(const Progress&)>& afterEach_;
    Performed done_;
};

}

std::vector<ObjectPatch> patchesOf(const Step& step)
{
    std::vector<ObjectPatch> patches;
    if (step.action == "patch" && step.patch)
        patches.push_back({step.kind, step.namespace_, step.name, *step.patch});
    else if (step.action == "scale")
        patches.push_back({step.kind, step.namespace_, step.name, spec("replicas", api::Value::integer(step.count))});
    else
        for (const auto& node : step.targets)
            patches.push_back({"Node", {}, node, nodePatch(step.action)});
    return patches;
}

Performed perform(Simulation& simulation, const Step& step, std::stop_token stop, const std::function<void(const Progress&)>& afterEach)
{
    return Performer(simulation, step, std::move(stop), afterEach).run();
}

}
