// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/plugin.h"

namespace berth::plugins {

/// A pod that names a node goes there or nowhere. Rule: plugins.md §4, NodeName.
class NodeName final : public framework::FilterPlugin,
                       public framework::EnqueueExtensions,
                       public framework::SignPlugin {
public:
    api::Symbol name() const override;
    framework::Status filter(framework::CycleState&, const api::Pod& pod, const framework::NodeInfo& node) override;
    std::vector<framework::ClusterEventWithHint> eventsToRegister() const override;
    framework::Status signPod(const api::Pod& pod, std::vector<framework::SignFragment>& fragments) const override;
};

}
