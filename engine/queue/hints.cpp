// SPDX-License-Identifier: GPL-3.0-or-later
#include "queue/hints.h"

#include "trace/stopwatch.h"

#include <algorithm>

namespace berth::queue {
namespace {

using framework::ActionType;
using framework::ClusterEvent;
using framework::EventResource;

/// A plugin that wants to hear of new nodes but not of their taints would miss nodes that arrive tainted and lose the
/// taint later; the scheduler registers that for it.
bool needsTaintUpdates(const std::vector<framework::ClusterEventWithHint>& events)
{
    bool adds = false;
    bool taints = false;
    for (const auto& [event, hint] : events) {
        if (event.resource != EventResource::Node)
            continue;
        adds = adds || (event.action & ActionType::Add);
        taints = taints || (event.action & ActionType::UpdateNodeTaint);
    }
    return adds && !taints;
}

/// As the label of a metric has it.
std::string_view resultName(framework::QueueingHint::Verdict verdict)
{
    using Verdict = framework::QueueingHint::Verdict;
    return verdict == Verdict::Queue ? "Queue" : verdict == Verdict::Skip ? "QueueSkip" : "Error";
}

}

void Hints::addProfile(framework::Framework& profile, bool extenders)
{
    auto& hints = byProfile_[profile.profileName().str()];
    auto add = [&](api::Symbol plugin, const ClusterEvent& event, framework::QueueingHintFn function) {
        hints.push_back({event, plugin, std::move(function)});
        byPlugin_[plugin].push_back(event);
    };
    for (auto& registration : profile.eventRegistrations()) {
        const bool taints = needsTaintUpdates(registration.events);
        for (auto& [event, function] : registration.events)
            add(registration.plugin, event, std::move(function));
        if (taints)
            add(registration.plugin, {EventResource::Node, ActionType::UpdateNodeTaint, {}}, nullptr);
    }
    if (!extenders)
        return;
    for (auto resource :
         {EventResource::Pod, EventResource::Node, EventResource::PersistentVolume,
          EventResource::PersistentVolumeClaim, EventResource::CSINode, EventResource::CSIDriver,
          EventResource::CSIStorageCapacity, EventResource::StorageClass, EventResource::ResourceClaim,
          EventResource::DeviceClass})
        add(api::Symbol("Extender"), {resource, ActionType::All, {}}, nullptr);
}

bool Hints::anyoneListens(const ClusterEvent& event) const
{
    if (event.isWildcard())
        return true;
    for (const auto& [profile, hints] : byProfile_)
        for (const auto& hint : hints)
            if (framework::matches(hint.event, event))
                return true;
    return false;
}

bool Hints::pluginListens(api::Symbol plugin, const ClusterEvent& event) const
{
    auto it = byPlugin_.find(plugin);
    return it != byPlugin_.end()
        && std::any_of(it->second.begin(), it->second.end(),
                       [&](const ClusterEvent& registered) { return framework::matches(registered, event); });
}

bool Hints::isWatched(EventResource resource, ActionType action) const
{
    for (const auto& [profile, hints] : byProfile_)
        for (const auto& hint : hints)
            if ((hint.event.resource == resource || hint.event.resource == EventResource::Any)
                && (hint.event.action & action))
                return true;
    return false;
}

const std::vector<Hints::Hint>* Hints::hintsOf(const api::Pod& pod) const
{
    auto it = byProfile_.find(pod.spec.schedulerName);
    return it == byProfile_.end() ? nullptr : &it->second;
}

framework::QueueingHint Hints::ask(const Hint& hint, const ClusterEvent& event, const api::Pod& pod,
                                   const api::Object* before, const api::Object* after) const
{
    const trace::Stopwatch stopwatch(metrics_);
    auto answer = hint.function ? hint.function(pod, before, after) : framework::QueueingHint::queue();
    if (metrics_)
        metrics_->observe(trace::Metric::QueueingHintExecutionDuration,
                          {hint.plugin.view(), event.label(), resultName(answer.verdict)}, stopwatch.seconds());
    return answer;
}

Strategy Hints::worth(const framework::QueuedPodInfo& pod, const ClusterEvent& event, const api::Object* before,
                      const api::Object* after, Verdicts* verdicts) const
{
    if (!pod.hasRejectors())
        return Strategy::AfterBackoff;
    if (event.isWildcard()) {
        // With a pod named it is meant for that pod alone.
        return after && after->meta.uid != pod.pod().meta.uid ? Strategy::Skip : Strategy::AfterBackoff;
    }
    const auto* hints = hintsOf(pod.pod());
    if (!hints)
        return Strategy::AfterBackoff;
    auto best = Strategy::Skip;
    for (const auto& hint : *hints) {
        if (!pod.rejectedBy(hint.plugin) || !framework::matches(hint.event, event))
            continue;
        const auto answer = ask(hint, event, pod.pod(), before, after);
        if (verdicts)
            verdicts->emplace_back(hint.plugin, answer.text());
        if (answer.verdict == framework::QueueingHint::Verdict::Skip)
            continue;
        if (pod.pendingPlugins.contains(hint.plugin))
            return Strategy::Immediately;
        if (pod.pendingPlugins.empty())
            return Strategy::AfterBackoff;
        best = Strategy::AfterBackoff;
    }
    return best;
}

std::map<std::string, std::string> Hints::askAll(const framework::QueuedPodInfo& pod, const ClusterEvent& event,
                                                 const api::Object* before, const api::Object* after) const
{
    std::map<std::string, std::string> verdicts;
    if (!pod.hasRejectors())
        verdicts["*"] = "Queue";
    const auto* hints = hintsOf(pod.pod());
    if (!hints)
        return verdicts;
    for (const auto& hint : *hints) {
        if (!pod.rejectedBy(hint.plugin) || !framework::matches(hint.event, event))
            continue;
        const auto answer =
            hint.function ? hint.function(pod.pod(), before, after) : framework::QueueingHint::queue();
        auto [it, isNew] = verdicts.try_emplace(hint.plugin.str(), answer.text());
        if (!isNew && answer.verdict != framework::QueueingHint::Verdict::Skip)
            it->second = answer.text();
    }
    return verdicts;
}

std::string objectLabel(const api::Object* object) { return object ? object->label() : std::string(); }

}
