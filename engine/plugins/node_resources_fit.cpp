// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/node_resources_fit.h"

#include "api/pod_requests.h"
#include "plugins/device_classes.h"
#include "plugins/event_objects.h"
#include "plugins/names.h"
#include "plugins/scoring_strategies.h"
#include "plugins/signatures.h"

#include <algorithm>

namespace berth::plugins {

using framework::ActionType;
using framework::EventResource;
using framework::QueueingHint;
using framework::Resource;
using framework::Status;
namespace resource_name = framework::resource_name;

namespace {

const api::Symbol filterKey{"PreFilterNodeResourcesFit"};
const api::Symbol scoreKey{"PreScoreNodeResourcesFit"};

struct PreFilterState final : framework::StateData {
    Resource request;

    std::shared_ptr<StateData> clone() const override { return std::make_shared<PreFilterState>(*this); }
    std::string describe() const override
    {
        std::string text = "cpu " + std::to_string(request.milliCpu) + "m, memory " + std::to_string(request.memory)
            + ", ephemeral-storage " + std::to_string(request.ephemeralStorage);
        for (const auto& [name, amount] : request.scalars)
            text += ", " + name.str() + " " + std::to_string(amount);
        return text;
    }
};

struct PreScoreState final : framework::StateData {
    std::vector<ScoredResource> resources;

    std::shared_ptr<StateData> clone() const override { return std::make_shared<PreScoreState>(*this); }
    std::string describe() const override
    {
        std::string text;
        for (const auto& resource : resources)
            text += (text.empty() ? "" : ", ") + resource.name.str() + " " + std::to_string(resource.request)
                + " (weight " + std::to_string(resource.weight) + ")";
        return text;
    }
};

/// The answers for every combination of native resources that lack: one status each, shared by all nodes.
class NativeRefusals {
public:
    static constexpr unsigned pods = 1;
    static constexpr unsigned cpu = 2;
    static constexpr unsigned memory = 4;
    static constexpr unsigned ephemeralStorage = 8;

    NativeRefusals()
    {
        constexpr const char* reasons[] = {"Too many pods", "Insufficient cpu", "Insufficient memory",
                                           "Insufficient ephemeral-storage"};
        for (unsigned lacks = 1; lacks < 16; ++lacks) {
            std::vector<std::string> texts;
            for (unsigned bit = 0; bit < 4; ++bit)
                if (lacks & (1U << bit))
                    texts.emplace_back(reasons[bit]);
            statuses_[lacks] = {framework::Code::Unschedulable, std::move(texts)};
            unresolvable_[lacks] = statuses_[lacks].withCode(framework::Code::UnschedulableAndUnresolvable);
        }
    }
    const Status& of(unsigned lacks, bool unresolvable) const
    {
        return unresolvable ? unresolvable_[lacks] : statuses_[lacks];
    }

private:
    Status statuses_[16];
    Status unresolvable_[16];
};

/// The filter for pods that ask for native resources alone, as most do: lacking() without a list of what lacks.
Status filterNative(const Resource& request, const framework::NodeInfo& node)
{
    static const NativeRefusals refusals;
    const auto& allocatable = node.allocatable();
    const auto& requested = node.requested();
    unsigned lacks = 0;
    bool unresolvable = false;
    if (static_cast<std::int64_t>(node.pods().size()) + 1 > allocatable.allowedPodNumber)
        lacks |= NativeRefusals::pods;
    auto check = [&](unsigned bit, std::int64_t wanted, std::int64_t all, std::int64_t taken) {
        if (wanted <= 0 || wanted <= all - taken)
            return;
        lacks |= bit;
        unresolvable = unresolvable || wanted > all;
    };
    check(NativeRefusals::cpu, request.milliCpu, allocatable.milliCpu, requested.milliCpu);
    check(NativeRefusals::memory, request.memory, allocatable.memory, requested.memory);
    check(NativeRefusals::ephemeralStorage, request.ephemeralStorage, allocatable.ephemeralStorage,
          requested.ephemeralStorage);
    return lacks == 0 ? Status::success() : refusals.of(lacks, unresolvable);
}

bool asksForNothing(const Resource& request)
{
    return request.milliCpu == 0 && request.memory == 0 && request.ephemeralStorage == 0 && request.scalars.empty();
}

}

NodeResourcesFit::NodeResourcesFit(framework::Handle& handle, config::NodeResourcesFitArgs args)
    : handle_(&handle), args_(std::move(args)),
      ignoredResources_(args_.ignoredResources.begin(), args_.ignoredResources.end()),
      ignoredGroups_(args_.ignoredResourceGroups.begin(), args_.ignoredResourceGroups.end())
{
}

api::Symbol NodeResourcesFit::name() const { return names::nodeResourcesFit; }

Status NodeResourcesFit::preFilter(framework::CycleState& state, const api::Pod& pod, const framework::NodeList&,
                                   framework::PreFilterResult&)
{
    auto data = std::make_shared<PreFilterState>();
    data->request = Resource::requestedBy(pod);
    state.write(filterKey, std::move(data));
    return Status::success();
}

bool NodeResourcesFit::isIgnored(api::Symbol resource) const
{
    if (ignoredResources_.empty() && ignoredGroups_.empty())
        return false;
    const auto text = resource.view();
    return api::isExtendedResourceName(text)
        && (ignoredResources_.contains(text) || ignoredGroups_.contains(text.substr(0, text.find('/'))));
}

bool NodeResourcesFit::isDelegatedToDevices(api::Symbol resource, const Resource& allocatable) const
{
    const auto* amount = allocatable.scalars.find(resource);
    return (!amount || *amount <= 0) && !deviceClassOf(handle_->listers(), resource).empty();
}

std::vector<NodeResourcesFit::Insufficient> NodeResourcesFit::lacking(const Resource& request,
                                                                     const framework::NodeInfo& node,
                                                                     bool honourIgnored) const
{
    std::vector<Insufficient> found;
    const auto& allocatable = node.allocatable();
    const auto& requested = node.requested();
    if (static_cast<std::int64_t>(node.pods().size()) + 1 > allocatable.allowedPodNumber)
        found.push_back({"Too many pods", false});
    if (asksForNothing(request))
        return found;
    auto check = [&found](const char* name, std::int64_t wanted, std::int64_t all, std::int64_t taken) {
        if (wanted > 0 && wanted > all - taken)
            found.push_back({std::string("Insufficient ") + name, wanted > all});
    };
    check("cpu", request.milliCpu, allocatable.milliCpu, requested.milliCpu);
    check("memory", request.memory, allocatable.memory, requested.memory);
    check("ephemeral-storage", request.ephemeralStorage, allocatable.ephemeralStorage, requested.ephemeralStorage);
    for (const auto& [name, wanted] : request.scalars) {
        if (wanted == 0 || (honourIgnored && isIgnored(name)) || isDelegatedToDevices(name, allocatable))
            continue;
        check(name.str().c_str(), wanted, allocatable.get(name), requested.get(name));
    }
    return found;
}

Status NodeResourcesFit::filter(framework::CycleState& state, const api::Pod&, const framework::NodeInfo& node)
{
    const auto* data = state.read<PreFilterState>(filterKey);
    if (!data)
        return Status::error("error reading \"PreFilterNodeResourcesFit\" from cycleState: not found");
    if (data->request.scalars.empty())
        return filterNative(data->request, node);
    auto found = lacking(data->request, node, true);
    if (found.empty())
        return Status::success();
    std::vector<std::string> reasons;
    bool unresolvable = false;
    for (auto& insufficient : found) {
        reasons.push_back(std::move(insufficient.reason));
        unresolvable = unresolvable || insufficient.unresolvable;
    }
    return {unresolvable ? framework::Code::UnschedulableAndUnresolvable : framework::Code::Unschedulable,
            std::move(reasons)};
}

Status NodeResourcesFit::preScore(framework::CycleState& state, const api::Pod& pod, const framework::NodeList&)
{
    auto data = std::make_shared<PreScoreState>();
    data->resources = scoredResources(args_.scoringStrategy.resources, pod, true);
    state.write(scoreKey, std::move(data));
    return Status::success();
}

std::int64_t NodeResourcesFit::scoreOf(const std::vector<ScoredResource>& resources,
                                       const framework::NodeInfo& node) const
{
    thread_local std::vector<ResourceLoad> loads; // emptied, not freed, from node to node
    loads.clear();
    for (const auto& resource : resources) {
        const auto room = roomFor(resource, node, true);
        if (room.allocatable != 0)
            loads.push_back({resource.weight, room.allocatable, room.used + resource.request});
    }
    const auto& strategy = args_.scoringStrategy;
    if (strategy.type == "MostAllocated")
        return mostAllocatedScore(loads);
    if (strategy.type == "RequestedToCapacityRatio" && strategy.requestedToCapacityRatio)
        return requestedToCapacityRatioScore(loads, strategy.requestedToCapacityRatio->shape);
    return leastAllocatedScore(loads);
}

Status NodeResourcesFit::score(framework::CycleState& state, const api::Pod& pod, const framework::NodeInfo& node,
                               std::int64_t& score)
{
    if (args_.scoringStrategy.resources.empty())
        return Status::error("resources not found");
    if (const auto* data = state.read<PreScoreState>(scoreKey))
        score = scoreOf(data->resources, node);
    else
        score = scoreOf(scoredResources(args_.scoringStrategy.resources, pod, true), node);
    return Status::success();
}

Status NodeResourcesFit::signPod(const api::Pod& pod, std::vector<framework::SignFragment>& fragments) const
{
    for (const auto& [name, wanted] : Resource::requestedBy(pod).scalars)
        if (wanted != 0 && !deviceClassOf(handle_->listers(), name).empty())
            return Status::unschedulable("signature disabled when dra extended resources are used in the cluster");
    fragments.push_back(signatures::requests(pod));
    return Status::success();
}

}
