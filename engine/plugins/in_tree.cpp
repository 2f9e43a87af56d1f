// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/in_tree.h"

#include "plugins/balanced_allocation.h"
#include "plugins/default_binder.h"
#include "plugins/default_preemption.h"
#include "plugins/dynamic_resources.h"
#include "plugins/image_locality.h"
#include "plugins/inter_pod_affinity.h"
#include "plugins/names.h"
#include "plugins/native_plugins.h"
#include "plugins/node_affinity.h"
#include "plugins/node_declared_features.h"
#include "plugins/node_name.h"
#include "plugins/node_ports.h"
#include "plugins/node_resources_fit.h"
#include "plugins/node_unschedulable.h"
#include "plugins/pod_group_plugins.h"
#include "plugins/pod_topology_spread.h"
#include "plugins/priority_sort.h"
#include "plugins/scheduling_gates.h"
#include "plugins/taint_toleration.h"
#include "plugins/volume_plugins.h"

namespace berth::plugins {
namespace {

using framework::PluginContext;
using Made = tl::expected<std::unique_ptr<framework::Plugin>, std::string>;

/// Plugins that need nothing.
template <typename T>
Made plain(const PluginContext&)
{
    return std::make_unique<T>();
}

/// Plugins that need the scheduler's hand.
template <typename T>
Made withHandle(const PluginContext& context)
{
    return std::make_unique<T>(context.handle);
}

/// Plugins that need it and their arguments.
template <typename T, typename Args>
Made withArgs(const PluginContext& context, api::Symbol name)
{
    return std::make_unique<T>(context.handle, context.config.argsOf<Args>(name.view()));
}

void addSmallOnes(framework::Registry& registry)
{
    registry.add(names::schedulingGates.str(), plain<SchedulingGates>);
    registry.add(names::prioritySort.str(), plain<PrioritySort>);
    registry.add(names::nodeUnschedulable.str(), plain<NodeUnschedulable>);
    registry.add(names::nodeName.str(), plain<NodeName>);
    registry.add(names::taintToleration.str(), [](const PluginContext& context) -> Made {
        return std::make_unique<TaintToleration>(context.handle.gates());
    });
    registry.add(names::nodePorts.str(), plain<NodePorts>);
    registry.add(names::nodeDeclaredFeatures.str(), plain<NodeDeclaredFeatures>);
    registry.add(names::imageLocality.str(), withHandle<ImageLocality>);
    registry.add(names::defaultBinder.str(), withHandle<DefaultBinder>);
}

void addOnesWithArguments(framework::Registry& registry)
{
    registry.add(names::nodeAffinity.str(), [](const PluginContext& context) -> Made {
        return std::make_unique<NodeAffinity>(
            context.config.argsOf<config::NodeAffinityArgs>(names::nodeAffinity.view()));
    });
    registry.add(names::nodeResourcesFit.str(), [](const PluginContext& context) {
        return withArgs<NodeResourcesFit, config::NodeResourcesFitArgs>(context, names::nodeResourcesFit);
    });
    registry.add(names::balancedAllocation.str(), [](const PluginContext& context) {
        return withArgs<BalancedAllocation, config::NodeResourcesBalancedAllocationArgs>(context,
                                                                                         names::balancedAllocation);
    });
    registry.add(names::podTopologySpread.str(), [](const PluginContext& context) {
        return withArgs<PodTopologySpread, config::PodTopologySpreadArgs>(context, names::podTopologySpread);
    });
    registry.add(names::interPodAffinity.str(), [](const PluginContext& context) {
        return withArgs<InterPodAffinity, config::InterPodAffinityArgs>(context, names::interPodAffinity);
    });
    registry.add(names::defaultPreemption.str(), [](const PluginContext& context) -> Made {
        return std::make_unique<DefaultPreemption>(
            context.handle, context.profile,
            context.config.argsOf<config::DefaultPreemptionArgs>(names::defaultPreemption.view()));
    });
}

void addUnfinishedOnes(framework::Registry& registry)
{
    registry.add(names::volumeRestrictions.str(), plain<VolumeRestrictions>);
    registry.add(names::nodeVolumeLimits.str(), plain<NodeVolumeLimits>);
    registry.add(names::volumeBinding.str(), plain<VolumeBinding>);
    registry.add(names::volumeZone.str(), plain<VolumeZone>);
    registry.add(names::dynamicResources.str(), withHandle<DynamicResources>);
    registry.add(names::gangScheduling.str(), plain<GangScheduling>);
    for (auto name : {names::topologyPlacementGenerator, names::podGroupPodsCount})
        registry.add(name.str(),
                     [name](const PluginContext&) -> Made { return std::make_unique<PlacementOnlyPlugin>(name); });
}

}

framework::Registry inTreeRegistry()
{
    framework::Registry registry;
    addSmallOnes(registry);
    addOnesWithArguments(registry);
    addUnfinishedOnes(registry);
    for (auto& plugin : nativePlugins())
        registry.add(std::move(plugin.name), std::move(plugin.make));
    return registry;
}

}
