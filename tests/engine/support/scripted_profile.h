// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/framework.h"
#include "plugins/in_tree.h"

#include <map>
#include <memory>
#include <stdexcept>

/// Profiles of plugins that answer what a test tells them, beside the in-tree ones.
namespace berth::tests {

using config::ExtensionPoint;
using framework::Code;
using framework::CycleState;
using framework::NodeInfo;
using framework::NodeList;
using framework::Status;

/// What a plugin does at each point; what is not given is Success (Skip at PreBindPreFlight).
struct Script {
    std::function<Status(const api::Pod&)> preEnqueue;
    std::vector<framework::ClusterEventWithHint> events;
    std::function<Status(CycleState&, framework::PreFilterResult&)> preFilter;
    std::function<Status(const framework::PodInfo&)> addPod;
    std::function<Status(const api::Pod&, const NodeInfo&)> filter;
    std::function<Status(std::optional<framework::PostFilterResult>&)> postFilter;
    std::function<Status()> preScore;
    std::function<Status(const NodeInfo&, std::int64_t&)> score;
    std::function<Status(std::vector<framework::NodeScore>&)> normalize;
    std::function<Status(const api::Pod&)> reserve;
    std::function<void(const api::Pod&)> unreserve;
    std::function<std::pair<Status, std::chrono::nanoseconds>(CycleState&, const api::Pod&)> permit;
    std::function<Status(bool& parallel)> preBindPreFlight;
    std::function<Status(const api::Pod&)> preBind;
    std::function<Status(const api::Pod&, const std::string& node)> bind;
    std::function<void(CycleState&, const api::Pod&)> postBind;
};

class ScriptedPlugin final : public framework::PreEnqueuePlugin,
                             public framework::EnqueueExtensions,
                             public framework::PreFilterPlugin,
                             public framework::PreFilterExtensions,
                             public framework::FilterPlugin,
                             public framework::PostFilterPlugin,
                             public framework::PreScorePlugin,
                             public framework::ScorePlugin,
                             public framework::ReservePlugin,
                             public framework::PermitPlugin,
                             public framework::PreBindPlugin,
                             public framework::BindPlugin,
                             public framework::PostBindPlugin {
public:
    ScriptedPlugin(std::string name, std::shared_ptr<const Script> script)
        : name_(name), script_(std::move(script))
    {
    }

    api::Symbol name() const override { return name_; }
    Status preEnqueue(const api::Pod& pod) override { return script_->preEnqueue ? script_->preEnqueue(pod) : Status(); }
    std::vector<framework::ClusterEventWithHint> eventsToRegister() const override { return script_->events; }
    Status preFilter(CycleState& state, const api::Pod&, const NodeList&, framework::PreFilterResult& result) override
    {
        return script_->preFilter ? script_->preFilter(state, result) : Status();
    }
    framework::PreFilterExtensions* preFilterExtensions() override { return script_->addPod ? this : nullptr; }
    Status addPod(CycleState&, const api::Pod&, const framework::PodInfo& added, const NodeInfo&) override
    {
        return script_->addPod(added);
    }
    Status removePod(CycleState&, const api::Pod&, const framework::PodInfo& removed, const NodeInfo&) override
    {
        return script_->addPod(removed);
    }
    Status filter(CycleState&, const api::Pod& pod, const NodeInfo& node) override
    {
        return script_->filter ? script_->filter(pod, node) : Status();
    }
    Status postFilter(CycleState&, const api::Pod&, const framework::NodeToStatus&,
                      std::optional<framework::PostFilterResult>& result, trace::PostFilterRecord*) override
    {
        return script_->postFilter ? script_->postFilter(result) : Status();
    }
    Status preScore(CycleState&, const api::Pod&, const NodeList&) override
    {
        return script_->preScore ? script_->preScore() : Status();
    }
    Status score(CycleState&, const api::Pod&, const NodeInfo& node, std::int64_t& score) override
    {
        return script_->score ? script_->score(node, score) : Status();
    }
    bool hasNormalize() const override { return static_cast<bool>(script_->normalize); }
    Status normalizeScore(CycleState&, const api::Pod&, std::vector<framework::NodeScore>& scores) override
    {
        return script_->normalize(scores);
    }
    Status reserve(CycleState&, const api::Pod& pod, const std::string&) override
    {
        return script_->reserve ? script_->reserve(pod) : Status();
    }
    void unreserve(CycleState&, const api::Pod& pod, const std::string&) override
    {
        if (script_->unreserve)
            script_->unreserve(pod);
    }
    std::pair<Status, std::chrono::nanoseconds> permit(CycleState& state, const api::Pod& pod,
                                                       const std::string&) override
    {
        return script_->permit ? script_->permit(state, pod) : std::pair{Status(), std::chrono::nanoseconds(0)};
    }
    Status preBindPreFlight(CycleState&, const api::Pod&, const std::string&, bool& parallel) override
    {
        return script_->preBindPreFlight ? script_->preBindPreFlight(parallel) : Status::skip();
    }
    Status preBind(CycleState&, const api::Pod& pod, const std::string&) override
    {
        return script_->preBind ? script_->preBind(pod) : Status();
    }
    Status bind(CycleState&, const api::Pod& pod, const std::string& node) override
    {
        return script_->bind ? script_->bind(pod, node) : Status();
    }
    void postBind(CycleState& state, const api::Pod& pod, const std::string&) override
    {
        if (script_->postBind)
            script_->postBind(state, pod);
    }

private:
    api::Symbol name_;
    std::shared_ptr<const Script> script_;
};

/// A plugin that registers nothing and has no EventsToRegister at all.
class SilentPlugin final : public framework::FilterPlugin {
public:
    explicit SilentPlugin(std::string name) : name_(name) {}
    api::Symbol name() const override { return name_; }
    Status filter(CycleState&, const api::Pod&, const NodeInfo&) override { return {}; }

private:
    api::Symbol name_;
};

/// A profile under construction: scripts by name, and the points they are called at. PrioritySort is always there.
class ScriptedProfile {
public:
    explicit ScriptedProfile(const std::string& schedulerName = "default-scheduler")
        : registry_(plugins::inTreeRegistry())
    {
        profile_.schedulerName = schedulerName;
        inTree("PrioritySort", {ExtensionPoint::QueueSort});
    }
    /// The script of that name, called at the points; may be changed as long as the profile lives.
    Script& add(const std::string& name, const std::vector<ExtensionPoint>& points, std::int32_t weight = 1)
    {
        auto script = std::make_shared<Script>();
        scripts_[name] = script;
        registry_.add(name, [name, script](const framework::PluginContext&) {
            return tl::expected<std::unique_ptr<framework::Plugin>, std::string>(
                std::make_unique<ScriptedPlugin>(name, script));
        });
        inTree(name, points, weight);
        return *script;
    }
    void addSilent(const std::string& name)
    {
        registry_.add(name, [name](const framework::PluginContext&) {
            return tl::expected<std::unique_ptr<framework::Plugin>, std::string>(std::make_unique<SilentPlugin>(name));
        });
        inTree(name, {ExtensionPoint::Filter});
    }
    void inTree(const std::string& name, const std::vector<ExtensionPoint>& points, std::int32_t weight = 1)
    {
        profile_.args.try_emplace(name, config::RawArgs{});
        for (auto point : points) {
            profile_.plugins[point].push_back(name);
            if (point == ExtensionPoint::Score)
                profile_.score.push_back({name, weight});
        }
    }
    Script& script(const std::string& name) { return *scripts_.at(name); }

    const config::ResolvedProfile& profile() const { return profile_; }
    const framework::Registry& registry() const { return registry_; }
    std::unique_ptr<framework::Framework> make(framework::Handle& handle) const
    {
        auto made = framework::Framework::make(profile_, registry_, handle);
        return made ? std::move(*made) : throw std::runtime_error(made.error());
    }

private:
    config::ResolvedProfile profile_;
    framework::Registry registry_;
    std::map<std::string, std::shared_ptr<Script>> scripts_;
};

}
