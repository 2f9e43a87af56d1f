// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "cluster/memory_server.h"
#include "cluster/random_streams.h"
#include "cluster/time_line.h"

#include <string_view>

namespace berth::cluster {

/// What a controller works on. The references outlive it.
struct World {
    MemoryServer& server;
    VirtualClock& clock;
    TimeLine& timeLine;
    RandomStreams& random;
};

/// A part of the cluster that brings it from how it is to how it should be. Level-triggered: a change only marks what
/// is to be looked at, and sync() looks at the state of then, in an order that no hash decides. Work for later goes to
/// the time line, and marks in its turn.
class Controller {
public:
    virtual ~Controller() = default;
    /// As who it writes, `replicaset-controller`; unique.
    virtual std::string_view name() const = 0;
    /// Every change of every object, finished pods included; either may be null, not both. Must not change anything.
    virtual void onChange(const api::ObjectPtr& before, const api::ObjectPtr& after) = 0;
    /// Does all marked work; true if it changed something in the server.
    virtual bool sync() = 0;
};

}
