// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/history_recorder.h"

#include <algorithm>

namespace berth::scenario {

namespace {

/// Fewest happenings between two checkpoints. Large worlds wait longer, so that checkpoints cost, all in all, no more than
/// a pointer or two per happening.
constexpr std::size_t checkpointEvery = 512;

}

void apply(const cluster::ObjectChange& change, World& world)
{
    if (change.after)
        world.objects[change.order] = change.after;
    else
        world.objects.erase(change.order);
}

void apply(const Placing& placing, World& world)
{
    if (placing.place == trace::QueuePlace::None)
        world.places.erase(placing.pod);
    else
        world.places[placing.pod] = placing;
}

void HistoryRecorder::note(const cluster::ObjectChange& change, const trace::RunTrace& trace)
{
    followTrace(trace);
    changes_.push_back(change);
    apply(change, world_);
    add(Happening::Kind::Object, changes_.size() - 1, change.time);
}

void HistoryRecorder::rest(api::Time now, const trace::RunTrace& trace, Promises promises)
{
    followTrace(trace);
    const bool changed = world_.promises ? *world_.promises != promises : promises != Promises();
    if (changed) {
        world_.promises = std::make_shared<const Promises>(std::move(promises));
        promises_.push_back(world_.promises);
        add(Happening::Kind::Promises, promises_.size() - 1, now);
    }
    rests_.push_back({static_cast<std::uint32_t>(happenings_.size()), now});
    world_.time = now;
    add(Happening::Kind::Rest, rests_.size() - 1, now);
}

/// What the trace got since the last time. No two of its records bear the same time, so their order is that of their times.
void HistoryRecorder::followTrace(const trace::RunTrace& trace)
{
    constexpr api::Time never{INT64_MAX};
    for (;;) {
        const auto move = moves_ < trace.moves.size() ? trace.moves[moves_].time : never;
        const auto attempt = attempts_ < trace.attempts.size() ? trace.attempts[attempts_]->time : never;
        const auto event = events_ < trace.events.size() ? trace.events[events_].time : never;
        const auto next = std::min({move, attempt, event});
        if (next == never)
            return;
        if (next == move) {
            const trace::QueueMove& moved = trace.moves[moves_];
            placings_.push_back({moved.pod, moved.to, moved.since, moved.until, moved.gatedBy});
            apply(placings_.back(), world_);
            world_.moves = ++moves_;
            add(Happening::Kind::Move, moves_ - 1, next);
        } else if (next == attempt) {
            world_.attempts = ++attempts_;
            add(Happening::Kind::Attempt, attempts_ - 1, next);
        } else {
            world_.events = ++events_;
            add(Happening::Kind::Event, events_ - 1, next);
        }
    }
}

void HistoryRecorder::add(Happening::Kind kind, std::size_t index, api::Time time)
{
    last_ = std::max(last_, time);
    happenings_.push_back({kind, static_cast<std::uint32_t>(index), last_});
    if (kind != Happening::Kind::Rest)
        world_.time = last_;
    if (++sinceCheckpoint_ < std::max(checkpointEvery, world_.size()))
        return;
    sinceCheckpoint_ = 0;
    checkpoints_.push_back({happenings_.size(), std::make_shared<const World>(world_)});
}

History HistoryRecorder::view() const
{
    return {happenings_.view(), changes_.view(), placings_.view(), promises_.view(), rests_.view(), checkpoints_.view()};
}

}
