// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/plugin.h"

/// The four storage plugins, as far as they are built: right for every pod that needs none of them (Skip), an error
/// that says so for every pod that does. Rules to come: volumes.md.
namespace berth::plugins {

/// What the four have in common until they are complete.
class UnfinishedVolumePlugin : public framework::PreFilterPlugin,
                               public framework::FilterPlugin,
                               public framework::EnqueueExtensions,
                               public framework::SignPlugin {
public:
    framework::Status preFilter(framework::CycleState& state, const api::Pod& pod, const framework::NodeList& nodes,
                                framework::PreFilterResult& result) override;
    /// Success for pods without such volumes (a profile may run Filter without PreFilter), else the same error.
    framework::Status filter(framework::CycleState&, const api::Pod& pod, const framework::NodeInfo&) override;
    framework::Status signPod(const api::Pod& pod, std::vector<framework::SignFragment>& fragments) const override;

protected:
    /// Whether the plugin has a say about this volume.
    virtual bool concerns(const api::Volume& volume) const = 0;

private:
    framework::Status check(const api::Pod& pod) const;
};

class VolumeRestrictions final : public UnfinishedVolumePlugin {
public:
    api::Symbol name() const override;
    std::vector<framework::ClusterEventWithHint> eventsToRegister() const override;

protected:
    bool concerns(const api::Volume& volume) const override;
};

class NodeVolumeLimits final : public UnfinishedVolumePlugin {
public:
    api::Symbol name() const override;
    std::vector<framework::ClusterEventWithHint> eventsToRegister() const override;

protected:
    bool concerns(const api::Volume& volume) const override;
};

class VolumeZone final : public UnfinishedVolumePlugin {
public:
    api::Symbol name() const override;
    std::vector<framework::ClusterEventWithHint> eventsToRegister() const override;

protected:
    bool concerns(const api::Volume& volume) const override;
};

/// Never scores while StorageCapacityScoring is off, and has nothing to reserve or bind for pods without claims.
class VolumeBinding final : public UnfinishedVolumePlugin,
                            public framework::PreScorePlugin,
                            public framework::ScorePlugin,
                            public framework::ReservePlugin,
                            public framework::PreBindPlugin {
public:
    api::Symbol name() const override;
    std::vector<framework::ClusterEventWithHint> eventsToRegister() const override;
    framework::Status preScore(framework::CycleState&, const api::Pod&, const framework::NodeList&) override;
    framework::Status score(framework::CycleState&, const api::Pod&, const framework::NodeInfo&,
                            std::int64_t& score) override;
    framework::Status reserve(framework::CycleState&, const api::Pod&, const std::string&) override { return {}; }
    void unreserve(framework::CycleState&, const api::Pod&, const std::string&) override {}
    framework::Status preBindPreFlight(framework::CycleState&, const api::Pod&, const std::string&,
                                       bool& parallel) override;
    framework::Status preBind(framework::CycleState&, const api::Pod&, const std::string&) override { return {}; }

protected:
    bool concerns(const api::Volume& volume) const override;
};

}
