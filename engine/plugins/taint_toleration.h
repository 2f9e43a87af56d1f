// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/toleration.h"
#include "config/feature_gates.h"
#include "framework/plugin.h"

namespace berth::plugins {

/// Refuses nodes with a NoSchedule or NoExecute taint that the pod does not tolerate, and prefers nodes with few
/// PreferNoSchedule taints that it does not tolerate. Rule: plugins.md §4, TaintToleration.
class TaintToleration final : public framework::FilterPlugin,
                              public framework::PreScorePlugin,
                              public framework::ScorePlugin,
                              public framework::EnqueueExtensions,
                              public framework::SignPlugin {
public:
    /// gates: TaintTolerationComparisonOperators decides whether Lt and Gt mean something.
    explicit TaintToleration(const config::FeatureGates& gates);

    api::Symbol name() const override;
    framework::Status filter(framework::CycleState&, const api::Pod& pod, const framework::NodeInfo& node) override;

    /// Never skips; Score is an error without its state.
    framework::Status preScore(framework::CycleState& state, const api::Pod& pod,
                               const framework::NodeList& nodes) override;
    framework::Status score(framework::CycleState& state, const api::Pod& pod, const framework::NodeInfo& node,
                            std::int64_t& score) override;
    bool hasNormalize() const override { return true; }
    framework::Status normalizeScore(framework::CycleState&, const api::Pod&,
                                     std::vector<framework::NodeScore>& scores) override;

    std::vector<framework::ClusterEventWithHint> eventsToRegister() const override;
    framework::Status signPod(const api::Pod& pod, std::vector<framework::SignFragment>& fragments) const override;

private:
    api::TolerationOperators operators_;
};

}
