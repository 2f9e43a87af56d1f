// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/simulation.h"

#include "api/clone.h"
#include "api/locate.h"
#include "cluster/controllers.h"
#include "plugins/in_tree.h"
#include "plugins/script_loading.h"
#include "scenario/history_recorder.h"
#include "scenario/patched_object.h"
#include "scenario/queue_flushes.h"
#include "scenario/verdicts.h"
#include "scheduler/scheduler.h"

#include <algorithm>

#include <set>

namespace berth::scenario {
namespace {

constexpr std::int64_t millisecond = 1'000'000;
constexpr std::int64_t second = 1'000'000'000;

class LocalSimulation final : public Simulation, public VerdictSource {
public:
    explicit LocalSimulation(Setup setup)
        : setup_(std::move(setup)), started_(setup_), random_(setup_.seed),
          streams_(setup_.seed), server_(clock_, behaviour(setup_.server, setup_.gates), &streams_)
    {
        if (server_.behaviour().living)
            controllers_ = std::make_unique<cluster::Controllers>(world_, cluster::allControllers(world_));
    }

    tl::expected<void, std::string> build()
    {
        auto registry = registryWith(setup_.scripts);
        if (!registry)
            return tl::unexpected(registry.error());
        registry_ = std::move(*registry);
        if (setup_.keepHistory) {
            history_ = std::make_unique<HistoryRecorder>();
            server_.onChange([this](const cluster::ObjectChange& change) { history_->note(change, trace()); });
        }
        return makeScheduler(setup_.configuration);
    }

    std::vector<Rejected> create(const std::vector<api::DecodedDocument>& documents, bool update) override
    {
        Command command;
        command.kind = update ? Command::Kind::Update : Command::Kind::Create;
        hit_.reset();
        if (history_)
            command.documents = std::make_shared<const std::vector<api::DecodedDocument>>(documents);
        const Recorded recorded(*this, std::move(command));
        std::vector<Rejected> rejected;
        // What comes together is there before anybody works on it: an owner may stand behind what it owns.
        areControllersHeld_ = true;
        for (const auto& document : documents) {
            if (!document.object) {
                rejected.push_back(undecoded(document));
                continue;
            }
            // Decoded once, created perhaps many times: the server completes a copy of its own.
            auto object = api::clone(*document.object);
            if (auto errors = server_.put(object, update); !errors.empty()) {
                rejected.push_back(refusal(document, *object, errors));
                continue;
            }
            tick();
        }
        areControllersHeld_ = false;
        if (controllers_)
            rest();
        if (scheduler_->trace().start) {
            deliver();
            noteRest();
        } else {
            begin();
        }
        return rejected;
    }

    void begin() override
    {
        if (scheduler_->trace().start)
            return;
        const Recorded recorded(*this, commandOf(Command::Kind::Begin));
        scheduler_->begin();
        if (controllers_)
            flushes_.emplace(scheduler_->queue(), world_);
        deliver();
        noteRest();
    }

    std::vector<Rejected> remove(const std::string& kind, const std::string& ns, const std::string& name) override
    {
        const Recorded recorded(*this, commandOf(Command::Kind::Remove, kind, ns, name));
        std::vector<Rejected> rejected;
        const auto known = api::kindFromName(kind);
        const auto where = known && api::isNamespaced(*known) ? (ns.empty() ? std::string("default") : ns) : std::string();
        auto removed = known ? server_.remove(*known, where, name)
                             : tl::unexpected(ports::ApiError{ports::ApiError::Reason::Invalid,
                                                              "unknown kind \"" + kind + "\""});
        if (!removed)
            rejected.push_back(unplaced(kind + " " + (where.empty() ? name : where + "/" + name), removed.error().text));
        tick();
        deliver();
        noteRest();
        return rejected;
    }

    std::vector<Rejected> patch(const std::string& kind, const std::string& ns, const std::string& name,
                                const api::Value& with) override
    {
        const auto known = api::kindFromName(kind);
        const auto where = known && api::isNamespaced(*known) ? (ns.empty() ? std::string("default") : ns) : std::string();
        const auto label = kind + " " + (where.empty() ? name : where + "/" + name);
        const auto stored = known ? server_.find(*known, where.empty() ? name : where + "/" + name) : nullptr;
        if (!stored)
            return {unplaced(label, known ? cluster::resourceNameOf(*known) + " \"" + name + "\" not found" : "unknown kind \"" + kind + "\"")};
        auto object = patchedObject(*stored, with);
        if (!object)
            return {unplaced(label, object.error())};
        // Written down as what it comes to, so that whoever makes the run again does it again.
        api::DecodedDocument document;
        document.label = label;
        document.object = std::move(*object);
        return create({document}, true);
    }

    void plan(std::shared_ptr<const std::vector<formats::Change>> changes, std::function<void(const Rejected&)> refused) override
    {
        for (std::size_t i = 0; i < changes->size(); ++i)
            timeLine_.at({cluster::VirtualClock::epoch.nanoseconds + (*changes)[i].at},
                         [this, changes, refused, i] { make((*changes)[i], refused); });
    }

    void advance(std::int64_t nanoseconds) override
    {
        begin();
        hit_.reset();
        Command command = commandOf(Command::Kind::Advance);
        command.nanoseconds = nanoseconds;
        const Recorded recorded(*this, std::move(command));
        while (scheduler_->isDelivering()) // handlers need no time worth speaking of
            deliver();
        step(nanoseconds);
        scheduler_->queue().flushBackoffCompleted();
        rest();
        noteRest();
    }

    void flushUnschedulable() override
    {
        const Recorded recorded(*this, commandOf(Command::Kind::Flush));
        scheduler_->queue().flushUnschedulableLeftover();
        rest();
        noteRest();
    }

    bool attemptOne() override
    {
        begin();
        hit_.reset();
        Recorded recorded(*this, commandOf(Command::Kind::Attempt));
        if (!scheduler_->scheduleOne()) {
            recorded.forget();
            return false;
        }
        rest();
        if (afterCycle)
            afterCycle();
        tick();
        deliver();
        noteRest();
        return true;
    }

    tl::expected<void, std::string> reloadScript(const std::string& name, const std::string& text) override
    {
        Command command = commandOf(Command::Kind::ReloadScript, name);
        command.text = text;
        const Recorded recorded(*this, std::move(command));
        std::vector<framework::Framework*> frameworks;
        for (const auto& [profile, framework] : scheduler_->profiles())
            frameworks.push_back(framework.get());
        if (auto reloaded = plugins::reloadScript(frameworks, name, text); !reloaded)
            return reloaded;
        // Whoever runs the script from now on runs this text: the next scheduler, and questions about what would fit.
        for (auto& script : setup_.scripts)
            if (const auto loaded = plugins::loadScript(script, setup_.scriptLimits); loaded && loaded->shape.name == name)
                script.text = text;
        registry_ = *registryWith(setup_.scripts);
        return {};
    }

    tl::expected<void, std::string> replaceScripts(std::vector<plugins::ScriptSource> scripts,
                                                   const config::LoadResult& configuration) override
    {
        auto registry = registryWith(scripts);
        if (!registry)
            return tl::unexpected(registry.error());
        Command command = commandOf(Command::Kind::ReplaceScripts);
        command.configuration = std::make_shared<const config::LoadResult>(configuration);
        command.scripts = scripts;
        const Recorded recorded(*this, std::move(command));
        auto taken = takeOver(configuration, std::move(*registry));
        if (taken)
            setup_.scripts = std::move(scripts);
        return taken;
    }

    bool allowWaitingPod(const std::string& pod, const std::string& plugin) override
    {
        const Recorded recorded(*this, commandOf(Command::Kind::AllowWaiting, pod, {}, plugin));
        return withWait(pod, [&](framework::WaitingPod& wait) {
            wait.allow(api::Symbol(plugin));
            return true;
        });
    }

    bool rejectWaitingPod(const std::string& pod, const std::string& plugin, const std::string& message) override
    {
        Command command = commandOf(Command::Kind::RejectWaiting, pod, {}, plugin);
        command.text = message;
        const Recorded recorded(*this, std::move(command));
        return withWait(pod, [&](framework::WaitingPod& wait) { return wait.reject(api::Symbol(plugin), message); });
    }

    tl::expected<void, std::string> reconfigure(const config::LoadResult& configuration) override
    {
        Command command = commandOf(Command::Kind::Configure);
        command.configuration = std::make_shared<const config::LoadResult>(configuration);
        const Recorded recorded(*this, std::move(command));
        return takeOver(configuration, registry_);
    }

    void setBreakpoints(std::vector<Breakpoint> breakpoints) override
    {
        watching_ = !breakpoints.empty();
        hit_.reset();
        watch_.set(std::move(breakpoints), trace());
    }

    const std::optional<BreakpointHit>& breakpointHit() const override { return hit_; }

    std::size_t activeCount() const override { return scheduler_->queue().activeCount(); }
    std::size_t backoffCount() const override { return scheduler_->queue().backoffCount(); }
    bool canPop() const override { return scheduler_->queue().canPop(); }

    Outcome settle(std::stop_token stop, const std::function<void(const Progress&)>& afterAttempt, int rounds) override
    {
        begin();
        if (controllers_)
            return runToQuiet(stop, afterAttempt);
        for (int round = 0; round < rounds; ++round) {
            while (activeCount() > 0) {
                if (stop.stop_requested())
                    return Outcome::Cancelled;
                attemptOne();
                if (afterAttempt)
                    afterAttempt({trace().attempts.size(), activeCount() + backoffCount(), clock_.moment()});
                if (hit_)
                    return Outcome::Stopped;
            }
            if (stop.stop_requested())
                return Outcome::Cancelled;
            if (backoffCount() > 0)
                advance(second);
            else if (!scheduler_->bindingPods().empty())
                advance(std::max(second, scheduler_->nextTimer()->nanoseconds - clock_.moment().nanoseconds));
            else
                break;
            if (hit_)
                return Outcome::Stopped;
        }
        return Outcome::Finished;
    }

    Outcome runToQuiet(std::stop_token stop, const std::function<void(const Progress&)>& afterEach) override
    {
        if (!controllers_)
            return settle(stop, afterEach, 60);
        return run(stop, afterEach, [this] { return canPop() || timeLine_.nextOnce() || scheduler_->nextTimer(); });
    }

    Outcome runUntil(api::Time when, std::stop_token stop, const std::function<void(const Progress&)>& afterEach) override
    {
        const auto outcome = controllers_ ? run(stop, afterEach, [&] { return hasWorkUntil(when); })
                                          : runBySeconds(when, stop, afterEach);
        if (outcome == Outcome::Finished && clock_.moment() < when) {
            Command command = commandOf(Command::Kind::MoveClock);
            command.nanoseconds = when.nanoseconds;
            const Recorded recorded(*this, std::move(command));
            moveClock(when);
            noteRest();
        }
        return outcome;
    }

    bool stepEvent() override
    {
        begin();
        if (attemptOne())
            return true;
        if (!nextEvent())
            return false;
        const Recorded recorded(*this, commandOf(Command::Kind::Event));
        runFirstEvent();
        noteRest();
        return true;
    }

    std::optional<api::Time> nextEvent() const override
    {
        const auto line = timeLine_.next();
        const auto timer = scheduler_->nextTimer();
        return line && timer ? std::min(line, timer) : line ? line : timer;
    }

    const trace::RunTrace& trace() const override { return scheduler_ ? scheduler_->trace() : earlier_; }
    std::shared_ptr<const trace::Metrics> metrics() const override { return scheduler_->metrics(); }
    api::Time now() const override { return clock_.moment(); }
    History history() const override { return history_ ? history_->view() : History(); }
    Recording recording() const override
    {
        Recording recording{started_, {}};
        recording.commands.assign(commands_.begin(), commands_.end());
        return recording;
    }

    ClusterState state() const override
    {
        ClusterState state;
        state.time = clock_.moment();
        for (const auto& node : server_.list(api::Kind::Node))
            state.nodes.push_back(std::static_pointer_cast<const api::Node>(node));
        for (const auto& object : server_.listAll(api::Kind::Pod)) {
            auto pod = std::static_pointer_cast<const api::Pod>(object);
            (pod->isTerminal() ? state.endedPods : state.pods).push_back(std::move(pod));
        }
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
    const std::vector<ports::ClusterEventRecord>& clusterEvents() const override { return server_.events(); }

    std::shared_ptr<const trace::Explanation> explain(std::size_t attempt) override
    {
        return scheduler_->explain(attempt);
    }
    std::vector<trace::NodeVerdictsPtr> verdicts(std::size_t first, std::size_t count, const std::function<bool()>& goOn) override
    {
        return scheduler_->verdicts(first, count, goOn);
    }

    std::optional<WhatIfWorld> worldBefore(std::size_t attempt) const override
    {
        if (attempt >= scheduler_->trace().attempts.size() || attempt < scheduler_->inheritedAttempts())
            return std::nullopt;
        WhatIfWorld world;
        world.configuration = std::make_shared<const config::LoadResult>(setup_.configuration);
        world.gates = setup_.gates;
        world.httpExtender = setup_.httpExtender;
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
    /// The error is that of the first script that cannot be run, or whose name is taken.
    tl::expected<framework::Registry, std::string> registryWith(const std::vector<plugins::ScriptSource>& sources) const
    {
        const auto scripts = plugins::loadScripts(sources, setup_.scriptLimits);
        if (!scripts)
            return tl::unexpected(scripts.error());
        auto registry = plugins::inTreeRegistry();
        for (const auto& script : scripts->scripts)
            plugins::addScript(registry, script, setup_.scriptLimits);
        return registry;
    }

    tl::expected<void, std::string> takeOver(const config::LoadResult& configuration, framework::Registry registry)
    {
        earlier_ = scheduler_->trace();
        scheduler_.reset();
        flushes_.reset();
        nominated_ = UINT64_MAX; // another nominator counts from zero again
        std::swap(registry_, registry);
        auto made = makeScheduler(configuration);
        if (made) {
            setup_.configuration = configuration;
        } else { // the one before could be built, and can be again
            std::swap(registry_, registry);
            static_cast<void>(makeScheduler(setup_.configuration));
        }
        scheduler_->continueTrace(std::move(earlier_));
        begin();
        return made;
    }

    tl::expected<void, std::string> makeScheduler(const config::LoadResult& configuration)
    {
        scheduler::SchedulerContext context{server_, clock_, random_, registry_, setup_.gates};
        context.explainEverything = context.keepHints = setup_.explainEverything;
        context.keepMoves = setup_.keepMoves || setup_.keepHistory;
        context.keepMetrics = setup_.keepMetrics;
        context.startSync = setup_.timing.startSync;
        context.bindingDuration = setup_.timing.bindingDuration;
        context.httpExtender = setup_.httpExtender;
        context.bindsForExtenders = true;
        context.timerSequence = timeLine_.sequence();
        auto made = scheduler::Scheduler::make(configuration, context);
        if (!made)
            return tl::unexpected(made.error());
        scheduler_ = std::move(*made);
        return {};
    }

    /// Writes down what is being done, unless it is part of something that is.
    class Recorded {
    public:
        Recorded(LocalSimulation& simulation, Command command) : simulation_(simulation)
        {
            if (simulation_.history_ && simulation_.doing_++ == 0)
                command_ = std::make_shared<Command>(std::move(command));
        }
        ~Recorded()
        {
            if (simulation_.history_)
                --simulation_.doing_;
            if (!command_)
                return;
            command_->rests = simulation_.history_->rests();
            simulation_.commands_.push_back(std::move(command_));
        }
        Recorded(const Recorded&) = delete;
        Recorded& operator=(const Recorded&) = delete;
        /// It came to nothing.
        void forget() { command_ = nullptr; }

    private:
        LocalSimulation& simulation_;
        std::shared_ptr<Command> command_;
    };

    static cluster::ServerBehaviour behaviour(cluster::ServerBehaviour behaviour, const config::FeatureGates& gates)
    {
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

    static Rejected refusal(const api::DecodedDocument& document, const api::Object& object,
                            const api::FieldErrors& errors)
    {
        Rejected rejected{object.label(), {}, {}};
        for (const auto& error : errors) {
            auto place = object.document ? api::locate(*object.document, error.path) : document.position;
            // A whole document begins at its first key.
            if (object.document && place == object.document->position)
                place = document.position;
            rejected.errors.push_back(error.text);
            rejected.problems.push_back(
                {api::Problem::Severity::Error, error.text, document.file, place, rejected.object, error.path});
        }
        return rejected;
    }

    static Rejected undecoded(const api::DecodedDocument& document)
    {
        for (const auto& problem : document.problems)
            if (problem.severity == api::Problem::Severity::Error)
                return {document.label, {problem.message}, {problem}};
        return unplaced(document.label, "the document could not be read");
    }

    /// Refused, and no file says why.
    static Rejected unplaced(const std::string& object, const std::string& error)
    {
        return {object, {error}, {{api::Problem::Severity::Error, error, {}, {}, object, {}}}};
    }

    void make(const formats::Change& change, const std::function<void(const Rejected&)>& refused)
    {
        using Verb = formats::Change::Verb;
        const auto kind = api::kindFromName(change.kind);
        if (change.verb == Verb::Apply) {
            const auto object = api::clone(*change.document.object);
            if (const auto errors = server_.put(object, true); !errors.empty() && refused)
                refused(refusal(change.document, *object, errors));
        } else if (change.verb == Verb::Delete && kind) {
            static_cast<void>(server_.remove(*kind, change.namespace_, change.name)); // somebody else was faster, or not
        } else if (change.verb == Verb::Finish) {
            finish(change.namespace_, change.name);
        }
    }

    /// The work of a pod is done, wherever it is by now.
    void finish(const std::string& ns, const std::string& name)
    {
        const auto stored = std::dynamic_pointer_cast<const api::Pod>(server_.get(api::Kind::Pod, ns + "/" + name));
        if (!stored || stored->meta.deletionTimestamp)
            return;
        if (stored->spec.nodeName.empty()) {
            static_cast<void>(server_.remove(api::Kind::Pod, ns, name));
            return;
        }
        const cluster::MemoryServer::Acting kubelet(server_, "kubelet");
        auto pod = std::make_shared<api::Pod>(*stored);
        pod->status.phase = "Succeeded";
        static_cast<void>(server_.update(std::move(pod)));
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
        noteRest();
        return done;
    }

    /// Everything that the scheduler does beside its cycles, and the controllers with what comes of it, to the end.
    void rest()
    {
        do {
            while (scheduler_->runDeferred()) {
            }
        } while (controllers_ && !areControllersHeld_ && controllers_->run());
        if (flushes_)
            flushes_->plan();
    }

    /// Events and attempts as long as there is something to wait for.
    Outcome run(std::stop_token stop, const std::function<void(const Progress&)>& afterEach,
                const std::function<bool()>& goOn)
    {
        begin();
        while (goOn()) {
            if (stop.stop_requested())
                return Outcome::Cancelled;
            stepEvent();
            if (afterEach)
                afterEach({trace().attempts.size(), activeCount() + backoffCount(), clock_.moment()});
            if (hit_)
                return Outcome::Stopped;
        }
        return Outcome::Finished;
    }

    bool hasWorkUntil(api::Time when) const
    {
        const auto next = nextEvent();
        return clock_.moment() < when && (canPop() || (next && *next <= when));
    }

    Outcome runBySeconds(api::Time when, std::stop_token stop, const std::function<void(const Progress&)>& afterEach)
    {
        for (begin(); clock_.moment() < when;) {
            while (activeCount() > 0 && clock_.moment() < when) {
                if (stop.stop_requested())
                    return Outcome::Cancelled;
                attemptOne();
                if (afterEach)
                    afterEach({trace().attempts.size(), activeCount() + backoffCount(), clock_.moment()});
                if (hit_)
                    return Outcome::Stopped;
            }
            if (stop.stop_requested())
                return Outcome::Cancelled;
            if (const auto left = when.nanoseconds - clock_.moment().nanoseconds; left > 0)
                advance(std::min(second, left));
            if (hit_)
                return Outcome::Stopped;
        }
        return Outcome::Finished;
    }

    /// The first of all that is to come, at its time.
    void runFirstEvent()
    {
        const auto line = timeLine_.first();
        const auto timer = scheduler_->firstTimer();
        const bool isTimer = timer && (!line || *timer < std::pair(line->when, line->sequence));
        moveClock(isTimer ? timer->first : line->when);
        if (isTimer)
            scheduler_->runFirstTimer();
        else
            timeLine_.runFirst();
        rest();
    }

    static Command commandOf(Command::Kind kind, const std::string& object = {}, const std::string& ns = {}, const std::string& name = {})
    {
        Command command;
        command.kind = kind;
        command.object = object;
        command.namespace_ = ns;
        command.name = name;
        return command;
    }

    /// Nothing is under way: a run could stop here, and time can be turned back to here.
    void noteRest()
    {
        if (watching_)
            if (auto hit = watch_.look(trace()))
                hit_ = std::move(hit);
        if (!history_)
            return;
        const auto& nominator = scheduler_->queue().nominator();
        if (nominated_ != nominator.version()) {
            nominated_ = nominator.version();
            promises_.nominated = nominator.all();
        }
        promises_.waiting = scheduler_->waitingPods();
        promises_.binding = scheduler_->bindingPods();
        history_->rest(clock_.moment(), scheduler_->trace(), promises_);
    }

    void step(std::int64_t nanoseconds)
    {
        const api::Time target{clock_.moment().nanoseconds + nanoseconds};
        if (controllers_) {
            for (auto next = nextEvent(); next && *next <= target; next = nextEvent())
                runFirstEvent();
            return moveClock(target);
        }
        // Bindings and waits on Permit end one after the other, each at its own time.
        for (auto next = scheduler_->nextTimer(); next && *next < target; next = scheduler_->nextTimer())
            moveTo(*next);
        moveTo(target);
    }

    void moveClock(api::Time time)
    {
        if (clock_.moment() < time)
            clock_.advance(time.nanoseconds - clock_.moment().nanoseconds);
    }

    void moveTo(api::Time time)
    {
        moveClock(time);
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
    Setup started_;                                    ///< as it began, before anybody reconfigured it
    cluster::VirtualClock clock_;
    ports::SeededRandom random_;
    framework::Registry registry_;
    cluster::RandomStreams streams_;
    cluster::TimeLine timeLine_{clock_};
    cluster::MemoryServer server_;
    cluster::World world_{server_, clock_, timeLine_, streams_};
    std::vector<std::shared_ptr<Command>> commands_;   ///< done so far; only with a history
    int doing_ = 0;                                    ///< commands inside each other
    trace::RunTrace earlier_;                          ///< of the scheduler before, while there is none
    BreakpointWatch watch_;
    bool watching_ = false;
    std::optional<BreakpointHit> hit_;                 ///< of the last command
    std::unique_ptr<HistoryRecorder> history_;         ///< null: not kept
    Promises promises_;                                ///< at the last rest
    std::uint64_t nominated_ = 0;                      ///< the nominator's version of them
    std::unique_ptr<scheduler::Scheduler> scheduler_;
    std::unique_ptr<cluster::Controllers> controllers_;   ///< null: the cluster does not live
    std::optional<QueueFlushes> flushes_;                 ///< of a living cluster, once the scheduler has begun
    bool areControllersHeld_ = false;
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
