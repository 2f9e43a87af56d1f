// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/simulation.h"

#include "cluster/memory_server.h"
#include "plugins/in_tree.h"
#include "plugins/script_loading.h"
#include "scheduler/scheduler.h"

#include <algorithm>

#include <set>

namespace berth::scenario {
namespace {

constexpr std::int64_t millisecond = 1'000'000;
constexpr std::int64_t second = 1'000'000'000;

class LocalSimulation final : public Simulation {
public:
    explicit LocalSimulation(Setup setup)
        : setup_(std::move(setup)), random_(setup_.seed), registry_(plugins::inTreeRegistry()),
          server_(clock_, behaviour(setup_.gates))
    {
    }

    tl::expected<void, std::string> build()
    {
        auto scripts = plugins::loadScripts(setup_.scripts, setup_.scriptLimits);
        if (!scripts)
            return tl::unexpected(scripts.error());
        for (const auto& script : scripts->scripts)
            plugins::addScript(registry_, script, setup_.scriptLimits);
        scheduler::SchedulerContext context{server_, clock_, random_, registry_, setup_.gates};
        context.explainEverything = context.keepHints = setup_.explainEverything;
        context.keepMoves = setup_.keepMoves;
        context.keepMetrics = setup_.keepMetrics;
        context.startSync = setup_.timing.startSync;
        context.bindingDuration = setup_.timing.bindingDuration;
        context.httpExtender = setup_.httpExtender;
        context.bindsForExtenders = true;
        auto made = scheduler::Scheduler::make(setup_.configuration, context);
        if (!made)
            return tl::unexpected(made.error());
        scheduler_ = std::move(*made);
        return {};
    }

    std::vector<Rejected> create(const std::vector<api::DecodedDocument>& documents, bool update) override
    {
        std::vector<Rejected> rejected;
        for (const auto& document : documents) {
            if (!document.object) {
                rejected.push_back({document.label, {decodeError(document)}});
                continue;
            }
            // Decoded once, created perhaps many times: the server completes a copy of its own.
            auto object = clone(*document.object);
            if (auto errors = server_.put(object, update); !errors.empty()) {
                rejected.push_back({object->label(), std::move(errors)});
                continue;
            }
            tick();
        }
        if (scheduler_->trace().start)
            deliver();
        else
            begin();
        return rejected;
    }

    void begin() override
    {
        if (scheduler_->trace().start)
            return;
        scheduler_->begin();
        deliver();
    }

    std::vector<Rejected> remove(const std::string& kind, const std::string& ns, const std::string& name) override
    {
        std::vector<Rejected> rejected;
        const auto known = api::kindFromName(kind);
        const auto where = known && api::isNamespaced(*known) ? (ns.empty() ? std::string("default") : ns) : std::string();
        auto removed = known ? server_.remove(*known, where, name)
                             : tl::unexpected(ports::ApiError{ports::ApiError::Reason::Invalid,
                                                              "unknown kind \"" + kind + "\""});
        if (!removed)
            rejected.push_back({kind + " " + (where.empty() ? name : where + "/" + name), {removed.error().text}});
        tick();
        deliver();
        return rejected;
    }

    void advance(std::int64_t nanoseconds) override
    {
        begin();
        while (scheduler_->isDelivering()) // handlers need no time worth speaking of
            deliver();
        step(nanoseconds);
        scheduler_->queue().flushBackoffCompleted();
        rest();
    }

    void flushUnschedulable() override
    {
        scheduler_->queue().flushUnschedulableLeftover();
        rest();
    }

    bool attemptOne() override
    {
        begin();
        if (!scheduler_->scheduleOne())
            return false;
        rest();
        if (afterCycle)
            afterCycle();
        tick();
        deliver();
        return true;
    }

    tl::expected<void, std::string> reloadScript(const std::string& name, const std::string& text) override
    {
        std::vector<framework::Framework*> frameworks;
        for (const auto& [profile, framework] : scheduler_->profiles())
            frameworks.push_back(framework.get());
        return plugins::reloadScript(frameworks, name, text);
    }

    bool allowWaitingPod(const std::string& pod, const std::string& plugin) override
    {
        return withWait(pod, [&](framework::WaitingPod& wait) {
            wait.allow(api::Symbol(plugin));
            return true;
        });
    }

    bool rejectWaitingPod(const std::string& pod, const std::string& plugin, const std::string& message) override
    {
        return withWait(pod, [&](framework::WaitingPod& wait) { return wait.reject(api::Symbol(plugin), message); });
    }

    std::size_t activeCount() const override { return scheduler_->queue().activeCount(); }
    std::size_t backoffCount() const override { return scheduler_->queue().backoffCount(); }
    bool canPop() const override { return scheduler_->queue().canPop(); }

    Outcome settle(std::stop_token stop, const std::function<void(const Progress&)>& afterAttempt, int rounds) override
    {
        begin();
        for (int round = 0; round < rounds; ++round) {
            while (activeCount() > 0) {
                if (stop.stop_requested())
                    return Outcome::Cancelled;
                attemptOne();
                if (afterAttempt)
                    afterAttempt({trace().attempts.size(), activeCount() + backoffCount(), clock_.moment()});
            }
            if (backoffCount() > 0)
                advance(second);
            else if (!scheduler_->bindingPods().empty())
                advance(std::max(second, scheduler_->nextTimer()->nanoseconds - clock_.moment().nanoseconds));
            else
                break;
        }
        return Outcome::Finished;
    }

    const trace::RunTrace& trace() const override { return scheduler_->trace(); }
    std::shared_ptr<const trace::Metrics> metrics() const override { return scheduler_->metrics(); }
    api::Time now() const override { return clock_.moment(); }

    ClusterState state() const override
    {
        ClusterState state;
        state.time = clock_.moment();
        for (const auto& node : server_.list(api::Kind::Node))
            state.nodes.push_back(std::static_pointer_cast<const api::Node>(node));
        for (const auto& pod : server_.list(api::Kind::Pod))
            state.pods.push_back(std::static_pointer_cast<const api::Pod>(pod));
        state.others = server_.listOthers();
        describe(state.queue);
        return state;
    }

    trace::QueueRecord queueRecord(std::int32_t step, std::string action) override
    {
        trace::QueueRecord record;
        record.step = step;
        record.action = std::move(action);
        describe(record);
        record.hints = scheduler_->takeHints();
        return record;
    }

    std::vector<std::string> deletedPods() const override { return server_.deletedPods(); }

    std::shared_ptr<const trace::Explanation> explain(std::size_t attempt) override
    {
        return scheduler_->explain(attempt);
    }

    std::optional<WhatIfWorld> worldBefore(std::size_t attempt) const override
    {
        if (attempt >= scheduler_->trace().attempts.size())
            return std::nullopt;
        WhatIfWorld world;
        world.configuration = std::make_shared<const config::LoadResult>(setup_.configuration);
        world.gates = setup_.gates;
        world.addPlugins = [sources = setup_.scripts, limits = setup_.scriptLimits](framework::Registry& registry) {
            if (const auto loaded = plugins::loadScripts(sources, limits))
                for (const auto& script : loaded->scripts)
                    plugins::addScript(registry, script, limits);
        };
        world.pod = scheduler_->podOf(attempt)->pod;
        world.others = server_.listOthers();
        std::set<std::string> assigned;
        const auto then = scheduler_->snapshotBefore(attempt);
        for (const auto* node : then.list()) {
            world.nodes.push_back(node->nodePtr());
            for (const auto& info : node->pods()) {
                world.pods.push_back(info->pod);
                assigned.insert(info->pod->meta.uid);
            }
        }
        for (const auto& object : server_.list(api::Kind::Pod)) {
            auto pod = std::static_pointer_cast<const api::Pod>(object);
            const bool isNominated = pod->spec.nodeName.empty() && !pod->status.nominatedNodeName.empty();
            if (isNominated && pod->meta.uid != world.pod->meta.uid && !assigned.contains(pod->meta.uid))
                world.pods.push_back(std::move(pod));
        }
        return world;
    }

    const std::vector<config::ResolvedProfile>& profiles() const override { return setup_.configuration.profiles; }

    void onCycle(std::function<void()> callback) override { afterCycle = std::move(callback); }

private:
    static cluster::ServerBehaviour behaviour(const config::FeatureGates& gates)
    {
        cluster::ServerBehaviour behaviour;
        behaviour.clearsNominationAtBinding = gates.enabled(config::Gate::ClearingNominatedNodeNameAfterBinding);
        using config::Gate;
        behaviour.gates.matchLabelKeysInPodAffinity = gates.enabled(Gate::MatchLabelKeysInPodAffinity);
        behaviour.gates.matchLabelKeysInPodTopologySpread = gates.enabled(Gate::MatchLabelKeysInPodTopologySpread);
        behaviour.gates.matchLabelKeysInPodTopologySpreadSelectorMerge =
            gates.enabled(Gate::MatchLabelKeysInPodTopologySpreadSelectorMerge);
        behaviour.gates.podLevelResources = gates.enabled(Gate::PodLevelResources);
        behaviour.gates.genericWorkload = gates.enabled(Gate::GenericWorkload);
        behaviour.gates.taintTolerationComparisonOperators = gates.enabled(Gate::TaintTolerationComparisonOperators);
        return behaviour;
    }

    static std::string decodeError(const api::DecodedDocument& document)
    {
        for (const auto& problem : document.problems)
            if (problem.severity == api::Problem::Severity::Error)
                return problem.message;
        return "the document could not be read";
    }

    template <typename T>
    static std::shared_ptr<api::Object> copyAs(const api::Object& object)
    {
        return std::make_shared<T>(static_cast<const T&>(object));
    }

    static std::shared_ptr<api::Object> clone(const api::Object& object)
    {
        switch (object.kind) {
        case api::Kind::Pod: return copyAs<api::Pod>(object);
        case api::Kind::Node: return copyAs<api::Node>(object);
        case api::Kind::Namespace: return copyAs<api::Namespace>(object);
        case api::Kind::PriorityClass: return copyAs<api::PriorityClass>(object);
        case api::Kind::Service: return copyAs<api::Service>(object);
        case api::Kind::ReplicationController: return copyAs<api::ReplicationController>(object);
        case api::Kind::ReplicaSet:
        case api::Kind::StatefulSet:
        case api::Kind::Deployment:
        case api::Kind::DaemonSet:
        case api::Kind::Job: return copyAs<api::Workload>(object);
        case api::Kind::PodDisruptionBudget: return copyAs<api::PodDisruptionBudget>(object);
        default: return copyAs<api::Opaque>(object);
        }
    }

    void describe(trace::QueueRecord& record) const
    {
        record.time = clock_.moment();
        scheduler_->queue().describe(record);
        record.waiting = scheduler_->waitingPods();
        record.binding = scheduler_->bindingPods();
        for (const auto& [pod, node] : scheduler_->queue().nominator().all())
            if (server_.get(api::Kind::Node, node))
                record.nominated[pod] = node;
    }

    /// What decide says of the pod's wait, and all that follows from it; false if there is none.
    bool withWait(const std::string& pod, const std::function<bool(framework::WaitingPod&)>& decide)
    {
        bool done = false;
        scheduler_->forEachWaitingPod([&](framework::WaitingPod& wait) {
            if (wait.pod().meta.key() == pod)
                done = decide(wait);
        });
        rest();
        return done;
    }

    /// Everything that the scheduler does beside its cycles, to the end.
    void rest()
    {
        while (scheduler_->runDeferred()) {
        }
    }

    void step(std::int64_t nanoseconds)
    {
        const api::Time target{clock_.moment().nanoseconds + nanoseconds};
        // Bindings and waits on Permit end one after the other, each at its own time.
        for (auto next = scheduler_->nextTimer(); next && *next < target; next = scheduler_->nextTimer())
            moveTo(*next);
        moveTo(target);
    }

    void moveTo(api::Time time)
    {
        clock_.advance(time.nanoseconds - clock_.moment().nanoseconds);
        scheduler_->runTimers();
        rest();
    }

    /// Handlers that are behind go on: with every attempt a little, and as long as there is nothing to schedule.
    void deliver()
    {
        if (!scheduler_->trace().start)
            return;
        const auto count = static_cast<std::size_t>(std::max(1, setup_.timing.deliveriesPerAttempt));
        do {
            scheduler_->deliver(count);
            rest();
        } while (scheduler_->isDelivering() && activeCount() == 0);
    }

    void tick()
    {
        rest();
        step(millisecond);
    }

    Setup setup_;
    cluster::VirtualClock clock_;
    ports::SeededRandom random_;
    framework::Registry registry_;
    cluster::MemoryServer server_;
    std::unique_ptr<scheduler::Scheduler> scheduler_;
    std::function<void()> afterCycle;
};

}

tl::expected<std::unique_ptr<Simulation>, std::string> Simulation::start(Setup setup)
{
    auto simulation = std::make_unique<LocalSimulation>(std::move(setup));
    if (auto built = simulation->build(); !built)
        return tl::unexpected(built.error());
    return simulation;
}

}
