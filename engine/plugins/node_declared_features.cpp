// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/node_declared_features.h"

#include "plugins/event_objects.h"
#include "plugins/names.h"
#include "plugins/signatures.h"

#include <algorithm>
#include <array>
#include <bitset>

namespace berth::plugins {

using framework::ActionType;
using framework::EventResource;
using framework::QueueingHint;
using framework::Status;

namespace {

const api::Symbol stateKey{"PreFilterNodeDeclaredFeatures"};

/// What kubelets of this release can declare, in bytewise order.
constexpr std::array<std::string_view, 5> knownFeatures{
    "ExtendWebSocketsToKubelet",
    "InPlacePodLevelResourcesVerticalScaling",
    "InPlacePodVerticalScalingInitContainers",
    "RestartAllContainersOnContainerExits",
    "UserNamespacesHostNetworkSupport",
};
constexpr std::size_t restartAllContainers = 3;
constexpr std::size_t userNamespacesWithHostNetwork = 4;

using FeatureSet = std::bitset<knownFeatures.size()>;

FeatureSet featuresNeededBy(const api::Pod& pod)
{
    const auto& spec = pod.spec;
    const auto restartsAll = [](const std::vector<api::Container>& containers) {
        return std::any_of(containers.begin(), containers.end(),
                           [](const api::Container& container) { return container.restartsAllContainers; });
    };
    FeatureSet needed;
    needed[restartAllContainers] = restartsAll(spec.containers) || restartsAll(spec.initContainers);
    needed[userNamespacesWithHostNetwork] = spec.hostNetwork && spec.hostUsers == false;
    return needed;
}

/// Both lists are walked once, as if the declared one were sorted: a known name out of order may be lost.
FeatureSet featuresOf(const std::vector<std::string>& declared)
{
    FeatureSet features;
    std::size_t known = 0;
    for (auto it = declared.begin(); it != declared.end() && known < knownFeatures.size();) {
        if (*it < knownFeatures[known]) {
            ++it;
            continue;
        }
        if (*it == knownFeatures[known]) {
            features.set(known);
            ++it;
        }
        ++known;
    }
    return features;
}

struct PreFilterState final : framework::StateData {
    FeatureSet needed;

    std::shared_ptr<StateData> clone() const override { return std::make_shared<PreFilterState>(*this); }
    std::string describe() const override
    {
        std::string text = "needs:";
        for (std::size_t i = 0; i < knownFeatures.size(); ++i)
            if (needed[i])
                text.append(" ").append(knownFeatures[i]);
        return text;
    }
};

QueueingHint afterNodeChange(const api::Pod&, const api::Object* before, const api::Object* after)
{
    return QueueingHint::queueIf(!before
                                 || asNode(before)->status.declaredFeatures != asNode(after)->status.declaredFeatures);
}

QueueingHint afterPodUpdate(const api::Pod& pod, const api::Object* before, const api::Object* after)
{
    return QueueingHint::queueIf(isSamePod(pod, after)
                                 && featuresNeededBy(*asPod(before)) != featuresNeededBy(*asPod(after)));
}

}

api::Symbol NodeDeclaredFeatures::name() const
{
    return names::nodeDeclaredFeatures;
}

Status NodeDeclaredFeatures::preFilter(framework::CycleState& state, const api::Pod& pod, const framework::NodeList&,
                                       framework::PreFilterResult&)
{
    const auto needed = featuresNeededBy(pod);
    if (needed.none())
        return Status::skip();
    auto data = std::make_shared<PreFilterState>();
    data->needed = needed;
    state.write(stateKey, std::move(data));
    return Status::success();
}

Status NodeDeclaredFeatures::filter(framework::CycleState& state, const api::Pod&, const framework::NodeInfo& node)
{
    static const auto refused = Status::unschedulableAndUnresolvable("node(s) didn't match Pod's required features");
    const auto* data = state.read<PreFilterState>(stateKey);
    if (!data)
        return Status::error("error reading \"PreFilterNodeDeclaredFeatures\" from cycle-state: not found");
    const auto missing = data->needed & ~featuresOf(node.node().status.declaredFeatures);
    return missing.any() ? refused : Status::success();
}

std::vector<framework::ClusterEventWithHint> NodeDeclaredFeatures::eventsToRegister() const
{
    return {{{EventResource::Node, ActionType::Add | ActionType::UpdateNodeDeclaredFeature, {}}, afterNodeChange},
            {{EventResource::Pod, ActionType::Update, {}}, afterPodUpdate}};
}

Status NodeDeclaredFeatures::signPod(const api::Pod& pod, std::vector<framework::SignFragment>& fragments) const
{
    std::string bits;
    const auto needed = featuresNeededBy(pod);
    for (std::size_t i = 0; i < knownFeatures.size(); ++i)
        bits += needed[i] ? '1' : '0';
    fragments.push_back({"v1.Pod.Spec.RequiredFeatures()", signatures::quoted(bits)});
    return Status::success();
}

}
