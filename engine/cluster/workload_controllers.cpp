// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/workload_controllers.h"

namespace berth::cluster {

void addWorkloadControllers(World& world, std::vector<std::unique_ptr<Controller>>& controllers)
{
    for (const auto make : {makeCronJobController, makeJobController, makeDeploymentController, makeReplicaSetController,
                            makeStatefulSetController, makeDaemonSetController})
        controllers.push_back(make(world));
}

}
