// SPDX-License-Identifier: GPL-3.0-or-later
#include "scheduler/scheduler.h"

#include "framework/domain_explainer.h"

/// The full "why" of an attempt: what every filter says about every node, beyond what the real cycle asked.
namespace berth::scheduler {

using framework::Code;
using framework::Status;

namespace {

/// NodeResourcesFit finds scalar resources in no particular order; the record has those reasons sorted.
trace::StatusRecord inOrder(trace::StatusRecord record)
{
    auto isScalar = [](const std::string& reason) {
        constexpr std::string_view prefix = "Insufficient ";
        if (!reason.starts_with(prefix))
            return false;
        const auto name = std::string_view(reason).substr(prefix.size());
        return name != "cpu" && name != "memory" && name != "ephemeral-storage";
    };
    auto first = record.reasons.end();
    while (first != record.reasons.begin() && isScalar(*std::prev(first)))
        --first;
    std::sort(first, record.reasons.end());
    return record;
}

/// What a filter's status says about a node.
trace::NodeVerdicts::Verdict verdictOf(Code code)
{
    using Verdict = trace::NodeVerdicts::Verdict;
    switch (code) {
    case Code::Success:
    case Code::Skip:
        return Verdict::Feasible;
    case Code::UnschedulableAndUnresolvable:
        return Verdict::Unresolvable;
    case Code::Error:
        return Verdict::Error;
    case Code::Unschedulable:
    case Code::Wait:
    case Code::Pending:
        break;
    }
    return Verdict::Unschedulable;
}

/// What the state of one extension point says for people.
void explainState(const framework::CycleState& state, std::string_view prefix, const framework::NodeList& nodes,
                  trace::Explanation& explanation)
{
    for (const auto& entry : state.entries()) {
        if (!entry.key.view().starts_with(prefix))
            continue;
        explanation.cycleState.emplace_back(entry.key.str(), entry.data->describe());
        if (const auto* explainer = dynamic_cast<const framework::DomainExplainer*>(entry.data.get()))
            explainer->explainDomains(nodes, explanation.domains);
    }
}

}

/// While it lives, plugins know that they are asked out of curiosity, and nothing is counted.
struct Scheduler::ExplanationScope {
    explicit ExplanationScope(Scheduler& scheduler)
        : scheduler_(scheduler), outer_(scheduler.explanation_)
    {
        if (outer_ == 0)
            scheduler.explanation_ = ++scheduler.explanations_;
        scheduler_.countCalls(false);
    }
    ~ExplanationScope()
    {
        scheduler_.explanation_ = outer_;
        scheduler_.countCalls(outer_ == 0);
    }
    ExplanationScope(const ExplanationScope&) = delete;
    ExplanationScope& operator=(const ExplanationScope&) = delete;

private:
    Scheduler& scheduler_;
    std::uint64_t outer_;
};

void Scheduler::noteFilterStatus(Cycle& cycle, std::uint32_t node, const Status& status)
{
    if (cycle.verdicts)
        cycle.verdicts->verdicts[node] = verdictOf(status.code());
    if (!cycle.explanation)
        return;
    auto& list = cycle.explanation->filterStatus;
    auto at = std::lower_bound(list.begin(), list.end(), node,
                               [](const auto& entry, std::uint32_t n) { return entry.first < n; });
    if (at != list.end() && at->first == node)
        at->second = inOrder(status.record());
    else
        list.emplace(at, node, inOrder(status.record()));
}

std::uint32_t Scheduler::explainedIndex(trace::Explanation& explanation, const std::string& node) const
{
    if (const auto index = snapshot().indexOf(node); index >= 0)
        return static_cast<std::uint32_t>(index);
    explanation.nodes.push_back(node);
    if (explanation.hasFilters)
        explanation.filters.emplace_back();
    return static_cast<std::uint32_t>(explanation.nodes.size() - 1);
}

void Scheduler::explainFilters(framework::Framework& framework, const api::Pod& pod, trace::Explanation& explanation)
{
    const ExplanationScope scope(*this);
    const auto& nodes = snapshot().list();
    for (const auto* node : nodes)
        explanation.nodes.push_back(node->name());
    if (nodes.empty())
        return;
    framework::CycleState state;
    explanation.hasPreFilter = true;
    framework::PluginSet failed;
    bool stopped = false;
    for (auto* plugin : framework.preFilterPlugins()) {
        framework::PreFilterResult result;
        auto status = plugin->preFilter(state, pod, nodes, result);
        trace::Explanation::PreFilter entry{plugin->name(), status.recordWithoutPlugin(), {}};
        if (status.isSkip())
            state.skipFilter.insert(plugin->name());
        else if (status.isSuccess() && result.nodeNames)
            entry.nodes.emplace(result.nodeNames->begin(), result.nodeNames->end());
        else if (!status.isSuccess()) {
            failed.insert(plugin->name());
            stopped = status.code() != Code::Unschedulable;
        }
        explanation.preFilter.push_back(std::move(entry));
        if (stopped)
            return; // the filters behind it have no state to work on
    }
    explanation.hasFilters = true;
    std::vector<framework::FilterPlugin*> asked;
    for (auto* plugin : framework.filterPlugins())
        if (!state.skipFilter.contains(plugin->name()) && !failed.contains(plugin->name())) {
            asked.push_back(plugin);
            explanation.filterPlugins.push_back(plugin->name());
        }
    explanation.filters.resize(nodes.size());
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        const auto withNominated = framework.askFiltersWithNominatedPods(asked, state, pod, *nodes[n]);
        for (std::size_t p = 0; p < asked.size(); ++p) {
            const auto alone = asked[p]->filter(state, pod, *nodes[n]);
            const bool isForNominated = alone.isSuccess() && !withNominated.empty() && !withNominated[p].isSuccess();
            if (const auto& status = isForNominated ? withNominated[p] : alone; !status.isSuccess())
                explanation.filters[n].push_back({static_cast<std::uint16_t>(p), inOrder(status.recordWithoutPlugin()), isForNominated});
        }
    }
    explainState(state, "", nodes, explanation);
}

void Scheduler::explainScores(const framework::Framework& framework, const framework::CycleState& state,
                              const framework::Framework::Scoring& scoring, trace::Explanation& explanation) const
{
    explanation.hasScores = true;
    for (auto index : scoring.plugins) {
        explanation.scorePlugins.push_back(framework.scorePlugins()[index].plugin->name());
        explanation.weights.push_back(framework.scorePlugins()[index].weight);
    }
    std::int64_t best = -1;
    for (std::size_t n = 0; n < scoring.nodes.size(); ++n) {
        const auto& node = scoring.nodes[n];
        explanation.scores.emplace_back(node.plugins.begin(), node.plugins.end());
        explanation.totals.push_back(node.total);
        if (node.total > best) {
            best = node.total;
            explanation.tied.clear();
        }
        if (node.total == best)
            explanation.tied.push_back(static_cast<std::uint32_t>(n));
    }
    if (explanation.tied.size() < 2)
        explanation.tied.clear();
    explainState(state, "PreScore", snapshot().list(), explanation);
}

void Scheduler::noteFeasible(Cycle& cycle, const framework::NodeList& nodes) const
{
    if (cycle.explanation)
        for (const auto* node : nodes)
            cycle.explanation->feasible.push_back(explainedIndex(*cycle.explanation, node->name()));
    if (!cycle.verdicts)
        return;
    auto& verdicts = *cycle.verdicts;
    for (const auto* node : nodes) {
        const auto index = snapshot().indexOf(node->name());
        verdicts.totals.push_back({static_cast<std::uint32_t>(index), 0});
        if (index >= 0) // an extender may know nodes that the snapshot does not
            verdicts.verdicts[static_cast<std::size_t>(index)] = trace::NodeVerdicts::Verdict::Feasible;
    }
}

/// After noteFeasible, of the same nodes.
void Scheduler::noteTotals(Cycle& cycle, const framework::Framework::Scoring& scoring)
{
    if (!cycle.verdicts)
        return;
    auto& verdicts = *cycle.verdicts;
    for (std::size_t n = 0; n < scoring.nodes.size(); ++n) {
        auto& total = verdicts.totals[n];
        total.total = scoring.nodes[n].total;
        if (total.node < verdicts.verdicts.size())
            verdicts.verdicts[total.node] = trace::NodeVerdicts::Verdict::Scored;
    }
}

/// The nodes as they were, from now back to one past attempt after the other: what each later attempt's snapshot replaced
/// is put in again.
class Scheduler::WayBack {
public:
    explicit WayBack(const Scheduler& scheduler)
        : scheduler_(scheduler), then_(scheduler.snapshot_), attempt_(scheduler.past_.size())
    {
    }
    /// Just before that attempt, which is no later than the one asked about last. Good until the next call.
    const cache::Snapshot& to(std::size_t attempt)
    {
        while (attempt_ > attempt + 1)
            undo(scheduler_.past_[--attempt_]);
        if (order_)
            then_.reorder(*order_);
        else
            then_.rebuildAffinityLists();
        isReordered_ = order_ != nullptr;
        order_ = nullptr;
        return then_;
    }
    /// Whether the last step led to another order of nodes.
    bool isReordered() const { return isReordered_; }
    cache::Snapshot take() { return std::move(then_); }

private:
    void undo(const Past& later)
    {
        for (auto it = later.replaced.rbegin(); it != later.replaced.rend(); ++it) {
            if (it->before)
                then_.put(it->before);
            else
                then_.erase(it->node);
        }
        if (later.orderBefore)
            order_ = &*later.orderBefore;
    }

    const Scheduler& scheduler_;
    cache::Snapshot then_;
    std::size_t attempt_;
    const std::vector<std::string>* order_ = nullptr;
    bool isReordered_ = false;
};

const framework::PodNominator& Scheduler::nominator() const
{
    if (pastNominator_)
        return *pastNominator_;
    return queue_->nominator();
}

cache::Snapshot Scheduler::snapshotBefore(std::size_t index) const
{
    WayBack back(*this);
    back.to(index);
    return back.take();
}

Scheduler::Decision Scheduler::replay(Cycle& cycle, std::size_t index, const cache::Snapshot& then)
{
    const auto& attempt = *trace_.attempts[index];
    cycle.queued = std::make_shared<framework::QueuedPodInfo>();
    cycle.queued->podInfo = past_[index].pod;
    cycle.framework = profiles_.at(attempt.profile.str()).get();
    cycle.attempt = index;
    cycle.isReplay = true;
    const auto startIndex = std::exchange(nextStartNodeIndex_, attempt.startIndex);
    visibleSnapshot_ = &then;
    static const queue::PastNominations none;
    pastNominator_ = past_[index].nominations ? past_[index].nominations.get() : &none;
    if (cycle.explanation)
        explainFilters(*cycle.framework, cycle.queued->pod(), *cycle.explanation);
    auto decision = schedulePod(cycle);
    visibleSnapshot_ = &snapshot_;
    pastNominator_ = nullptr;
    nextStartNodeIndex_ = startIndex;
    return decision;
}

std::vector<trace::NodeVerdictsPtr> Scheduler::verdicts(std::size_t first, std::size_t count,
                                                        const std::function<bool()>& goOn)
{
    std::vector<trace::NodeVerdictsPtr> found(first < trace_.attempts.size() ? std::min(count, trace_.attempts.size() - first) : 0);
    WayBack back(*this);
    std::shared_ptr<const std::vector<std::string>> nodes;
    for (auto n = found.size(); n-- > 0 && first + n >= inherited_ && goOn();) {
        if (!profiles_.contains(trace_.attempts[first + n]->profile.str()))
            continue;
        const ExplanationScope scope(*this);
        const auto& then = back.to(first + n);
        if (!nodes || back.isReordered()) {
            std::vector<std::string> names;
            for (const auto* node : then.list())
                names.push_back(node->name());
            nodes = std::make_shared<const std::vector<std::string>>(std::move(names));
        }
        auto verdicts = std::make_shared<trace::NodeVerdicts>();
        verdicts->nodes = nodes;
        verdicts->verdicts.resize(nodes->size());
        Cycle cycle;
        cycle.verdicts = verdicts.get();
        replay(cycle, first + n, then);
        std::erase_if(verdicts->totals, [&](const auto& total) {
            return total.node >= nodes->size() || verdicts->verdicts[total.node] != trace::NodeVerdicts::Verdict::Scored;
        });
        std::sort(verdicts->totals.begin(), verdicts->totals.end(), [](const auto& a, const auto& b) { return a.node < b.node; });
        found[n] = std::move(verdicts);
    }
    return found;
}

std::shared_ptr<const trace::Explanation> Scheduler::explain(std::size_t index)
{
    if (index >= trace_.attempts.size())
        return nullptr;
    const auto attempt = trace_.attempts[index];
    if (attempt->explanation)
        return attempt->explanation;
    if (index < inherited_)
        return nullptr;
    if (!profiles_.contains(attempt->profile.str()))
        return nullptr;

    const ExplanationScope scope(*this);
    const auto then = snapshotBefore(index);
    Cycle cycle;
    cycle.explanation = std::make_shared<trace::Explanation>();
    const auto decision = replay(cycle, index, then);
    if (!decision && decision.error().fit)
        cycle.explanation->absentStatus = decision.error().fit->nodeToStatus.absent().record();
    return cycle.explanation;
}

}
