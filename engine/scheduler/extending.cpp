// SPDX-License-Identifier: GPL-3.0-or-later
#include "scheduler/scheduler.h"

#include "plugins/default_preemption.h"

/// Where the cycles turn to HTTP extenders (cycle.md §6).
namespace berth::scheduler {

using framework::Status;

ExtenderLine& Scheduler::extenderLine(Cycle& cycle)
{
    if (cycle.extenders)
        return *cycle.extenders;
    if (cycle.isReplay) {
        cycle.extenders = std::make_shared<RecordedExtenderLine>(trace_.attempts[cycle.attempt]->extenderCalls);
    } else {
        auto log = [this, &cycle]() -> std::vector<trace::ExtenderCall>& { return attemptOf(cycle).extenderCalls; };
        cycle.extenders = std::make_shared<LiveExtenderLine>(httpExtender_.get(), log);
    }
    return *cycle.extenders;
}

void Scheduler::askExtendersAboutVictims()
{
    if (!extenders_.havePreemption())
        return;
    for (auto* framework : profileOrder_)
        if (auto* preemption = dynamic_cast<plugins::DefaultPreemption*>(framework->plugin("DefaultPreemption")))
            preemption->filterCandidatesWith([this](const api::Pod& pod, Extender::Candidates candidates) {
                return extenders_.preempt(*victimsLine_, pod, std::move(candidates), snapshot());
            });
}

/// Whether their number changed. An error of an extender that may not be ignored ends the attempt.
bool Scheduler::passExtenders(Cycle& cycle, Search& search)
{
    if (extenders_.empty() || search.feasible.empty())
        return false;
    auto& statuses = search.fit->nodeToStatus;
    auto left = extenders_.filter(extenderLine(cycle), cycle.queued->pod(), search.feasible, snapshot(), statuses,
                                  search.sent);
    if (!left) {
        search.error = Status::error(left.error());
        return false;
    }
    const bool changed = left->size() != search.feasible.size();
    search.feasible = std::move(*left);
    return changed;
}

void Scheduler::addExtenderScores(Cycle& cycle, const framework::NodeList& nodes,
                                  framework::Framework::Scoring& scoring)
{
    if (extenders_.empty())
        return;
    auto& line = extenderLine(cycle);
    const auto scored = extenders_.prioritize(line, cycle.queued->pod(), nodes);
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        bool hasEntry = false;
        for (const auto& extender : scored)
            if (extender.scores[n]) {
                hasEntry = true;
                scoring.nodes[n].total = static_cast<std::int64_t>(static_cast<std::uint64_t>(scoring.nodes[n].total)
                                                                   + static_cast<std::uint64_t>(*extender.scores[n]));
            }
        if (hasEntry && !line.isReplay())
            scoring.nodes[n].randomizer = random_->tieBreak();
    }
    if (!cycle.explanation)
        return;
    cycle.explanation->extenderScores.resize(nodes.size());
    for (const auto& extender : scored) {
        cycle.explanation->extenders.push_back(extender.url);
        for (std::size_t n = 0; n < nodes.size(); ++n)
            cycle.explanation->extenderScores[n].push_back(extender.scores[n].value_or(0));
    }
}

std::optional<Status> Scheduler::bindByExtender(Cycle& cycle)
{
    if (extenders_.empty())
        return std::nullopt;
    const auto& pod = *cycle.assumed;
    const auto verdict = extenders_.bind(extenderLine(cycle), pod, pod.spec.nodeName);
    if (!verdict)
        return std::nullopt;
    if (!*verdict)
        return Status::error(verdict->error());
    if (bindsForExtenders_)
        if (auto bound = server_->bind({pod.meta.namespace_.str(), pod.meta.name, pod.meta.uid, pod.spec.nodeName}); !bound)
            return Status::error(bound.error().text);
    return Status::success();
}

}
