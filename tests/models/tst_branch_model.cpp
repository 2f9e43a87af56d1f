// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/branch.h"
#include "models/roles.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace berth;
using namespace berth::models;
using namespace Qt::StringLiterals;

namespace {

api::Time second(int seconds) { return {seconds * std::int64_t{1'000'000'000}}; }

BranchPtr branch()
{
    auto made = std::make_shared<Branch>();
    made->wasRun = true;
    made->moment = second(10);
    made->end = second(30);
    made->comparison.a = {12, 3, 1, 2, 5, 1, 2};
    made->comparison.b = {14, 5, 0, 0, 4, 2, 0};
    made->comparison.placements = {{"shop/a", "n1", "n2"}, {"shop/b", "n1", ""}, {"shop/c", "", "n3"}, {"shop/d", "n4", std::nullopt}};
    made->comparison.samePlacements = 3;
    auto attempt = std::make_shared<trace::Attempt>();
    attempt->pod = "shop/a";
    attempt->time = second(11);
    made->comparison.divergence = scenario::Divergence{6, attempt, nullptr, "shop/a went to n1; in the other run no attempt"};
    return made;
}

QString text(const QAbstractItemModel& model, int row, int column) { return model.index(row, column).data().toString(); }
RowState state(const QAbstractItemModel& model, int row, int column)
{
    return static_cast<RowState>(model.index(row, column).data(StateRole).toInt());
}

}

class TestBranchModel : public QObject {
    Q_OBJECT

private slots:
    void figuresSaySideBySideWhatIsBetter()
    {
        BranchCountsModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 0);
        model.setBranch(branch());
        QCOMPARE(text(model, 0, BranchCountsModel::Figure), u"Pods on nodes"_s);
        QCOMPARE(text(model, 0, BranchCountsModel::Run), u"5"_s);
        QCOMPARE(text(model, 0, BranchCountsModel::Branched), u"4"_s);
        QCOMPARE(text(model, 0, BranchCountsModel::Difference), u"−1"_s);
        QCOMPARE(state(model, 0, BranchCountsModel::Difference), RowState::Bad);
        QCOMPARE(text(model, 4, BranchCountsModel::Figure), u"Preemptions"_s);
        QCOMPARE(state(model, 4, BranchCountsModel::Difference), RowState::Good);
        model.setBranch(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void everyDifferenceHasItsWord()
    {
        BranchTableModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setBranch(branch());
        QCOMPARE(model.rowCount(), 4);
        const QStringList words{u"another node"_s, u"not placed in the branch"_s, u"placed in the branch only"_s, u"only in the run"_s};
        for (int row = 0; row < 4; ++row)
            QCOMPARE(text(model, row, BranchTableModel::What), words[row]);
        QCOMPARE(text(model, 1, BranchTableModel::Branched), u"no node"_s);
        QCOMPARE(text(model, 3, BranchTableModel::Branched), u"no such pod"_s);
        QCOMPARE(model.index(2, 0).data(IdRole).toString(), u"shop/c"_s);
    }

    void sentences()
    {
        QVERIFY(branchSummary(*branch()).contains(u"4 pods ended differently, 3 as in the run"_s));
        QVERIFY(divergenceText(*branch()).startsWith(u"First difference: attempt 7 of the run, at 11.000"_s));
        QVERIFY(divergenceText(*branch()).endsWith(u"In the run shop/a went to n1; in the branch no attempt."_s));
        Branch same;
        QVERIFY(branchSummary(same).contains(u"is the same as the run"_s));
        QVERIFY(divergenceText(same).isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestBranchModel)
#include "tst_branch_model.moc"
