// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "cache/cache.h"
#include "config/load.h"
#include "framework/framework.h"
#include "queue/priority_queue.h"
#include "scheduler/batching.h"
#include "scheduler/deferred_work.h"
#include "scheduler/extenders.h"
#include "scheduler/handler_backlog.h"
#include "scheduler/timers.h"
#include "scheduler/waiting_pods.h"
#include "trace/node_verdicts.h"
#include "trace/run_trace.h"

#include <deque>
#include <unordered_map>

namespace berth::scheduler {

/// What a scheduler is built from. The references outlive it.
struct SchedulerContext {
    ports::ApiServer& server;
    ports::Clock& clock;
    ports::Random& random;
    const framework::Registry& registry;
    config::FeatureGates gates;
    bool explainEverything = false;        ///< every attempt gets its Explanation
    bool keepMoves = true;
    bool keepHints = false;                ///< what plugins say about events, for queue records
    trace::StartSync startSync = trace::StartSync::Handlers;
    std::int64_t bindingDuration = 0;      ///< nanoseconds from the end of PreBind to the binding itself
    std::shared_ptr<ports::HttpExtender> httpExtender = nullptr;   ///< null: no extender can be reached
    /// An extender with a bind verb binds at the API server by itself. Where it cannot know the server, as the in-memory
    /// one, the scheduler does it in the extender's name.
    bool bindsForExtenders = false;
    bool keepMetrics = false;
    /// Where timers take their numbers from, so that they have one order with the work of others. Null: their own.
    std::uint64_t* timerSequence = nullptr;
};

/// kube-scheduler: cache, queue, profiles and the two cycles (cycle.md). Driven from outside: scheduleOne() runs one
/// scheduling cycle, runDeferred() what the real one does beside it. One thread.
class Scheduler final : public framework::Handle, private ports::Watcher {
public:
    /// The error is kube-scheduler's text.
    static tl::expected<std::unique_ptr<Scheduler>, std::string> make(const config::LoadResult& configuration,
                                                                      const SchedulerContext& context);
    ~Scheduler() override;

    /// Pops one pod and runs its scheduling cycle; false if no pod can be popped.
    bool scheduleOne();
    /// Runs one piece of binding, failure handling or eviction; false if there is nothing to do.
    bool runDeferred() { return deferred_.runOne(); }
    /// What is due by now: waits on Permit that end, bindings that are done with waiting. Call after the clock has moved.
    void runTimers();
    /// When the next of these is due.
    std::optional<api::Time> nextTimer() const { return timers_.next(); }
    /// The same with its number among things of one moment.
    std::optional<Timers::Id> firstTimer() const { return timers_.first(); }
    /// Runs the first of them, due or not; there must be one.
    void runFirstTimer();

    /// The first list is complete: from here on pods are scheduled. With CachesOnly, cache and queue know nothing of it
    /// yet. Noted in the trace.
    void begin();
    /// With CachesOnly: every handler delivers up to `count` things; once the first list is through, all else too.
    void deliver(std::size_t count);
    /// Whether handlers have something left to deliver.
    bool isDelivering() const { return backlog_ != nullptr; }

    queue::PriorityQueue& queue() { return *queue_; }
    const queue::PriorityQueue& queue() const { return *queue_; }
    const cache::Cache& cache() const { return cache_; }
    cache::Cache& cache() { return cache_; }
    const trace::RunTrace& trace() const { return trace_; }
    std::vector<trace::HintRecord> takeHints() { return std::exchange(hints_, {}); }
    std::vector<std::string> waitingPods() const;
    /// Pods whose binding takes its time, sorted.
    std::vector<std::string> bindingPods() const;
    const std::map<std::string, std::unique_ptr<framework::Framework>>& profiles() const { return profiles_; }

    /// What came of deciding about a pod without acting on it.
    struct Judgement {
        std::string node;                      ///< where it fits best; empty if nowhere
        std::string nominatedNode;             ///< by PostFilter, after a failure
        bool isUnschedulable = false;          ///< every node refused, before PostFilter
        std::string error;                     ///< not empty: nothing was decided
    };
    /// One decision alone, to measure it or to ask in advance: snapshot, search, scores, choice, and PostFilter if
    /// wanted. It is recorded as an attempt, but the queue is not asked and nothing is assumed or bound.
    Judgement judge(const framework::PodInfoPtr& pod, bool withPostFilter);
    /// The metrics up to now; null unless they are kept.
    std::shared_ptr<const trace::Metrics> metrics() const;

    /// Takes over what schedulers before this one wrote: it goes on, in one trace. Before anything is attempted.
    void continueTrace(trace::RunTrace earlier);
    /// How many of the attempts were others': these cannot be explained any more.
    std::size_t inheritedAttempts() const { return inherited_; }

    /// Brings the snapshot up to date now rather than in the next decision.
    cache::Result refreshSnapshot() { return cache_.updateSnapshot(snapshot_); }

    /// Recomputes why a past attempt went as it did, from the state just before it. Null for an unknown index.
    std::shared_ptr<const trace::Explanation> explain(std::size_t attempt);
    /// What a stretch of past attempts made of each node, recomputed like explain(), from the last of them to the first.
    /// Null for those that are not known, and for all that are left once goOn answers false.
    std::vector<trace::NodeVerdictsPtr> verdicts(std::size_t first, std::size_t count, const std::function<bool()>& goOn);
    /// The nodes and the pods on them just before a past attempt. The index must be known.
    cache::Snapshot snapshotBefore(std::size_t attempt) const;
    /// The pod as it was attempted. The index must be known.
    const framework::PodInfoPtr& podOf(std::size_t attempt) const { return past_[attempt].pod; }

    // framework::Handle
    const framework::SharedLister& snapshot() const override { return *visibleSnapshot_; }
    const framework::Listers& listers() const override { return listers_; }
    const framework::PodNominator& nominator() const override;
    ports::ApiServer& apiServer() override { return *server_; }
    ports::Clock& clock() override { return *clock_; }
    ports::Random& random() override { return *random_; }
    const config::FeatureGates& gates() const override { return gates_; }
    std::uint64_t attemptCount() const override { return trace_.attempts.size(); }
    void activate(const std::vector<std::string>& pods) override { queue_->activate(pods); }
    void forEachWaitingPod(const std::function<void(framework::WaitingPod&)>& visit) override;
    framework::WaitingPod* waitingPod(const std::string& uid) override;
    bool cancelPreBind(const std::string& uid, const std::string& cause) override;
    void defer(framework::Stage stage, std::uint64_t attempt, std::function<void()> work) override
    {
        deferred_.add(stage, attempt, std::move(work));
    }
    void recordEvent(const api::Object& object, const std::string& type, const std::string& reason,
                     const std::string& action, const std::string& message) override;
    std::uint64_t explanation() const override { return explanation_; }
    void note(api::Symbol plugin, const std::string& text) override;
    framework::Framework& framework(api::Symbol profile) override { return *profiles_.at(profile.str()); }

private:
    /// One pod on its way through both cycles.
    struct Cycle {
        framework::QueuedPodInfoPtr queued;
        framework::Framework* framework = nullptr;
        framework::CycleState state;
        std::size_t attempt = 0;                       ///< index into the trace; valid once begun
        bool hasAttempt = false;
        std::shared_ptr<trace::Explanation> explanation;
        trace::NodeVerdicts* verdicts = nullptr;       ///< where a replay notes what it makes of each node
        api::PodPtr assumed;                           ///< the pod with its node, once assumed
        trace::Stopwatch stopwatch{nullptr};           ///< since the cycle began
        std::string preBindCancelCause;
        std::optional<trace::PlacedPoint> point;       ///< where it is, once it has a node
        bool isInPreBind = false;
        bool hasFailed = false;                        ///< its binding cycle
        bool isReplay = false;                         ///< a past attempt is explained: nothing may change
        std::shared_ptr<ExtenderLine> extenders;       ///< how it asks extenders; made when it is needed
        std::uint64_t number() const { return attempt + 1; }
    };
    using CyclePtr = std::shared_ptr<Cycle>;

    /// Why an attempt ended without a node.
    struct Failure {
        framework::Status status;
        std::shared_ptr<framework::FitError> fit;      ///< null: no FitError
        std::optional<framework::NominatingInfo> nominating;   ///< absent: the nomination stays
        std::int32_t evaluated = 0;                    ///< nodes with a status of their own
        static Failure clearing(framework::Status status) { return {std::move(status), nullptr, framework::NominatingInfo{}, 0}; }
    };

    struct Found {
        std::string node;
        std::int32_t evaluated = 0;
        std::int32_t feasible = 0;
        std::optional<std::int64_t> total;
        std::optional<OpportunisticBatch::Ranking> ranking;   ///< of a signable pod whose nodes were scored
    };
    using Decision = tl::expected<Found, Failure>;

    /// What the search for nodes has found so far.
    struct Search {
        framework::NodeList feasible;
        std::shared_ptr<framework::FitError> fit;      ///< the diagnosis
        std::optional<framework::Status> error;        ///< ends the attempt
        Extender::SentNodes sent;                      ///< feasible nodes that extenders sent as objects
    };

    explicit Scheduler(const SchedulerContext& context);
    tl::expected<void, std::string> buildProfiles(const config::LoadResult& configuration,
                                                  const framework::Registry& registry);
    void buildQueue(const config::LoadResult& configuration);
    void fillFromServer();

    // start.cpp
    void onAdd(const api::ObjectPtr& object) override;
    void onUpdate(const api::ObjectPtr& before, const api::ObjectPtr& after) override;
    void onDelete(const api::ObjectPtr& object) override;

    // event_handlers.cpp
    void handleAdd(const api::ObjectPtr& object);
    void handleUpdate(const api::ObjectPtr& before, const api::ObjectPtr& after);
    void handleDelete(const api::ObjectPtr& object);
    void onPodAdd(const api::PodPtr& pod);
    void onPodUpdate(const api::PodPtr& before, const api::PodPtr& after);
    void onPodDelete(const api::PodPtr& pod);
    void onAssignedPodUpdate(const api::PodPtr& before, const api::PodPtr& after);
    void onPendingPodUpdate(const api::PodPtr& before, const api::PodPtr& after);
    void onNodeUpdate(const api::NodePtr& before, const api::NodePtr& after);
    void onOther(framework::ActionType action, const api::ObjectPtr& before, const api::ObjectPtr& after);
    void onAssumedPodDelete(const api::Pod& pod);
    bool isResponsible(const api::Pod& pod) const { return profiles_.contains(pod.spec.schedulerName); }

    // scheduling_cycle.cpp
    bool skips(const api::Pod& pod);
    void beginAttempt(Cycle& cycle);
    Decision decide(Cycle& cycle);
    Decision schedulePod(Cycle& cycle);
    Failure postFilter(Cycle& cycle, Failure failure);
    void assumeAndBind(const CyclePtr& cycle, const Found& found);

    // node_search.cpp
    Search findFeasibleNodes(Cycle& cycle);
    void filterNodes(Cycle& cycle, const framework::NodeList& candidates, std::int32_t limit, Search& search);
    bool tryOneNode(Cycle& cycle, const std::string& node, Search& search);
    std::string nodeHint(Cycle& cycle);
    framework::NodeList narrowed(const std::set<std::string>& names) const;
    std::int32_t nodesToFind(const framework::Framework& framework, std::size_t candidates) const;

    // extending.cpp
    ExtenderLine& extenderLine(Cycle& cycle);
    void askExtendersAboutVictims();
    bool passExtenders(Cycle& cycle, Search& search);
    void addExtenderScores(Cycle& cycle, const framework::NodeList& nodes, framework::Framework::Scoring& scoring);
    std::optional<framework::Status> bindByExtender(Cycle& cycle);

    // binding_cycle.cpp
    void permit(const CyclePtr& cycle);
    void startBinding(const CyclePtr& cycle);
    void waitOnPermit(const CyclePtr& cycle, const PermitWait::Waits& waits);
    void activateAsked(Cycle& cycle);
    void afterPermit(const CyclePtr& cycle, const framework::Status& permitted);
    void bindInTime(const CyclePtr& cycle);
    void bind(const CyclePtr& cycle);
    void afterBind(const CyclePtr& cycle, const framework::Status& status);
    void failBeforeBinding(const CyclePtr& cycle, const framework::Status& status);
    enum class Release : std::uint8_t { NoEvent, EventBeforeRequeue, EventAfterRequeue };
    void failBinding(const CyclePtr& cycle, const framework::Status& status, Release release, bool asFitError);
    static Failure asFitError(const framework::Status& status);

    // scheduler_metrics.cpp
    void startMetrics();
    void countCalls(bool on);
    void sampleCycle(Cycle& cycle);
    void countAttempt(const Cycle& cycle, std::string_view result);
    void countScheduled(Cycle& cycle);
    void countWait(api::Time since, const framework::Status& decided);
    double secondsSince(api::Time then) const;
    void countPreemption(const framework::Framework& framework, const trace::PostFilterRecord& record);

    // failure.cpp
    void fail(Cycle& cycle, const Failure& failure);
    void requeue(const Cycle& cycle, trace::Attempt& attempt);
    void patchFailure(const api::Pod& pod, const std::string& reason, const std::string& message,
                      const std::optional<framework::NominatingInfo>& nominating);

    // explanation.cpp
    struct ExplanationScope;
    class WayBack;
    /// Decides about a past attempt once more, with the nodes as they were; the cycle says what is to be noted.
    Decision replay(Cycle& cycle, std::size_t attempt, const cache::Snapshot& then);
    void noteFeasible(Cycle& cycle, const framework::NodeList& nodes) const;
    static void noteTotals(Cycle& cycle, const framework::Framework::Scoring& scoring);
    void explainFilters(framework::Framework& framework, const api::Pod& pod, trace::Explanation& explanation);
    void explainScores(const framework::Framework& framework, const framework::CycleState& state,
                       const framework::Framework::Scoring& scoring, trace::Explanation& explanation) const;
    /// The node's place in the explanation's list; one that only an extender knows is appended.
    std::uint32_t explainedIndex(trace::Explanation& explanation, const std::string& node) const;
    void noteFilterStatus(Cycle& cycle, std::uint32_t node, const framework::Status& status);

    /// The attempt, ready to be changed: cloned first if somebody outside holds it.
    trace::Attempt& attemptOf(Cycle& cycle);

    ports::ApiServer* server_;
    ports::Clock* clock_;
    ports::Random* random_;
    config::FeatureGates gates_;
    bool explainEverything_;
    bool keepMoves_;
    bool keepHints_;

    framework::Listers listers_;
    cache::Cache cache_;
    cache::Snapshot snapshot_;
    const framework::SharedLister* visibleSnapshot_ = &snapshot_;   ///< a past one while an attempt is explained
    std::map<std::string, std::unique_ptr<framework::Framework>> profiles_;
    std::vector<framework::Framework*> profileOrder_;
    std::unique_ptr<queue::PriorityQueue> queue_;
    std::int64_t nextStartNodeIndex_ = 0;
    std::map<std::string, OpportunisticBatch> batches_;             ///< by profile

    DeferredWork deferred_;
    Timers timers_;
    std::int64_t bindingDuration_;
    std::map<std::string, api::PodPtr> binding_;                    ///< by UID: assumed, and waiting for its binding
    std::unique_ptr<HandlerBacklog> backlog_;                       ///< null: handlers deliver at once
    std::map<std::string, std::unique_ptr<PermitWait>> waiting_;    ///< by UID
    std::vector<std::unique_ptr<PermitWait>> decidedWaits_;         ///< kept until nothing refers to them
    std::unordered_map<std::string, CyclePtr> inPreBind_;           ///< by UID

    Extenders extenders_{{}};
    std::shared_ptr<ports::HttpExtender> httpExtender_;
    bool bindsForExtenders_;
    ExtenderLine* victimsLine_ = nullptr;                           ///< of the attempt whose PostFilter is under way

    std::uint64_t explanation_ = 0;                                 ///< the one under way, 0 = none
    std::uint64_t explanations_ = 0;                                ///< so far
    std::unique_ptr<trace::Metrics> metrics_;                       ///< null unless they are kept
    trace::RunTrace trace_;
    std::vector<trace::HintRecord> hints_;

    /// How to get back to the state before an attempt.
    struct Past {
        framework::PodInfoPtr pod;
        std::vector<cache::Cache::Replaced> replaced;
        std::optional<std::vector<std::string>> orderBefore;
        std::shared_ptr<const queue::PastNominations> nominations;  ///< just before the attempt; null: none
    };
    std::deque<Past> past_;                                         ///< parallel to trace_.attempts
    std::size_t inherited_ = 0;
    Past pendingPast_;
    const framework::PodNominator* pastNominator_ = nullptr;        ///< of the attempt that is made again; null: the queue's
};

}
