// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/obstacles.h"

#include "plugins/affinity_terms.h"

#include <algorithm>

namespace berth::scenario {
namespace {

/// Domains a node is offered to be labelled into.
constexpr std::size_t mostDomains = 3;

}

/// Where the pods are that the pod's affinity terms, and the anti-affinity of others, speak of.
struct Obstacles::PodFacts {
    std::vector<framework::AffinityTerm> affinity;
    std::vector<framework::AffinityTerm> antiAffinity;
    std::vector<std::set<api::Symbol>> near;               ///< per affinity term: domains with somebody to join
    std::vector<std::map<api::Symbol, Holders>> away;      ///< per anti-affinity term: whom to avoid, by domain
    struct Keeper {
        api::Symbol key;
        api::Symbol value;
        Holder holder;
    };
    std::vector<Keeper> keepers;                           ///< pods that keep the pod out of a domain
    bool isFirst = false;                                  ///< nobody to join anywhere, and it satisfies its own terms
};

const Obstacles::PodFacts& Obstacles::podFacts() const
{
    if (podFacts_)
        return *podFacts_;
    const auto& scheduler = world_.scheduler();
    const auto& pod = *world_.pod().pod;
    const auto& ownLabels = scheduler.listers().namespaceLabels(pod.meta.namespace_);
    static const api::StringMap unknown;
    PodFacts facts;
    facts.affinity = world_.pod().requiredAffinity;
    facts.antiAffinity = world_.pod().requiredAntiAffinity;
    for (auto* terms : {&facts.affinity, &facts.antiAffinity})
        for (auto& term : *terms)
            plugins::addSelectedNamespaces(term, scheduler.listers());
    facts.near.resize(facts.affinity.size());
    facts.away.resize(facts.antiAffinity.size());
    for (const auto* node : scheduler.snapshot().list()) {
        const auto& labels = node->node().meta.labels;
        for (const auto& other : node->pods()) {
            if (plugins::matchesAll(facts.affinity, *other->pod))
                for (std::size_t i = 0; i < facts.affinity.size(); ++i)
                    if (const auto* value = labels.find(facts.affinity[i].topologyKey))
                        facts.near[i].insert(*value);
            for (std::size_t i = 0; i < facts.antiAffinity.size(); ++i)
                if (facts.antiAffinity[i].matches(*other->pod, unknown))
                    if (const auto* value = labels.find(facts.antiAffinity[i].topologyKey))
                        facts.away[i][*value].push_back({other->pod, node->name()});
            for (const auto& term : other->requiredAntiAffinity)
                if (const auto* value = labels.find(term.topologyKey); value && term.matches(pod, ownLabels))
                    facts.keepers.push_back({term.topologyKey, *value, {other->pod, node->name()}});
        }
    }
    const bool nobody = std::all_of(facts.near.begin(), facts.near.end(), [](const auto& d) { return d.empty(); });
    facts.isFirst = nobody && plugins::matchesAll(facts.affinity, pod);
    podFacts_ = std::make_shared<const PodFacts>(std::move(facts));
    return *podFacts_;
}

/// Terms that earlier edits dropped are gone from the pod's list, but an edit names a term by where it once stood.
std::size_t Obstacles::originalTerm(bool isAnti, std::size_t now) const
{
    const auto& affinity = *world_.originalPod().spec.affinity;
    const auto& terms = (isAnti ? affinity.podAntiAffinity : affinity.podAffinity)->required;
    for (std::size_t i = 0; i < terms.size(); ++i) {
        const auto key = edits::dropPodAffinity(world_.originalPod(), isAnti, i, terms[i])->key;
        const bool dropped = std::any_of(made_.begin(), made_.end(), [&](const EditPtr& e) { return e->key == key; });
        if (!dropped && now-- == 0)
            return i;
    }
    return 0;
}

Alternative Obstacles::evictions(const Holders& holders) const
{
    Alternative all;
    if (holders.size() <= mostEdits_)
        for (const auto& [pod, node] : holders)
            all.push_back(edits::evict(pod, node));
    return all;
}

void Obstacles::joinDomain(const Node& node, api::Symbol key, const std::vector<api::Symbol>& values,
                           Obstacle& ways) const
{
    if (key == edits::hostnameKey) {
        // A host is its own domain and cannot be moved into another's, but its label can be missing.
        if (!node.node().meta.labels.contains(key))
            ways.push_back({edits::setLabel(original(node), key, api::Symbol(node.name()))});
        return;
    }
    for (std::size_t i = 0; i < std::min(values.size(), mostDomains); ++i)
        ways.push_back({edits::setLabel(original(node), key, values[i])});
}

void Obstacles::podAffinity(const Node& node, std::vector<Obstacle>& found) const
{
    const auto& facts = podFacts();
    const auto& labels = node.node().meta.labels;
    const auto before = found.size();
    const auto drop = [&](bool isAnti, std::size_t i) {
        const auto at = originalTerm(isAnti, i);
        const auto& affinity = *world_.originalPod().spec.affinity;
        return edits::dropPodAffinity(world_.originalPod(), isAnti, at,
                                      (isAnti ? affinity.podAntiAffinity : affinity.podAffinity)->required[at]);
    };
    for (std::size_t i = 0; i < facts.affinity.size(); ++i) {
        const auto key = facts.affinity[i].topologyKey;
        const auto* value = labels.find(key);
        if (value && (facts.isFirst || facts.near[i].contains(*value)))
            continue;
        Obstacle ways{{drop(false, i)}};
        std::set<api::Symbol> domains = facts.near[i];
        if (facts.isFirst)
            for (const auto* other : world_.scheduler().snapshot().list())
                if (const auto* its = other->node().meta.labels.find(key))
                    domains.insert(*its);
        joinDomain(node, key, {domains.begin(), domains.end()}, ways);
        found.push_back(std::move(ways));
    }
    for (std::size_t i = 0; i < facts.antiAffinity.size(); ++i) {
        const auto* value = labels.find(facts.antiAffinity[i].topologyKey);
        const auto domain = value ? facts.away[i].find(*value) : facts.away[i].end();
        if (domain == facts.away[i].end())
            continue;
        Obstacle ways{{drop(true, i)}};
        if (auto all = evictions(domain->second); !all.empty())
            ways.push_back(std::move(all));
        found.push_back(std::move(ways));
    }
    Holders keepers;
    for (const auto& keeper : facts.keepers)
        if (const auto* value = labels.find(keeper.key); value && *value == keeper.value)
            if (std::none_of(keepers.begin(), keepers.end(), [&](const Holder& h) { return h.pod == keeper.holder.pod; }))
                keepers.push_back(keeper.holder);
    if (!keepers.empty()) {
        auto all = evictions(keepers);
        found.push_back(all.empty() ? Obstacle{} : Obstacle{std::move(all)});
    }
    if (found.size() == before)
        found.emplace_back();
}

/// How the pods that each hard constraint of the pod counts are spread.
struct Obstacles::SpreadFacts {
    struct OfConstraint {
        plugins::SpreadConstraint constraint;
        std::size_t position = 0;                          ///< in the pod's list, which has soft ones too
        std::int64_t self = 0;
        std::int64_t floor = 0;
        std::map<api::Symbol, std::int64_t> counts;
        std::map<api::Symbol, Holders> holders;
    };
    std::vector<OfConstraint> constraints;
};

const Obstacles::SpreadFacts& Obstacles::spreadFacts() const
{
    if (spreadFacts_)
        return *spreadFacts_;
    const auto& pod = *world_.pod().pod;
    SpreadFacts facts;
    std::vector<std::size_t> positions;
    for (std::size_t i = 0; i < pod.spec.topologySpreadConstraints.size(); ++i)
        if (pod.spec.topologySpreadConstraints[i].whenUnsatisfiable == "DoNotSchedule")
            positions.push_back(i);
    plugins::SpreadConstraints parsed;
    if (!positions.empty())
        if (auto all = plugins::spreadConstraintsOf(pod, plugins::SpreadAction::DoNotSchedule,
                                                    plugins::SpreadDefaults({}), world_.scheduler()))
            parsed = std::move(*all);
    for (std::size_t i = 0; i < parsed.size(); ++i)
        facts.constraints.push_back(
            {parsed[i], positions[i], parsed[i].selector.matches(pod.meta.labels) ? 1 : 0, 0, {}, {}});
    const plugins::SpreadInclusion inclusion(pod);
    for (const auto* node : world_.scheduler().snapshot().list()) {
        if (!plugins::hasAllTopologyKeys(node->node().meta.labels, parsed))
            continue;
        auto of = inclusion.of(*node);
        for (auto& its : facts.constraints) {
            if (!of.includes(its.constraint))
                continue;
            const auto value = *node->node().meta.labels.find(its.constraint.topologyKey);
            const auto matching = plugins::countSelectedPods(*node, its.constraint.selector, pod.meta.namespace_);
            its.counts[value] += matching;
            if (matching > 0)
                for (const auto& other : node->pods())
                    if (other->pod->meta.namespace_ == pod.meta.namespace_ && !other->pod->isTerminating()
                        && its.constraint.selector.matches(other->pod->meta.labels))
                        its.holders[value].push_back({other->pod, node->name()});
        }
    }
    for (auto& its : facts.constraints) {
        if (its.counts.empty() || its.counts.size() < static_cast<std::size_t>(its.constraint.minDomains))
            continue;
        its.floor = std::min_element(its.counts.begin(), its.counts.end(), [](const auto& a, const auto& b) {
                        return a.second < b.second;
                    })->second;
    }
    spreadFacts_ = std::make_shared<const SpreadFacts>(std::move(facts));
    return *spreadFacts_;
}

void Obstacles::spread(const Node& node, std::vector<Obstacle>& found) const
{
    const auto before = found.size();
    const auto& pod = world_.originalPod();
    for (const auto& its : spreadFacts().constraints) {
        const auto key = its.constraint.topologyKey;
        const auto* value = node.node().meta.labels.find(key);
        if (!value) {
            Obstacle ways{{edits::softenSpread(pod, its.position)}};
            std::vector<api::Symbol> domains;
            for (const auto& [domain, count] : its.counts)
                domains.push_back(domain);
            std::stable_sort(domains.begin(), domains.end(), [&](api::Symbol a, api::Symbol b) {
                return its.counts.at(a) < its.counts.at(b);
            });
            joinDomain(node, key, domains, ways);
            found.push_back(std::move(ways));
            continue;
        }
        const auto here = its.counts.find(*value);
        const auto skew = (here == its.counts.end() ? 0 : here->second) + its.self - its.floor;
        if (skew <= its.constraint.maxSkew)
            continue;
        Obstacle ways{{edits::relaxSpread(pod, its.position, static_cast<std::int32_t>(skew))},
                      {edits::softenSpread(pod, its.position)}};
        const auto tooMany = static_cast<std::size_t>(skew - its.constraint.maxSkew);
        if (auto holders = its.holders.find(*value); holders != its.holders.end() && holders->second.size() >= tooMany) {
            auto least = holders->second;
            std::sort(least.begin(), least.end(), [](const Holder& a, const Holder& b) {
                return std::pair(a.pod->priority(), a.pod->meta.key()) < std::pair(b.pod->priority(), b.pod->meta.key());
            });
            least.resize(tooMany);
            if (auto all = evictions(least); !all.empty())
                ways.push_back(std::move(all));
        }
        found.push_back(std::move(ways));
    }
    if (found.size() == before)
        found.emplace_back(); // default constraints of the profile: nothing of the pod to relax
}

}
