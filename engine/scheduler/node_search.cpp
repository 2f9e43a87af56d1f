// SPDX-License-Identifier: GPL-3.0-or-later
#include "scheduler/scheduler.h"

#include <algorithm>

/// Which nodes a pod fits on (cycle.md §4, §5).
namespace berth::scheduler {

using framework::NodeInfo;
using framework::NodeList;
using framework::Status;

namespace {

constexpr std::int32_t minimumNodesToFind = 100;
constexpr std::int32_t minimumPercentage = 5;

std::string bracketed(const std::vector<api::Symbol>& names)
{
    std::string text = "[";
    for (auto name : names)
        text += (name == names.front() ? "" : " ") + name.str();
    return text + "]";
}

}

std::int32_t Scheduler::nodesToFind(const framework::Framework& framework, std::size_t candidates) const
{
    const auto all = static_cast<std::int32_t>(candidates);
    if (framework.scorePlugins().empty() && !extenders_.haveFilter() && !extenders_.havePrioritizer())
        return 1; // nobody would tell the nodes apart
    if (all < minimumNodesToFind)
        return all;
    auto percentage = framework.percentageOfNodesToScore(); // the profile's own, even 0, or the global one
    if (percentage == 0)
        percentage = std::max(50 - all / 125, minimumPercentage);
    return std::max(static_cast<std::int32_t>(static_cast<std::int64_t>(all) * percentage / 100), minimumNodesToFind);
}

NodeList Scheduler::narrowed(const std::set<std::string>& names) const
{
    // The real scheduler takes them from a set; here they keep the snapshot's order.
    std::vector<std::int32_t> positions;
    for (const auto& name : names)
        if (auto position = snapshot().indexOf(name); position >= 0)
            positions.push_back(position);
    std::sort(positions.begin(), positions.end());
    NodeList nodes;
    for (auto position : positions)
        nodes.push_back(snapshot().list()[static_cast<std::size_t>(position)]);
    return nodes;
}

void Scheduler::filterNodes(Cycle& cycle, const NodeList& candidates, std::int32_t limit, Search& search)
{
    const auto count = candidates.size();
    const auto& pod = cycle.queued->pod();
    if (count == 0)
        return;
    const bool isWhole = &candidates == &snapshot().list();
    const auto start = static_cast<std::size_t>(nextStartNodeIndex_);
    for (std::size_t i = 0; i < count; ++i) {
        const auto place = (start + i) % count;
        const NodeInfo& node = *candidates[place];
        if (cycle.framework->filterPlugins().empty()) {
            if (static_cast<std::int32_t>(search.feasible.size()) == limit)
                return;
            search.feasible.push_back(&node);
            continue;
        }
        auto status = cycle.framework->runFilterPluginsWithNominatedPods(cycle.state, pod, node);
        if (status.isSuccess()) {
            // One more than wanted ends the search, so refusals between the last one wanted and it are still noted.
            if (static_cast<std::int32_t>(search.feasible.size()) == limit)
                return;
            search.feasible.push_back(&node);
            continue;
        }
        const auto index = static_cast<std::uint32_t>(
            isWhole ? static_cast<std::int32_t>(place) : snapshot().indexOf(node.name()));
        noteFilterStatus(cycle, index, status);
        if (!status.isRejected()) {
            search.error = status;
            return;
        }
        search.fit->addPluginStatus(status);
        search.fit->nodeToStatus.set(index, std::move(status));
    }
}

std::string Scheduler::nodeHint(Cycle& cycle)
{
    if (cycle.isReplay)
        return trace_.attempts[cycle.attempt]->nodeHint; // what it was then; the batch has moved on since
    auto& attempt = attemptOf(cycle);
    attempt.nodeHint = batches_[attempt.profile.str()].nodeHint(*cycle.framework, cycle.state, *cycle.queued,
                                                                queue_->schedulingCycle(), clock_->now());
    return attempt.nodeHint;
}

bool Scheduler::tryOneNode(Cycle& cycle, const std::string& node, Search& search)
{
    const auto* info = snapshot().get(node);
    if (!info || snapshot().indexOf(node) < 0)
        return false;
    // Its refusal is known to the attempt, but not that it was a matter of waiting.
    const auto pending = search.fit->pendingPlugins;
    filterNodes(cycle, {info}, 1, search);
    search.fit->pendingPlugins = pending;
    if (!search.error)
        passExtenders(cycle, search);
    if (search.error)
        search.feasible.clear();
    search.error.reset();
    return !search.feasible.empty();
}

Scheduler::Search Scheduler::findFeasibleNodes(Cycle& cycle)
{
    const auto& nodes = snapshot().list();
    const auto& pod = cycle.queued->pod();
    Search search;
    search.fit = std::make_shared<framework::FitError>();
    search.fit->numAllNodes = nodes.size();
    search.fit->nodeToStatus = framework::NodeToStatus(nodes.size());

    auto preFilter = cycle.framework->runPreFilterPlugins(cycle.state, pod, nodes);
    if (cycle.explanation) {
        cycle.explanation->preFilterStatus = preFilter.status.record();
        if (preFilter.result.nodeNames)
            cycle.explanation->preFilterNodes.emplace(preFilter.result.nodeNames->begin(),
                                                      preFilter.result.nodeNames->end());
    }
    search.fit->unschedulablePlugins = preFilter.narrowing;
    if (!preFilter.status.isSuccess()) {
        if (!preFilter.status.isRejected()) {
            search.error = preFilter.status;
            return search;
        }
        search.fit->nodeToStatus.setAbsent(preFilter.status);
        search.fit->preFilterMessage = preFilter.status.message();
        search.fit->addPluginStatus(preFilter.status);
        return search;
    }
    const auto hint = nodeHint(cycle);
    const auto& first = pod.status.nominatedNodeName.empty() ? hint : pod.status.nominatedNodeName;
    if (!first.empty() && tryOneNode(cycle, first, search))
        return search;

    NodeList few;
    if (preFilter.result.nodeNames) {
        few = narrowed(*preFilter.result.nodeNames);
        search.fit->nodeToStatus.setAbsent(Status::unschedulableAndUnresolvable(
            "node(s) didn't satisfy plugin(s) " + bracketed(search.fit->unschedulablePlugins.sorted())));
    }
    const auto& candidates = preFilter.result.nodeNames ? few : nodes;
    const trace::Stopwatch stopwatch(metrics_.get());
    filterNodes(cycle, candidates, nodesToFind(*cycle.framework, candidates.size()), search);
    cycle.framework->observePoint("Filter", search.error ? framework::Code::Error : framework::Code::Success, stopwatch);
    const auto processed = search.feasible.size() + search.fit->nodeToStatus.explicitCount();
    nextStartNodeIndex_ = static_cast<std::int64_t>((static_cast<std::size_t>(nextStartNodeIndex_) + processed)
                                                    % nodes.size());
    if (!search.error && passExtenders(cycle, search))
        search.fit->unschedulablePlugins.insert(api::Symbol("Extender"));
    return search;
}

}
