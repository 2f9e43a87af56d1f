// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/avalanche_example.h"
#include "models/avalanche.h"
#include "models/roles.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace berth;
using namespace berth::models;
using namespace berth::models::example;
using namespace Qt::StringLiterals;

namespace {

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
