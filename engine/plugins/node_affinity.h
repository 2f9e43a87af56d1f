// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "config/plugin_args.h"
#include "framework/handle.h"

namespace berth::plugins {

/// nodeSelector and node affinity of the pod, and an affinity that the profile adds to every pod.
/// Rule: plugins.md §5, NodeAffinity.
class NodeAffinity final : public framework::PreFilterPlugin,
                           public framework::FilterPlugin,
                           public framework::PreScorePlugin,
                           public framework::ScorePlugin,
                           public framework::EnqueueExtensions,
                           public framework::SignPlugin {
public:
    /// Precondition: args have been validated (added terms parse).
    explicit NodeAffinity(const config::NodeAffinityArgs& args);

    api::Symbol name() const override;

    /// Narrows to the nodes named by matchFields where every term names some; Skip where nothing is asked for.
    framework::Status preFilter(framework::CycleState& state, const api::Pod& pod, const framework::NodeList& nodes,
                                framework::PreFilterResult& result) override;
    framework::Status filter(framework::CycleState& state, const api::Pod& pod,
                             const framework::NodeInfo& node) override;

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
    framework::QueueingHint afterNodeChange(const api::Pod& pod, const api::Object* before,
                                            const api::Object* after) const;

    std::optional<api::ParsedNodeSelector> addedRequired_;
    std::optional<api::PreferredNodeAffinity> addedPreferred_;
};

}
