// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/meta.h"
#include "cluster/server_behaviour.h"

#include <vector>

namespace berth::scenario {

/// Whether a cluster of plain files lives, that is, has its controllers at work (docs/living-cluster.md): it does if some workload
/// wants pods and has none. What a server has seen already (metadata.uid) beside pods with owners is a dump, which brings all pods
/// along that its workloads have. Scenario files say themselves how they live, and scenario folders play like their goldens.
bool hasPodsToMake(const std::vector<const api::Object*>& objects);
/// How the server of these objects behaves. given: as the input says; isPlain: it consists of plain files, which say nothing of it.
cluster::ServerBehaviour serverFor(const std::vector<const api::Object*>& objects, cluster::ServerBehaviour given, bool isPlain);

}
