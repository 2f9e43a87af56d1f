// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "config/plugin_args.h"
#include "framework/handle.h"
#include "plugins/resource_allocation.h"

#include <set>

namespace berth::plugins {

/// Whether the node has room for what the pod asks, and how much would be left, by one of three strategies.
/// Rule: plugins.md §6, NodeResourcesFit.
class NodeResourcesFit final : public framework::PreFilterPlugin,
                               public framework::FilterPlugin,
                               public framework::PreScorePlugin,
                               public framework::ScorePlugin,
                               public framework::EnqueueExtensions,
                               public framework::SignPlugin {
public:
    NodeResourcesFit(framework::Handle& handle, config::NodeResourcesFitArgs args);

    api::Symbol name() const override;

    framework::Status preFilter(framework::CycleState& state, const api::Pod& pod, const framework::NodeList& nodes,
                                framework::PreFilterResult& result) override;
    /// All that is lacking at once; unresolvable as soon as one request is more than the node has in all.
    framework::Status filter(framework::CycleState& state, const api::Pod& pod,
                             const framework::NodeInfo& node) override;

    framework::Status preScore(framework::CycleState& state, const api::Pod& pod,
                               const framework::NodeList& nodes) override;
    framework::Status score(framework::CycleState& state, const api::Pod& pod, const framework::NodeInfo& node,
                            std::int64_t& score) override;

    std::vector<framework::ClusterEventWithHint> eventsToRegister() const override;
    framework::Status signPod(const api::Pod& pod, std::vector<framework::SignFragment>& fragments) const override;

private:
    struct Insufficient {
        std::string reason;
        bool unresolvable = false;
    };
    std::vector<Insufficient> lacking(const framework::Resource& request, const framework::NodeInfo& node,
                                      bool honourIgnored) const;
    bool isIgnored(api::Symbol resource) const;
    bool isDelegatedToDevices(api::Symbol resource, const framework::Resource& allocatable) const;
    std::int64_t scoreOf(const std::vector<ScoredResource>& resources, const framework::NodeInfo& node) const;

    framework::QueueingHint afterPodChange(const api::Pod& pod, const api::Object* before,
                                           const api::Object* after) const;
    framework::QueueingHint afterNodeChange(const api::Pod& pod, const api::Object* before,
                                            const api::Object* after) const;
    framework::QueueingHint afterDeviceClassChange(const api::Pod& pod, const api::Object* before,
                                                   const api::Object* after) const;

    framework::Handle* handle_;
    config::NodeResourcesFitArgs args_;
    std::set<std::string, std::less<>> ignoredResources_;
    std::set<std::string, std::less<>> ignoredGroups_;
};

}
