// SPDX-License-Identifier: GPL-3.0-or-later
// What may help a pod that InterPodAffinity rejected (plugins.md §10.3). Namespaces' labels are not looked at here.
#include "plugins/affinity_terms.h"
#include "plugins/event_objects.h"
#include "plugins/inter_pod_affinity.h"

#include <algorithm>

namespace berth::plugins {

using framework::ActionType;
using framework::AffinityTerm;
using framework::EventResource;
using framework::QueueingHint;

namespace {

using ParsedTerms = tl::expected<std::vector<AffinityTerm>, std::string>;

ParsedTerms affinityOf(const api::Pod& pod)
{
    const auto& affinity = pod.spec.affinity;
    return affinity && affinity->podAffinity ? framework::parseAffinityTerms(pod, affinity->podAffinity->required)
                                             : ParsedTerms{};
}

ParsedTerms antiAffinityOf(const api::Pod& pod)
{
    const auto& affinity = pod.spec.affinity;
    return affinity && affinity->podAntiAffinity
               ? framework::parseAffinityTerms(pod, affinity->podAntiAffinity->required)
               : ParsedTerms{};
}

/// The pod that went away had been in this one's way, or kept it away itself.
QueueingHint afterPodDelete(const api::Pod& pod, const api::Pod& gone, const std::vector<AffinityTerm>& antiAffinity)
{
    if (matchesAll(antiAffinity, gone))
        return QueueingHint::queue();
    const auto itsTerms = antiAffinityOf(gone);
    return itsTerms ? QueueingHint::queueIf(matchesAll(*itsTerms, pod)) : QueueingHint::failed(itsTerms.error());
}

QueueingHint afterPodChange(const api::Pod& pod, const api::Object* before, const api::Object* after)
{
    if (before && isSamePod(pod, after))
        return QueueingHint::queue();
    for (const auto* object : {after, before})
        if (object && !isPlacedOrNominated(*asPod(object)))
            return QueueingHint::skip();
    const auto affinity = affinityOf(pod);
    if (!affinity)
        return QueueingHint::failed(affinity.error());
    const auto antiAffinity = antiAffinityOf(pod);
    if (!antiAffinity)
        return QueueingHint::failed(antiAffinity.error());
    if (!after)
        return afterPodDelete(pod, *asPod(before), *antiAffinity);
    const auto& now = *asPod(after);
    if (!before)
        return QueueingHint::queueIf(matchesAll(*affinity, now));
    const auto& old = *asPod(before);
    return QueueingHint::queueIf((!matchesAll(*affinity, old) && matchesAll(*affinity, now))
                                 || (matchesAll(*antiAffinity, old) && !matchesAll(*antiAffinity, now)));
}

/// How a node's value of a topology key has changed.
struct ValueChange {
    bool appeared;
    bool vanished;
    bool changed;

    ValueChange(const api::Object& before, const api::Object& after, api::Symbol key)
    {
        const auto* old = before.meta.labels.find(key);
        const auto* now = after.meta.labels.find(key);
        appeared = !old && now;
        vanished = old && !now;
        changed = old && now && *old != *now;
    }
};

QueueingHint afterNodeChange(const api::Pod& pod, const api::Object* before, const api::Object* after)
{
    const auto affinity = affinityOf(pod);
    if (!affinity)
        return QueueingHint::failed(affinity.error());
    const auto opens = [&](const AffinityTerm& term) {
        if (!before)
            return after->meta.labels.contains(term.topologyKey);
        const ValueChange change(*before, *after, term.topologyKey);
        return change.appeared || change.changed;
    };
    if (std::any_of(affinity->begin(), affinity->end(), opens))
        return QueueingHint::queue();
    const auto antiAffinity = antiAffinityOf(pod);
    if (!antiAffinity)
        return QueueingHint::failed(antiAffinity.error());
    // A new node may be far enough from everybody, even without the label.
    return QueueingHint::queueIf(std::any_of(antiAffinity->begin(), antiAffinity->end(), [&](const AffinityTerm& term) {
        if (!before)
            return true;
        const ValueChange change(*before, *after, term.topologyKey);
        return change.vanished || change.changed;
    }));
}

}

std::vector<framework::ClusterEventWithHint> InterPodAffinity::eventsToRegister() const
{
    const auto podActions = ActionType::Add | ActionType::UpdatePodLabel | ActionType::Delete;
    return {{{EventResource::Pod, podActions, {}}, afterPodChange},
            {{EventResource::Node, ActionType::Add | ActionType::UpdateNodeLabel, {}}, afterNodeChange}};
}

}
