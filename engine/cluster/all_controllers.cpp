// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/controllers.h"

#include "cluster/kubelet.h"

namespace berth::cluster {

std::vector<std::unique_ptr<Controller>> allControllers(World& world)
{
    std::vector<std::unique_ptr<Controller>> all;
    // In the order in which a change is passed on: what is to be deleted, who makes pods, who runs them.
    all.push_back(std::make_unique<Kubelet>(world));
    return all;
}

}
