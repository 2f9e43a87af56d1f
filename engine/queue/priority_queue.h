// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "queue/backoff.h"
#include "queue/heap.h"
#include "queue/hints.h"
#include "queue/in_flight.h"
#include "queue/nominator.h"
#include "queue/queue_metrics.h"
#include "trace/queue_record.h"

#include <functional>
#include <map>
#include <tl/expected.hpp>
#include <vector>

namespace berth::queue {

/// Who is told of the queue's moves; both optional. Called in the middle of an operation: must not call back.
struct QueueObserver {
    std::function<void(trace::QueueMove)> onMove;
    /// What every rejecting plugin says about an event (asked beyond what the decision needs).
    std::function<void(trace::HintRecord)> onHints;
};

struct QueueSettings {
    Backoff backoff;
    std::int64_t maxInUnschedulable = 300'000'000'000;   ///< nanoseconds until the leftover flush takes a pod
    /// SchedulerPopFromBackoffQ: pods that rest are popped when nothing else is there. So PreEnqueue is asked before they rest
    /// and not after, and those whose rest ends in the same second are in the order of the active queue. Goes with backoff.inWindows.
    bool popFromBackoff = true;
    bool groupsRetryByTime = false;                      ///< GenericWorkload: group members come back by backoff only
};

/// Pods that wait to be scheduled: active, backing off, unschedulable or gated, in flight; each in one place at a time.
/// Behaviour: queue.md. One thread.
class PriorityQueue {
public:
    using PreCheck = std::function<bool(const api::Pod&)>;

    PriorityQueue(QueueSettings settings, ports::Clock& clock, const framework::Listers& listers,
                  const std::vector<framework::Framework*>& profiles, bool hasExtenders);

    void setObserver(QueueObserver observer) { observer_ = std::move(observer); }
    /// From now on moves, hints and handled events are counted there. Not owned; null: nothing is counted.
    void setMetrics(trace::Metrics* metrics)
    {
        counts_.setMetrics(metrics);
        hints_.setMetrics(metrics);
    }
    /// Sets pending_pods to what is in the queue now.
    void measure(trace::Metrics& metrics) const;

    // Arrivals and changes from the watch.
    void add(const api::PodPtr& pod);
    void update(const api::PodPtr& before, const api::PodPtr& after);
    void remove(const api::Pod& pod);
    void moveAll(const framework::ClusterEvent& event, const api::ObjectPtr& before, const api::ObjectPtr& after,
                 const PreCheck& preCheck = {});

    // The scheduling loop.
    bool canPop() const;
    /// The next pod, now in flight; null if there is none.
    framework::QueuedPodInfoPtr pop();
    tl::expected<void, std::string> addUnschedulableIfNotPresent(const framework::QueuedPodInfoPtr& pod);
    void done(const std::string& uid) { inFlight_.done(uid); }
    bool isInFlight(const std::string& uid) const { return inFlight_.contains(uid); }
    void activate(const std::vector<std::string>& keys);
    std::int64_t schedulingCycle() const { return schedulingCycle_; }

    // The clock's work.
    void flushBackoffCompleted();
    void flushUnschedulableLeftover();
    /// When flushBackoffCompleted has something to do next; absent while nothing backs off. In whole seconds, or if pods do not
    /// rest in windows the first moment after the rest.
    std::optional<api::Time> nextBackoffCompletion() const;
    bool restsInWindows() const { return settings_.backoff.inWindows; }
    /// Whether everything that backs off has failed with errors so many times in a row, the last time after that moment: without
    /// a node, with an extender that does not answer. Time alone brings such pods back, again and again.
    bool onlyRepeatsErrors(std::int32_t times, api::Time since) const;
    /// When flushUnschedulableLeftover has; absent while nothing is unschedulable. Looks at every such pod.
    std::optional<api::Time> nextUnschedulableTimeout() const;

    Nominator& nominator() { return nominator_; }
    const Nominator& nominator() const { return nominator_; }
    const Hints& hints() const { return hints_; }

    // Looking.
    std::size_t activeCount() const { return active_.size(); }
    std::size_t backoffCount() const { return backoffPods_.size() + errorBackoffPods_.size(); }
    std::size_t unschedulableCount() const { return unschedulable_.size(); }
    /// The record of a pod in any of the three places, null otherwise.
    framework::QueuedPodInfoPtr find(const std::string& key) const;
    trace::QueuePlace placeOf(const std::string& key) const;
    /// Fills active, backoff, backoffUntil, unschedulable, gated, gatedBy in the order goldens have them.
    void describe(trace::QueueRecord& record);

private:
    struct Cause;

    framework::QueuedPodInfoPtr newRecord(const api::PodPtr& pod);
    void swapPod(framework::QueuedPodInfo& record, const api::PodPtr& pod);
    /// Runs PreEnqueue; afterwards record.gatingPlugin says whether anybody objects.
    void runPreEnqueue(framework::QueuedPodInfo& record);
    /// False if the pod did not get into the active queue.
    bool moveToActive(const framework::QueuedPodInfoPtr& pod, const Cause& cause, bool fromBackoff);
    bool moveToBackoff(const framework::QueuedPodInfoPtr& pod, const Cause& cause);
    void putUnschedulable(const framework::QueuedPodInfoPtr& pod, const Cause& cause);
    trace::QueuePlace requeue(const framework::QueuedPodInfoPtr& pod, Strategy strategy, const Cause& cause);
    void updateUnschedulable(const framework::QueuedPodInfoPtr& record, const api::PodPtr& before,
                             const api::PodPtr& after);
    void move(const std::vector<framework::QueuedPodInfoPtr>& pods, const RecordedEvent& event);
    Strategy strategyAfterAttempt(const framework::QueuedPodInfo& pod, Cause& cause);
    bool ask(const framework::QueuedPodInfo& pod, const framework::ClusterEvent& event, const api::Object* before,
             const api::Object* after, trace::HintRecord& record) const;
    void noteHints(const std::vector<framework::QueuedPodInfoPtr>& pods, const framework::ClusterEvent& event,
                   const api::Object* before, const api::Object* after, bool inFlight);
    bool concerns(const framework::QueuedPodInfo& pod, const framework::ClusterEvent& event) const;
    bool inBackoff(const std::string& key) const { return backoffPods_.find(key) || errorBackoffPods_.find(key); }
    void removeFromBackoff(const std::string& key);
    bool dropUnschedulable(const std::string& key);
    void noteMove(framework::QueuedPodInfo& pod, trace::QueuePlace to, const Cause& cause);

    QueueSettings settings_;
    ports::Clock* clock_;
    std::map<std::string, framework::Framework*> profiles_;   ///< by scheduler name
    framework::QueueSortPlugin* sort_;
    Hints hints_;
    Heap<framework::QueuedPodInfoPtr> active_;
    Heap<framework::QueuedPodInfoPtr> backoffPods_;           ///< rejected by plugins
    Heap<framework::QueuedPodInfoPtr> errorBackoffPods_;      ///< failed by error; never popped early
    std::map<std::string, framework::QueuedPodInfoPtr> unschedulable_;   ///< gated ones too
    std::map<std::string, trace::QueuePlace> lastPlace_;      ///< for the trace: where a move came from
    InFlight inFlight_;
    Nominator nominator_;
    std::int64_t schedulingCycle_ = 0;
    QueueObserver observer_;
    QueueMetrics counts_;
};

}
