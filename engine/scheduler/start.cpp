// SPDX-License-Identifier: GPL-3.0-or-later
#include "scheduler/scheduler.h"

/// How watch events reach the handlers: at once, or, while the handlers are behind at the start, in their turn.
/// The listers know of everything at once either way.
namespace berth::scheduler {

void Scheduler::begin()
{
    trace::StartRecord record;
    record.time = clock_->moment();
    if (backlog_) {
        record.mode = trace::StartSync::CachesOnly;
        backlog_->closeFirstList();
        record.listed = backlog_->firstListSize();
    } else {
        for (std::size_t kind = 0; kind <= static_cast<std::size_t>(api::Kind::Other); ++kind)
            record.listed += listers_.all(static_cast<api::Kind>(kind)).size();
        record.deliveredAtStart = record.listed;
        record.synced = record.time;
    }
    trace_.start = record;
}

/// What this scheduler has noted so far, the pods that it found waiting, comes after it.
void Scheduler::continueTrace(trace::RunTrace earlier)
{
    earlier.start.reset();
    for (auto& attempt : earlier.attempts) {
        if (attempt->result != trace::Result::Waiting)
            continue;
        attempt = std::make_shared<trace::Attempt>(*attempt);
        attempt->result = trace::Result::Error;
        attempt->message = "another scheduler took over before the pod was bound";
    }
    earlier.moves.insert(earlier.moves.end(), trace_.moves.begin(), trace_.moves.end());
    earlier.events.insert(earlier.events.end(), trace_.events.begin(), trace_.events.end());
    earlier.notes.insert(earlier.notes.end(), trace_.notes.begin(), trace_.notes.end());
    trace_ = std::move(earlier);
    inherited_ = trace_.attempts.size();
    past_.resize(inherited_);
}

void Scheduler::deliver(std::size_t count)
{
    if (!backlog_ || !trace_.start)
        return;
    backlog_->deliver(count);
    if (trace_.attempts.empty())
        trace_.start->deliveredAtStart = backlog_->firstListSize() - backlog_->firstListLeft();
    if (backlog_->firstListLeft() > 0)
        return;
    while (!backlog_->empty())
        backlog_->deliver(1);
    backlog_.reset();
    trace_.start->synced = clock_->moment();
    trace_.start->attemptsBeforeSync = trace_.attempts.size();
}

void Scheduler::onAdd(const api::ObjectPtr& object)
{
    listers_.put(object);
    if (backlog_)
        backlog_->add(object->kind, [this, object] { handleAdd(object); });
    else
        handleAdd(object);
}

void Scheduler::onUpdate(const api::ObjectPtr& before, const api::ObjectPtr& after)
{
    listers_.put(after);
    if (backlog_)
        backlog_->add(after->kind, [this, before, after] { handleUpdate(before, after); });
    else
        handleUpdate(before, after);
}

void Scheduler::onDelete(const api::ObjectPtr& object)
{
    listers_.erase(*object);
    if (backlog_)
        backlog_->add(object->kind, [this, object] { handleDelete(object); });
    else
        handleDelete(object);
}

}
