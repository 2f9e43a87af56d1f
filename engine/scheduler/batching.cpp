// SPDX-License-Identifier: GPL-3.0-or-later
#include "scheduler/batching.h"

namespace berth::scheduler {
namespace {

constexpr std::int64_t longestAge = 500'000'000;   // nanoseconds

/// Readings of the clock within one moment differ by nanoseconds, which must not count.
std::int64_t age(api::Time since, api::Time now)
{
    constexpr std::int64_t microsecond = 1000;
    return (now.nanoseconds / microsecond - since.nanoseconds / microsecond) * microsecond;
}

}

bool OpportunisticBatch::isUsable(framework::Framework& framework, framework::CycleState& state,
                                  const framework::QueuedPodInfo& pod, std::int64_t cycle, api::Time now) const
{
    if (!state_ || state_->remaining.order.empty() || cycle != lastCycle_ + 1 || pod.signature != state_->signature
        || age(state_->time, now) > longestAge)
        return false;
    const auto* last = framework.handle().snapshot().get(lastChosen_);
    // While the last node still takes such pods, it may well be the best one again: only a search can tell.
    return last && framework.runFilterPlugins(state, pod.pod(), *last).isRejected();
}

std::string OpportunisticBatch::nodeHint(framework::Framework& framework, framework::CycleState& state,
                                         const framework::QueuedPodInfo& pod, std::int64_t cycle, api::Time now)
{
    if (pod.signature.empty() || !isUsable(framework, state, pod, cycle, now))
        return {};
    auto& remaining = state_->remaining;
    const auto node = remaining.nodes[remaining.order.best()];
    remaining.order.pop();
    return node;
}

void OpportunisticBatch::store(const framework::QueuedPodInfo& pod, std::int64_t cycle, const std::string& hint,
                               const std::string& chosen, std::optional<Ranking> ranking, api::Time now)
{
    lastCycle_ = cycle;
    lastChosen_ = chosen;
    if (!hint.empty() && hint == chosen)
        return; // the list goes on
    state_.reset();
    if (!ranking || pod.signature.empty())
        return;
    ranking->order.pop(); // the chosen one
    if (!ranking->order.empty())
        state_ = State{pod.signature, std::move(*ranking), now};
}

}
