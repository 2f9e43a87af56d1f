// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/controllers.h"

namespace berth::cluster {

Controllers::Controllers(World& world, std::vector<std::unique_ptr<Controller>> controllers)
    : world_(world), controllers_(std::move(controllers))
{
    for (std::size_t kind = 0; kind <= static_cast<std::size_t>(api::Kind::Other); ++kind)
        for (const auto& object : world_.server.listAll(static_cast<api::Kind>(kind)))
            onChange(nullptr, object);
    world_.server.listen(this);
}

Controllers::~Controllers() { world_.server.unlisten(this); }

void Controllers::onChange(const api::ObjectPtr& before, const api::ObjectPtr& after)
{
    for (const auto& controller : controllers_)
        controller->onChange(before, after);
}

bool Controllers::run()
{
    bool anyEver = false;
    std::string busy;
    for (int round = 0; round < mostRounds; ++round) {
        busy.clear();
        for (const auto& controller : controllers_) {
            const MemoryServer::Acting acting(world_.server, std::string(controller->name()));
            if (controller->sync())
                busy.append(busy.empty() ? "" : ", ").append(controller->name());
        }
        if (busy.empty())
            return anyEver;
        anyEver = true;
    }
    world_.server.recordEvent({world_.clock.now(), "Cluster", "Warning", "ControllersDoNotSettle", "Reconciling",
                               "After " + std::to_string(mostRounds) + " rounds there is still work for " + busy});
    return false;
}

}
