// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/time_machine.h"

#include "scenario/history_recorder.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace berth::scenario {

namespace {

using trace::QueuePlace;

/// How many of the first entries satisfy `before`, of a list in which these come first.
template <typename List, typename Before>
std::size_t countFirst(const List& list, const Before& before)
{
    std::size_t low = 0;
    for (std::size_t high = list.size(); low < high;) {
        const std::size_t middle = low + (high - low) / 2;
        if (before(list[middle]))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

World worldAt(const History& history, std::size_t moment)
{
    World world;
    const std::size_t checkpoints =
        countFirst(history.checkpoints, [&](const Checkpoint& point) { return point.happenings <= moment; });
    std::size_t done = 0;
    if (checkpoints > 0) {
        world = *history.checkpoints[checkpoints - 1].world;
        done = history.checkpoints[checkpoints - 1].happenings;
    }
    for (; done < moment; ++done) {
        const Happening& next = history.happenings[done];
        world.time = next.time;
        switch (next.kind) {
        case Happening::Kind::Object: apply(history.changes[next.index], world); break;
        case Happening::Kind::Move:
            apply(history.placings[next.index], world);
            world.moves = next.index + std::size_t{1};
            break;
        case Happening::Kind::Attempt: world.attempts = next.index + std::size_t{1}; break;
        case Happening::Kind::Event: world.events = next.index + std::size_t{1}; break;
        case Happening::Kind::Promises: world.promises = history.promises[next.index]; break;
        case Happening::Kind::Rest: world.time = history.rests[next.index].time; break;
        }
    }
    return world;
}

/// Pods that are in the queue, in the orders of PriorityQueue::describe: pods that sort equal by priority and time cannot be,
/// since no two readings of the clock are.
void describe(const World& world, const std::vector<std::shared_ptr<const api::Pod>>& pods, trace::QueueRecord& queue)
{
    std::unordered_map<std::string, std::int32_t> priorities;
    for (const auto& pod : pods)
        priorities[pod->meta.key()] = pod->priority();
    struct Queued {
        const Placing* placing;
        std::int32_t priority;
    };
    std::vector<Queued> active;
    std::vector<Queued> backoff;
    for (const auto& [key, placing] : world.places) {
        const auto known = priorities.find(key);
        const Queued queued{&placing, known == priorities.end() ? 0 : known->second};
        if (placing.place == QueuePlace::Active)
            active.push_back(queued);
        else if (placing.place == QueuePlace::Backoff)
            backoff.push_back(queued);
        else if (placing.place == QueuePlace::Unschedulable)
            queue.unschedulable.push_back(key);
        else
            queue.gated.push_back(key);
        if (placing.place == QueuePlace::Gated)
            queue.gatedBy[key] = placing.gatedBy.str();
        if (placing.place == QueuePlace::Backoff && placing.until)
            queue.backoffUntil[key] = *placing.until;
    }
    const auto bySort = [](const Queued& a, const Queued& b) {
        return a.priority != b.priority ? a.priority > b.priority : a.placing->since < b.placing->since;
    };
    std::stable_sort(active.begin(), active.end(), bySort);
    std::stable_sort(backoff.begin(), backoff.end(), [&](const Queued& a, const Queued& b) {
        constexpr api::Time none{INT64_MIN};
        const auto x = a.placing->until.value_or(none);
        const auto y = b.placing->until.value_or(none);
        return x != y ? x < y : bySort(a, b);
    });
    for (const Queued& queued : active)
        queue.active.push_back(queued.placing->pod);
    for (const Queued& queued : backoff)
        queue.backoff.push_back(queued.placing->pod);
}

void describePromises(const World& world, const std::vector<std::shared_ptr<const api::Node>>& nodes, trace::QueueRecord& queue)
{
    if (!world.promises)
        return;
    queue.waiting = world.promises->waiting;
    queue.binding = world.promises->binding;
    if (world.promises->nominated.empty())
        return;
    std::set<std::string_view> known;
    for (const auto& node : nodes)
        known.insert(node->meta.name);
    for (const auto& [pod, node] : world.promises->nominated)
        if (known.contains(node))
            queue.nominated[pod] = node;
}

}

PastState TimeMachine::at(std::size_t moment) const
{
    const World world = worldAt(history_, std::min(moment, size()));
    PastState past;
    past.attempts = world.attempts;
    past.moves = world.moves;
    past.events = world.events;
    ClusterState& state = past.state;
    state.time = world.time;
    std::vector<api::ObjectPtr> byKind[static_cast<std::size_t>(api::Kind::Other) + 1];
    for (const auto& [order, object] : world.objects) {
        if (object->kind == api::Kind::Node)
            state.nodes.push_back(std::static_pointer_cast<const api::Node>(object));
        else if (object->kind == api::Kind::Pod) {
            auto pod = std::static_pointer_cast<const api::Pod>(object);
            (pod->isTerminal() ? state.endedPods : state.pods).push_back(std::move(pod));
        } else
            byKind[static_cast<std::size_t>(object->kind)].push_back(object);
    }
    for (auto& some : byKind)
        state.others.insert(state.others.end(), some.begin(), some.end());
    state.queue.time = world.time;
    describe(world, state.pods, state.queue);
    describePromises(world, state.nodes, state.queue);
    return past;
}

std::size_t TimeMachine::restsUntil(std::size_t moment) const
{
    return countFirst(history_.rests, [&](const Rest& rest) { return rest.sequence < moment; });
}

std::size_t TimeMachine::restsUntil(api::Time time) const
{
    return countFirst(history_.rests, [&](const Rest& rest) { return rest.time <= time; });
}

std::size_t TimeMachine::momentAt(api::Time time) const
{
    return countFirst(history_.happenings, [&](const Happening& happening) { return happening.time <= time; });
}

api::Time TimeMachine::timeOf(std::size_t moment) const
{
    if (history_.happenings.empty())
        return {};
    return history_.happenings[moment == 0 ? 0 : std::min(moment, size()) - 1].time;
}

}
