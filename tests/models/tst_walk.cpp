// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/example.h"
#include "models/inspector_model.h"
#include "models/walk.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace berth;
using namespace berth::models;
using namespace Qt::StringLiterals;

namespace {

AttemptViewPtr scoredAfter(std::size_t known)
{
    return makeWalkView(example::scored(), *example::scoredExplanation(), known, example::cluster().get(), {});
}

const InspectionStep& step(const AttemptView& view, InspectionStep::Kind kind)
{
    for (const InspectionStep& each : view.inspection->steps)
        if (each.kind == kind)
            return each;
    static const InspectionStep none;
    return none;
}

}

class TestWalk : public QObject {
    Q_OBJECT
private slots:
    void theWayOfAnAttempt()
    {
        using enum WalkPoint;
        QCOMPARE(walkPoints(example::scored(), *example::scoredExplanation()),
                 (std::vector<WalkPoint>{PreFilter, Filter, PreScore, Score, Normalize, Select, Reserve, Permit, PreBind, Bind}));
        trace::Attempt rejected = example::rejected();
        QCOMPARE(walkPoints(rejected, *example::rejectedExplanation()), (std::vector<WalkPoint>{PreFilter, Filter}));
        rejected.postFilter = trace::PostFilterRecord{};
        QCOMPARE(walkPoints(rejected, *example::rejectedExplanation()), (std::vector<WalkPoint>{PreFilter, Filter, PostFilter}));
        trace::Attempt denied = example::scored();
        denied.result = trace::Result::Unschedulable;
        QCOMPARE(walkPoints(denied, *example::scoredExplanation()).back(), Select);
        using Failed = trace::PlacedPoint;
        const std::pair<Failed, WalkPoint> ends[] = {{Failed::Reserve, Reserve}, {Failed::Permit, Permit},
                                                     {Failed::WaitOnPermit, Permit}, {Failed::PreBindPreFlight, PreBind},
                                                     {Failed::PreBind, PreBind}, {Failed::Bind, Bind}};
        for (const auto& [failedAt, last] : ends) {
            denied.failedAt = failedAt;
            QCOMPARE(walkPoints(denied, *example::scoredExplanation()).back(), last);
        }
    }

    void afterPreFilterNoFilterIsKnown()
    {
        const AttemptViewPtr view = scoredAfter(1);
        QCOMPARE(view->heatMap->filterColumns, std::size_t(0));
        QVERIFY(view->heatMap->emptyReason.contains(u"Filter"_s));
        QCOMPARE(step(*view, InspectionStep::Kind::PreFilter).state, StepState::Passed);
        QCOMPARE(step(*view, InspectionStep::Kind::Filter).state, StepState::NotReached);
        QVERIFY(view->inspection->node.isEmpty());
        QVERIFY(view->inspection->bars.empty());
    }

    void afterFilterTheFeasibleNodesAreKnownButNoScore()
    {
        const AttemptViewPtr view = scoredAfter(2);
        QCOMPARE(step(*view, InspectionStep::Kind::Filter).nodesOut, std::int64_t(2));
        QCOMPARE(view->heatMap->scoreColumns, std::size_t(0));
        QCOMPARE(step(*view, InspectionStep::Kind::Score).state, StepState::NotReached);
        for (const HeatMapRow& row : view->heatMap->rows)
            QVERIFY(!row.chosen);
    }

    void rawScoresComeBeforeNormalisedOnesAndTheChoiceLast()
    {
        const AttemptViewPtr raw = scoredAfter(4);
        QCOMPARE(raw->heatMap->scoreColumns, std::size_t(2));
        QVERIFY(!raw->heatMap->hasTotal());
        QCOMPARE(raw->heatMap->score(0, 0).raw, std::int64_t(40));
        QCOMPARE(raw->heatMap->score(0, 0).weighted, std::int64_t(0));
        const AttemptViewPtr normalised = scoredAfter(5);
        QCOMPARE(normalised->heatMap->score(0, 1).weighted, std::int64_t(210));
        QVERIFY(normalised->heatMap->hasTotal());
        QCOMPARE(normalised->inspection->bars.size(), std::size_t(2));
        QVERIFY(normalised->inspection->node.isEmpty());
        const AttemptViewPtr selected = scoredAfter(6);
        QCOMPARE(selected->inspection->node, u"n2"_s);
        QCOMPARE(step(*selected, InspectionStep::Kind::Outcome).state, StepState::NotReached);
    }

    void atTheEndNothingIsHidden()
    {
        const AttemptViewPtr whole = makeAttemptView(std::make_shared<trace::Attempt>(example::scored()), example::scoredExplanation(), example::cluster().get(), {});
        const AttemptViewPtr walked = scoredAfter(10);
        QCOMPARE(toPlainText(*walked->inspection), toPlainText(*whole->inspection));
        QVERIFY(walked->inspection->underWay.isEmpty());
        QVERIFY(!walked->walk->next());
        QCOMPARE(scoredAfter(99)->walk->known, std::size_t(10));
    }

    void theMessageOfAFailureIsItsLastPoint()
    {
        trace::Attempt rejected = example::rejected();
        const AttemptViewPtr before = makeWalkView(rejected, *example::rejectedExplanation(), 1, nullptr, {});
        QVERIFY(before->inspection->message.isEmpty());
        const AttemptViewPtr after = makeWalkView(rejected, *example::rejectedExplanation(), 2, nullptr, {});
        QVERIFY(after->inspection->message.startsWith(u"0/3 nodes"_s));
        QCOMPARE(after->inspection->result, trace::Result::Unschedulable);
    }

    void theCycleStateIsTheLastRowOfTheInspector()
    {
        auto explanation = std::make_shared<trace::Explanation>(*example::scoredExplanation());
        explanation->cycleState = {{"PreFilterNodeResourcesFit", "cpu: 250m\nmemory: 64Mi"}, {"PreScoreTaintToleration", "none"}};
        InspectorModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        model.setInspection(std::make_shared<Inspection>(makeInspection(example::scored(), *explanation, {})));
        const QModelIndex state = model.index(model.rowCount() - 1, InspectorModel::What);
        QCOMPARE(state.data().toString(), u"CycleState"_s);
        QCOMPARE(model.rowCount(state), 3);
        QCOMPARE(model.index(0, InspectorModel::What, state).data().toString(), u"PreFilterNodeResourcesFit"_s);
        QCOMPARE(model.index(1, InspectorModel::What, state).data().toString(), QString());
        QCOMPARE(model.index(1, InspectorModel::Says, state).data().toString(), u"memory: 64Mi"_s);
        const AttemptViewPtr early = makeWalkView(example::scored(), *explanation, 2, nullptr, {});
        QCOMPARE(early->inspection->cycleState.details.size(), std::size_t(2));
    }
};

QTEST_GUILESS_MAIN(TestWalk)
#include "tst_walk.moc"
