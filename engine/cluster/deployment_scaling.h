// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "cluster/deployment_sets.h"

namespace berth::cluster {

/// Brings the ReplicaSets to a changed number of replicas without deciding a rollout that is under way: while only one has
/// pods it takes the change; once the current one is complete the others go to 0; otherwise each gets a share of the
/// change in proportion to its size, and what rounding leaves over goes to the largest. present: status.replicas of the
/// Deployment.
void scaleProportionally(DeploymentSets& sets, const DeploymentSpec& spec, std::int32_t present);

}
