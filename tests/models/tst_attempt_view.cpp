// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/example.h"
#include "models/attempt_nodes.h"
#include "models/inspector_model.h"
#include "models/other_weights.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace berth;
using namespace berth::models;
using namespace Qt::StringLiterals;

namespace {

AttemptViewPtr view(const trace::Attempt& attempt, std::shared_ptr<const trace::Explanation> explanation)
{
    return makeAttemptView(std::make_shared<trace::Attempt>(attempt), std::move(explanation), example::cluster().get(), {});
}

}

class TestAttemptView : public QObject {
    Q_OBJECT
private slots:
    void theChosenNodeIsFirstAmongEquals()
    {
        const AttemptViewPtr shown = view(example::scored(), example::scoredExplanation());
        const HeatMap& map = *shown->heatMap;
        QCOMPARE(map.rows[1].node, u"n2"_s);
        QCOMPARE(map.rows[1].rank, 1);
        QVERIFY(map.rows[1].chosen);
        QCOMPARE(map.rows[0].rank, 2);
        QVERIFY(map.rows[0].runnerUp);
        QCOMPARE(map.rows[2].rank, 0);
        QCOMPARE(orderedRows(map, {}, Measure::Weighted), std::vector<std::uint32_t>({1, 0, 2}));
        QCOMPARE(shown->inspection->bars.front().node, u"n2"_s);
        QVERIFY(shown->inspection->bars.front().tied);
    }

    void otherWeightsPutTheNodesInAnotherOrder()
    {
        const AttemptViewPtr shown = view(example::scored(), example::scoredExplanation());
        const Inspection& before = *shown->inspection;
        QCOMPARE(before.scorePlugins, (std::vector<QString>{u"NodeResourcesFit"_s, u"TaintToleration"_s}));
        // n10 has 40 and 70, n2 (chosen) 50 and 66.
        const InspectionPtr taints = withWeights(before, {1, 10});
        QCOMPARE(taints->bars[0].node, u"n10"_s);
        QCOMPARE(taints->bars[0].total, 740);
        QCOMPARE(taints->bars[1].total, 710);
        QCOMPARE(taints->bars[1].rank, 2);
        QVERIFY(taints->bars[1].chosen && !taints->bars[1].tied);
        QCOMPARE(whatWeightsChange(*taints), u"n10 would be chosen, by 30. n2, which was, has 1 better."_s);
        const InspectionPtr fit = withWeights(before, {1, 0});
        QCOMPARE(fit->bars[0].node, u"n2"_s);
        QCOMPARE(fit->bars[0].parts[1].weighted, 0);
        QCOMPARE(whatWeightsChange(*fit), u"n2 would be chosen all the same."_s);
        const InspectionPtr none = withWeights(before, {0, 0});
        QVERIFY(none->bars[0].tied && none->bars[1].tied);
        QCOMPARE(whatWeightsChange(*none), u"n2 would be one of 2 equally good nodes."_s);
    }

    void columnsAreFiltersThenScoresThenTotal()
    {
        const AttemptViewPtr shown = view(example::scored(), example::scoredExplanation());
        const HeatMap& map = *shown->heatMap;
        QCOMPARE(map.columns.size(), std::size_t(5));
        QCOMPARE(map.filter(2, 1).verdict, Verdict::Unschedulable);
        QCOMPARE(map.filter(2, 1).reasons, u"Insufficient cpu"_s);
        QCOMPARE(map.value(0, 3, Measure::Raw), 0);
        QCOMPARE(map.value(0, 3, Measure::Normalized), 70);
        QCOMPARE(map.value(0, 3, Measure::Weighted), 210);
        QCOMPARE(map.value(0, 4, Measure::Raw), 250);
        QCOMPARE(valueRange(map, 3, Measure::Weighted).high, 300);
        QVERIFY(cellDescription(map, 0, 3).contains(u"× weight 3 = 210"_s));
    }

    void theTableSaysWhatTheHeatMapShows()
    {
        AttemptNodesModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        model.setAttempt(view(example::scored(), example::scoredExplanation()));
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.columnCount(), AttemptNodesModel::FirstPlugin + 4);
        const auto text = [&model](const QString& node, int column) { return model.index(model.rowOf(node), column).data().toString(); };
        QCOMPARE(text(u"n2"_s, AttemptNodesModel::Outcome), u"Chosen"_s);
        QCOMPARE(text(u"n3"_s, AttemptNodesModel::Outcome), u"Unschedulable"_s);
        QCOMPARE(text(u"n3"_s, AttemptNodesModel::FirstPlugin + 1), u"Insufficient cpu"_s);
        QCOMPARE(text(u"n10"_s, AttemptNodesModel::Total), u"250"_s);
        QCOMPARE(text(u"n10"_s, AttemptNodesModel::FirstPlugin + 3), u"210"_s);
        QCOMPARE(text(u"n3"_s, AttemptNodesModel::FirstPlugin + 3), QString());
        model.sort(AttemptNodesModel::Rank, Qt::AscendingOrder);
        QCOMPARE(model.index(0, 0).data().toString(), u"n2"_s);
        model.setFilter(u"total>100"_s);
        QCOMPARE(model.rowCount(), 2);
        model.setFilter(model.columns().back().key + u">=210"_s);
        QCOMPARE(model.rowCount(), 1);
        // An attempt that scored nothing has no columns for scores; what somebody sorts by stays as long as there is one.
        model.setAttempt(view(example::rejected(), example::rejectedExplanation()));
        QVERIFY(model.columnCount() < AttemptNodesModel::FirstPlugin + 4);
        QCOMPARE(model.query().sortColumn, int(AttemptNodesModel::Rank));
        model.setAttempt(view(example::scored(), example::scoredExplanation()));
        const int score = model.columnCount() - 1;
        model.sort(score, Qt::DescendingOrder);
        model.setAttempt(view(example::rejected(), example::rejectedExplanation()));
        QCOMPARE(model.query().sortColumn, -1);
        model.setAttempt(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void rowsWithoutANumberComeLastWhicheverWayOneSorts()
    {
        const AttemptViewPtr shown = view(example::scored(), example::scoredExplanation());
        for (const bool descending : {false, true})
            QCOMPARE(orderedRows(*shown->heatMap, {HeatMapOrder::Key::Column, 2, descending}, Measure::Raw).back(), 2u);
    }

    void nodesThatTheSearchDidNotReachAreNotEvaluated()
    {
        auto explanation = std::make_shared<trace::Explanation>(*example::scoredExplanation());
        explanation->filterStatus.clear();
        const AttemptViewPtr shown = view(example::scored(), explanation);
        QVERIFY(!shown->heatMap->rows[2].evaluated);
        QVERIFY(shown->heatMap->rows[0].evaluated);
        QCOMPARE(shown->inspection->evaluated, 2);
    }

    void reasonsAreCountedOncePerNodeAsTheRealCycleGotThem()
    {
        const AttemptViewPtr shown = view(example::rejected(), example::rejectedExplanation());
        const InspectionStep& filter = shown->inspection->steps[1];
        QCOMPARE(filter.state, StepState::Rejected);
        QCOMPARE(filter.reasons.size(), std::size_t(2));
        QCOMPARE(filter.reasons[0].text, u"Insufficient cpu"_s);
        QCOMPARE(filter.reasons[0].nodes, 2);
        QCOMPARE(filter.reasons[1].nodes, 1);
        QCOMPARE(filter.reasons[1].code, trace::Code::UnschedulableAndUnresolvable);
        QCOMPARE(shown->inspection->message, QString::fromStdString(example::rejected().message));
        QVERIFY(toPlainText(*shown->inspection).contains(u"2 Insufficient cpu (NodeResourcesFit)"_s));
    }

    void aPreFilterThatEndsTheAttemptLeavesAnEmptyHeatMapWithItsReason()
    {
        trace::Explanation explanation;
        explanation.nodes = {"n2"};
        explanation.hasPreFilter = true;
        explanation.preFilterStatus = trace::StatusRecord{api::Symbol("X"), trace::Code::UnschedulableAndUnresolvable, {"no claim"}};
        const AttemptViewPtr shown = view(example::rejected(), std::make_shared<trace::Explanation>(explanation));
        QVERIFY(shown->heatMap->columns.empty());
        QVERIFY(shown->heatMap->emptyReason.contains(u"no claim"_s));
        QCOMPARE(shown->inspection->steps[0].state, StepState::Rejected);
        QCOMPARE(shown->inspection->steps[1].state, StepState::NotReached);
    }

    /// An extender that fails leaves no node, and yet none was refused.
    void anErrorIsNoRefusal()
    {
        trace::Attempt attempt = example::rejected();
        attempt.result = trace::Result::Error;
        attempt.message = "connection refused";
        auto explanation = std::make_shared<trace::Explanation>(*example::rejectedExplanation());
        explanation->filterStatus.clear();
        const InspectionStep filter = view(attempt, explanation)->inspection->steps[1];
        QCOMPARE(filter.state, StepState::Failed);
        QCOMPARE(filter.details.size(), std::size_t(1));
        QCOMPARE(filter.details[0].says, u"connection refused"_s);
    }

    void anAttemptWithoutExplanationSaysSo()
    {
        const AttemptViewPtr shown = makeUnexplainedView(std::make_shared<trace::Attempt>(example::scored()), {});
        QCOMPARE(shown->inspection->steps.front().title, u"Not explained"_s);
        QCOMPARE(shown->inspection->steps.back().kind, InspectionStep::Kind::Outcome);
        QCOMPARE(shown->inspection->node, QString::fromStdString(example::scored().node));
        QVERIFY(shown->heatMap->emptyReason.contains(u"another scheduler"_s));
    }

    void theTreeLivesThroughSetReplaceAndEmpty()
    {
        InspectorModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        model.setInspection(view(example::scored(), example::scoredExplanation())->inspection);
        QCOMPARE(model.rowCount(), 5); // four steps, and what the cycle state held
        model.setInspection(view(example::rejected(), example::rejectedExplanation())->inspection);
        QCOMPARE(model.index(1, 1).data().toString(), u"0 of 3 nodes feasible"_s);
        // Two reasons of the real cycle, and what the filter it did not run says about n3.
        QCOMPARE(model.rowCount(model.index(1, 0)), 3);
        model.setInspection(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }
};

QTEST_GUILESS_MAIN(TestAttemptView)
#include "tst_attempt_view.moc"
