// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/queue_flow_recorder.h"

#include "models/attempt_list.h"
#include "models/format.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace berth::models {

namespace {

/// A pod outside the queue's parts is being scheduled or not there at all: the queue's trace says None for both.
Lane laneOf(trace::QueuePlace place, Lane otherwise)
{
    switch (place) {
    case trace::QueuePlace::Active:
        return Lane::Active;
    case trace::QueuePlace::Backoff:
        return Lane::Backoff;
    case trace::QueuePlace::Unschedulable:
        return Lane::Unschedulable;
    case trace::QueuePlace::Gated:
        return Lane::Gated;
    case trace::QueuePlace::None:
        break;
    }
    return otherwise;
}

QString tr(const char* text)
{
    return QCoreApplication::translate("berth::models::QueueFlowRecorder", text);
}

/// `default/web-1` of `Pod default/web-1`; empty for other objects.
std::string podOf(const std::string& label)
{
    constexpr std::string_view prefix = "Pod ";
    return label.starts_with(prefix) ? label.substr(prefix.size()) : std::string();
}

/// Somebody wants it to go, which takes its time.
bool isStopping(const cluster::ObjectChange& change)
{
    return change.before && change.after && !change.before->meta.deletionTimestamp && change.after->meta.deletionTimestamp;
}

/// Whether the log or the lanes say something of it: pods that end, objects that come and go, and what users change. How pods come
/// is told by the queue, and what becomes of them on their nodes by events.
bool isTold(const cluster::ObjectChange& change)
{
    static const api::Symbol user{"user"};
    if (podEndOf(change) != PodEnd::None || !change.after)
        return true;
    if (change.after->kind == api::Kind::Pod && !change.before)
        return !static_cast<const api::Pod&>(*change.after).spec.nodeName.empty();
    return !change.before || change.actor == user || isStopping(change);
}

QString whatOf(const cluster::ObjectChange& change)
{
    if (const PodEnd end = podEndOf(change); end != PodEnd::None)
        return podEndName(end);
    return !change.before ? tr("created") : !change.after ? tr("deleted") : isStopping(change) ? tr("deletion asked for") : tr("changed");
}

LogEntry entryOf(const LaneMove& move)
{
    LogEntry entry;
    entry.kind = LogEntry::Kind::Move;
    entry.time = move.time;
    entry.pod = move.pod;
    entry.object = u"Pod " + move.pod;
    entry.what = laneName(move.from) + u" → " + targetName(move);
    entry.details = move.cause;
    if (!move.object.isEmpty())
        entry.details += u" (" + move.object + u')';
    if (!move.verdicts.empty())
        entry.details += u" · " + verdictText(move).replace(u'\n', u", "_s);
    entry.attempt = move.attempt;
    return entry;
}

}

/// Something of the trace that is not in the log yet.
struct QueueFlowRecorder::Pending {
    enum class Source : std::uint8_t { Attempt, Move, Event, Change, Note, Start, Synced };
    api::Time time;
    Source source = Source::Move;
    std::size_t index = 0;
};

const QString& QueueFlowRecorder::shared(const std::string& text)
{
    const auto found = texts_.find(text);
    return found != texts_.end() ? found->second : texts_.emplace(text, toQString(text)).first->second;
}

std::vector<QueueFlowRecorder::Pending> QueueFlowRecorder::collect(const trace::RunTrace& trace,
                                                                   const std::vector<ports::ClusterEventRecord>& events,
                                                                   const scenario::History& history)
{
    std::vector<Pending> pending;
    // A scheduler that took over starts again.
    const bool starts = trace.start && (!flow_.start || flow_.start->time != trace.start->time);
    isSynced_ = isSynced_ && !starts;
    if (starts)
        pending.push_back({trace.start->time, Pending::Source::Start, 0});
    if (trace.start && trace.start->synced && !isSynced_ && trace.start->deliveredAtStart < trace.start->listed)
        pending.push_back({*trace.start->synced, Pending::Source::Synced, 0});
    isSynced_ = trace.start && trace.start->synced;
    flow_.start = trace.start;
    // Moves first: at the same moment the pop comes before the attempt that it starts.
    for (; moves_ < trace.moves.size(); ++moves_)
        pending.push_back({trace.moves[moves_].time, Pending::Source::Move, moves_});
    for (; attemptCount_ < trace.attempts.size(); ++attemptCount_)
        pending.push_back({trace.attempts[attemptCount_]->time, Pending::Source::Attempt, attemptCount_});
    for (; events_ < events.size(); ++events_)
        pending.push_back({events[events_].time, Pending::Source::Event, events_});
    for (; notes_ < trace.notes.size(); ++notes_)
        pending.push_back({trace.notes[notes_].time, Pending::Source::Note, notes_});
    // The history's times never go back, whatever was read from the clock: what happened later has no earlier one.
    for (; happenings_ < history.happenings.size(); ++happenings_)
        if (const scenario::Happening& next = history.happenings[happenings_]; next.kind == scenario::Happening::Kind::Object && isTold(history.changes[next.index]))
            pending.push_back({next.time, Pending::Source::Change, next.index});
    // At one moment a pod ends first, and then its kubelet and its controllers have something to say of it. Not so the scheduler:
    // what it bound ends afterwards.
    const auto rank = [&](const Pending& next) {
        if (next.source == Pending::Source::Change)
            return podEndOf(history.changes[next.index]) != PodEnd::None ? 1 : 3;
        return next.source == Pending::Source::Event && events[next.index].action.empty() ? 2 : 0;
    };
    std::stable_sort(pending.begin(), pending.end(), [&](const Pending& a, const Pending& b) { return a.time != b.time ? a.time < b.time : rank(a) < rank(b); });
    return pending;
}

void QueueFlowRecorder::append(const trace::RunTrace& trace, const std::vector<ports::ClusterEventRecord>& events,
                               const trace::QueueRecord& queue, const scenario::History& history, api::Time now)
{
    const std::size_t firstNew = attemptCount_;
    const std::vector<Pending> pending = collect(trace, events, history);
    // Which attempt a move belongs to is known once the attempt is there, whatever the order of their times.
    std::map<std::string, std::vector<std::size_t>> byPod;
    for (std::size_t i = firstNew; i < trace.attempts.size(); ++i)
        byPod[trace.attempts[i]->pod].push_back(i);
    for (const Pending& next : pending) {
        switch (next.source) {
        case Pending::Source::Move: {
            const trace::QueueMove& move = trace.moves[next.index];
            auto found = byPod.find(move.pod);
            const bool popped = move.to == trace::QueuePlace::None && move.cause.view() != "PodDelete";
            if (popped && found != byPod.end() && !found->second.empty()) {
                const std::size_t index = found->second.front();
                found->second.erase(found->second.begin());
                attempts_[shared(move.pod)] = {static_cast<std::int64_t>(index), trace.attempts[index]->backoffExpiry};
            }
            add(move);
            break;
        }
        case Pending::Source::Attempt: {
            const trace::Attempt& attempt = *trace.attempts[next.index];
            LogEntry entry{LogEntry::Kind::Attempt, attempt.time, u"Pod " + shared(attempt.pod), shared(attempt.pod),
                           attemptResultName(attempt.result), toQString(attempt.message), rowStateOf(attempt.result),
                           static_cast<std::int64_t>(next.index)};
            if (entry.details.isEmpty())
                entry.details = toQString(attempt.node);
            newEntries_.push_back(std::move(entry));
            break;
        }
        case Pending::Source::Event:
            add(events[next.index]);
            break;
        case Pending::Source::Start:
            add(*trace.start, false);
            break;
        case Pending::Source::Synced:
            add(*trace.start, true);
            break;
        case Pending::Source::Note: {
            const trace::PluginNote& note = trace.notes[next.index];
            newEntries_.push_back({LogEntry::Kind::Note, note.time, u"Plugin " + toQString(note.plugin), {}, {},
                                   toQString(note.text), RowState::None, -1});
            break;
        }
        case Pending::Source::Change:
            add(history.changes[next.index], next.time);
            break;
        }
    }
    place(queue.waiting, Lane::Permit, u"Wait"_s, now);
    place(queue.binding, Lane::Binding, u"Permit"_s, now);
    flow_.moves.append(newMoves_);
    log_.append(newEntries_);
    newMoves_.clear();
    newEntries_.clear();
}

void QueueFlowRecorder::add(const trace::QueueMove& record)
{
    const QString& pod = shared(record.pod);
    const bool deleted = record.cause.view() == "PodDelete";
    if (deleted && lanes_.value(pod, Lane::Outside) == Lane::Outside)
        return; // the cluster's own record of it came first
    LaneMove next;
    next.time = record.time;
    next.pod = pod;
    next.from = laneOf(record.from, lanes_.value(pod, Lane::Outside));
    next.to = laneOf(record.to, deleted ? Lane::Outside : Lane::InFlight);
    next.cause = shared(record.cause.str());
    next.object = shared(record.object);
    next.during = shared(record.during.str());
    for (const auto& [plugin, verdict] : record.verdicts)
        next.verdicts.emplace_back(shared(plugin.str()), shared(verdict));
    const Attempted attempt = attempts_.value(pod);
    if (next.from >= Lane::InFlight && next.from <= Lane::Binding && next.to < Lane::InFlight) {
        next.attempt = attempt.index;
        if (next.to == Lane::Backoff)
            next.until = attempt.backoffExpiry;
    } else if (next.to == Lane::InFlight) {
        next.attempt = attempt.index;
    }
    if (deleted)
        next.end = PodEnd::Deleted;
    if (next.from != next.to)
        move(std::move(next));
}

void QueueFlowRecorder::add(const ports::ClusterEventRecord& event)
{
    const std::string key = podOf(event.object);
    LogEntry entry{LogEntry::Kind::Event, event.time, shared(event.object), shared(key), shared(event.reason),
                   toQString(event.message), event.type == "Warning" ? RowState::Warning : RowState::Good, -1};
    if (!key.empty())
        entry.attempt = attempts_.value(entry.pod).index;
    const QString pod = entry.pod;
    const std::int64_t attempt = entry.attempt;
    newEntries_.push_back(std::move(entry));
    // The binding cycle says that it is through by this event alone.
    if (event.reason == "Scheduled" && !key.empty()) {
        const Lane from = lanes_.value(pod, Lane::Outside);
        if (from != Lane::Bound)
            move({event.time, pod, from, Lane::Bound, u"Scheduled"_s, {}, {}, {}, {}, attempt});
    }
}

void QueueFlowRecorder::add(const cluster::ObjectChange& change, api::Time time)
{
    const api::Object& object = change.after ? *change.after : *change.before;
    const bool isPod = object.kind == api::Kind::Pod;
    if (const PodEnd end = podEndOf(change); end != PodEnd::None) {
        const QString& pod = shared(object.meta.key());
        if (const Lane from = lanes_.value(pod, Lane::Outside); from != Lane::Outside) {
            LaneMove left;
            left.time = time;
            left.pod = pod;
            left.from = from;
            left.cause = podEndCause(end);
            left.object = shared(object.label());
            left.end = end;
            return move(std::move(left));
        }
    }
    // What stood in the files is no news.
    if (!flow_.start)
        return;
    newEntries_.push_back({LogEntry::Kind::Change, time, shared(object.label()), isPod ? shared(object.meta.key()) : QString(),
                           whatOf(change), tr("by %1").arg(toQString(change.actor)), RowState::None, -1});
}

/// complete: not as it was then, but with the end of the first list, which came later.
void QueueFlowRecorder::add(const trace::StartRecord& start, bool complete)
{
    const bool whole = start.deliveredAtStart == start.listed;
    trace::StartRecord said = start;
    if (!complete && !whole)
        said.synced.reset();
    newEntries_.push_back({LogEntry::Kind::Start, complete ? *start.synced : start.time, u"kube-scheduler"_s, {},
                           complete ? tr("handlers synced") : toQString(std::string_view(trace::startSyncName(start.mode))),
                           startText(said, start.time), complete || whole ? RowState::Good : RowState::Warning, -1});
}

void QueueFlowRecorder::move(LaneMove what)
{
    lanes_[what.pod] = what.to;
    if (what.end != PodEnd::None)
        ++flow_.ended[what.end];
    newEntries_.push_back(entryOf(what));
    newMoves_.push_back(std::move(what));
}

void QueueFlowRecorder::place(const std::vector<std::string>& keys, Lane lane, const QString& cause, api::Time now)
{
    for (const std::string& key : keys) {
        const QString& pod = shared(key);
        const Lane from = lanes_.value(pod, Lane::Outside);
        if (from != lane && from >= Lane::InFlight && from < lane)
            move({now, pod, from, lane, cause, {}, {}, {}, {}, attempts_.value(pod).index});
    }
}

}
