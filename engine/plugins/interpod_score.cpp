// SPDX-License-Identifier: GPL-3.0-or-later
// InterPodAffinity where it prefers: preferred terms of both sides, and required affinity of pods that run
// (plugins.md §10.2).
#include "plugins/affinity_terms.h"
#include "plugins/domain_rules.h"
#include "plugins/inter_pod_affinity.h"

#include <algorithm>

namespace berth::plugins {

using framework::AffinityTerm;
using framework::NodeInfo;
using framework::PodInfo;
using framework::Status;
using framework::WeightedAffinityTerm;

namespace {

const api::Symbol stateKey{"PreScoreInterPodAffinity"};
constexpr const char* notFound = "failed to read \"PreScoreInterPodAffinity\" from cycleState: not found";

struct PreScoreState final : framework::StateData, framework::DomainExplainer {
    TopologyCounts weights; ///< what the terms that match are worth, by where the pods run

    std::shared_ptr<StateData> clone() const override { return std::make_shared<PreScoreState>(*this); }
    std::string describe() const override
    {
        auto text = weights.describe("weight of matching terms");
        return text.empty() ? "the terms that match cancel out" : text;
    }

    void explainDomains(const framework::NodeList& nodes, std::vector<trace::DomainRule>& rules) const override
    {
        for (const auto& of : weights.keys())
            rules.push_back(domainRule(trace::DomainRule::Kind::Weights, of.key, of.domains, nodes));
    }

    std::int64_t score(const NodeInfo& node) const
    {
        std::int64_t sum = 0;
        for (const auto& [key, domains] : weights.keys())
            if (const auto* value = node.node().meta.labels.find(key))
                sum += domains.count(*value);
        return sum;
    }
};

/// Weighs the incoming pod's terms against the pods that run, and theirs against it.
class Weighing {
public:
    Weighing(const api::Pod& incoming, std::int64_t hardWeight, const framework::Listers& listers,
             TopologyCounts& weights)
        : incoming_(incoming),
          hardWeight_(hardWeight),
          namespaceLabels_(listers.namespaceLabels(incoming.meta.namespace_)),
          own_(framework::PodAffinityTerms::of(incoming)),
          weights_(weights)
    {
        for (auto* terms : {&own_.preferredAffinity, &own_.preferredAntiAffinity})
            for (auto& weighted : *terms)
                addSelectedNamespaces(weighted.term, listers);
    }

    const std::string& parseError() const { return own_.parseError; }

    void add(const PodInfo& other, const api::StringMap& nodeLabels)
    {
        static const api::StringMap unknown;
        addAll(own_.preferredAffinity, 1, *other.pod, unknown, nodeLabels);
        addAll(own_.preferredAntiAffinity, -1, *other.pod, unknown, nodeLabels);
        if (hardWeight_ > 0)
            for (const auto& term : other.requiredAffinity)
                addOne(term, hardWeight_, incoming_, namespaceLabels_, nodeLabels);
        addAll(other.preferredAffinity, 1, incoming_, namespaceLabels_, nodeLabels);
        addAll(other.preferredAntiAffinity, -1, incoming_, namespaceLabels_, nodeLabels);
    }

private:
    void addOne(const AffinityTerm& term, std::int64_t weight, const api::Pod& target,
                const api::StringMap& labelsOfNamespace, const api::StringMap& nodeLabels)
    {
        const auto* value = nodeLabels.find(term.topologyKey);
        if (value && term.matches(target, labelsOfNamespace))
            weights_.add(term.topologyKey, *value, weight);
    }

    void addAll(const std::vector<WeightedAffinityTerm>& terms, std::int64_t sign, const api::Pod& target,
                const api::StringMap& labelsOfNamespace, const api::StringMap& nodeLabels)
    {
        for (const auto& weighted : terms)
            addOne(weighted.term, sign * weighted.weight, target, labelsOfNamespace, nodeLabels);
    }

    const api::Pod& incoming_;
    std::int64_t hardWeight_;
    const api::StringMap& namespaceLabels_;
    framework::PodAffinityTerms own_;
    TopologyCounts& weights_;
};

bool hasPreferredTerms(const api::Pod& pod)
{
    const auto& affinity = pod.spec.affinity;
    return affinity
           && ((affinity->podAffinity && !affinity->podAffinity->preferred.empty())
               || (affinity->podAntiAffinity && !affinity->podAntiAffinity->preferred.empty()));
}

}

Status InterPodAffinity::preScore(framework::CycleState& state, const api::Pod& pod, const framework::NodeList&)
{
    const bool hasOwn = hasPreferredTerms(pod);
    if (args_.ignorePreferredTermsOfExistingPods && !hasOwn)
        return Status::skip();
    auto data = std::make_shared<PreScoreState>();
    Weighing weighing(pod, args_.hardPodAffinityWeight, handle_.listers(), data->weights);
    if (!weighing.parseError().empty())
        return Status::error("failed to parse pod: " + weighing.parseError());
    const auto& snapshot = handle_.snapshot();
    for (const auto* node : hasOwn ? snapshot.list() : snapshot.havePodsWithAffinity())
        for (const auto& other : hasOwn ? node->pods() : node->podsWithAffinity())
            weighing.add(*other, node->node().meta.labels);
    // Weights that cancel out still count as something to score by.
    if (data->weights.keys().empty())
        return Status::skip();
    state.write(stateKey, std::move(data));
    return Status::success();
}

Status InterPodAffinity::score(framework::CycleState& state, const api::Pod&, const NodeInfo& node, std::int64_t& score)
{
    const auto* data = state.read<PreScoreState>(stateKey);
    if (!data)
        return Status::error(notFound);
    score = data->score(node);
    return Status::success();
}

Status InterPodAffinity::normalizeScore(framework::CycleState& state, const api::Pod&,
                                        std::vector<framework::NodeScore>& scores)
{
    if (!state.read(stateKey))
        return Status::error(notFound);
    if (scores.empty())
        return Status::success();
    const auto byScore = [](const framework::NodeScore& a, const framework::NodeScore& b) { return a.score < b.score; };
    const auto [low, high] = std::minmax_element(scores.begin(), scores.end(), byScore);
    const auto lowest = low->score;
    const auto range = high->score - lowest;
    for (auto& entry : scores) {
        const double share = range > 0 ? static_cast<double>(entry.score - lowest) / static_cast<double>(range) : 0.0;
        entry.score = static_cast<std::int64_t>(static_cast<double>(framework::maxNodeScore) * share);
    }
    return Status::success();
}

}
