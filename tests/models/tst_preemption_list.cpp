// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/preemption_list.h"
#include "models/roles.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace berth;
using namespace berth::models;
using namespace Qt::StringLiterals;

namespace {

api::Time second(int seconds) { return {seconds * std::int64_t{1'000'000'000}}; }

scenario::AvalancheVictim victim(const char* pod, const char* owner, const char* replacement)
{
    scenario::AvalancheVictim made;
    made.pod = pod;
    made.owner = owner;
    made.replacement = replacement;
    return made;
}

scenario::AvalancheLink link(std::size_t attempt, const char* pod, const char* node, std::optional<std::size_t> cause)
{
    scenario::AvalancheLink made;
    made.attempt = attempt;
    made.pod = pod;
    made.nominated = node;
    made.time = second(static_cast<int>(attempt) * 10);
    made.cause = cause;
    made.depth = cause ? 2 : 1;
    return made;
}

/// Two avalanches: one that is over, a single preemption; and one of two steps whose last replacement waits.
AvalanchesPtr avalanches()
{
    scenario::Avalanche small;
    small.links = {link(1, "default/one", "n1", {})};
    small.links[0].placed = {2, "n1", second(20)};
    small.links[0].victims = {victim("default/alone", "", "")};
    small.victims = 1;
    small.settled = second(20);
    scenario::Avalanche great;
    great.links = {link(4, "shop/high", "n2", {}), link(6, "shop/mid-b", "n3", 0)};
    great.links[0].placed = {7, "n2", second(70)};
    great.links[0].victims = {victim("shop/mid-a", "ReplicaSet mid", "shop/mid-b")};
    great.links[0].victims[0].link = 1;
    great.links[1].victims = {victim("shop/low-a", "ReplicaSet low", "shop/low-b"), victim("shop/low-c", "ReplicaSet low", "shop/low-d")};
    great.links[1].victims[0].placed = {8, "n4", second(80)};
    great.depth = 2;
    great.victims = 3;
    great.waiting = 2;
    return std::make_shared<const Avalanches>(Avalanches{small, great});
}

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
