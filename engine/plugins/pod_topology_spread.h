// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plugins/spread_constraints.h"

namespace berth::plugins {

/// Spreads pods over the values of node labels: refuses nodes where a DoNotSchedule constraint's skew would grow too
/// large, and prefers domains with few of the pod's siblings for ScheduleAnyway constraints. Rule: plugins.md §9.
class PodTopologySpread final : public framework::PreFilterPlugin,
                                public framework::PreFilterExtensions,
                                public framework::FilterPlugin,
                                public framework::PreScorePlugin,
                                public framework::ScorePlugin,
                                public framework::EnqueueExtensions,
                                public framework::SignPlugin {
public:
    explicit PodTopologySpread(framework::Handle& handle, config::PodTopologySpreadArgs args);

    api::Symbol name() const override;

    /// Counts the siblings per domain; Skip for pods without hard constraints.
    framework::Status preFilter(framework::CycleState& state, const api::Pod& pod, const framework::NodeList& nodes,
                                framework::PreFilterResult& result) override;
    framework::PreFilterExtensions* preFilterExtensions() override { return this; }
    framework::Status addPod(framework::CycleState& state, const api::Pod& pod, const framework::PodInfo& added,
                             const framework::NodeInfo& node) override;
    framework::Status removePod(framework::CycleState& state, const api::Pod& pod, const framework::PodInfo& removed,
                                const framework::NodeInfo& node) override;
    framework::Status filter(framework::CycleState& state, const api::Pod& pod,
                             const framework::NodeInfo& node) override;

    /// Skip for pods without soft constraints.
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
    framework::QueueingHint afterPodChange(const api::Pod& pod, const api::Object* before,
                                           const api::Object* after) const;
    framework::QueueingHint afterNodeChange(const api::Pod& pod, const api::Object* before,
                                            const api::Object* after) const;

    framework::Handle& handle_;
    SpreadDefaults defaults_;
};

}
