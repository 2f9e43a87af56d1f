// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/decode.h"
#include "api/node.h"
#include "api/pod.h"
#include "cluster/server_behaviour.h"
#include "config/load.h"
#include "formats/imported.h"
#include "plugins/script_source.h"
#include "ports/api_server.h"
#include "ports/http_extender.h"
#include "scenario/history.h"
#include "scenario/breakpoint.h"
#include "scenario/recording.h"
#include "scenario/timing.h"
#include "scenario/smallest_change.h"
#include "trace/metrics.h"
#include "trace/run_trace.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <tl/expected.hpp>
#include <vector>

namespace berth::scenario {

/// What a simulation starts from.
struct Setup {
    config::LoadResult configuration = config::defaultConfiguration();   ///< must be ok()
    config::FeatureGates gates;
    std::uint64_t seed = 0;
    bool explainEverything = false;        ///< every attempt carries its Explanation (goldens; small clusters)
    bool keepMoves = true;                 ///< the trace has every queue move
    /// Plugins written in Lua, those that the configuration names (scenario/scripts.h) and perhaps more.
    std::vector<plugins::ScriptSource> scripts = {};
    plugins::ScriptLimits scriptLimits = {};
    Timing timing;
    /// How the cluster lives. What the feature gates decide of it is set by them.
    cluster::ServerBehaviour server = {};
    /// Who reaches the configuration's HTTP extenders. Null: nobody; every call fails as if refused.
    std::shared_ptr<ports::HttpExtender> httpExtender = nullptr;
    bool keepMetrics = false;              ///< metrics() has something to say
    bool keepHistory = false;              ///< history() and recording() have something to say; asks for keepMoves
};

/// All that is needed to make a run again.
struct Recording {
    Setup setup;
    Commands commands;
};

/// An object that the API server refused, or a document that no object could be made of.
struct Rejected {
    std::string object;                    ///< label
    std::vector<std::string> errors;
    api::Problems problems = {};           ///< the errors once more, each with its place in the file it was read from
};

struct Progress {
    std::size_t attempts = 0;
    std::size_t pending = 0;               ///< active and backoff
    api::Time time;
};

/// Stopped: at a breakpoint, see Simulation::breakpointHit().
enum class Outcome : std::uint8_t { Finished, Cancelled, Stopped };

/// The world as it is now, for showing: pointers to immutable objects.
struct ClusterState {
    api::Time time;
    std::vector<std::shared_ptr<const api::Node>> nodes;      ///< oldest first
    std::vector<std::shared_ptr<const api::Pod>> pods;        ///< oldest first, without those that have ended
    std::vector<std::shared_ptr<const api::Pod>> endedPods;   ///< Succeeded or Failed; only a living cluster keeps them
    std::vector<api::ObjectPtr> others;
    trace::QueueRecord queue;
};

/// One cluster, one scheduler, one clock: a whole engine. Belongs to one thread at a time; several can live side by
/// side on different threads. Plays the oracle's clock: a created object and an attempt take a millisecond each.
class Simulation {
public:
    /// The error is kube-scheduler's own text (a configuration whose plugins cannot be built).
    static tl::expected<std::unique_ptr<Simulation>, std::string> start(Setup setup);
    virtual ~Simulation() = default;

    // What can be done to the cluster. Each brings the world to rest.
    /// Creates or, with update, replaces; refused ones are listed. Documents without object are listed with their error.
    virtual std::vector<Rejected> create(const std::vector<api::DecodedDocument>& documents, bool update = false) = 0;
    virtual std::vector<Rejected> remove(const std::string& kind, const std::string& ns, const std::string& name) = 0;
    /// A merge patch, as `kubectl patch --type=merge`. What the patch is silent about stays as it is.
    virtual std::vector<Rejected> patch(const std::string& kind, const std::string& ns, const std::string& name,
                                        const api::Value& with) = 0;
    /// Lets changes happen at their times, which count from the start of the clock; what is past happens next. For a cluster that
    /// lives; the list is kept until the last of them has happened. refused hears of objects that the server does not take.
    virtual void plan(std::shared_ptr<const std::vector<formats::Change>> changes,
                      std::function<void(const Rejected&)> refused) = 0;
    virtual void advance(std::int64_t nanoseconds) = 0;
    virtual void flushUnschedulable() = 0;

    // Scheduling.
    /// The cluster is complete, pods may be scheduled. Done by whatever comes after the first create(); says in the trace
    /// how the scheduler started.
    virtual void begin() = 0;
    /// One attempt of the real loop (active queue, else backoff queue); false if nothing can be popped.
    virtual bool attemptOne() = 0;
    virtual std::size_t activeCount() const = 0;
    virtual std::size_t backoffCount() const = 0;
    virtual bool canPop() const = 0;
    /// Called after every cycle of the scheduler, when all its consequences are over, before the clock moves on.
    virtual void onCycle(std::function<void()> callback) = 0;
    /// Up to `rounds` times: attempts until the active queue is empty; stop when both queues are empty, else advance a
    /// second, or to the end of the bindings that are under way if there is nothing else to wait for. afterAttempt is
    /// called after every attempt, for progress; the token is looked at there too.
    virtual Outcome settle(std::stop_token stop, const std::function<void(const Progress&)>& afterAttempt,
                           int rounds = 60) = 0;

    // A cluster that lives by itself (Setup::server.living). Attempts take place as soon as a pod can be popped, and
    // between them everything that is due, in the order (time, sequence). Of a cluster that does not live the queue is
    // looked at every second.
    /// Until only periodic work is left that nobody waits for. In a living cluster settle() is the same, whatever the
    /// number of rounds.
    virtual Outcome runToQuiet(std::stop_token stop, const std::function<void(const Progress&)>& afterEach) = 0;
    /// Until the clock stands at `when`; nothing if it is past that.
    virtual Outcome runUntil(api::Time when, std::stop_token stop,
                             const std::function<void(const Progress&)>& afterEach) = 0;
    /// One attempt, or if there is none to make the next event, to which the clock moves; false if there is neither.
    virtual bool stepEvent() = 0;
    /// When something happens next if no pod can be popped; absent if never.
    virtual std::optional<api::Time> nextEvent() const = 0;

    /// Where runs stop from now on, whatever it is that runs: settle() ends as Stopped, and so should whoever calls attemptOne()
    /// or advance() in a loop. Running on is calling again.
    virtual void setBreakpoints(std::vector<Breakpoint> breakpoints) = 0;
    /// What the last attemptOne() or advance() met; absent if it met nothing.
    virtual const std::optional<BreakpointHit>& breakpointHit() const = 0;

    // Plugins.
    /// Another scheduler takes over the cluster as it is, with another (good) configuration: what a restart of kube-scheduler
    /// does. Its queue and cache are made anew from the cluster; the trace goes on. Attempts before are not explained any more.
    virtual tl::expected<void, std::string> reconfigure(const config::LoadResult& configuration) = 0;
    /// Goes on with another text of a script, in every profile; call between cycles. An error, `file:line: …`, leaves the
    /// old one at work.
    virtual tl::expected<void, std::string> reloadScript(const std::string& name, const std::string& text) = 0;
    /// Other scripts, with the (good) configuration as it reads with them: what a running scheduler cannot take up, since functions
    /// and events are asked for when it starts. Another scheduler takes over, as in reconfigure(); an error changes nothing.
    virtual tl::expected<void, std::string> replaceScripts(std::vector<plugins::ScriptSource> scripts,
                                                           const config::LoadResult& configuration) = 0;
    /// Decides for a plugin about a pod (`namespace/name`) that waits on Permit, as somebody outside may. False if the
    /// pod does not wait, or is decided.
    virtual bool allowWaitingPod(const std::string& pod, const std::string& plugin) = 0;
    virtual bool rejectWaitingPod(const std::string& pod, const std::string& plugin, const std::string& message) = 0;

    // What happened.
    virtual const trace::RunTrace& trace() const = 0;
    virtual api::Time now() const = 0;
    /// What a TimeMachine needs, up to now, for any thread; empty unless the setup keeps it.
    virtual History history() const = 0;
    /// What was done up to now (branch.h).
    virtual Recording recording() const = 0;
    /// The scheduler's metrics up to now, for any thread; null unless the setup keeps them.
    virtual std::shared_ptr<const trace::Metrics> metrics() const = 0;
    virtual ClusterState state() const = 0;
    virtual trace::QueueRecord queueRecord(std::int32_t step, std::string action) = 0;
    virtual std::vector<std::string> deletedPods() const = 0;
    /// What everybody in the cluster recorded as events, in order.
    virtual const std::vector<ports::ClusterEventRecord>& clusterEvents() const = 0;
    /// The whole "why" of a past attempt, recomputed from the state just before it. Null for an unknown index.
    /// Leaves the simulation as it is.
    virtual std::shared_ptr<const trace::Explanation> explain(std::size_t attempt) = 0;
    /// The cluster just before a past attempt, to ask what would have made the pod fit (findSmallestChanges). Nodes and the
    /// pods on them are those of then, everything else is that of now. Absent for an unknown index. Shares what is immutable
    /// with the simulation and may outlive it, on another thread too.
    virtual std::optional<WhatIfWorld> worldBefore(std::size_t attempt) const = 0;
    /// Effective plugins per profile, as configured.
    virtual const std::vector<config::ResolvedProfile>& profiles() const = 0;
};

}
