// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/inspection.h"

#include "models/attempt_list.h"
#include "models/background_delete.h"
#include "models/evaluate_all.h"
#include "models/format.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

using namespace Qt::StringLiterals;

namespace berth::models {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("berth::models::Inspection", text);
}

QString statusText(const trace::StatusRecord& status)
{
    QString text = toQString(trace::codeName(status.code));
    QStringList reasons;
    for (const std::string& reason : status.reasons)
        reasons << toQString(reason);
    if (!reasons.isEmpty())
        text += u": " + reasons.join(u", ");
    return text;
}

/// Counts each reason once per node that gave it, as FitError does.
class ReasonHistogram {
public:
    void add(const trace::StatusRecord& status, std::int64_t nodes = 1)
    {
        if (status.reasons.empty())
            counts_[{status.plugin.str(), std::string(), status.code}] += nodes;
        for (const std::string& reason : status.reasons)
            counts_[{status.plugin.str(), reason, status.code}] += nodes;
    }

    std::vector<ReasonCount> sorted() const
    {
        std::vector<ReasonCount> result;
        for (const auto& [key, nodes] : counts_) {
            const auto& [plugin, reason, code] = key;
            result.push_back({reason.empty() ? toQString(trace::codeName(code)) : toQString(reason), toQString(plugin),
                              code, nodes});
        }
        std::stable_sort(result.begin(), result.end(),
                         [](const ReasonCount& a, const ReasonCount& b) { return a.nodes > b.nodes; });
        return result;
    }

private:
    std::map<std::tuple<std::string, std::string, trace::Code>, std::int64_t> counts_;
};

InspectionStep preFilterStep(const trace::Explanation& explanation)
{
    InspectionStep step;
    step.kind = InspectionStep::Kind::PreFilter;
    step.title = tr("PreFilter");
    if (!explanation.hasPreFilter) {
        step.summary = tr("no nodes");
        return step;
    }
    for (const auto& plugin : explanation.preFilter) {
        QString says = statusText(plugin.status);
        if (plugin.nodes)
            says += u", " + tr("nodes left: %1").arg(plugin.nodes->size());
        const bool bad = trace::isRejected(plugin.status.code) || plugin.status.code == trace::Code::Error;
        step.details.push_back({toQString(plugin.plugin), says, bad});
    }
    const auto all = static_cast<std::int64_t>(explanation.nodes.size());
    step.nodesIn = step.nodesOut = all;
    step.state = StepState::Passed;
    step.summary = tr("passed");
    if (explanation.preFilterStatus && explanation.preFilterStatus->code != trace::Code::Success) {
        const bool error = explanation.preFilterStatus->code == trace::Code::Error;
        step.state = error ? StepState::Failed : StepState::Rejected;
        step.summary = statusText(*explanation.preFilterStatus);
        step.nodesOut = 0;
    } else if (explanation.preFilterNodes) {
        step.nodesOut = static_cast<std::int64_t>(explanation.preFilterNodes->size());
        step.state = StepState::Narrowed;
        step.summary = tr("narrowed to %1 of %2 nodes").arg(formatCount(step.nodesOut), formatCount(all));
    }
    return step;
}

/// Nodes that failed without an explicit status, because the search did not get to them.
ReasonHistogram realReasons(const trace::Explanation& explanation)
{
    ReasonHistogram histogram;
    for (const auto& [node, status] : explanation.filterStatus)
        histogram.add(status);
    const auto explicitOnes = explanation.filterStatus.size() + explanation.feasible.size();
    if (explanation.absentStatus && explicitOnes < explanation.nodes.size() && !explanation.absentStatus->reasons.empty())
        histogram.add(*explanation.absentStatus, static_cast<std::int64_t>(explanation.nodes.size() - explicitOnes));
    return histogram;
}

InspectionStep filterStep(const trace::Attempt& attempt, const trace::Explanation& explanation, const InspectionStep& before)
{
    InspectionStep step;
    step.kind = InspectionStep::Kind::Filter;
    step.title = tr("Filter");
    if (!explanation.hasFilters || before.state == StepState::Rejected || before.state == StepState::Failed) {
        step.summary = tr("not reached");
        return step;
    }
    const auto evaluated = static_cast<std::int64_t>(explanation.filterStatus.size() + explanation.feasible.size());
    const auto feasible = static_cast<std::int64_t>(explanation.feasible.size());
    step.nodesIn = before.nodesOut;
    step.nodesOut = feasible;
    step.reasons = realReasons(explanation).sorted();
    if (feasible == 0 && attempt.result == trace::Result::Error) { // of a filter on some node, or of an extender
        step.state = StepState::Failed;
        step.summary = tr("ended by an error");
        step.details.push_back({tr("Error"), toQString(attempt.message), true});
        return step;
    }
    step.state = feasible == 0 ? StepState::Rejected : feasible == evaluated ? StepState::Passed : StepState::Narrowed;
    step.summary = tr("%1 of %2 nodes feasible").arg(formatCount(feasible), formatCount(evaluated));
    if (evaluated < before.nodesOut) {
        step.details.push_back({tr("Not evaluated"),
                                tr("%1 nodes: the search began at node %2 and ended when enough were found")
                                    .arg(formatCount(before.nodesOut - evaluated), formatCount(attempt.startIndex)),
                                false});
    }
    for (auto& refusal : unrunRefusals(explanation))
        step.details.push_back(std::move(refusal));
    return step;
}

InspectionStep postFilterStep(const trace::Attempt& attempt)
{
    InspectionStep step;
    step.kind = InspectionStep::Kind::PostFilter;
    step.title = tr("PostFilter");
    const trace::PostFilterRecord& record = *attempt.postFilter;
    step.state = record.code == trace::Code::Success ? StepState::Passed : StepState::Rejected;
    step.summary = record.code == trace::Code::Success && record.nominatedNode
        ? tr("nominated %1").arg(toQString(*record.nominatedNode))
        : toQString(trace::codeName(record.code));
    if (!record.message.empty())
        step.details.push_back({tr("Message"), toQString(record.message), record.code != trace::Code::Success});
    for (const std::string& victim : record.victims)
        step.details.push_back({tr("Victim"), toQString(victim), false});
    return step;
}

InspectionStep scoreStep(const trace::Attempt& attempt, const trace::Explanation& explanation)
{
    InspectionStep step;
    step.kind = InspectionStep::Kind::Score;
    step.title = tr("Score");
    if (explanation.feasible.empty()) {
        step.summary = tr("not reached");
        return step;
    }
    if (explanation.preScoreFailure) {
        step.state = StepState::Failed;
        step.summary = statusText(*explanation.preScoreFailure);
        return step;
    }
    step.state = StepState::Passed;
    for (const auto& plugin : explanation.preScore)
        step.details.push_back({tr("PreScore %1").arg(toQString(plugin.plugin)), toQString(trace::codeName(plugin.code)), false});
    if (!explanation.hasScores) {
        step.summary = tr("not needed: one feasible node");
        return step;
    }
    for (std::size_t i = 0; i < explanation.scorePlugins.size(); ++i)
        step.details.push_back({toQString(explanation.scorePlugins[i]),
                                tr("weight %1").arg(formatCount(explanation.weights[i])), false});
    const std::int64_t best = *std::max_element(explanation.totals.begin(), explanation.totals.end());
    step.summary = tr("best total %1").arg(formatCount(best));
    if (explanation.tied.size() > 1)
        step.details.push_back({tr("Tie"),
                                tr("%1 nodes share the best total; the order of a binary heap over the feasible nodes decides")
                                    .arg(formatCount(static_cast<std::int64_t>(explanation.tied.size()))),
                                false});
    if (attempt.total && !attempt.node.empty())
        step.summary = explanation.tied.size() > 1 ? tr("%1 = %2, one of %3").arg(toQString(attempt.node), formatCount(*attempt.total), formatCount(static_cast<std::int64_t>(explanation.tied.size())))
                                                   : tr("%1 = %2").arg(toQString(attempt.node), formatCount(*attempt.total));
    return step;
}

InspectionStep outcomeStep(const trace::Attempt& attempt)
{
    InspectionStep step;
    step.kind = InspectionStep::Kind::Outcome;
    step.title = tr("Reserve … Bind");
    switch (attempt.result) {
    case trace::Result::Scheduled:
        step.state = StepState::Passed;
        step.summary = tr("bound to %1").arg(toQString(attempt.node));
        break;
    case trace::Result::Waiting:
        step.state = StepState::Narrowed;
        step.summary = tr("waiting, on %1").arg(toQString(attempt.node));
        break;
    case trace::Result::Feasible:
        step.state = StepState::Passed;
        step.summary = tr("a trial: nothing was bound");
        break;
    case trace::Result::Unschedulable:
    case trace::Result::Error:
        step.state = attempt.node.empty() ? StepState::NotReached : StepState::Failed;
        if (attempt.node.empty())
            step.summary = tr("not reached");
        else if (attempt.failedAt)
            step.summary = tr("%1 failed on %2").arg(toQString(std::string(trace::placedPointName(*attempt.failedAt))), toQString(attempt.node));
        else
            step.summary = tr("failed on %1").arg(toQString(attempt.node));
        break;
    }
    return step;
}

/// Long contents have several lines: each is a detail, the key stands at the first.
InspectionStep cycleStateStep(const trace::Explanation& explanation)
{
    InspectionStep step;
    step.kind = InspectionStep::Kind::CycleState;
    step.title = tr("CycleState");
    step.summary = tr("entries: %1").arg(explanation.cycleState.size());
    step.state = explanation.cycleState.empty() ? StepState::NotReached : StepState::Passed;
    for (const auto& [key, contents] : explanation.cycleState) {
        QString what = toQString(key);
        for (const QString& line : toQString(contents).split(u'\n', Qt::SkipEmptyParts))
            step.details.push_back({std::exchange(what, QString()), line, false});
        if (!what.isEmpty())
            step.details.push_back({what, tr("empty"), false});
    }
    return step;
}

void addBars(Inspection& inspection, const trace::Attempt& attempt, const trace::Explanation& explanation)
{
    if (!explanation.hasScores)
        return;
    for (api::Symbol plugin : explanation.scorePlugins)
        inspection.scorePlugins.push_back(toQString(plugin));
    inspection.weights = explanation.weights;
    inspection.bars.resize(explanation.feasible.size());
    for (std::size_t i = 0; i < inspection.bars.size(); ++i) {
        ScoreBar& bar = inspection.bars[i];
        const std::string& node = explanation.nodes[explanation.feasible[i]];
        bar.node = toQString(node);
        bar.chosen = node == attempt.node;
        bar.parts = explanation.scores[i];
        bar.total = explanation.totals[i];
    }
    for (std::uint32_t position : explanation.tied)
        inspection.bars[position].tied = true;
    std::stable_sort(inspection.bars.begin(), inspection.bars.end(), [](const ScoreBar& a, const ScoreBar& b) {
        return a.total != b.total ? a.total > b.total : a.chosen > b.chosen;
    });
    for (std::size_t i = 0; i < inspection.bars.size(); ++i)
        inspection.bars[i].rank = static_cast<std::int32_t>(i + 1);
}

QString queueText(const trace::Attempt& attempt, api::Time origin)
{
    if (!attempt.queueAfter || *attempt.queueAfter == trace::QueuePlace::None)
        return {};
    const QString place = toQString(trace::queuePlaceName(*attempt.queueAfter));
    if (*attempt.queueAfter == trace::QueuePlace::Backoff && attempt.backoffExpiry)
        return tr("went to %1 until %2").arg(place, formatMoment(*attempt.backoffExpiry, origin));
    return tr("went to %1").arg(place);
}

}

Inspection makeInspection(const trace::Attempt& attempt, const trace::Explanation& explanation, api::Time origin)
{
    Inspection inspection;
    inspection.pod = toQString(attempt.pod);
    inspection.profile = toQString(attempt.profile);
    inspection.result = attempt.result;
    inspection.attempt = attempt.attempt;
    inspection.index = attempt.index;
    inspection.moment = formatMoment(attempt.time, origin);
    inspection.node = toQString(attempt.node);
    inspection.message = toQString(attempt.message);
    inspection.queueAfter = queueText(attempt, origin);
    inspection.nodes = static_cast<std::int64_t>(explanation.nodes.size());
    inspection.evaluated = static_cast<std::int64_t>(explanation.filterStatus.size() + explanation.feasible.size());
    inspection.steps.push_back(preFilterStep(explanation));
    inspection.steps.push_back(filterStep(attempt, explanation, inspection.steps.front()));
    if (attempt.postFilter)
        inspection.steps.push_back(postFilterStep(attempt));
    inspection.steps.push_back(scoreStep(attempt, explanation));
    inspection.steps.push_back(outcomeStep(attempt));
    inspection.cycleState = cycleStateStep(explanation);
    addBars(inspection, attempt, explanation);
    return inspection;
}

AttemptViewPtr makeUnexplainedView(trace::AttemptPtr attempt, api::Time origin)
{
    auto view = makeBackgroundDeleted<AttemptView>();
    auto explanation = std::make_shared<trace::Explanation>();
    auto heatMap = std::make_shared<HeatMap>(*makeHeatMap(*attempt, *explanation, nullptr));
    heatMap->emptyReason = tr("Not explained: another scheduler took over since this attempt.");
    view->heatMap = heatMap;
    auto inspection = std::make_shared<Inspection>(makeInspection(*attempt, *explanation, origin));
    InspectionStep gone;
    gone.kind = InspectionStep::Kind::Filter;
    gone.title = tr("Not explained");
    gone.summary = tr("another scheduler took over since");
    std::erase_if(inspection->steps, [](const InspectionStep& step) {
        return step.kind != InspectionStep::Kind::PostFilter && step.kind != InspectionStep::Kind::Outcome;
    });
    inspection->steps.insert(inspection->steps.begin(), gone);
    view->inspection = inspection;
    view->attempt = std::move(attempt);
    view->explanation = std::move(explanation);
    completeAttemptView(*view);
    return view;
}

AttemptViewPtr makeAttemptView(trace::AttemptPtr attempt, std::shared_ptr<const trace::Explanation> explanation,
                               const Cluster* cluster, api::Time origin)
{
    auto view = makeBackgroundDeleted<AttemptView>();
    view->heatMap = makeHeatMap(*attempt, *explanation, cluster);
    view->inspection = std::make_shared<Inspection>(makeInspection(*attempt, *explanation, origin));
    view->attempt = std::move(attempt);
    view->explanation = std::move(explanation);
    completeAttemptView(*view);
    return view;
}

void completeAttemptView(AttemptView& view)
{
    view.arrangement = arrangeHeatMap(*view.heatMap, {}, Measure::Weighted);
    view.judgements = judgeNodes(*view.heatMap);
    view.domains = domainPanels(*view.explanation);
}

QString toPlainText(const Inspection& inspection)
{
    QStringList lines;
    lines << inspection.pod + u"  " + attemptResultName(inspection.result);
    std::vector<InspectionStep> steps = inspection.steps;
    steps.push_back(inspection.cycleState);
    for (const InspectionStep& step : steps) {
        lines << step.title + u": " + step.summary;
        for (const ReasonCount& reason : step.reasons)
            lines << u"    %1 %2 (%3)"_s.arg(formatCount(reason.nodes), reason.text, reason.plugin);
        for (const auto& detail : step.details)
            lines << u"    " + detail.what + u": " + detail.says;
    }
    for (const ScoreBar& bar : inspection.bars)
        lines << u"%1. %2 = %3"_s.arg(bar.rank).arg(bar.node, formatCount(bar.total));
    if (!inspection.message.isEmpty())
        lines << inspection.message;
    return lines.join(u'\n');
}

}
