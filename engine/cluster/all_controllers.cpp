// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/controllers.h"

#include "cluster/disruption.h"
#include "cluster/drain.h"
#include "cluster/garbage_collector.h"
#include "cluster/kubelet.h"
#include "cluster/namespace_lifecycle.h"
#include "cluster/node_lifecycle.h"
#include "cluster/pod_garbage_collector.h"
#include "cluster/taint_eviction.h"
#include "cluster/ttl_after_finished.h"
#include "cluster/workload_controllers.h"

namespace berth::cluster {

std::vector<std::unique_ptr<Controller>> allControllers(World& world)
{
    std::vector<std::unique_ptr<Controller>> all;
    // In the order in which a change is passed on: what is to be deleted, who makes pods, who runs them.
    all.push_back(std::make_unique<NamespaceLifecycle>(world));
    all.push_back(std::make_unique<GarbageCollector>(world));
    all.push_back(std::make_unique<TtlAfterFinished>(world));
    all.push_back(std::make_unique<PodGarbageCollector>(world));
    all.push_back(std::make_unique<NodeLifecycle>(world));
    all.push_back(std::make_unique<DisruptionController>(world));
    all.push_back(std::make_unique<Drain>(world));
    addWorkloadControllers(world, all);
    all.push_back(std::make_unique<Kubelet>(world));
    // After the kubelet, whose rejection of a pod that must not run says more than its deletion.
    all.push_back(std::make_unique<TaintEviction>(world));
    return all;
}

}
