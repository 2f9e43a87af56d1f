// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "cluster/controller.h"

#include <memory>
#include <vector>

namespace berth::cluster {

/// All controllers of a living cluster, each with its own memory, in the order in which they are run.
std::vector<std::unique_ptr<Controller>> allControllers(World& world);

/// Owns the controllers, tells them of every change and lets them work.
class Controllers final : private ChangeListener {
public:
    /// They hear of what the server has already as of new objects. The world outlives this.
    Controllers(World& world, std::vector<std::unique_ptr<Controller>> controllers);
    ~Controllers() override;
    Controllers(const Controllers&) = delete;
    Controllers& operator=(const Controllers&) = delete;

    /// One after the other, round after round, until nobody has anything to do; true if something was changed.
    /// Controllers that fight over an object are stopped after mostRounds, which an event of the server says.
    bool run();

    static constexpr int mostRounds = 1000;

private:
    void onChange(const api::ObjectPtr& before, const api::ObjectPtr& after) override;

    World world_;
    std::vector<std::unique_ptr<Controller>> controllers_;
};

}
