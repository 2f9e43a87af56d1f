// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/names.h"

namespace berth::plugins::names {

using api::Symbol;

const Symbol schedulingGates{"SchedulingGates"};
const Symbol prioritySort{"PrioritySort"};
const Symbol nodeUnschedulable{"NodeUnschedulable"};
const Symbol nodeName{"NodeName"};
const Symbol taintToleration{"TaintToleration"};
const Symbol nodeAffinity{"NodeAffinity"};
const Symbol nodePorts{"NodePorts"};
const Symbol nodeResourcesFit{"NodeResourcesFit"};
const Symbol volumeRestrictions{"VolumeRestrictions"};
const Symbol nodeVolumeLimits{"NodeVolumeLimits"};
const Symbol volumeBinding{"VolumeBinding"};
const Symbol volumeZone{"VolumeZone"};
const Symbol podTopologySpread{"PodTopologySpread"};
const Symbol interPodAffinity{"InterPodAffinity"};
const Symbol dynamicResources{"DynamicResources"};
const Symbol defaultPreemption{"DefaultPreemption"};
const Symbol balancedAllocation{"NodeResourcesBalancedAllocation"};
const Symbol imageLocality{"ImageLocality"};
const Symbol defaultBinder{"DefaultBinder"};
const Symbol nodeDeclaredFeatures{"NodeDeclaredFeatures"};
const Symbol gangScheduling{"GangScheduling"};
const Symbol topologyPlacementGenerator{"TopologyPlacementGenerator"};
const Symbol podGroupPodsCount{"PodGroupPodsCount"};

}
