// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/taint_toleration.h"

#include "api/toleration.h"
#include "plugins/event_objects.h"
#include "plugins/names.h"
#include "plugins/normalize.h"
#include "plugins/signatures.h"

namespace berth::plugins {

using framework::ActionType;
using framework::EventResource;
using framework::QueueingHint;
using framework::Status;

namespace {

const api::Symbol stateKey{"PreScoreTaintToleration"};
const api::Symbol preferNoSchedule{"PreferNoSchedule"};

struct PreScoreState final : framework::StateData {
    /// Tolerations that can say anything about a PreferNoSchedule taint.
    std::vector<api::Toleration> tolerations;

    std::shared_ptr<StateData> clone() const override { return std::make_shared<PreScoreState>(*this); }
    std::string describe() const override
    {
        return std::to_string(tolerations.size()) + " toleration(s) for PreferNoSchedule";
    }
};

QueueingHint afterNodeChange(api::TolerationOperators operators, const api::Pod& pod, const api::Object* before,
                             const api::Object* after)
{
    auto tainted = [&pod, operators](const api::Object* node) {
        return api::findUntoleratedTaint(asNode(node)->spec.taints, pod.spec.tolerations, operators) != nullptr;
    };
    return QueueingHint::queueIf((!before || tainted(before)) && !tainted(after));
}

QueueingHint afterTolerationChange(const api::Pod& pod, const api::Object*, const api::Object* after)
{
    return QueueingHint::queueIf(isSamePod(pod, after));
}

}

TaintToleration::TaintToleration(const config::FeatureGates& gates)
    : operators_(gates.enabled(config::Gate::TaintTolerationComparisonOperators)
                     ? api::TolerationOperators::WithComparison
                     : api::TolerationOperators::Standard)
{
}

api::Symbol TaintToleration::name() const { return names::taintToleration; }

Status TaintToleration::filter(framework::CycleState&, const api::Pod& pod, const framework::NodeInfo& node)
{
    static const auto refused = Status::unschedulableAndUnresolvable("node(s) had untolerated taint(s)");
    return api::findUntoleratedTaint(node.node().spec.taints, pod.spec.tolerations, operators_) ? refused
                                                                                                : Status::success();
}

Status TaintToleration::preScore(framework::CycleState& state, const api::Pod& pod, const framework::NodeList&)
{
    auto data = std::make_shared<PreScoreState>();
    for (const auto& toleration : pod.spec.tolerations)
        if (toleration.effect.empty() || toleration.effect == preferNoSchedule)
            data->tolerations.push_back(toleration);
    state.write(stateKey, std::move(data));
    return Status::success();
}

Status TaintToleration::score(framework::CycleState& state, const api::Pod&, const framework::NodeInfo& node,
                              std::int64_t& score)
{
    const auto* data = state.read<PreScoreState>(stateKey);
    if (!data)
        return Status::error("failed to read \"PreScoreTaintToleration\" from cycleState: not found");
    score = 0;
    for (const auto& taint : node.node().spec.taints)
        if (taint.effect == preferNoSchedule && !api::tolerates(data->tolerations, taint, operators_))
            ++score;
    return Status::success();
}

Status TaintToleration::normalizeScore(framework::CycleState&, const api::Pod&,
                                       std::vector<framework::NodeScore>& scores)
{
    normalizeByMaximum(scores, true);
    return Status::success();
}

std::vector<framework::ClusterEventWithHint> TaintToleration::eventsToRegister() const
{
    return {{{EventResource::Node, ActionType::Add | ActionType::UpdateNodeTaint, {}},
             [operators = operators_](const api::Pod& pod, const api::Object* before, const api::Object* after) {
                 return afterNodeChange(operators, pod, before, after);
             }},
            {{EventResource::Pod, ActionType::UpdatePodToleration, {}}, afterTolerationChange}};
}

Status TaintToleration::signPod(const api::Pod& pod, std::vector<framework::SignFragment>& fragments) const
{
    fragments.push_back(signatures::tolerations(pod));
    return Status::success();
}

}
