// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/plugin.h"

namespace berth::plugins {

/// Keeps pods off cordoned nodes (spec.unschedulable) unless they tolerate
/// node.kubernetes.io/unschedulable:NoSchedule. Rule: plugins.md §4, NodeUnschedulable.
class NodeUnschedulable final : public framework::FilterPlugin,
                                public framework::EnqueueExtensions,
                                public framework::SignPlugin {
public:
    api::Symbol name() const override;

    /// UnschedulableAndUnresolvable on a cordoned node without the toleration: no eviction can help.
    framework::Status filter(framework::CycleState&, const api::Pod& pod, const framework::NodeInfo& node) override;

    /// A node that appears or is uncordoned, or a new toleration, may let the pod in.
    std::vector<framework::ClusterEventWithHint> eventsToRegister() const override;
    framework::Status signPod(const api::Pod& pod, std::vector<framework::SignFragment>& fragments) const override;
};

}
