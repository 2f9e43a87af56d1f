// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/node_affinity.h"

#include "plugins/event_objects.h"
#include "plugins/names.h"
#include "plugins/normalize.h"
#include "plugins/signatures.h"

#include <algorithm>

namespace berth::plugins {

using framework::ActionType;
using framework::EventResource;
using framework::QueueingHint;
using framework::Status;

namespace {

const api::Symbol filterKey{"PreFilterNodeAffinity"};
const api::Symbol scoreKey{"PreScoreNodeAffinity"};
const api::Symbol nameField{"metadata.name"};

struct PreFilterState final : framework::StateData {
    api::RequiredNodeAffinity required;

    std::shared_ptr<StateData> clone() const override { return std::make_shared<PreFilterState>(*this); }
    std::string describe() const override { return "node selector and required node affinity, parsed"; }
};

struct PreScoreState final : framework::StateData {
    std::optional<api::PreferredNodeAffinity> preferred;

    std::shared_ptr<StateData> clone() const override { return std::make_shared<PreScoreState>(*this); }
    std::string describe() const override { return preferred ? "preferred terms, parsed" : "no preferred terms"; }
};

const std::optional<api::NodeAffinity>& nodeAffinityOf(const api::Pod& pod)
{
    static const std::optional<api::NodeAffinity> none;
    return pod.spec.affinity ? pod.spec.affinity->nodeAffinity : none;
}

const api::NodeSelector* requiredOf(const api::Pod& pod)
{
    const auto& affinity = nodeAffinityOf(pod);
    return affinity && affinity->required ? &*affinity->required : nullptr;
}

/// The nodes a term names by metadata.name; absent if it names none, so that any node may match it.
std::optional<std::set<std::string>> namedNodes(const api::NodeSelectorTerm& term)
{
    std::optional<std::set<std::string>> names;
    for (const auto& field : term.matchFields) {
        if (!(field.key == nameField) || field.op != "In")
            continue;
        std::set<std::string> values;
        for (auto value : field.values)
            if (!names || names->contains(value.str()))
                values.insert(value.str());
        names = std::move(values);
    }
    return names;
}

/// The pod's own preferred terms; null result where it has none.
tl::expected<std::optional<api::PreferredNodeAffinity>, std::string> preferredOf(const api::Pod& pod)
{
    const auto& affinity = nodeAffinityOf(pod);
    if (!affinity || !affinity->hasPreferred)
        return std::optional<api::PreferredNodeAffinity>{};
    auto parsed = api::PreferredNodeAffinity::parse(affinity->preferred);
    if (!parsed)
        return tl::unexpected(parsed.error());
    return std::optional(std::move(*parsed));
}

}

NodeAffinity::NodeAffinity(const config::NodeAffinityArgs& args)
{
    if (!args.addedAffinity)
        return;
    if (args.addedAffinity->required)
        addedRequired_.emplace(*args.addedAffinity->required);
    if (!args.addedAffinity->preferred.empty())
        if (auto parsed = api::PreferredNodeAffinity::parse(args.addedAffinity->preferred))
            addedPreferred_ = std::move(*parsed);
}

api::Symbol NodeAffinity::name() const { return names::nodeAffinity; }

Status NodeAffinity::preFilter(framework::CycleState& state, const api::Pod& pod, const framework::NodeList&,
                               framework::PreFilterResult& result)
{
    const auto* required = requiredOf(pod);
    if (!required && !addedRequired_ && !pod.spec.hasNodeSelector)
        return Status::skip();
    auto data = std::make_shared<PreFilterState>();
    data->required = api::RequiredNodeAffinity(pod.spec.nodeSelector, nodeAffinityOf(pod));
    state.write(filterKey, std::move(data));
    if (!required || required->nodeSelectorTerms.empty())
        return Status::success();
    std::set<std::string> names;
    for (const auto& term : required->nodeSelectorTerms) {
        auto named = namedNodes(term);
        if (!named)
            return Status::success(); // this term may match anywhere
        names.merge(*named);
    }
    if (names.empty())
        return Status::unschedulableAndUnresolvable("pod affinity terms conflict");
    result.nodeNames = std::move(names);
    return Status::success();
}

Status NodeAffinity::filter(framework::CycleState& state, const api::Pod& pod, const framework::NodeInfo& node)
{
    static const auto refusedByProfile =
        Status::unschedulableAndUnresolvable("node(s) didn't match scheduler-enforced node affinity");
    static const auto refused =
        Status::unschedulableAndUnresolvable("node(s) didn't match Pod's node affinity/selector");
    if (addedRequired_ && !addedRequired_->matches(node.facts()))
        return refusedByProfile;
    if (const auto* data = state.read<PreFilterState>(filterKey))
        return data->required.matches(node.facts()) ? Status::success() : refused;
    const api::RequiredNodeAffinity required(pod.spec.nodeSelector, nodeAffinityOf(pod));
    return required.matches(node.facts()) ? Status::success() : refused;
}

Status NodeAffinity::preScore(framework::CycleState& state, const api::Pod& pod, const framework::NodeList&)
{
    auto preferred = preferredOf(pod);
    if (!preferred)
        return Status::error(preferred.error());
    if (!*preferred && !addedPreferred_)
        return Status::skip();
    auto data = std::make_shared<PreScoreState>();
    data->preferred = std::move(*preferred);
    state.write(scoreKey, std::move(data));
    return Status::success();
}

Status NodeAffinity::score(framework::CycleState& state, const api::Pod& pod, const framework::NodeInfo& node,
                           std::int64_t& score)
{
    score = addedPreferred_ ? addedPreferred_->score(node.facts()) : 0;
    if (const auto* data = state.read<PreScoreState>(scoreKey)) {
        score += data->preferred ? data->preferred->score(node.facts()) : 0;
        return Status::success();
    }
    auto preferred = preferredOf(pod);
    if (!preferred)
        return Status::error(preferred.error());
    score += *preferred ? (*preferred)->score(node.facts()) : 0;
    return Status::success();
}

Status NodeAffinity::normalizeScore(framework::CycleState&, const api::Pod&, std::vector<framework::NodeScore>& scores)
{
    normalizeByMaximum(scores, false);
    return Status::success();
}

QueueingHint NodeAffinity::afterNodeChange(const api::Pod& pod, const api::Object* before,
                                           const api::Object* after) const
{
    auto facts = [](const api::Object* node) { return api::NodeFacts{node->meta.name, node->meta.labels}; };
    if (addedRequired_ && !addedRequired_->matches(facts(after)))
        return QueueingHint::skip();
    const api::RequiredNodeAffinity required(pod.spec.nodeSelector, nodeAffinityOf(pod));
    const auto now = required.match(facts(after));
    if (!now)
        return QueueingHint::failed(now.error());
    if (!*now)
        return QueueingHint::skip();
    if (!before)
        return QueueingHint::queue();
    const auto then = required.match(facts(before));
    if (!then)
        return QueueingHint::failed(then.error());
    return QueueingHint::queueIf(!*then);
}

std::vector<framework::ClusterEventWithHint> NodeAffinity::eventsToRegister() const
{
    return {{{EventResource::Node, ActionType::Add | ActionType::UpdateNodeLabel, {}},
             [this](const api::Pod& pod, const api::Object* before, const api::Object* after) {
                 return afterNodeChange(pod, before, after);
             }}};
}

namespace {

std::string requirementJson(const api::NodeSelectorRequirement& requirement)
{
    auto values = requirement.values;
    std::sort(values.begin(), values.end());
    std::string json = "{\"key\":" + signatures::quoted(requirement.key.view()) + ",\"operator\":"
        + signatures::quoted(requirement.op) + ",\"values\":[";
    for (std::size_t i = 0; i < values.size(); ++i)
        json += (i ? "," : "") + signatures::quoted(values[i].view());
    return json + "]}";
}

std::string sortedList(std::vector<std::string> items)
{
    std::sort(items.begin(), items.end());
    std::string json = "[";
    for (const auto& item : items)
        json += (json.size() > 1 ? "," : "") + item;
    return json + "]";
}

std::string termJson(const api::NodeSelectorTerm& term)
{
    std::vector<std::string> expressions;
    std::vector<std::string> fields;
    for (const auto& requirement : term.matchExpressions)
        expressions.push_back(requirementJson(requirement));
    for (const auto& requirement : term.matchFields)
        fields.push_back(requirementJson(requirement));
    return "{\"matchExpressions\":" + sortedList(std::move(expressions)) + ",\"matchFields\":"
        + sortedList(std::move(fields)) + "}";
}

std::string affinityJson(const std::optional<api::NodeAffinity>& affinity)
{
    if (!affinity)
        return "null";
    std::vector<std::string> required;
    std::vector<std::string> preferred;
    if (affinity->required)
        for (const auto& term : affinity->required->nodeSelectorTerms)
            required.push_back(termJson(term));
    for (const auto& term : affinity->preferred)
        preferred.push_back("{\"weight\":" + std::to_string(term.weight) + ",\"preference\":" + termJson(term.preference)
                            + "}");
    return "{\"Required\":" + sortedList(std::move(required)) + ",\"Preferred\":" + sortedList(std::move(preferred))
        + "}";
}

}

Status NodeAffinity::signPod(const api::Pod& pod, std::vector<framework::SignFragment>& fragments) const
{
    fragments.push_back({"v1.Pod.Spec.Affinity.NodeAffinity", affinityJson(nodeAffinityOf(pod))});
    std::string selector = "{";
    for (const auto& [key, value] : pod.spec.nodeSelector)
        selector += (selector.size() > 1 ? "," : "") + signatures::quoted(key.view()) + ":"
            + signatures::quoted(value.view());
    fragments.push_back({"v1.Pod.Spec.Affinity.NodeSelector", selector + "}"});
    return Status::success();
}

}
