// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/avalanche_example.h"
#include "models/preemption_list.h"
#include "models/roles.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace berth;
using namespace berth::models;
using namespace berth::models::example;
using namespace Qt::StringLiterals;

namespace {

QString text(const QAbstractItemModel& model, int row, int column) { return model.index(row, column).data().toString(); }

/// Attempts 0 to 8 of one pod each; the fifth chose a candidate with two violations.
AttemptsPtr nineAttempts()
{
    auto made = std::make_shared<Attempts>();
    for (int i = 0; i < 9; ++i) {
        auto attempt = std::make_shared<trace::Attempt>();
        attempt->pod = "default/p" + std::to_string(i);
        if (i == 4) {
            trace::PreemptionCandidate other;
            other.node = "n1";
            other.pdbViolations = 7;
            trace::PreemptionCandidate chosen;
            chosen.node = "n2";
            chosen.pdbViolations = 2;
            attempt->postFilter.emplace();
            attempt->postFilter->nominatedNode = "n2";
            attempt->postFilter->candidates = {other, chosen};
        }
        made->push_back(attempt);
    }
    return made;
}

Attempts failedAttempt(const char* pod, bool asked, const char* message)
{
    auto attempt = std::make_shared<trace::Attempt>();
    attempt->pod = pod;
    attempt->result = trace::Result::Unschedulable;
    if (asked) {
        attempt->postFilter.emplace();
        attempt->postFilter->message = message;
    }
    return {attempt};
}

/// A pod without and one with a priority.
Cluster twoPods()
{
    Cluster made;
    for (const auto& [key, priority] : {std::pair(u"default/low"_s, 0), std::pair(u"default/high"_s, 100)}) {
        auto pod = std::make_shared<api::Pod>();
        pod->spec.priority = priority;
        PodRow row;
        row.pod = pod;
        row.key = key;
        made.podRows.insert(key, static_cast<std::uint32_t>(made.pods.size()));
        made.pods.push_back(row);
    }
    return made;
}

}

class TestPreemptionList : public QObject {
    Q_OBJECT

private slots:
    void oneRowPerPreemptionInTheOrderOfTime()
    {
        PreemptionListModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setRun(avalanches(), nineAttempts(), second(0));
        using Column = PreemptionListModel;
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.index(1, 0).data(IdRole).toString(), u"4"_s);
        QCOMPARE(text(model, 1, Column::Attempt), u"5"_s);
        QVERIFY(text(model, 1, Column::Time).startsWith(u"40.000"_s));
        QCOMPARE(text(model, 1, Column::Preemptor), u"shop/high"_s);
        QCOMPARE(text(model, 1, Column::Node), u"n2"_s);
        QCOMPARE(text(model, 2, Column::Victims), u"2"_s);
        QCOMPARE(text(model, 0, Column::PdbViolations), u"0"_s);
        QCOMPARE(text(model, 1, Column::PdbViolations), u"2"_s); // of the chosen candidate, not of the first
        // Its victim's replacement evicts in its turn; in the next one a replacement waits.
        QCOMPARE(text(model, 0, Column::Settled), u"settled"_s);
        QCOMPARE(text(model, 1, Column::Settled), u"settled"_s);
        QCOMPARE(text(model, 2, Column::Settled), u"not settled"_s);
        QVERIFY(text(model, 1, Column::Became).startsWith(u"placed on n2 at 70.000"_s));
        QCOMPARE(text(model, 2, Column::Became), u"waits for its node"_s);
        model.setRun(nullptr, nineAttempts(), second(0));
        QCOMPARE(model.rowCount(), 0);
    }

    void queriesKnowItsColumns()
    {
        PreemptionListModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setRun(avalanches(), nineAttempts(), second(0));
        for (const auto& [query, rows] : {std::pair(u"victims>1"_s, 1), std::pair(u"violations>0"_s, 1), std::pair(u"settled=\"not settled\""_s, 1), std::pair(u"time>=40s"_s, 2), std::pair(u"preemptor~shop"_s, 2)}) {
            QVERIFY2(model.filterErrors(query).empty(), qPrintable(query));
            model.setFilter(query);
            QCOMPARE(model.shownRows(), rows);
        }
    }

    void itSaysWhyThereIsNone()
    {
        QVERIFY(whyNoPreemption({}, twoPods()).startsWith(u"Nothing has been tried yet"_s));
        auto scheduled = std::make_shared<trace::Attempt>();
        scheduled->result = trace::Result::Scheduled;
        QVERIFY(whyNoPreemption({scheduled}, twoPods()).startsWith(u"Every pod that was tried found a node"_s));
        QVERIFY(whyNoPreemption(failedAttempt("default/low", true, ""), twoPods()).startsWith(u"No pod that failed has a higher priority"_s));
        QVERIFY(whyNoPreemption(failedAttempt("default/high", false, ""), twoPods()).contains(u"PostFilter"_s));
        QVERIFY(whyNoPreemption(failedAttempt("default/high", true, "0/3 nodes"), twoPods()).endsWith(u"The first of them was told: 0/3 nodes"_s));
    }
};

QTEST_GUILESS_MAIN(TestPreemptionList)
#include "tst_preemption_list.moc"
