// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/moments.h"

#include "models/background_delete.h"
#include "models/format.h"
#include "models/snapshot.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace berth::models {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("berth::models::Moments", text); }

/// Whether somebody would call it something that happened to the cluster: not what the scheduler or a kubelet writes into
/// objects all the time.
bool isWorthAMark(const cluster::ObjectChange& change)
{
    static const api::Symbol bind{"bind"}, status{"status"}, user{"user"};
    if (change.cause == bind || change.cause == status)
        return false;
    return !change.before || !change.after || change.actor == user;
}

}

std::size_t Moments::restAt(api::Time time) const
{
    const std::size_t rests = machine ? machine->restsUntil(time) : 0;
    return rests > 0 ? rests - 1 : 0;
}

void MomentsRecorder::append(const scenario::History& history, const trace::RunTrace& trace)
{
    using Kind = scenario::Happening::Kind;
    history_ = history;
    for (; done_ < history.happenings.size(); ++done_) {
        const scenario::Happening& next = history.happenings[done_];
        if (next.kind == Kind::Object)
            add(history.changes[next.index]);
        else if (next.kind == Kind::Attempt)
            add(*trace.attempts[next.index]);
        else if (next.kind == Kind::Rest)
            ++rests_;
    }
    marks_.append(new_);
    new_.clear();
}

void MomentsRecorder::add(const cluster::ObjectChange& change)
{
    if (!isWorthAMark(change))
        return;
    const api::Object& object = change.after ? *change.after : *change.before;
    const QString label = toQString(object.label());
    const QString text = !change.before ? tr("%1 created") : !change.after ? tr("%1 deleted") : tr("%1 changed");
    new_.push_back({TimeMark::Kind::Change, change.time, rests_, text.arg(label)});
}

void MomentsRecorder::add(const trace::Attempt& attempt)
{
    const QString pod = toQString(attempt.pod);
    const bool evicts = attempt.postFilter && !attempt.postFilter->victims.empty();
    if (evicts)
        new_.push_back({TimeMark::Kind::Preempted, attempt.time, rests_, tr("%1 evicts %2").arg(pod).arg(attempt.postFilter->victims.size())});
    else if (attempt.result == trace::Result::Scheduled || attempt.result == trace::Result::Waiting)
        new_.push_back({TimeMark::Kind::Placed, attempt.time, rests_, tr("%1 placed on %2").arg(pod, toQString(attempt.node))});
    else
        new_.push_back({TimeMark::Kind::Failed, attempt.time, rests_, tr("%1 not placed").arg(pod)});
}

void MomentsRecorder::addBreakpoint(api::Time time, const QString& reason)
{
    marks_.append({{TimeMark::Kind::Breakpoint, time, rests_ > 0 ? rests_ - 1 : 0, reason}});
}

MomentsPtr MomentsRecorder::moments() const
{
    auto moments = std::make_shared<Moments>();
    moments->machine = std::make_shared<const scenario::TimeMachine>(history_);
    moments->marks = marks_;
    moments->origin = origin_;
    return moments;
}

namespace {

/// How many entries of a log in order of time happened up to that time.
template <typename Log>
std::size_t countUntil(const Log& log, api::Time time)
{
    std::size_t low = 0;
    for (std::size_t high = log.size(); low < high;) {
        const std::size_t middle = low + (high - low) / 2;
        if (log[middle].time <= time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

}

SnapshotPtr makePastSnapshot(const Snapshot& now, std::size_t rest)
{
    const Moments& moments = *now.moments;
    rest = std::min(rest, moments.rests() - 1);
    const std::size_t moment = moments.machine->rest(rest);
    const scenario::PastState past = moments.machine->at(moment);
    // Readings of the clock run ahead of it by nanoseconds: moves bear readings.
    const api::Time last = moments.machine->timeOf(moment);
    auto snapshot = std::make_shared<Snapshot>(now);
    auto attempts = makeBackgroundDeleted<Attempts>();
    const auto count = static_cast<std::ptrdiff_t>(std::min(past.attempts, now.attempts->size()));
    attempts->assign(now.attempts->begin(), now.attempts->begin() + count);
    snapshot->attempts = attempts;
    snapshot->cluster = makeCluster(past.state, *attempts, now.cluster->origin);
    auto flow = std::make_shared<QueueFlow>();
    if (now.flow->start && now.flow->start->time <= last)
        flow->start = now.flow->start;
    flow->moves = now.flow->moves.first(countUntil(now.flow->moves, last));
    for (std::size_t i = 0; i < flow->moves.size(); ++i)
        if (flow->moves[i].end != PodEnd::None)
            ++flow->ended[flow->moves[i].end];
    snapshot->flow = std::move(flow);
    snapshot->log = std::make_shared<const RunLog>(now.log->first(countUntil(*now.log, last)));
    if (now.avalanches)
        snapshot->avalanches = std::make_shared<const Avalanches>(scenario::avalanchesUntil(*now.avalanches, past.attempts, past.state.time));
    snapshot->past = rest;
    return snapshot;
}

}
