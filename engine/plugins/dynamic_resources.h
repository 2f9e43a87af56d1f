// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/handle.h"

namespace berth::plugins {

/// Resource claims, as far as the plugin is built: right for pods without claims (Skip, a score of 0, its word after a
/// failed filter), an error that says so for pods with claims or with an extended resource that a device class serves.
/// Rules to come: dra.md.
class DynamicResources final : public framework::PreEnqueuePlugin,
                               public framework::PreFilterPlugin,
                               public framework::FilterPlugin,
                               public framework::PostFilterPlugin,
                               public framework::ScorePlugin,
                               public framework::ReservePlugin,
                               public framework::PreBindPlugin,
                               public framework::EnqueueExtensions,
                               public framework::SignPlugin {
public:
    explicit DynamicResources(framework::Handle& handle) : handle_(&handle) {}

    api::Symbol name() const override;
    framework::Status preEnqueue(const api::Pod&) override { return {}; }
    framework::Status preFilter(framework::CycleState& state, const api::Pod& pod, const framework::NodeList& nodes,
                                framework::PreFilterResult& result) override;
    framework::Status filter(framework::CycleState& state, const api::Pod& pod,
                             const framework::NodeInfo& node) override;
    /// `no new claims to deallocate`; an error if PreFilter never got here, which keeps preemption from being tried.
    framework::Status postFilter(framework::CycleState& state, const api::Pod& pod,
                                 const framework::NodeToStatus& statuses,
                                 std::optional<framework::PostFilterResult>& result,
                                 trace::PostFilterRecord* record) override;
    framework::Status score(framework::CycleState&, const api::Pod&, const framework::NodeInfo&,
                            std::int64_t& score) override;
    framework::Status reserve(framework::CycleState&, const api::Pod&, const std::string&) override { return {}; }
    void unreserve(framework::CycleState&, const api::Pod&, const std::string&) override {}
    framework::Status preBindPreFlight(framework::CycleState&, const api::Pod&, const std::string&,
                                       bool& parallel) override;
    framework::Status preBind(framework::CycleState&, const api::Pod&, const std::string&) override { return {}; }
    std::vector<framework::ClusterEventWithHint> eventsToRegister() const override;
    framework::Status signPod(const api::Pod& pod, std::vector<framework::SignFragment>& fragments) const override;

private:
    framework::Handle* handle_;
};

}
