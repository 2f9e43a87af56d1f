// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "cluster/time_line.h"
#include "queue/priority_queue.h"

namespace berth::scenario {

/// The scheduler's two clockworks in a cluster whose time runs by itself: pods that have backed off come back, pods that
/// nothing woke for minutes are tried again. The real ones look every second and every 30 seconds; here the line is told
/// the next of these moments at which they find something.
class QueueFlushes {
public:
    /// since: when the scheduler began, from which the 30 seconds are counted.
    QueueFlushes(queue::PriorityQueue& queue, cluster::TimeLine& line, api::Time since)
        : queue_(queue), line_(line), since_(since)
    {
    }

    /// What is planned looks at a queue that may go.
    ~QueueFlushes()
    {
        line_.cancel(backoff_);
        line_.cancel(leftover_);
    }
    QueueFlushes(const QueueFlushes&) = delete;
    QueueFlushes& operator=(const QueueFlushes&) = delete;

    /// To be called whenever the queue may have changed.
    void plan()
    {
        planBackoff();
        planLeftover();
    }

private:
    void planBackoff()
    {
        auto wanted = queue_.nextBackoffCompletion();
        if (wanted && !queue_.restsInWindows())
            wanted = nextTick(*wanted, 1'000'000'000);
        if (wanted == backoffAt_)
            return;
        line_.cancel(backoff_);
        backoffAt_ = wanted;
        if (wanted)
            backoff_ = line_.at(*wanted, [this] {
                backoffAt_.reset();
                queue_.flushBackoffCompleted();
            });
    }

    /// The first time at or after `due` at which a clockwork of that period ticks that began with the scheduler.
    api::Time nextTick(api::Time due, std::int64_t period) const
    {
        return {since_.nanoseconds + (due.nanoseconds - since_.nanoseconds + period - 1) / period * period};
    }

    /// Pods that come later time out later, so what is planned stays until it is there.
    void planLeftover()
    {
        if (isLeftoverPlanned_ || queue_.unschedulableCount() == 0)
            return;
        isLeftoverPlanned_ = true;
        leftover_ = line_.at(nextTick(*queue_.nextUnschedulableTimeout(), 30'000'000'000),
                 [this] {
                     isLeftoverPlanned_ = false;
                     queue_.flushUnschedulableLeftover();
                 },
                 cluster::TimeLine::Kind::Periodic);
    }

    queue::PriorityQueue& queue_;
    cluster::TimeLine& line_;
    api::Time since_;
    std::optional<api::Time> backoffAt_;
    cluster::TimeLine::Id backoff_;
    cluster::TimeLine::Id leftover_;
    bool isLeftoverPlanned_ = false;
};

}
