// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/handle.h"

#include <map>
#include <memory>

namespace berth::scheduler {

/// A pod that plugins keep waiting on Permit (cycle.md §11). The first decision counts.
class PermitWait final : public framework::WaitingPod {
public:
    using Waits = std::vector<std::pair<api::Symbol, std::chrono::nanoseconds>>;
    using Decided = std::function<void(framework::Status)>;

    /// decided is called once, with Success, a refusal or an error.
    PermitWait(api::PodPtr pod, const Waits& waits, api::Time now, Decided decided);

    const api::Pod& pod() const override { return *pod_; }
    std::vector<api::Symbol> pendingPlugins() const override;
    void allow(api::Symbol plugin) override;
    bool reject(api::Symbol plugin, const std::string& message) override;
    bool preempt(api::Symbol plugin, const std::string& message) override;

    /// Rejects if a deadline has passed.
    void expire(api::Time now);

private:
    struct Pending {
        api::Symbol plugin;
        std::chrono::nanoseconds timeout;
        api::Time deadline;
    };
    bool decide(framework::Status status);

    api::PodPtr pod_;
    std::vector<Pending> pending_;
    Decided decided_;
    bool isDecided_ = false;
};

/// `10s`, `1m30s`, `1.5s`: a duration as Go prints it.
std::string goDuration(std::chrono::nanoseconds duration);

}
