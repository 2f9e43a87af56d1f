// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "cluster/controller.h"

#include <memory>
#include <vector>

namespace berth::cluster {

/// The controllers of workloads. The world outlives them.
std::unique_ptr<Controller> makeReplicaSetController(World& world);
std::unique_ptr<Controller> makeDeploymentController(World& world);
std::unique_ptr<Controller> makeStatefulSetController(World& world);
std::unique_ptr<Controller> makeDaemonSetController(World& world);
std::unique_ptr<Controller> makeJobController(World& world);
std::unique_ptr<Controller> makeCronJobController(World& world);

/// All of them, each before those that look after what it makes.
void addWorkloadControllers(World& world, std::vector<std::unique_ptr<Controller>>& controllers);

}
