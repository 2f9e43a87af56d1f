// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/plugin.h"

namespace berth::plugins {

/// Keeps pods with spec.schedulingGates out of the active queue until the last gate is gone.
/// Rule: plugins.md §4, SchedulingGates.
class SchedulingGates final : public framework::PreEnqueuePlugin, public framework::EnqueueExtensions {
public:
    api::Symbol name() const override;
    framework::Status preEnqueue(const api::Pod& pod) override;
    /// Only the pod's own loss of all gates.
    std::vector<framework::ClusterEventWithHint> eventsToRegister() const override;
};

}
