// SPDX-License-Identifier: GPL-3.0-or-later
#include "queue/priority_queue.h"

#include "trace/stopwatch.h"

#include <algorithm>

namespace berth::queue {

using framework::ClusterEvent;
using framework::QueuedPodInfo;
using framework::QueuedPodInfoPtr;
using trace::QueuePlace;

namespace {

std::string keyOf(const QueuedPodInfo& pod) { return pod.pod().meta.key(); }

}

/// Why a pod moves: an event's label, the object behind it, and what the plugins said.
struct PriorityQueue::Cause {
    std::string label;
    std::string object;
    Hints::Verdicts verdicts;
    std::string during = {};   ///< after an attempt: the event in its course that decided
};

PriorityQueue::PriorityQueue(QueueSettings settings, ports::Clock& clock, const framework::Listers& listers,
                             const std::vector<framework::Framework*>& profiles, bool hasExtenders)
    : settings_(settings), clock_(&clock), sort_(&profiles.front()->queueSort()),
      active_([this](const QueuedPodInfoPtr& a, const QueuedPodInfoPtr& b) { return sort_->less(*a, *b); }),
      backoffPods_([this](const QueuedPodInfoPtr& a, const QueuedPodInfoPtr& b) {
          const auto x = settings_.backoff.expiryOf(*a);
          const auto y = settings_.backoff.expiryOf(*b);
          return x != y ? x < y : settings_.popFromBackoff && sort_->less(*a, *b);
      }),
      errorBackoffPods_([this](const QueuedPodInfoPtr& a, const QueuedPodInfoPtr& b) {
          return settings_.backoff.expiryOf(*a) < settings_.backoff.expiryOf(*b);
      }),
      nominator_(listers, [this](const std::string& key) -> framework::PodInfoPtr {
          auto record = find(key);
          return record ? record->podInfo : nullptr;
      })
{
    for (auto* profile : profiles) {
        profiles_[profile->profileName().str()] = profile;
        hints_.addProfile(*profile, hasExtenders);
    }
}

QueuedPodInfoPtr PriorityQueue::newRecord(const api::PodPtr& pod)
{
    auto record = std::make_shared<QueuedPodInfo>();
    record->timestamp = clock_->now();
    swapPod(*record, pod);
    return record;
}

void PriorityQueue::swapPod(QueuedPodInfo& record, const api::PodPtr& pod)
{
    record.podInfo =
        record.podInfo ? framework::PodInfo::remake(*record.podInfo, pod) : framework::PodInfo::make(pod);
    auto profile = profiles_.find(pod->spec.schedulerName);
    record.signature = profile == profiles_.end() ? std::string() : profile->second->signPod(*pod);
}

void PriorityQueue::runPreEnqueue(QueuedPodInfo& record)
{
    auto profile = profiles_.find(record.pod().spec.schedulerName);
    if (profile == profiles_.end()) {
        record.gatingPlugin = {};
        return;
    }
    auto plugins = profile->second->preEnqueuePlugins();
    // The plugin that holds the gate is asked first: most of the time it still objects.
    std::stable_partition(plugins.begin(), plugins.end(),
                          [&](auto* plugin) { return record.gated() && plugin->name() == record.gatingPlugin; });
    for (auto* plugin : plugins) {
        if (plugin->preEnqueue(record.pod()).isSuccess())
            continue;
        counts_.gatedBy(plugin->name(), record);
        record.unschedulablePlugins.insert(plugin->name());
        record.gatingPlugin = plugin->name();
        return;
    }
    record.gatingPlugin = {};
}

bool PriorityQueue::moveToActive(const QueuedPodInfoPtr& pod, const Cause& cause, bool fromBackoff)
{
    const auto key = keyOf(*pod);
    if (!fromBackoff || !settings_.popFromBackoff)
        runPreEnqueue(*pod);
    if (pod->gated()) {
        if (!active_.find(key) && !inBackoff(key))
            putUnschedulable(pod, cause);
        return false;
    }
    if (!pod->initialAttemptTimestamp)
        pod->initialAttemptTimestamp = clock_->now();
    unschedulable_.erase(key);
    removeFromBackoff(key);
    active_.addOrUpdate(key, pod);
    counts_.incoming("active", cause.label);
    if (cause.label == framework::events::unschedulablePodAdd.label()
        || cause.label == framework::events::unschedulablePodUpdate.label())
        nominator_.add(pod->pod(), std::nullopt);
    noteMove(*pod, QueuePlace::Active, cause);
    return true;
}

bool PriorityQueue::moveToBackoff(const QueuedPodInfoPtr& pod, const Cause& cause)
{
    const auto key = keyOf(*pod);
    if (settings_.popFromBackoff) {
        runPreEnqueue(*pod);
        if (pod->gated()) {
            if (!active_.find(key) && !inBackoff(key))
                putUnschedulable(pod, cause);
            return false;
        }
    }
    unschedulable_.erase(key);
    (pod->hasRejectors() ? backoffPods_ : errorBackoffPods_).addOrUpdate(key, pod);
    counts_.incoming("backoff", cause.label);
    noteMove(*pod, QueuePlace::Backoff, cause);
    return true;
}

void PriorityQueue::putUnschedulable(const QueuedPodInfoPtr& pod, const Cause& cause)
{
    auto [place, isNew] = unschedulable_.insert_or_assign(keyOf(*pod), pod);
    if (isNew)
        counts_.incoming("unschedulable", cause.label);
    noteMove(*pod, pod->gated() ? QueuePlace::Gated : QueuePlace::Unschedulable, cause);
}

QueuePlace PriorityQueue::requeue(const QueuedPodInfoPtr& pod, Strategy strategy, const Cause& cause)
{
    if (strategy == Strategy::Skip) {
        putUnschedulable(pod, cause);
        return QueuePlace::Unschedulable;
    }
    if (strategy == Strategy::AfterBackoff && settings_.backoff.isBackingOff(*pod, clock_->now()))
        return moveToBackoff(pod, cause) ? QueuePlace::Backoff : QueuePlace::Unschedulable;
    return moveToActive(pod, cause, false) ? QueuePlace::Active : QueuePlace::Unschedulable;
}

void PriorityQueue::add(const api::PodPtr& pod)
{
    moveToActive(newRecord(pod), {framework::events::unschedulablePodAdd.label(), pod->label(), {}}, false);
}

void PriorityQueue::update(const api::PodPtr& before, const api::PodPtr& after)
{
    if (inFlight_.contains(after->meta.uid)) {
        // The attempt goes on with what it has; when it fails it will be told.
        for (const auto& event : framework::podChangeEvents(*before, *after))
            inFlight_.record({event, before, after});
        return;
    }
    const auto key = before->meta.key();
    for (auto* heap : {&active_, &backoffPods_, &errorBackoffPods_})
        if (const auto* found = heap->find(key)) {
            auto record = *found;
            nominator_.update(*before, *after);
            swapPod(*record, after);
            heap->addOrUpdate(key, record);
            return;
        }
    if (auto it = unschedulable_.find(after->meta.key()); it != unschedulable_.end())
        return updateUnschedulable(QueuedPodInfoPtr(it->second), before, after); // a move erases the entry
    moveToActive(newRecord(after), {framework::events::unschedulablePodUpdate.label(), after->label(), {}}, false);
}

void PriorityQueue::updateUnschedulable(const QueuedPodInfoPtr& record, const api::PodPtr& before,
                                        const api::PodPtr& after)
{
    swapPod(*record, after);
    nominator_.update(*before, *after);
    for (const auto& event : framework::podChangeEvents(*before, *after)) {
        noteHints({record}, event, before.get(), after.get(), false);
        Cause cause{event.label(), after->label(), {}};
        const auto strategy = hints_.worth(*record, event, before.get(), after.get(), &cause.verdicts);
        if (strategy == Strategy::Skip)
            continue;
        const auto place = requeue(record, strategy, cause);
        if (place == QueuePlace::Active || place == QueuePlace::Backoff)
            return;
    }
}

void PriorityQueue::remove(const api::Pod& pod)
{
    const auto key = pod.meta.key();
    nominator_.remove(pod.meta.uid);
    const auto place = placeOf(key);
    if (active_.remove(key) || backoffPods_.remove(key) || errorBackoffPods_.remove(key) || dropUnschedulable(key))
        if (observer_.onMove)
            observer_.onMove({clock_->now(), key, place, QueuePlace::None, api::Symbol("PodDelete"), pod.label(), {}});
    lastPlace_.erase(key);
}

bool PriorityQueue::dropUnschedulable(const std::string& key)
{
    auto entry = unschedulable_.extract(key);
    if (entry.empty())
        return false;
    counts_.rejected(*entry.mapped(), -1);
    return true;
}

void PriorityQueue::removeFromBackoff(const std::string& key)
{
    if (!backoffPods_.remove(key))
        errorBackoffPods_.remove(key);
}

void PriorityQueue::activate(const std::vector<std::string>& keys)
{
    const Cause cause{framework::events::forceActivate.label(), {}, {}};
    for (const auto& key : keys) {
        bool isActive = false;
        QueuedPodInfoPtr record;
        if (auto it = unschedulable_.find(key); it != unschedulable_.end()) {
            record = it->second;
            isActive = moveToActive(record, cause, false);
        } else if (inBackoff(key)) {
            record = find(key);
            removeFromBackoff(key);
            isActive = moveToActive(record, cause, true);
        }
        if (isActive)
            continue;
        const auto pod = profiles_.empty() ? nullptr : profiles_.begin()->second->handle().listers().get(
                                                           api::Kind::Pod, key);
        if (pod && inFlight_.contains(pod->meta.uid))
            inFlight_.record({framework::events::forceActivate, nullptr, pod});
    }
}

bool PriorityQueue::canPop() const
{
    return !active_.empty() || (settings_.popFromBackoff && !backoffPods_.empty());
}

QueuedPodInfoPtr PriorityQueue::pop()
{
    while (canPop()) {
        const bool fromActive = !active_.empty();
        auto pod = fromActive ? active_.pop() : backoffPods_.pop();
        ++pod->attempts;
        if (inFlight_.contains(pod->pod().meta.uid))
            continue; // a second record of a pod that is being scheduled: the first one decides
        inFlight_.start(pod->pod().meta.uid);
        ++schedulingCycle_;
        if (!fromActive)
            counts_.incoming("active", framework::events::popFromBackoffQ.label());
        counts_.rejected(*pod, -1);
        if (observer_.onMove) {
            const auto key = keyOf(*pod);
            observer_.onMove({clock_->now(), key, fromActive ? QueuePlace::Active : QueuePlace::Backoff,
                              QueuePlace::None,
                              api::Symbol(fromActive ? "Pop" : framework::events::popFromBackoffQ.label()),
                              {}, {}});
            lastPlace_.erase(key);
        }
        return pod;
    }
    return nullptr;
}

tl::expected<void, std::string> PriorityQueue::addUnschedulableIfNotPresent(const QueuedPodInfoPtr& pod)
{
    const auto key = keyOf(*pod);
    const auto uid = pod->pod().meta.uid;
    const char* present = unschedulable_.contains(key) ? "unschedulable queue"
        : active_.find(key)                            ? "the active queue"
        : inBackoff(key)                               ? "the backoff queue"
                                                       : nullptr;
    if (present) {
        inFlight_.done(uid);
        return tl::unexpected("Pod " + key + " is already present in " + present);
    }
    if (pod->hasRejectors()) {
        ++pod->unschedulableCount;
        pod->consecutiveErrorsCount = 0;
    } else {
        ++pod->consecutiveErrorsCount;
    }
    pod->timestamp = clock_->now();
    pod->backoffExpiration.reset();
    pod->wasFlushedFromUnschedulable = false;
    counts_.rejected(*pod, 1);
    Cause cause{framework::events::scheduleAttemptFailure.label(), {}, {}};
    const auto strategy = strategyAfterAttempt(*pod, cause);
    requeue(pod, strategy, cause);
    inFlight_.done(uid);
    return {};
}

Strategy PriorityQueue::strategyAfterAttempt(const QueuedPodInfo& pod, Cause& cause)
{
    if (!pod.hasRejectors())
        return Strategy::AfterBackoff;
    if (settings_.groupsRetryByTime && pod.pod().spec.hasSchedulingGroup)
        return Strategy::AfterBackoff;
    const auto events = inFlight_.eventsFor(pod.pod().meta.uid);
    if (!events)
        return Strategy::AfterBackoff;
    if (observer_.onHints)
        for (const auto* event : *events) {
            trace::HintRecord record;
            if (ask(pod, event->event, event->before.get(), event->after.get(), record)) {
                record.inFlight = true;
                observer_.onHints(std::move(record));
            }
        }
    auto best = Strategy::Skip;
    for (const auto* event : *events) {
        Hints::Verdicts verdicts;
        const auto worth = hints_.worth(pod, event->event, event->before.get(), event->after.get(), &verdicts);
        if (worth == Strategy::Skip)
            continue;
        cause.object = objectLabel(event->after ? event->after.get() : event->before.get());
        cause.verdicts = std::move(verdicts);
        cause.during = event->event.label();
        best = worth;
        // Without pending plugins no later event can be worth more than this one.
        if (worth == Strategy::Immediately || pod.pendingPlugins.empty())
            return worth;
    }
    return best;
}

bool PriorityQueue::concerns(const QueuedPodInfo& pod, const ClusterEvent& event) const
{
    return !pod.gated() || hints_.pluginListens(pod.gatingPlugin, event);
}

void PriorityQueue::moveAll(const ClusterEvent& event, const api::ObjectPtr& before, const api::ObjectPtr& after,
                            const PreCheck& preCheck)
{
    if (!hints_.anyoneListens(event))
        return;
    const trace::Stopwatch stopwatch(counts_.metrics());
    std::vector<QueuedPodInfoPtr> candidates;
    for (const auto& [key, pod] : unschedulable_)
        if (!preCheck || preCheck(pod->pod()))
            candidates.push_back(pod);
    std::erase_if(candidates, [&](const QueuedPodInfoPtr& pod) { return !concerns(*pod, event); });
    noteHints(candidates, event, before.get(), after.get(), false);
    move(candidates, {event, before, after});
    if (auto* metrics = counts_.metrics())
        metrics->observe(trace::Metric::EventHandlingDuration, {event.label()}, stopwatch.seconds());
}

void PriorityQueue::move(const std::vector<QueuedPodInfoPtr>& pods, const RecordedEvent& recorded)
{
    for (const auto& pod : pods) {
        if (!concerns(*pod, recorded.event))
            continue;
        Cause cause{recorded.event.label(), objectLabel(recorded.after ? recorded.after.get() : recorded.before.get()),
                    {}};
        const auto strategy =
            hints_.worth(*pod, recorded.event, recorded.before.get(), recorded.after.get(), &cause.verdicts);
        if (strategy == Strategy::Skip)
            continue;
        unschedulable_.erase(keyOf(*pod));
        requeue(pod, strategy, cause);
    }
    inFlight_.record(recorded);
}

bool PriorityQueue::ask(const QueuedPodInfo& pod, const ClusterEvent& event, const api::Object* before,
                        const api::Object* after, trace::HintRecord& record) const
{
    if (event.isWildcard())
        return false;
    auto verdicts = hints_.askAll(pod, event, before, after);
    if (verdicts.empty())
        return false;
    record.event = event.label();
    record.object = objectLabel(after ? after : before);
    record.pods[keyOf(pod)] = std::move(verdicts);
    return true;
}

void PriorityQueue::noteHints(const std::vector<QueuedPodInfoPtr>& pods, const ClusterEvent& event,
                              const api::Object* before, const api::Object* after, bool inFlight)
{
    if (!observer_.onHints)
        return;
    trace::HintRecord record;
    for (const auto& pod : pods)
        ask(*pod, event, before, after, record);
    if (record.pods.empty())
        return;
    record.inFlight = inFlight;
    observer_.onHints(std::move(record));
}

void PriorityQueue::flushBackoffCompleted()
{
    const Cause cause{framework::events::backoffComplete.label(), {}, {}};
    for (auto* heap : {&backoffPods_, &errorBackoffPods_})
        while (!heap->empty() && !settings_.backoff.isBackingOff(*heap->top(), clock_->now()))
            moveToActive(heap->pop(), cause, true);
}

void PriorityQueue::flushUnschedulableLeftover()
{
    const auto now = clock_->now();
    std::vector<QueuedPodInfoPtr> overdue;
    for (const auto& [key, pod] : unschedulable_)
        if (now.nanoseconds - pod->timestamp.nanoseconds > settings_.maxInUnschedulable) {
            pod->wasFlushedFromUnschedulable = true;
            overdue.push_back(pod);
        }
    if (!overdue.empty())
        move(overdue, {framework::events::unschedulableTimeout, nullptr, nullptr});
}

bool PriorityQueue::onlyRepeatsErrors(std::int32_t times, api::Time since) const
{
    return backoffPods_.empty() && errorBackoffPods_.allOf([&](const QueuedPodInfoPtr& pod) {
        return pod->consecutiveErrorsCount >= times && pod->timestamp > since;
    });
}

std::optional<api::Time> PriorityQueue::nextBackoffCompletion() const
{
    std::optional<api::Time> next;
    for (const auto* heap : {&backoffPods_, &errorBackoffPods_}) {
        if (heap->empty())
            continue;
        // One that expires in the current second, or at this very moment, still rests.
        const auto expiry = settings_.backoff.expiryOf(*heap->top());
        const auto over = settings_.backoff.inWindows ? api::Time::fromSeconds(expiry.seconds() + 1) : api::Time{expiry.nanoseconds + 1};
        if (!next || over < *next)
            next = over;
    }
    return next;
}

std::optional<api::Time> PriorityQueue::nextUnschedulableTimeout() const
{
    std::optional<api::Time> next;
    for (const auto& [key, pod] : unschedulable_) {
        const api::Time over{pod->timestamp.nanoseconds + settings_.maxInUnschedulable + 1};
        if (!next || over < *next)
            next = over;
    }
    return next;
}

QueuedPodInfoPtr PriorityQueue::find(const std::string& key) const
{
    for (const auto* heap : {&active_, &backoffPods_, &errorBackoffPods_})
        if (const auto* found = heap->find(key))
            return *found;
    auto it = unschedulable_.find(key);
    return it == unschedulable_.end() ? nullptr : it->second;
}

void PriorityQueue::measure(trace::Metrics& metrics) const
{
    std::size_t gated = 0;
    for (const auto& [key, pod] : unschedulable_)
        gated += pod->gated();
    auto set = [&metrics](std::string_view queue, std::size_t pods) {
        metrics.set(trace::Metric::PendingPods, {queue}, static_cast<double>(pods));
    };
    set("active", activeCount());
    set("backoff", backoffCount());
    set("unschedulable", unschedulable_.size() - gated);
    set("gated", gated);
}

QueuePlace PriorityQueue::placeOf(const std::string& key) const
{
    if (active_.find(key))
        return QueuePlace::Active;
    if (inBackoff(key))
        return QueuePlace::Backoff;
    auto it = unschedulable_.find(key);
    if (it == unschedulable_.end())
        return QueuePlace::None;
    return it->second->gated() ? QueuePlace::Gated : QueuePlace::Unschedulable;
}

void PriorityQueue::describe(trace::QueueRecord& record)
{
    auto sorted = [this](std::vector<QueuedPodInfoPtr> pods, bool byExpiry) {
        std::sort(pods.begin(), pods.end(), [&](const QueuedPodInfoPtr& a, const QueuedPodInfoPtr& b) {
            if (byExpiry) {
                const auto x = settings_.backoff.expiryOf(*a);
                const auto y = settings_.backoff.expiryOf(*b);
                if (x != y)
                    return x < y;
            }
            const bool before = sort_->less(*a, *b);
            return before != sort_->less(*b, *a) ? before : keyOf(*a) < keyOf(*b);
        });
        return pods;
    };
    for (const auto& pod : sorted(active_.values(), false))
        record.active.push_back(keyOf(*pod));
    auto resting = backoffPods_.values();
    for (auto& pod : errorBackoffPods_.values())
        resting.push_back(pod);
    for (const auto& pod : sorted(std::move(resting), true)) {
        record.backoff.push_back(keyOf(*pod));
        if (const auto expiry = settings_.backoff.expiryOf(*pod); expiry != Backoff::none)
            record.backoffUntil[keyOf(*pod)] = expiry;
    }
    for (const auto& [key, pod] : unschedulable_) {
        if (!pod->gated()) {
            record.unschedulable.push_back(key);
            continue;
        }
        record.gated.push_back(key);
        record.gatedBy[key] = pod->gatingPlugin.str();
    }
}

void PriorityQueue::noteMove(QueuedPodInfo& pod, QueuePlace to, const Cause& cause)
{
    if (!observer_.onMove)
        return;
    const auto key = keyOf(pod);
    auto& last = lastPlace_[key];
    trace::QueueMove move{clock_->now(), key, last, to, api::Symbol(cause.label), cause.object, cause.verdicts,
                          api::Symbol(cause.during), pod.timestamp};
    if (to == QueuePlace::Backoff)
        if (const auto expiry = settings_.backoff.expiryOf(pod); expiry != Backoff::none)
            move.until = expiry;
    if (to == QueuePlace::Gated)
        move.gatedBy = pod.gatingPlugin;
    observer_.onMove(std::move(move));
    last = to;
}

}
