// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "config/plugin_args.h"
#include "framework/handle.h"

namespace berth::plugins {

/// Keeps pods together and apart, by topology: required terms of the pod and required anti-affinity of the pods that
/// run filter, preferred terms of both sides score. Rule: plugins.md §8, §10.
class InterPodAffinity final : public framework::PreFilterPlugin,
                               public framework::PreFilterExtensions,
                               public framework::FilterPlugin,
                               public framework::PreScorePlugin,
                               public framework::ScorePlugin,
                               public framework::EnqueueExtensions,
                               public framework::SignPlugin {
public:
    explicit InterPodAffinity(framework::Handle& handle, config::InterPodAffinityArgs args);

    api::Symbol name() const override;

    /// Skip for a pod without required terms that nobody keeps away from itself.
    framework::Status preFilter(framework::CycleState& state, const api::Pod& pod, const framework::NodeList& nodes,
                                framework::PreFilterResult& result) override;
    framework::PreFilterExtensions* preFilterExtensions() override { return this; }
    framework::Status addPod(framework::CycleState& state, const api::Pod& pod, const framework::PodInfo& added,
                             const framework::NodeInfo& node) override;
    framework::Status removePod(framework::CycleState& state, const api::Pod& pod, const framework::PodInfo& removed,
                                const framework::NodeInfo& node) override;
    framework::Status filter(framework::CycleState& state, const api::Pod& pod,
                             const framework::NodeInfo& node) override;

    /// Skip where no term of either side says anything.
    framework::Status preScore(framework::CycleState& state, const api::Pod& pod,
                               const framework::NodeList& nodes) override;
    framework::Status score(framework::CycleState& state, const api::Pod& pod, const framework::NodeInfo& node,
                            std::int64_t& score) override;
    bool hasNormalize() const override { return true; }
    framework::Status normalizeScore(framework::CycleState& state, const api::Pod& pod,
                                     std::vector<framework::NodeScore>& scores) override;

    std::vector<framework::ClusterEventWithHint> eventsToRegister() const override;
    framework::Status signPod(const api::Pod& pod, std::vector<framework::SignFragment>& fragments) const override;

private:
    framework::Handle& handle_;
    config::InterPodAffinityArgs args_;
};

}
