// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/walk.h"

#include "models/background_delete.h"

#include <QCoreApplication>

#include <algorithm>

namespace berth::models {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("berth::models::Walk", text);
}

bool failed(const trace::Attempt& attempt)
{
    return attempt.result == trace::Result::Unschedulable || attempt.result == trace::Result::Error;
}

/// The last point of an attempt that had chosen a node; failing before Reserve it has seen none of these.
WalkPoint lastPointWithNode(const trace::Attempt& attempt)
{
    if (!failed(attempt))
        return attempt.result == trace::Result::Waiting ? WalkPoint::Permit : WalkPoint::Bind;
    if (!attempt.failedAt)
        return WalkPoint::Select;
    switch (*attempt.failedAt) {
    case trace::PlacedPoint::Reserve:
        return WalkPoint::Reserve;
    case trace::PlacedPoint::Permit:
    case trace::PlacedPoint::WaitOnPermit:
        return WalkPoint::Permit;
    case trace::PlacedPoint::PreBindPreFlight:
    case trace::PlacedPoint::PreBind:
        return WalkPoint::PreBind;
    case trace::PlacedPoint::Bind:
        break;
    }
    return WalkPoint::Bind;
}

/// What the scheduler has not found out before the point is taken out.
void forgetFrom(trace::Attempt& attempt, trace::Explanation& known, WalkPoint next)
{
    attempt.message.clear();
    attempt.failedAt.reset();
    attempt.queueAfter.reset();
    attempt.backoffExpiry.reset();
    attempt.unschedulablePlugins.clear();
    attempt.pendingPlugins.clear();
    // A state between: neither placed nor refused.
    attempt.result = next > WalkPoint::Select ? trace::Result::Waiting : trace::Result::Feasible;
    if (next <= WalkPoint::Select) {
        attempt.node.clear();
        attempt.total.reset();
        known.tied.clear();
    }
    if (next <= WalkPoint::PostFilter)
        attempt.postFilter.reset();
    if (next <= WalkPoint::Normalize) {
        attempt.extenderCalls.clear(); // filters and scores among them; nothing tells which
        for (auto& row : known.scores)
            for (trace::PluginScore& score : row)
                score.normalized = score.weighted = 0;
        std::fill(known.totals.begin(), known.totals.end(), 0);
    }
    if (next <= WalkPoint::Score) {
        known.hasScores = false;
        known.scores.clear();
        known.totals.clear();
        known.scorePlugins.clear();
        known.weights.clear();
        known.extenderScores.clear();
    }
    if (next <= WalkPoint::PreScore) {
        known.hasPreScore = false;
        known.preScore.clear();
        known.preScoreFailure.reset();
        std::erase_if(known.cycleState, [](const auto& entry) { return entry.first.starts_with("PreScore"); });
        std::erase_if(known.domains, [](const trace::DomainRule& rule) {
            return rule.kind == trace::DomainRule::Kind::SpreadPreference || rule.kind == trace::DomainRule::Kind::Weights;
        });
    }
    if (next <= WalkPoint::Filter) {
        known.hasFilters = false;
        known.filterPlugins.clear();
        known.filters.clear();
        known.filterStatus.clear();
        known.absentStatus.reset();
        known.feasible.clear();
    }
}

QString nothingYet(WalkPoint next)
{
    return tr("No filter has been run in this attempt yet. Next: %1.").arg(walkPointName(next));
}

bool isReached(InspectionStep::Kind kind, WalkPoint next)
{
    switch (kind) {
    case InspectionStep::Kind::Filter:
        return next > WalkPoint::Filter;
    case InspectionStep::Kind::Score:
        return next > WalkPoint::PreScore;
    case InspectionStep::Kind::Outcome:
        return next > WalkPoint::Reserve;
    case InspectionStep::Kind::PreFilter:
    case InspectionStep::Kind::PostFilter:
    case InspectionStep::Kind::CycleState:
        break;
    }
    return true;
}

/// The steps after the point say nothing: that something would be reached later is not known either.
void hideLaterSteps(Inspection& inspection, WalkPoint next)
{
    using Kind = InspectionStep::Kind;
    for (InspectionStep& step : inspection.steps) {
        if (!isReached(step.kind, next)) {
            step = {step.kind, step.title, tr("not yet"), StepState::NotReached, -1, -1, {}, {}};
        } else if (step.kind == Kind::Outcome || (step.kind == Kind::Score && next <= WalkPoint::Select)) {
            step.state = StepState::Narrowed;
            step.summary = step.kind == Kind::Outcome ? tr("next: %1 on %2").arg(walkPointName(next), inspection.node)
                                                      : tr("next: %1").arg(walkPointName(next));
        }
    }
    if (next <= WalkPoint::Normalize)
        inspection.bars.clear();
    inspection.underWay = tr("next: %1").arg(walkPointName(next));
}

}

QString walkPointName(WalkPoint point)
{
    // The scheduling framework's own names, where it has one.
    switch (point) {
    case WalkPoint::PreFilter:
        return tr("PreFilter");
    case WalkPoint::Filter:
        return tr("Filter");
    case WalkPoint::PostFilter:
        return tr("PostFilter");
    case WalkPoint::PreScore:
        return tr("PreScore");
    case WalkPoint::Score:
        return tr("Score");
    case WalkPoint::Normalize:
        return tr("Normalize");
    case WalkPoint::Select:
        return tr("Select");
    case WalkPoint::Reserve:
        return tr("Reserve");
    case WalkPoint::Permit:
        return tr("Permit");
    case WalkPoint::PreBind:
        return tr("PreBind");
    case WalkPoint::Bind:
        break;
    }
    return tr("Bind");
}

std::vector<WalkPoint> walkPoints(const trace::Attempt& attempt, const trace::Explanation& explanation)
{
    std::vector<WalkPoint> points{WalkPoint::PreFilter};
    // A PreFilter that refuses the pod goes to PostFilter without asking any filter.
    const bool refused = explanation.preFilterStatus && explanation.preFilterStatus->code != trace::Code::Success;
    if (explanation.hasFilters && !refused)
        points.push_back(WalkPoint::Filter);
    if (attempt.postFilter)
        points.push_back(WalkPoint::PostFilter);
    if (explanation.feasible.empty())
        return points;
    if (explanation.hasPreScore || explanation.preScoreFailure)
        points.push_back(WalkPoint::PreScore);
    if (explanation.preScoreFailure)
        return points;
    if (explanation.hasScores)
        points.insert(points.end(), {WalkPoint::Score, WalkPoint::Normalize});
    if (attempt.node.empty())
        return points;
    const WalkPoint last = lastPointWithNode(attempt);
    for (const WalkPoint point : {WalkPoint::Select, WalkPoint::Reserve, WalkPoint::Permit, WalkPoint::PreBind, WalkPoint::Bind})
        if (point <= last)
            points.push_back(point);
    return points;
}

AttemptViewPtr makeWalkView(const trace::Attempt& attempt, const trace::Explanation& explanation, std::size_t known,
                            const Cluster* cluster, api::Time origin)
{
    Walk walk;
    walk.attempt = attempt.index;
    walk.pod = QString::fromStdString(attempt.pod);
    walk.points = walkPoints(attempt, explanation);
    walk.known = std::clamp<std::size_t>(known, 1, walk.points.size());
    auto then = std::make_shared<trace::Attempt>(attempt);
    auto knowledge = std::make_shared<trace::Explanation>(explanation);
    if (walk.next())
        forgetFrom(*then, *knowledge, *walk.next());
    auto view = makeBackgroundDeleted<AttemptView>();
    *view = *makeAttemptView(then, knowledge, cluster, origin);
    if (const auto next = walk.next()) {
        auto inspection = std::make_shared<Inspection>(*view->inspection);
        hideLaterSteps(*inspection, *next);
        view->inspection = inspection;
        auto map = std::make_shared<HeatMap>(*view->heatMap);
        if (*next <= WalkPoint::Filter)
            map->emptyReason = nothingYet(*next);
        // Raw scores have no sum: the total is a column of its own only from normalising on.
        if (*next == WalkPoint::Normalize && map->hasTotal())
            map->columns.pop_back();
        view->heatMap = map;
        completeAttemptView(*view);
    }
    view->walk = std::make_shared<Walk>(std::move(walk));
    return view;
}

QString walkText(const Walk& walk)
{
    if (!walk.isActive())
        return {};
    const auto last = walk.last();
    const auto next = walk.next();
    if (!next)
        return tr("%1: all points are done").arg(walk.pod);
    return last ? tr("%1: %2 is done, next %3").arg(walk.pod, walkPointName(*last), walkPointName(*next))
                : tr("%1: next %2").arg(walk.pod, walkPointName(*next));
}

}
