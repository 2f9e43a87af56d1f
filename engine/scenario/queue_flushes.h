// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "cluster/controller.h"
#include "queue/priority_queue.h"

namespace berth::scenario {

/// The scheduler's two clockworks in a cluster whose time runs by itself: pods that have backed off come back, pods that
/// nothing woke for minutes are tried again. The real ones look every second and every 30 seconds; here the line is told
/// the next of these moments at which they find something.
class QueueFlushes final : private cluster::ChangeListener {
public:
    /// From now on, when the scheduler begins: the 30 seconds are counted from here. All of world outlives this.
    QueueFlushes(queue::PriorityQueue& queue, cluster::World& world)
        : queue_(queue), line_(world.timeLine), server_(world.server), clock_(world.clock), since_(clock_.moment()), changed_(since_)
    {
        server_.listen(this);
    }

    /// What is planned looks at a queue that may go.
    ~QueueFlushes() override
    {
        server_.unlisten(this);
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
    /// What an attempt may come out differently after. That a pod was tried again, as its status says, is no such thing.
    void onChange(const api::ObjectPtr& before, const api::ObjectPtr& after) override
    {
        if (before && after && after->kind == api::Kind::Pod) {
            const auto& was = static_cast<const api::Pod&>(*before);
            const auto& is = static_cast<const api::Pod&>(*after);
            if (was.spec.nodeName == is.spec.nodeName && was.isTerminal() == is.isTerminal() && was.meta.generation == is.meta.generation)
                return;
        }
        changed_ = clock_.moment();
    }

    void planBackoff()
    {
        auto wanted = queue_.nextBackoffCompletion();
        if (wanted && !queue_.restsInWindows())
            wanted = nextTick(*wanted, 1'000'000'000);
        // Nobody should wait for pods that fail and fail with nothing else going on.
        constexpr std::int32_t patience = 6;
        const auto kind = queue_.onlyRepeatsErrors(patience, changed_) ? cluster::TimeLine::Kind::Periodic : cluster::TimeLine::Kind::Once;
        if (wanted == backoffAt_ && (!wanted || kind == backoffKind_))
            return;
        line_.cancel(backoff_);
        backoffAt_ = wanted;
        backoffKind_ = kind;
        if (wanted)
            backoff_ = line_.at(*wanted, [this] {
                backoffAt_.reset();
                queue_.flushBackoffCompleted();
            }, kind);
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
    cluster::MemoryServer& server_;
    const cluster::VirtualClock& clock_;
    api::Time since_;
    api::Time changed_;                    ///< when the cluster last did, see onChange()
    std::optional<api::Time> backoffAt_;
    cluster::TimeLine::Kind backoffKind_ = cluster::TimeLine::Kind::Once;
    cluster::TimeLine::Id backoff_;
    cluster::TimeLine::Id leftover_;
    bool isLeftoverPlanned_ = false;
};

}
