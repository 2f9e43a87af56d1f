// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/avalanche.h"
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

}

class TestAvalancheModel : public QObject {
    Q_OBJECT

private slots:
    void oneRowPerVictim()
    {
        AvalancheTableModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setAvalanche(avalanches(), 1, second(0));
        QCOMPARE(model.rowCount(), 3);
        using Column = AvalancheTableModel;
        QCOMPARE(text(model, 0, Column::Evictor), u"shop/high"_s);
        QCOMPARE(text(model, 0, Column::Node), u"n2"_s);
        QCOMPARE(text(model, 0, Column::Victim), u"shop/mid-a"_s);
        QCOMPARE(text(model, 0, Column::Owner), u"ReplicaSet mid"_s);
        QCOMPARE(text(model, 0, Column::Outcome), u"evicts 2 pods in its turn"_s);
        QCOMPARE(text(model, 1, Column::Depth), u"2"_s);
        QVERIFY(text(model, 1, Column::Outcome).startsWith(u"placed on n4 at 80.000"_s));
        QCOMPARE(text(model, 2, Column::Outcome), u"waits for a node"_s);
        QCOMPARE(model.index(2, Column::Outcome).data(StateRole).toInt(), static_cast<int>(RowState::Waiting));
        QCOMPARE(model.index(2, 0).data(IdRole).toString(), u"6/1"_s);
        model.setFilter(u"step=2"_s);
        QCOMPARE(model.rowCount(), 2);
        model.setFilter(u"time<50s"_s);
        QCOMPARE(model.rowCount(), 1);
        model.setFilter({});
        model.sort(AvalancheTableModel::Victim, Qt::DescendingOrder);
        QCOMPARE(text(model, 0, Column::Victim), u"shop/mid-a"_s);
        model.setAvalanche(avalanches(), 0, second(0));
        QCOMPARE(text(model, 0, Column::Outcome), u"nobody replaces it"_s);
        model.setAvalanche(nullptr, 0, second(0));
        QCOMPARE(model.rowCount(), 0);
    }

    void sentencesSayHowFarItCame()
    {
        const AvalanchesPtr all = avalanches();
        QCOMPARE(avalancheSummary((*all)[1], second(0)), u"2 preemptions evicted 3 pods, 2 steps deep. It has not settled: 2 pods are on no node."_s);
        QVERIFY(avalancheSummary((*all)[0], second(0)).startsWith(u"1 preemption evicted 1 pod; no replacement had to evict in its turn. Settled at 20.000"_s));
        QVERIFY(avalancheTitle((*all)[1], second(0)).endsWith(u"2 preemptions, not settled"_s));
    }

    void everyAttemptOfAChainLeadsToIt()
    {
        const AvalanchesPtr all = avalanches();
        QCOMPARE(greatestAvalanche(*all), std::size_t(1));
        for (const std::int64_t attempt : {4, 6, 7, 8})
            QCOMPARE(avalancheOf(*all, attempt), std::optional<std::size_t>(1));
        QCOMPARE(avalancheOf(*all, 2), std::optional<std::size_t>(0));
        for (const std::int64_t attempt : {-1, 0, 3, 9})
            QVERIFY(!avalancheOf(*all, attempt));
    }

    void cardsAreLinks()
    {
        const auto cards = avalancheCards((*avalanches())[1], second(0));
        QCOMPARE(cards.size(), std::size_t(2));
        QCOMPARE(cards[0].victims[0].link, std::optional<std::size_t>(1));
        QCOMPARE(cards[1].cause, std::optional<std::size_t>(0));
        QCOMPARE(cards[1].state, RowState::Waiting);
        QCOMPARE(cards[1].victims[0].replacementAttempt, std::int64_t(8));
        QVERIFY(cardText(cards[1]).contains(u"evicts shop/low-c; instead of it shop/low-d: waits for a node"_s));
    }
};

QTEST_GUILESS_MAIN(TestAvalancheModel)
#include "tst_avalanche_model.moc"
