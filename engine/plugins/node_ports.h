// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/plugin.h"

namespace berth::plugins {

/// Refuses nodes where a host port that the pod wants is taken. Rule: plugins.md §4, NodePorts.
class NodePorts final : public framework::PreFilterPlugin,
                        public framework::FilterPlugin,
                        public framework::EnqueueExtensions,
                        public framework::SignPlugin {
public:
    api::Symbol name() const override;
    /// Skip for pods without host ports.
    framework::Status preFilter(framework::CycleState& state, const api::Pod& pod, const framework::NodeList& nodes,
                                framework::PreFilterResult& result) override;
    framework::Status filter(framework::CycleState& state, const api::Pod& pod,
                             const framework::NodeInfo& node) override;
    std::vector<framework::ClusterEventWithHint> eventsToRegister() const override;
    framework::Status signPod(const api::Pod& pod, std::vector<framework::SignFragment>& fragments) const override;
};

}
