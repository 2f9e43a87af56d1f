// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "config/plugin_catalog.h"
#include "framework/plugin.h"
#include "plugins/lua_handle.h"
#include "plugins/lua_state.h"
#include "plugins/script_events.h"

#include <set>

namespace berth::plugins {

/// A plugin written in Lua: each extension point is a global function of the script. It has every interface; the
/// catalogue says which of them the script has a function for, and the configuration enables no others.
///
/// Its globals live as long as the profile and are one for all pods. While an explanation is computed the script runs
/// in an interpreter of its own with fresh globals, so that looking never changes what happens later.
class ScriptedPlugin final : public framework::PreEnqueuePlugin,
                             public framework::QueueSortPlugin,
                             public framework::EnqueueExtensions,
                             public framework::PreFilterPlugin,
                             public framework::PreFilterExtensions,
                             public framework::FilterPlugin,
                             public framework::PreScorePlugin,
                             public framework::ScorePlugin,
                             public framework::ReservePlugin,
                             public framework::PermitPlugin,
                             public framework::PreBindPlugin,
                             public framework::BindPlugin,
                             public framework::PostBindPlugin {
public:
    using Status = framework::Status;

    /// arguments: the plugin's of the configuration, Null without any; the script's global `args`.
    static tl::expected<std::unique_ptr<ScriptedPlugin>, std::string> make(api::Symbol name, ScriptSource source,
                                                                           const api::Value& arguments,
                                                                           framework::Handle& handle,
                                                                           ScriptLimits limits = {});

    api::Symbol name() const override { return name_; }
    /// Goes on with another text, from fresh globals. Fails, with `file:line: …`, and goes on as before if the text
    /// cannot be run or has other extension points or events, which are fixed when the scheduler starts.
    tl::expected<void, std::string> reload(const std::string& text);
    /// What reload() would say, without doing it.
    tl::expected<void, std::string> checkReload(const std::string& text) const;

    Status preEnqueue(const api::Pod& pod) override;
    bool less(const framework::QueuedPodInfo& a, const framework::QueuedPodInfo& b) const override;
    std::vector<framework::ClusterEventWithHint> eventsToRegister() const override;
    Status preFilter(framework::CycleState& state, const api::Pod& pod, const framework::NodeList& nodes,
                     framework::PreFilterResult& result) override;
    framework::PreFilterExtensions* preFilterExtensions() override { return followsPods_ ? this : nullptr; }
    Status addPod(framework::CycleState& state, const api::Pod& pod, const framework::PodInfo& added,
                  const framework::NodeInfo& node) override;
    Status removePod(framework::CycleState& state, const api::Pod& pod, const framework::PodInfo& removed,
                     const framework::NodeInfo& node) override;
    Status filter(framework::CycleState& state, const api::Pod& pod, const framework::NodeInfo& node) override;
    Status preScore(framework::CycleState& state, const api::Pod& pod, const framework::NodeList& nodes) override;
    Status score(framework::CycleState& state, const api::Pod& pod, const framework::NodeInfo& node,
                 std::int64_t& score) override;
    bool hasNormalize() const override { return normalizes_; }
    Status normalizeScore(framework::CycleState& state, const api::Pod& pod,
                          std::vector<framework::NodeScore>& scores) override;
    Status reserve(framework::CycleState& state, const api::Pod& pod, const std::string& node) override;
    void unreserve(framework::CycleState& state, const api::Pod& pod, const std::string& node) override;
    std::pair<Status, std::chrono::nanoseconds> permit(framework::CycleState& state, const api::Pod& pod,
                                                       const std::string& node) override;
    Status preBindPreFlight(framework::CycleState& state, const api::Pod& pod, const std::string& node,
                            bool& parallel) override;
    Status preBind(framework::CycleState& state, const api::Pod& pod, const std::string& node) override;
    Status bind(framework::CycleState& state, const api::Pod& pod, const std::string& node) override;
    void postBind(framework::CycleState& state, const api::Pod& pod, const std::string& node) override;

private:
    using Arguments = std::function<int(lua_State*)>;  ///< pushes them, returns how many
    using Results = std::function<void(lua_State*)>;   ///< reads them; the first is at index 1

    ScriptedPlugin(api::Symbol name, ScriptSource source, const api::Value& arguments, framework::Handle& handle,
                   ScriptLimits limits);
    tl::expected<std::shared_ptr<LuaState>, std::string> start(const std::string& text) const;
    tl::expected<std::shared_ptr<LuaState>, std::string> startLike(const std::string& text) const;
    /// The interpreter that runs now: while an explanation is computed, one of its own.
    LuaState& lua() const;
    /// Nothing, with nil for every result, if the script has no such function.
    tl::expected<void, std::string> call(const char* function, const Arguments& arguments, int results,
                                         const Results& take) const;
    Status callForStatus(const char* function, const Arguments& arguments) const;
    Status callWithNode(const char* function, framework::CycleState& state, const api::Pod& pod,
                        const std::string& node) const;
    Status callWithChange(const char* function, framework::CycleState& state, const api::Pod& pod,
                          const framework::PodInfo& other, const framework::NodeInfo& node) const;
    framework::QueueingHint hint(std::size_t index, const api::Pod& pod, const api::Object* before,
                                 const api::Object* after) const;
    void note(const std::string& text) const;
    void noteFailure(const tl::expected<void, std::string>& called) const;

    api::Symbol name_;
    ScriptSource source_;
    api::Value arguments_;
    framework::Handle* handle_;
    ScriptLimits limits_;
    mutable LuaHandle luaHandle_;
    std::shared_ptr<LuaState> live_;
    mutable std::shared_ptr<LuaState> twin_;           ///< of the explanation twinOf_
    mutable std::uint64_t twinOf_ = 0;
    ScriptShape shape_;
    std::set<std::string> reserved_;                   ///< uids of pods whose reserve() succeeded, until their unreserve()
    bool followsPods_ = false;
    bool normalizes_ = false;
};

}
