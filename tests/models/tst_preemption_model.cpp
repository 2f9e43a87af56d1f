// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/domains.h"
#include "models/evaluate_all.h"
#include "models/example.h"
#include "models/preemption.h"
#include "models/roles.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace berth;
using namespace berth::models;
using namespace Qt::StringLiterals;

namespace {

using Criterion = trace::PreemptionCriterion;

trace::PreemptionPod pod(const char* name, int priority, bool victim, std::vector<std::string> budgets = {}, bool breaks = false)
{
    return {name, priority, api::Time{static_cast<std::int64_t>(priority) * 1'000'000'000}, std::move(budgets), breaks, victim};
}

trace::PreemptionCandidate candidate(const char* node, std::optional<Criterion> eliminatedBy, std::vector<trace::PreemptionPod> pods)
{
    trace::PreemptionCandidate made;
    made.node = node;
    made.eliminatedBy = eliminatedBy;
    for (const auto& one : pods) {
        (one.victim ? made.victims : made.reprieved).push_back(one.pod);
        made.prioritySum += one.victim ? one.priority : 0;
        made.highestPriority = one.victim ? std::max(made.highestPriority, one.priority) : made.highestPriority;
        made.pdbViolations += one.victim && one.breaksBudget ? 1 : 0;
    }
    made.pods = std::move(pods);
    return made;
}

/// n1 chosen; n2 fell behind by the sum of priorities, n3 by its broken budget. n4 helps nobody.
trace::AttemptPtr attempt()
{
    auto made = std::make_shared<trace::Attempt>();
    made->pod = "default/big";
    trace::PostFilterRecord record;
    record.code = trace::Code::Success;
    record.nominatedNode = "n1";
    record.victims = {"default/low"};
    record.offset = 2;
    record.numCandidates = 3;
    record.candidates = {candidate("n2", Criterion::PrioritySum, {pod("default/a", 10, true), pod("default/b", 10, true)}),
                         candidate("n1", std::nullopt, {pod("default/kept", 50, false), pod("default/low", 10, true)}),
                         candidate("n3", Criterion::PdbViolations, {pod("default/c1", 60, false, {"guard"}, true),
                                                                    pod("default/c2", 10, true, {"guard", "other"}, true)})};
    record.dryRun = {{"n4", {{}, trace::Code::UnschedulableAndUnresolvable, {"No preemption victims found for incoming pod"}}},
                     {"n5", {}}};
    made->postFilter = std::move(record);
    return made;
}

QString text(const QAbstractItemModel& model, int row, int column) { return model.index(row, column).data().toString(); }
RowState state(const QAbstractItemModel& model, int row, int column)
{
    return static_cast<RowState>(model.index(row, column).data(StateRole).toInt());
}

trace::DomainRule spread()
{
    trace::DomainRule rule;
    rule.topologyKey = api::Symbol("topology.kubernetes.io/zone");
    rule.selector = "app=web";
    rule.maxSkew = 1;
    rule.minimum = 1;
    rule.self = 1;
    rule.domains = {{api::Symbol("zone-10"), 1, true, true}, {api::Symbol("zone-2"), 3, true, false}};
    rule.nodeDomain = {1, 0, -1, 1};
    return rule;
}

}

class TestPreemptionModel : public QObject {
    Q_OBJECT
private slots:
    void theChosenCandidateHasAStarAndTheOthersTheCriterionThatDecided()
    {
        CandidateTableModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        model.setAttempt(attempt(), {});
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(text(model, 1, CandidateTableModel::Node), u"★ n1"_s);
        QCOMPARE(text(model, 0, CandidateTableModel::Node), u"n2"_s);
        QCOMPARE(state(model, 0, CandidateTableModel::PrioritySum), RowState::Bad);
        QCOMPARE(state(model, 0, CandidateTableModel::PdbViolations), RowState::None);
        QCOMPARE(state(model, 2, CandidateTableModel::PdbViolations), RowState::Bad);
        QCOMPARE(text(model, 2, CandidateTableModel::Decided), u"lost by PDB violations"_s);
        QCOMPARE(text(model, 1, CandidateTableModel::Decided), u"chosen"_s);
        QCOMPARE(text(model, 0, CandidateTableModel::PrioritySum), u"20"_s);
        QCOMPARE(text(model, 0, CandidateTableModel::VictimCount), u"2"_s);
    }

    void moreVictimsWeighMoreThanTheirPlainSum()
    {
        // Two victims of priority 10 against one of 50: the sum is compared with 2^31 per victim.
        CandidateTableModel model;
        auto changed = std::make_shared<trace::Attempt>(*attempt());
        changed->postFilter->candidates[1] = candidate("n1", std::nullopt, {pod("default/low", 50, true)});
        model.setAttempt(changed, {});
        model.sort(CandidateTableModel::PrioritySum, Qt::AscendingOrder);
        QCOMPARE(model.index(2, 0).data(IdRole).toString(), u"n2"_s);
    }

    void thePodsOfACandidateSayWhoLeavesAndWhatProtectsThem()
    {
        VictimTableModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        model.setCandidate(attempt(), u"n3"_s, {});
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(text(model, 0, VictimTableModel::Fate), u"reprieved"_s);
        QCOMPARE(text(model, 0, VictimTableModel::Budgets), u"guard: would be violated"_s);
        QCOMPARE(text(model, 1, VictimTableModel::Fate), u"victim"_s);
        QCOMPARE(text(model, 1, VictimTableModel::Budgets), u"guard, other: violated"_s);
        QCOMPARE(state(model, 1, VictimTableModel::Budgets), RowState::Bad);
        model.setCandidate(attempt(), u"n9"_s, {});
        QCOMPARE(model.rowCount(), 0);
    }

    void nodesWithoutHelpKeepTheirStatus()
    {
        UnhelpfulNodesModel model;
        model.setAttempt(attempt());
        QCOMPARE(text(model, 0, UnhelpfulNodesModel::Node), u"n4"_s);
        QCOMPARE(text(model, 0, UnhelpfulNodesModel::Status), u"UnschedulableAndUnresolvable"_s);
        QCOMPARE(text(model, 0, UnhelpfulNodesModel::Reasons), u"No preemption victims found for incoming pod"_s);
        QCOMPARE(text(model, 1, UnhelpfulNodesModel::Status), u"Success"_s);
        QVERIFY(text(model, 1, UnhelpfulNodesModel::Reasons).contains(u"expected at least one victim pod on node \"n5\""_s));
    }

    void theSummaryNamesTheNodeAndCountsVictims()
    {
        QCOMPARE(preemptionSummary(*attempt()), u"default/big is nominated to n1; 1 pod leaves."_s);
        QVERIFY(preemptionFacts(*attempt()).contains(u"offset 2"_s));
        auto failed = *attempt();
        failed.postFilter->code = trace::Code::Unschedulable;
        failed.postFilter->nominatedNode = "";
        failed.postFilter->message = "preemption: not eligible";
        QCOMPARE(preemptionSummary(failed), u"Preemption did not help default/big: preemption: not eligible"_s);
    }

    void domainsComeInNaturalOrderWithSkewAndTheNodesThatCarryThem()
    {
        trace::Explanation explanation;
        explanation.domains = {spread()};
        const auto panels = domainPanels(explanation);
        QCOMPARE(panels.size(), std::size_t(1));
        const DomainPanel& panel = panels.front();
        QCOMPARE(panel.title, u"Spread over zone"_s);
        QCOMPARE(panel.bars[0].value, u"zone-2"_s);
        QCOMPARE(panel.bars[0].withPod, 3);
        QVERIFY(!panel.bars[0].allowed);
        QCOMPARE(panel.bars[0].says, u"3 pods, skew would be 3 > 1"_s);
        QCOMPARE(panel.bars[0].nodes, 2);
        QCOMPARE(panel.bars[1].withPod, 1);
        QCOMPARE(panel.limit, 1);
        QCOMPARE(panel.nodesWithoutKey, 1);
        QCOMPARE(panel.nodeBar, (std::vector<std::int32_t>{0, 1, -1, 0}));
    }

    void filtersBehindTheOneThatRefusedWereNotRun()
    {
        trace::Explanation explanation;
        explanation.nodes = {"n1", "n2", "n3"};
        explanation.hasFilters = true;
        explanation.filterPlugins = {api::Symbol("A"), api::Symbol("B"), api::Symbol("C")};
        const trace::StatusRecord refusal{api::Symbol("B"), trace::Code::Unschedulable, {"by B"}};
        explanation.filters = {{{1, {{}, trace::Code::Unschedulable, {"by B"}}}, {2, {{}, trace::Code::Unschedulable, {"by C"}}}},
                               {},
                               {{0, {{}, trace::Code::Unschedulable, {"by A"}}}}};
        explanation.filterStatus = {{0, refusal}};
        explanation.feasible = {1};
        const auto map = makeHeatMap({}, explanation, nullptr);
        QVERIFY(map->filter(0, 0).real && map->filter(0, 1).real && !map->filter(0, 2).real);
        QVERIFY(map->filter(1, 2).real);
        QVERIFY(!map->filter(2, 0).real);
        QVERIFY(cellDescription(*map, 0, 2).contains(u"an earlier filter had refused the node"_s));
        QVERIFY(cellDescription(*map, 2, 0).contains(u"did not come to this node"_s));
        const auto unrun = unrunRefusals(explanation);
        QCOMPARE(unrun.size(), std::size_t(2));
        QCOMPARE(unrun[0].what, u"A"_s);
        QCOMPARE(unrun[1].says, u"not run by kube-scheduler: 1 × by C"_s);
    }
};

QTEST_APPLESS_MAIN(TestPreemptionModel)
#include "tst_preemption_model.moc"
