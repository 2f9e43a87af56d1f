// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "config/plugin_args.h"
#include "framework/handle.h"
#include "plugins/preemption_candidate.h"
#include "plugins/preemption_executor.h"

#include <functional>
#include <tl/expected.hpp>

namespace berth::plugins {

/// Finds a node where a pod that fits nowhere would fit if pods of lower priority left, has them evicted, and nominates
/// the node. Rule: preemption.md.
class DefaultPreemption final : public framework::PostFilterPlugin,
                                public framework::PreEnqueuePlugin,
                                public framework::EnqueueExtensions {
public:
    /// profile: the one whose filters the dry run asks.
    explicit DefaultPreemption(framework::Handle& handle, api::Symbol profile, config::DefaultPreemptionArgs args);

    api::Symbol name() const override;
    framework::Status postFilter(framework::CycleState& state, const api::Pod& pod,
                                 const framework::NodeToStatus& statuses,
                                 std::optional<framework::PostFilterResult>& result,
                                 trace::PostFilterRecord* record) override;

    /// Holds a pod back while the evictions that it caused are under way.
    framework::Status preEnqueue(const api::Pod& pod) override;

    /// A deleted pod may open the gate of preEnqueue; it never wakes a pod by this plugin's word.
    std::vector<framework::ClusterEventWithHint> eventsToRegister() const override;

    /// What extenders with a preempt verb leave of the candidates (preemption.md §6); the error is an extender's that
    /// may not be ignored. Asked between the dry run and the choice. Without one all candidates are left, as for a
    /// scheduler without extenders.
    using CandidateFilter = std::function<tl::expected<std::vector<PreemptionCandidate>, std::string>(
        const api::Pod& preemptor, std::vector<PreemptionCandidate> candidates)>;
    void filterCandidatesWith(CandidateFilter filter) { filter_ = std::move(filter); }

private:
    framework::Status preempt(framework::CycleState& state, const api::Pod& pod,
                              const framework::NodeToStatus& statuses,
                              std::optional<framework::PostFilterResult>& result, trace::PostFilterRecord& record);
    framework::Status nominateBest(std::vector<PreemptionCandidate> candidates, const api::PodPtr& preemptor,
                                   std::optional<framework::PostFilterResult>& result,
                                   trace::PostFilterRecord& record);

    framework::Handle& handle_;
    api::Symbol profile_;
    config::DefaultPreemptionArgs args_;
    CandidateFilter filter_;
    PreemptionExecutor executor_;
};

}
