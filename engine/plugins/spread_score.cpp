// SPDX-License-Identifier: GPL-3.0-or-later
// PodTopologySpread where it prefers: ScheduleAnyway constraints (plugins.md §9.4), and the pod's signature.
#include "plugins/domain_rules.h"
#include "plugins/natural_log.h"
#include "plugins/pod_topology_spread.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace berth::plugins {

using framework::Status;

namespace {

const api::Symbol stateKey{"PreScorePodTopologySpread"};
const api::Symbol hostnameKey{"kubernetes.io/hostname"};
constexpr const char* notFound = "error reading \"PreScorePodTopologySpread\" from cycleState: not found";

struct PreScoreState final : framework::StateData, framework::DomainExplainer {
    SpreadConstraints constraints;
    std::vector<double> weights;       ///< parallel to the constraints: the more domains, the heavier
    std::vector<DomainCounts> domains; ///< likewise; empty for hostnames, which are counted node by node
    bool requiresAllKeys = true;
    api::Symbol ns;

    std::shared_ptr<StateData> clone() const override { return std::make_shared<PreScoreState>(*this); }

    std::string describe() const override
    {
        std::string text;
        for (std::size_t i = 0; i < constraints.size(); ++i) {
            text += (text.empty() ? "" : "\n") + constraints[i].topologyKey.str() + ": weight "
                    + std::to_string(weights[i]) + ", maxSkew " + std::to_string(constraints[i].maxSkew)
                    + (constraints[i].topologyKey == hostnameKey ? ", counted per node" : "");
            for (const auto& [value, count] : domains[i].sorted())
                text += "\n  " + (value.empty() ? "(no label)" : value.str()) + ": " + std::to_string(count)
                        + " matching pod(s)";
        }
        return text;
    }

    void explainDomains(const framework::NodeList& nodes, std::vector<trace::DomainRule>& rules) const override
    {
        for (std::size_t i = 0; i < constraints.size(); ++i) {
            auto counts = domains[i];
            if (constraints[i].topologyKey == hostnameKey)
                for (const auto* node : nodes)
                    if (node->node().meta.labels.contains(hostnameKey) && !ignores(*node))
                        counts.add(valueOn(*node, i), countSelectedPods(*node, constraints[i].selector, ns));
            auto rule = domainRule(trace::DomainRule::Kind::SpreadPreference, constraints[i].topologyKey, counts, nodes);
            rule.selector = selectorText(constraints[i].selector);
            rule.maxSkew = constraints[i].maxSkew;
            rule.weight = weights[i];
            rules.push_back(std::move(rule));
        }
    }

    /// Nodes that cannot be compared, for want of a label.
    bool ignores(const framework::NodeInfo& node) const
    {
        return requiresAllKeys && !hasAllTopologyKeys(node.node().meta.labels, constraints);
    }

    api::Symbol valueOn(const framework::NodeInfo& node, std::size_t constraint) const
    {
        const auto* value = node.node().meta.labels.find(constraints[constraint].topologyKey);
        return value ? *value : api::Symbol{};
    }

    /// Domains are what the candidates offer; by their number each constraint is weighed.
    void findDomains(const framework::NodeList& candidates)
    {
        domains.resize(constraints.size());
        std::size_t comparable = 0;
        for (const auto* node : candidates) {
            if (ignores(*node))
                continue;
            ++comparable;
            for (std::size_t i = 0; i < constraints.size(); ++i)
                if (constraints[i].topologyKey != hostnameKey)
                    domains[i].add(valueOn(*node, i), 0);
        }
        for (std::size_t i = 0; i < constraints.size(); ++i) {
            const auto size = constraints[i].topologyKey == hostnameKey ? comparable : domains[i].size();
            weights.push_back(naturalLog(static_cast<double>(size + 2)));
        }
    }

    /// Siblings in the candidates' domains, on whatever node they run.
    void count(const framework::NodeInfo& node, const SpreadInclusion& inclusion)
    {
        if (ignores(node))
            return;
        auto included = inclusion.of(node);
        for (std::size_t i = 0; i < constraints.size(); ++i) {
            if (constraints[i].topologyKey == hostnameKey || !included.includes(constraints[i]))
                continue;
            const auto value = valueOn(node, i);
            if (domains[i].find(value))
                domains[i].add(value, countSelectedPods(node, constraints[i].selector, ns));
        }
    }

    std::int64_t score(const framework::NodeInfo& node) const
    {
        if (ignores(node))
            return 0;
        double sum = 0;
        for (std::size_t i = 0; i < constraints.size(); ++i) {
            const auto* value = node.node().meta.labels.find(constraints[i].topologyKey);
            if (!value)
                continue;
            const auto count = constraints[i].topologyKey == hostnameKey
                                   ? countSelectedPods(node, constraints[i].selector, ns)
                                   : domains[i].count(*value);
            sum += static_cast<double>(count) * weights[i] + static_cast<double>(constraints[i].maxSkew - 1);
        }
        return static_cast<std::int64_t>(std::round(sum));
    }
};

}

Status PodTopologySpread::preScore(framework::CycleState& state, const api::Pod& pod, const framework::NodeList& nodes)
{
    auto constraints = spreadConstraintsOf(pod, SpreadAction::ScheduleAnyway, defaults_, handle_);
    if (!constraints)
        return Status::error("calculating preScoreState: obtaining pod's soft topology spread constraints: "
                             + constraints.error());
    if (constraints->empty())
        return Status::skip();
    auto data = std::make_shared<PreScoreState>();
    data->constraints = std::move(*constraints);
    data->requiresAllKeys = !pod.spec.topologySpreadConstraints.empty() || !defaults_.isSystem();
    data->ns = pod.meta.namespace_;
    data->findDomains(nodes);
    const SpreadInclusion inclusion(pod);
    for (const auto* node : handle_.snapshot().list())
        data->count(*node, inclusion);
    state.write(stateKey, std::move(data));
    return Status::success();
}

Status PodTopologySpread::score(framework::CycleState& state, const api::Pod&, const framework::NodeInfo& node,
                                std::int64_t& score)
{
    const auto* data = state.read<PreScoreState>(stateKey);
    if (!data)
        return Status::error(notFound);
    score = data->score(node);
    return Status::success();
}

Status PodTopologySpread::normalizeScore(framework::CycleState& state, const api::Pod&,
                                         std::vector<framework::NodeScore>& scores)
{
    const auto* data = state.read<PreScoreState>(stateKey);
    if (!data)
        return Status::error(notFound);
    auto lowest = std::numeric_limits<std::int64_t>::max();
    std::int64_t highest = 0;
    for (const auto& entry : scores) {
        if (data->ignores(*entry.node))
            continue;
        lowest = std::min(lowest, entry.score);
        highest = std::max(highest, entry.score);
    }
    for (auto& entry : scores) {
        if (data->ignores(*entry.node))
            entry.score = 0;
        else if (highest == 0)
            entry.score = framework::maxNodeScore;
        else
            entry.score = framework::maxNodeScore * (highest + lowest - entry.score) / highest;
    }
    return Status::success();
}

Status PodTopologySpread::signPod(const api::Pod& pod, std::vector<framework::SignFragment>&) const
{
    if (!pod.spec.topologySpreadConstraints.empty())
        return Status::unschedulable("pods with topology constraints are not signable");
    if (!defaults_.isEmpty())
        return Status::unschedulable("pods with default topology constraints are not signable");
    return Status::success();
}

}
