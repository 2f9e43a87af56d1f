// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/preemption_dry_run.h"

#include "plugins/preemption_victims.h"

#include <algorithm>

namespace berth::plugins {

using framework::Code;
using framework::Status;

std::vector<std::uint32_t> candidateNodes(const framework::NodeToStatus& statuses)
{
    std::vector<std::uint32_t> nodes;
    if (statuses.absent().code() == Code::Unschedulable) {
        for (std::uint32_t node = 0; node < statuses.nodeCount(); ++node)
            if (statuses.get(node).code() == Code::Unschedulable)
                nodes.push_back(node);
        return nodes;
    }
    for (const auto& entry : statuses.entries())
        if (entry.status.code() == Code::Unschedulable)
            nodes.push_back(entry.node);
    // They were set in the order of visiting, which starts anywhere.
    std::sort(nodes.begin(), nodes.end());
    return nodes;
}

std::int32_t calculateNumCandidates(std::int32_t nodes, const config::DefaultPreemptionArgs& args)
{
    const auto share = nodes * args.minCandidateNodesPercentage / 100;
    return std::min(std::max(share, args.minCandidateNodesAbsolute), nodes);
}

namespace {

/// Candidates by kind; beyond the limit more of a kind are dropped.
struct Shortlists {
    std::size_t limit;
    std::vector<PreemptionCandidate> nonViolating;
    std::vector<PreemptionCandidate> violating;

    void add(PreemptionCandidate candidate)
    {
        auto& list = candidate.pdbViolations == 0 ? nonViolating : violating;
        if (list.size() < limit)
            list.push_back(std::move(candidate));
    }
    bool enough() const { return !nonViolating.empty() && nonViolating.size() + violating.size() >= limit; }
    std::vector<PreemptionCandidate> joined() &&
    {
        std::move(violating.begin(), violating.end(), std::back_inserter(nonViolating));
        return std::move(nonViolating);
    }
};

/// Several errors read as a list, each text once.
std::string joinErrors(const std::vector<std::string>& errors)
{
    std::vector<std::string> distinct;
    for (const auto& error : errors)
        if (std::find(distinct.begin(), distinct.end(), error) == distinct.end())
            distinct.push_back(error);
    if (distinct.size() < 2)
        return distinct.empty() ? std::string() : distinct.front();
    std::string text = "[";
    for (const auto& error : distinct)
        text += (&error == &distinct.front() ? "" : ", ") + error;
    return text + "]";
}

}

DryRunOutcome dryRunPreemption(framework::Framework& framework, const framework::CycleState& state,
                               const api::Pod& preemptor, const std::vector<std::uint32_t>& nodes, DryRunLimits limits,
                               trace::PostFilterRecord& record)
{
    const DisruptionBudgets budgets(framework.handle().listers());
    const auto& snapshot = framework.handle().snapshot().list();
    DryRunOutcome outcome;
    outcome.statuses = framework::NodeToStatus(snapshot.size());
    Shortlists shortlists{static_cast<std::size_t>(limits.numCandidates), {}, {}};
    std::vector<std::string> errors;
    for (std::size_t i = 0; i < nodes.size() && !shortlists.enough(); ++i) {
        const auto position = nodes[(static_cast<std::size_t>(limits.offset) + i) % nodes.size()];
        const framework::NodeInfo& node = *snapshot[position];
        auto found = selectVictimsOnNode(framework, state, preemptor, node, budgets);
        if (found.status.isSuccess() && !found.victims.empty()) {
            shortlists.add({node.name(), std::move(found.victims), std::move(found.reprieved), found.pdbViolations,
                            std::move(found.weighed)});
            continue;
        }
        record.dryRun.emplace_back(node.name(), found.status.record());
        if (found.status.isSuccess())
            found.status = Status::error("expected at least one victim pod on node \"" + node.name() + "\"");
        if (found.status.code() == Code::Error)
            errors.push_back(found.status.errorText());
        outcome.statuses.set(position, std::move(found.status));
    }
    outcome.candidates = std::move(shortlists).joined();
    outcome.errorText = joinErrors(errors);
    return outcome;
}

}
