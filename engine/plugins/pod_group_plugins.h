// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/plugin.h"

namespace berth::plugins {

/// GangScheduling as far as it is built: pods without a group pass, a pod with one is told that groups are still to
/// come. Off in the default profile. Rules to come: gang.md.
class GangScheduling final : public framework::PreEnqueuePlugin,
                             public framework::PermitPlugin,
                             public framework::EnqueueExtensions {
public:
    api::Symbol name() const override;
    framework::Status preEnqueue(const api::Pod& pod) override;
    std::pair<framework::Status, std::chrono::nanoseconds> permit(framework::CycleState&, const api::Pod& pod,
                                                                  const std::string& node) override;
    std::vector<framework::ClusterEventWithHint> eventsToRegister() const override;
};

/// A plugin that only has placement points, which need pod groups: it does nothing for single pods.
class PlacementOnlyPlugin final : public virtual framework::Plugin {
public:
    explicit PlacementOnlyPlugin(api::Symbol name) : name_(name) {}
    api::Symbol name() const override { return name_; }

private:
    api::Symbol name_;
};

}
