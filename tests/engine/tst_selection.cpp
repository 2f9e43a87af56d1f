// SPDX-License-Identifier: GPL-3.0-or-later
#include "scheduler/selection.h"

#include <QTest>

using namespace berth;
using scheduler::SortedNodeScores;

namespace {

std::vector<framework::NodePluginScores> scored(const QList<int>& totals, const QList<int>& randomizers = {})
{
    std::vector<framework::NodePluginScores> nodes;
    for (int i = 0; i < totals.size(); ++i) {
        nodes.emplace_back().total = totals[i];
        if (i < randomizers.size())
            nodes.back().randomizer = randomizers[i];
    }
    return nodes;
}

}

/// cycle.md §8: the heap's construction decides ties.
class SelectionTest : public QObject {
    Q_OBJECT

private slots:
    void choosesTheRootOfTheHeap_data()
    {
        QTest::addColumn<QList<int>>("totals");
        QTest::addColumn<int>("chosen");
        QTest::newRow("one") << QList<int>{7} << 0;
        QTest::newRow("all equal: the first") << QList<int>{5, 5, 5} << 0;
        QTest::newRow("1 2 2: the second") << QList<int>{1, 2, 2} << 1;
        QTest::newRow("1 1 2 2: the fourth") << QList<int>{1, 1, 2, 2} << 3;
        QTest::newRow("a clear best") << QList<int>{3, 9, 4, 1, 0} << 1;
        QTest::newRow("the best is last") << QList<int>{3, 2, 4, 1, 9} << 4;
    }
    void choosesTheRootOfTheHeap()
    {
        QFETCH(QList<int>, totals);
        QTEST(int(SortedNodeScores(scored(totals)).best()), "chosen");
    }

    void tieBreakNumbersDecideBetweenEqualTotalsOnly()
    {
        QCOMPARE(SortedNodeScores(scored({5, 5, 5}, {1, 3, 2})).best(), std::size_t(1));
        QCOMPARE(SortedNodeScores(scored({5, 6, 5}, {9, 0, 9})).best(), std::size_t(1));
    }

    void keepsTheRestInOrder()
    {
        SortedNodeScores order(scored({1, 4, 3, 4, 2}));
        std::vector<std::size_t> popped;
        while (!order.empty()) {
            QCOMPARE(order.remaining().size(), 5 - popped.size());
            popped.push_back(order.best());
            order.pop();
        }
        QCOMPARE(popped, (std::vector<std::size_t>{1, 3, 2, 4, 0}));
    }
};

QTEST_APPLESS_MAIN(SelectionTest)
#include "tst_selection.moc"
