// SPDX-License-Identifier: GPL-3.0-or-later
// PodTopologySpread where it decides: DoNotSchedule constraints (plugins.md §9.3).
#include "plugins/domain_rules.h"
#include "plugins/names.h"
#include "plugins/pod_topology_spread.h"

#include <algorithm>

namespace berth::plugins {

using framework::Status;

namespace {

const api::Symbol stateKey{"PreFilterPodTopologySpread"};
constexpr const char* notFound = "reading \"PreFilterPodTopologySpread\" from cycleState: not found";

/// The part of the state that stays as it is while pods come and go in a dry run.
struct Rules {
    SpreadConstraints constraints;
    std::vector<std::int64_t> self; ///< per constraint 1 if the pod counts itself, else 0
    SpreadInclusion inclusion;
    api::Symbol ns;
};

/// Siblings per domain of one constraint, and the least of them.
class Domains {
public:
    void add(api::Symbol value, std::int64_t delta)
    {
        const auto after = counts_.add(value, delta);
        if (!minimumKnown_)
            return;
        if (after <= minimum_)
            minimum_ = after;
        else if (after - delta <= minimum_)
            minimumKnown_ = false; // the least one has grown
    }
    std::int64_t count(api::Symbol value) const { return counts_.count(value); }
    /// What skew is measured from: 0 while there are fewer domains than asked for.
    std::int64_t floor(std::int32_t minDomains)
    {
        if (counts_.size() < static_cast<std::size_t>(std::max(minDomains, 1)))
            return 0;
        if (!minimumKnown_) {
            minimum_ = *std::min_element(counts_.counts().begin(), counts_.counts().end());
            minimumKnown_ = true;
        }
        return minimum_;
    }
    const DomainCounts& counts() const { return counts_; }

private:
    DomainCounts counts_;
    std::int64_t minimum_ = 0;
    bool minimumKnown_ = false;
};

struct PreFilterState final : framework::StateData, framework::DomainExplainer {
    std::shared_ptr<const Rules> rules;
    std::vector<Domains> domains; ///< parallel to the constraints

    std::shared_ptr<StateData> clone() const override { return std::make_shared<PreFilterState>(*this); }

    std::string describe() const override
    {
        std::string text;
        for (std::size_t i = 0; i < domains.size(); ++i) {
            const auto& constraint = rules->constraints[i];
            auto one = domains[i];
            const auto floor = one.floor(constraint.minDomains);
            text += (text.empty() ? "" : "\n") + constraint.topologyKey.str() + ": "
                    + std::to_string(one.counts().size()) + " domain(s), minimum " + std::to_string(floor)
                    + ", maxSkew " + std::to_string(constraint.maxSkew)
                    + (constraint.minDomains > 1 ? ", minDomains " + std::to_string(constraint.minDomains) : "");
            for (const auto& [value, count] : one.counts().sorted())
                text += "\n  " + value.str() + ": " + std::to_string(count) + " matching pod(s), skew "
                        + std::to_string(count + rules->self[i] - floor) + " with this pod";
        }
        return text;
    }

    void explainDomains(const framework::NodeList& nodes, std::vector<trace::DomainRule>& rulesFound) const override
    {
        for (std::size_t i = 0; i < domains.size(); ++i) {
            const auto& constraint = rules->constraints[i];
            auto one = domains[i];
            auto rule = domainRule(trace::DomainRule::Kind::Spread, constraint.topologyKey, one.counts(), nodes);
            rule.selector = selectorText(constraint.selector);
            rule.maxSkew = constraint.maxSkew;
            rule.minDomains = constraint.minDomains;
            rule.minimum = one.floor(constraint.minDomains);
            rule.self = rules->self[i];
            for (auto& domain : rule.domains)
                domain.allowed = domain.count + rule.self - rule.minimum <= constraint.maxSkew;
            rulesFound.push_back(std::move(rule));
        }
    }

    void count(const framework::NodeInfo& node)
    {
        const auto& labels = node.node().meta.labels;
        if (!hasAllTopologyKeys(labels, rules->constraints))
            return;
        auto inclusion = rules->inclusion.of(node);
        for (std::size_t i = 0; i < domains.size(); ++i) {
            const auto& constraint = rules->constraints[i];
            if (inclusion.includes(constraint))
                domains[i].add(*labels.find(constraint.topologyKey),
                               countSelectedPods(node, constraint.selector, rules->ns));
        }
    }

    /// One pod more or less. Unlike the count, this also takes terminating pods and selectors that match everything.
    void update(const api::Pod& other, const framework::NodeInfo& node, std::int64_t delta)
    {
        const auto& labels = node.node().meta.labels;
        if (other.meta.namespace_ != rules->ns || !hasAllTopologyKeys(labels, rules->constraints))
            return;
        auto inclusion = rules->inclusion.of(node);
        for (std::size_t i = 0; i < domains.size(); ++i) {
            const auto& constraint = rules->constraints[i];
            if (constraint.selector.matches(other.meta.labels) && inclusion.includes(constraint))
                domains[i].add(*labels.find(constraint.topologyKey), delta);
        }
    }
};

std::shared_ptr<PreFilterState> makeState(SpreadConstraints constraints, const api::Pod& pod)
{
    auto state = std::make_shared<PreFilterState>();
    std::vector<std::int64_t> self;
    for (const auto& constraint : constraints)
        self.push_back(constraint.selector.matches(pod.meta.labels) ? 1 : 0);
    state->domains.resize(constraints.size());
    state->rules = std::make_shared<const Rules>(
        Rules{std::move(constraints), std::move(self), SpreadInclusion(pod), pod.meta.namespace_});
    return state;
}

Status update(framework::CycleState& state, const framework::PodInfo& other, const framework::NodeInfo& node,
              std::int64_t delta)
{
    auto* data = state.read<PreFilterState>(stateKey);
    if (!data)
        return Status::error(notFound);
    data->update(*other.pod, node, delta);
    return Status::success();
}

}

PodTopologySpread::PodTopologySpread(framework::Handle& handle, config::PodTopologySpreadArgs args)
    : handle_(handle),
      defaults_(std::move(args))
{}

api::Symbol PodTopologySpread::name() const
{
    return names::podTopologySpread;
}

Status PodTopologySpread::preFilter(framework::CycleState& state, const api::Pod& pod, const framework::NodeList& nodes,
                                    framework::PreFilterResult&)
{
    auto constraints = spreadConstraintsOf(pod, SpreadAction::DoNotSchedule, defaults_, handle_);
    if (!constraints)
        return Status::error("get constraints from pod: obtaining pod's hard topology spread constraints: "
                             + constraints.error());
    if (constraints->empty())
        return Status::skip();
    auto data = makeState(std::move(*constraints), pod);
    for (const auto* node : nodes)
        data->count(*node);
    state.write(stateKey, std::move(data));
    return Status::success();
}

Status PodTopologySpread::addPod(framework::CycleState& state, const api::Pod&, const framework::PodInfo& added,
                                 const framework::NodeInfo& node)
{
    return update(state, added, node, 1);
}

Status PodTopologySpread::removePod(framework::CycleState& state, const api::Pod&, const framework::PodInfo& removed,
                                    const framework::NodeInfo& node)
{
    return update(state, removed, node, -1);
}

Status PodTopologySpread::filter(framework::CycleState& state, const api::Pod&, const framework::NodeInfo& node)
{
    static const auto withoutLabel = Status::unschedulableAndUnresolvable(
        "node(s) didn't match pod topology spread constraints (missing required label)");
    static const auto tooSkewed = Status::unschedulable("node(s) didn't match pod topology spread constraints");
    auto* data = state.read<PreFilterState>(stateKey);
    if (!data)
        return Status::error(notFound);
    const auto& rules = *data->rules;
    for (std::size_t i = 0; i < rules.constraints.size(); ++i) {
        const auto& constraint = rules.constraints[i];
        const auto* value = node.node().meta.labels.find(constraint.topologyKey);
        if (!value)
            return withoutLabel;
        auto& domains = data->domains[i];
        const auto skew = domains.count(*value) + rules.self[i] - domains.floor(constraint.minDomains);
        if (skew > constraint.maxSkew)
            return tooSkewed;
    }
    return Status::success();
}

}
