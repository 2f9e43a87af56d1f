// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "config/plugin_args.h"
#include "framework/handle.h"
#include "plugins/resource_allocation.h"

namespace berth::plugins {

/// Prefers nodes whose resources would be used more evenly with the pod than without it.
/// Rule: plugins.md §7, NodeResourcesBalancedAllocation.
class BalancedAllocation final : public framework::PreScorePlugin,
                                 public framework::ScorePlugin,
                                 public framework::SignPlugin {
public:
    BalancedAllocation(framework::Handle& handle, config::NodeResourcesBalancedAllocationArgs args)
        : handle_(&handle), args_(std::move(args))
    {
    }
    api::Symbol name() const override;
    /// Skip for pods that ask for none of the resources.
    framework::Status preScore(framework::CycleState& state, const api::Pod& pod,
                               const framework::NodeList& nodes) override;
    /// 50…100; about 75 where the balance stays.
    framework::Status score(framework::CycleState& state, const api::Pod& pod, const framework::NodeInfo& node,
                            std::int64_t& score) override;
    framework::Status signPod(const api::Pod& pod, std::vector<framework::SignFragment>& fragments) const override;

private:
    framework::Handle* handle_;
    config::NodeResourcesBalancedAllocationArgs args_;
};

}
