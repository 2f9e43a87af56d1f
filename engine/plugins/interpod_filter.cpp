// SPDX-License-Identifier: GPL-3.0-or-later
// InterPodAffinity where it decides: required terms of both sides (plugins.md §10.1), and the pod's signature.
#include "plugins/affinity_terms.h"
#include "plugins/domain_rules.h"
#include "plugins/inter_pod_affinity.h"
#include "plugins/names.h"
#include "plugins/signatures.h"

#include <algorithm>

namespace berth::plugins {

using framework::AffinityTerm;
using framework::NodeInfo;
using framework::PodInfo;
using framework::Status;

namespace {

const api::Symbol stateKey{"PreFilterInterPodAffinity"};
constexpr const char* notFound = "error reading \"PreFilterInterPodAffinity\" from cycleState: not found";

using Terms = std::vector<AffinityTerm>;

/// What does not change while pods come and go in a dry run.
struct Incoming {
    Terms affinity;
    Terms antiAffinity;
    api::StringMap namespaceLabels;
    bool matchesItself = false; ///< it satisfies all its affinity terms
};

void addForTerm(TopologyCounts& counts, const AffinityTerm& term, const api::StringMap& labels, std::int64_t delta)
{
    if (const auto* value = labels.find(term.topologyKey))
        counts.add(term.topologyKey, *value, delta);
}

bool hasAnyKey(const Terms& terms, const api::StringMap& labels)
{
    return std::any_of(terms.begin(), terms.end(),
                       [&labels](const AffinityTerm& term) { return labels.contains(term.topologyKey); });
}

struct PreFilterState final : framework::StateData, framework::DomainExplainer {
    std::shared_ptr<const Incoming> incoming;
    TopologyCounts keptAway;     ///< by required anti-affinity of pods that run
    TopologyCounts affinity;     ///< pods that match all affinity terms
    TopologyCounts antiAffinity; ///< pods that match an anti-affinity term

    std::shared_ptr<StateData> clone() const override { return std::make_shared<PreFilterState>(*this); }

    std::string describe() const override
    {
        std::string text;
        for (const auto& part : {affinity.describe("pods that match the affinity terms"),
                                 antiAffinity.describe("pods that match the anti-affinity terms"),
                                 keptAway.describe("pods whose anti-affinity keeps this pod away")})
            text += (text.empty() || part.empty() ? "" : "\n") + part;
        return text.empty() ? "no pod matches any term" : text;
    }

    void explainDomains(const framework::NodeList& nodes, std::vector<trace::DomainRule>& rules) const override
    {
        using Kind = trace::DomainRule::Kind;
        const bool isFirst = affinity.isZero() && incoming->matchesItself;
        for (const auto& term : incoming->affinity) {
            // Each matching pod was counted once for every term with this key.
            const auto terms = std::count_if(incoming->affinity.begin(), incoming->affinity.end(),
                                             [&](const auto& one) { return one.topologyKey == term.topologyKey; });
            auto rule = domainRule(Kind::Affinity, term.topologyKey, countsOf(affinity, term.topologyKey), nodes);
            rule.selector = selectorText(term.selector);
            rule.firstOfGroup = isFirst;
            for (auto& domain : rule.domains) {
                domain.count /= terms;
                domain.allowed = domain.count > 0 || isFirst;
                domain.counted = true;
            }
            rules.push_back(std::move(rule));
        }
        for (const auto& term : incoming->antiAffinity)
            rules.push_back(forbidding(domainRule(Kind::AntiAffinity, term.topologyKey, matching(term, nodes), nodes),
                                       selectorText(term.selector)));
        for (const auto& of : keptAway.keys())
            rules.push_back(forbidding(domainRule(Kind::KeptAway, of.key, of.domains, nodes), {}));
    }

    static DomainCounts countsOf(const TopologyCounts& counts, api::Symbol key)
    {
        for (const auto& of : counts.keys())
            if (of.key == key)
                return of.domains;
        return {};
    }

    /// The pods that match one term alone; the state counts terms of one key together.
    static DomainCounts matching(const AffinityTerm& term, const framework::NodeList& nodes)
    {
        static const api::StringMap unknown;
        DomainCounts counts;
        for (const auto* node : nodes)
            if (const auto* value = node->node().meta.labels.find(term.topologyKey))
                for (const auto& other : node->pods())
                    counts.add(*value, term.matches(*other->pod, unknown) ? 1 : 0);
        return counts;
    }

    static trace::DomainRule forbidding(trace::DomainRule rule, std::string selector)
    {
        rule.selector = std::move(selector);
        for (auto& domain : rule.domains) {
            domain.allowed = domain.count == 0;
            domain.counted = true;
        }
        return rule;
    }

    void countKeptAway(const PodInfo& other, const api::Pod& pod, const api::StringMap& labels, std::int64_t delta)
    {
        for (const auto& term : other.requiredAntiAffinity)
            if (term.matches(pod, incoming->namespaceLabels))
                addForTerm(keptAway, term, labels, delta);
    }

    void countAffinity(const api::Pod& other, const api::StringMap& labels, std::int64_t delta)
    {
        if (matchesAll(incoming->affinity, other))
            for (const auto& term : incoming->affinity)
                addForTerm(affinity, term, labels, delta);
    }

    void countAntiAffinity(const api::Pod& other, const api::StringMap& labels, std::int64_t delta)
    {
        static const api::StringMap unknown;
        for (const auto& term : incoming->antiAffinity)
            if (term.matches(other, unknown))
                addForTerm(antiAffinity, term, labels, delta);
    }

    /// The incoming pod's own terms against all pods of a node.
    void countOwnTerms(const NodeInfo& node)
    {
        const auto& labels = node.node().meta.labels;
        if (hasAnyKey(incoming->affinity, labels))
            for (const auto& other : node.pods())
                countAffinity(*other->pod, labels, 1);
        if (hasAnyKey(incoming->antiAffinity, labels))
            for (const auto& other : node.pods())
                countAntiAffinity(*other->pod, labels, 1);
    }

    bool satisfiesAffinity(const NodeInfo& node) const
    {
        bool satisfied = true;
        for (const auto& term : incoming->affinity) {
            const auto* value = node.node().meta.labels.find(term.topologyKey);
            if (!value)
                return false;
            satisfied = satisfied && affinity.count(term.topologyKey, *value) > 0;
        }
        // The first pod of a group that wants to be together has nobody to join.
        return satisfied || (affinity.isZero() && incoming->matchesItself);
    }

    bool satisfiesAntiAffinity(const NodeInfo& node) const
    {
        return std::none_of(incoming->antiAffinity.begin(), incoming->antiAffinity.end(),
                            [&](const AffinityTerm& term) {
                                const auto* value = node.node().meta.labels.find(term.topologyKey);
                                return value && antiAffinity.count(term.topologyKey, *value) > 0;
                            });
    }

    bool isLetIn(const NodeInfo& node) const
    {
        const auto& keys = keptAway.keys();
        return std::none_of(keys.begin(), keys.end(), [&](const TopologyCounts::OfKey& of) {
            const auto* value = node.node().meta.labels.find(of.key);
            return value && of.domains.count(*value) > 0;
        });
    }
};

std::shared_ptr<const Incoming> incomingOf(const api::Pod& pod, framework::PodAffinityTerms parsed,
                                           const framework::Listers& listers)
{
    auto incoming = std::make_shared<Incoming>();
    incoming->affinity = std::move(parsed.requiredAffinity);
    incoming->antiAffinity = std::move(parsed.requiredAntiAffinity);
    for (auto* terms : {&incoming->affinity, &incoming->antiAffinity})
        for (auto& term : *terms)
            addSelectedNamespaces(term, listers);
    incoming->namespaceLabels = listers.namespaceLabels(pod.meta.namespace_);
    incoming->matchesItself = matchesAll(incoming->affinity, pod);
    return incoming;
}

Status update(framework::CycleState& state, const api::Pod& pod, const PodInfo& other, const NodeInfo& node,
              std::int64_t delta)
{
    auto* data = state.read<PreFilterState>(stateKey);
    if (!data)
        return Status::error(notFound);
    const auto& labels = node.node().meta.labels;
    data->countKeptAway(other, pod, labels, delta);
    data->countAffinity(*other.pod, labels, delta);
    data->countAntiAffinity(*other.pod, labels, delta);
    return Status::success();
}

}

InterPodAffinity::InterPodAffinity(framework::Handle& handle, config::InterPodAffinityArgs args)
    : handle_(handle),
      args_(args)
{}

api::Symbol InterPodAffinity::name() const
{
    return names::interPodAffinity;
}

Status InterPodAffinity::preFilter(framework::CycleState& state, const api::Pod& pod, const framework::NodeList& nodes,
                                   framework::PreFilterResult&)
{
    auto parsed = framework::PodAffinityTerms::of(pod);
    if (!parsed.parseError.empty())
        return Status::unschedulableAndUnresolvable("parsing pod: " + parsed.parseError);
    auto data = std::make_shared<PreFilterState>();
    data->incoming = incomingOf(pod, std::move(parsed), handle_.listers());
    for (const auto* node : handle_.snapshot().havePodsWithRequiredAntiAffinity())
        for (const auto& other : node->podsWithRequiredAntiAffinity())
            data->countKeptAway(*other, pod, node->node().meta.labels, 1);
    const bool hasTerms = !data->incoming->affinity.empty() || !data->incoming->antiAffinity.empty();
    if (!hasTerms && data->keptAway.isZero())
        return Status::skip();
    if (hasTerms)
        for (const auto* node : nodes)
            data->countOwnTerms(*node);
    state.write(stateKey, std::move(data));
    return Status::success();
}

Status InterPodAffinity::addPod(framework::CycleState& state, const api::Pod& pod, const PodInfo& added,
                                const NodeInfo& node)
{
    return update(state, pod, added, node, 1);
}

Status InterPodAffinity::removePod(framework::CycleState& state, const api::Pod& pod, const PodInfo& removed,
                                   const NodeInfo& node)
{
    return update(state, pod, removed, node, -1);
}

Status InterPodAffinity::filter(framework::CycleState& state, const api::Pod&, const NodeInfo& node)
{
    static const auto apart = Status::unschedulableAndUnresolvable("node(s) didn't match pod affinity rules");
    static const auto close = Status::unschedulable("node(s) didn't match pod anti-affinity rules");
    static const auto unwanted = Status::unschedulable("node(s) didn't satisfy existing pods anti-affinity rules");
    const auto* data = state.read<PreFilterState>(stateKey);
    if (!data)
        return Status::error(notFound);
    if (!data->satisfiesAffinity(node))
        return apart;
    if (!data->satisfiesAntiAffinity(node))
        return close;
    return data->isLetIn(node) ? Status::success() : unwanted;
}

Status InterPodAffinity::signPod(const api::Pod& pod, std::vector<framework::SignFragment>& fragments) const
{
    const auto& affinity = pod.spec.affinity;
    if (affinity && (affinity->podAffinity || affinity->podAntiAffinity))
        return Status::unschedulable("pods with InterPodAffinity are not signable");
    if (args_.ignorePreferredTermsOfExistingPods)
        return Status::success();
    std::string json;
    for (const auto& [key, value] : pod.meta.labels)
        json += (json.empty() ? "{" : ",") + signatures::quoted(key.view()) + ":" + signatures::quoted(value.view());
    fragments.push_back({"v1.Pod.Labels", json.empty() ? "null" : json + "}"});
    return Status::success();
}

}
