// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/symbol.h"

/// Names of the in-tree plugins, as configurations and messages have them.
namespace berth::plugins::names {

extern const api::Symbol schedulingGates;
extern const api::Symbol prioritySort;
extern const api::Symbol nodeUnschedulable;
extern const api::Symbol nodeName;
extern const api::Symbol taintToleration;
extern const api::Symbol nodeAffinity;
extern const api::Symbol nodePorts;
extern const api::Symbol nodeResourcesFit;
extern const api::Symbol volumeRestrictions;
extern const api::Symbol nodeVolumeLimits;
extern const api::Symbol volumeBinding;
extern const api::Symbol volumeZone;
extern const api::Symbol podTopologySpread;
extern const api::Symbol interPodAffinity;
extern const api::Symbol dynamicResources;
extern const api::Symbol defaultPreemption;
extern const api::Symbol balancedAllocation;
extern const api::Symbol imageLocality;
extern const api::Symbol defaultBinder;
extern const api::Symbol nodeDeclaredFeatures;
extern const api::Symbol gangScheduling;
extern const api::Symbol topologyPlacementGenerator;
extern const api::Symbol podGroupPodsCount;

}
