// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/dynamic_resources.h"

#include "api/pod_requests.h"
#include "plugins/device_classes.h"
#include "plugins/names.h"

namespace berth::plugins {

using framework::ActionType;
using framework::EventResource;
using framework::Status;

namespace {

const api::Symbol stateKey{"PreFilterDynamicResources"};

/// That PreFilter got here at all: PostFilter has to know.
struct Seen final : framework::StateData {
    std::shared_ptr<StateData> clone() const override { return std::make_shared<Seen>(*this); }
    std::string describe() const override { return "no claims"; }
};

}

api::Symbol DynamicResources::name() const { return names::dynamicResources; }

Status DynamicResources::preFilter(framework::CycleState& state, const api::Pod& pod, const framework::NodeList&,
                                   framework::PreFilterResult&)
{
    if (!pod.spec.resourceClaims.empty())
        return Status::error("the plugin DynamicResources is not implemented yet, and the pod has resource claims");
    for (const auto& [resource, quantity] : api::podRequests(pod))
        if (api::isExtendedResourceName(resource.view()) && !quantity.isZero())
            if (auto deviceClass = deviceClassOf(handle_->listers(), resource); !deviceClass.empty())
                return Status::error("the plugin DynamicResources is not implemented yet, and the pod's resource "
                                     + resource.str() + " is served by device class " + deviceClass);
    state.write(stateKey, std::make_shared<Seen>());
    return Status::skip();
}

Status DynamicResources::filter(framework::CycleState& state, const api::Pod&, const framework::NodeInfo&)
{
    return state.read(stateKey) ? Status::success() : Status::error("not found");
}

Status DynamicResources::postFilter(framework::CycleState& state, const api::Pod&, const framework::NodeToStatus&,
                                    std::optional<framework::PostFilterResult>&, trace::PostFilterRecord*)
{
    if (!state.read(stateKey))
        return Status::error("not found");
    return Status::unschedulable("no new claims to deallocate");
}

Status DynamicResources::score(framework::CycleState&, const api::Pod&, const framework::NodeInfo&,
                               std::int64_t& score)
{
    score = 0;
    return Status::success();
}

Status DynamicResources::preBindPreFlight(framework::CycleState&, const api::Pod&, const std::string&, bool& parallel)
{
    parallel = true;
    return Status::skip();
}

std::vector<framework::ClusterEventWithHint> DynamicResources::eventsToRegister() const
{
    constexpr auto addOrUpdate = ActionType::Add | ActionType::Update;
    return {{{EventResource::Node,
              ActionType::Add | ActionType::UpdateNodeLabel | ActionType::UpdateNodeAllocatable, {}}, nullptr},
            {{EventResource::ResourceClaim, addOrUpdate, {}}, nullptr},
            {{EventResource::Pod, ActionType::UpdatePodGeneratedResourceClaim, {}}, nullptr},
            {{EventResource::DeviceClass, addOrUpdate, {}}, nullptr},
            {{EventResource::ResourceSlice, addOrUpdate, {}}, nullptr}};
}

Status DynamicResources::signPod(const api::Pod& pod, std::vector<framework::SignFragment>&) const
{
    return pod.spec.resourceClaims.empty() ? Status::success()
                                           : Status::unschedulable("pods with resource claims are not signable");
}

}
