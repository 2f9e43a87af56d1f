// SPDX-License-Identifier: GPL-3.0-or-later
#include "queue/heap.h"

#include <QTest>

#include <map>
#include <rapidcheck.h>

using namespace berth;
using queue::Heap;

namespace {

struct Item {
    int rank = 0;
    std::string name;
};

Heap<Item> byRank() { return Heap<Item>([](const Item& a, const Item& b) { return a.rank < b.rank; }); }

std::string popAll(Heap<Item> heap)
{
    std::string names;
    while (!heap.empty())
        names += heap.pop().name;
    return names;
}

}

/// The queue's heap (queue.md §2): its very steps decide the order of equals.
class HeapTest : public QObject {
    Q_OBJECT

private slots:
    void equalsComeOutInTheHeapsOwnOrder_data()
    {
        QTest::addColumn<QString>("pushed");
        QTest::addColumn<QString>("popped");
        QTest::newRow("one") << "A" << "A";
        QTest::newRow("three") << "ABC" << "ACB";
        QTest::newRow("four, the specification's example") << "ABCD" << "ADCB";
        QTest::newRow("seven") << "ABCDEFG" << "AGFEDCB";
    }
    void equalsComeOutInTheHeapsOwnOrder()
    {
        QFETCH(QString, pushed);
        auto heap = byRank();
        for (const auto letter : pushed)
            heap.addOrUpdate(QString(letter).toStdString(), {0, QString(letter).toStdString()});
        QTEST(QString::fromStdString(popAll(heap)), "popped");
    }

    void updatesAndRemovesByKey()
    {
        auto heap = byRank();
        for (const auto* name : {"a", "b", "c", "d", "e"})
            heap.addOrUpdate(name, {name[0] - 'a', name});
        heap.addOrUpdate("a", {9, "a"});
        QCOMPARE(heap.size(), std::size_t(5));
        QVERIFY(heap.remove("c"));
        QVERIFY(!heap.remove("c"));
        QVERIFY(!heap.find("c"));
        QCOMPARE(heap.find("a")->rank, 9);
        QCOMPARE(popAll(heap), std::string("bdea"));
    }

    /// The last element taken from a gap may have to go up, not only down.
    void removalLetsTheLastOneRise()
    {
        auto heap = byRank();
        const std::vector<int> ranks{0, 10, 1, 11, 12, 2, 3};
        for (auto rank : ranks)
            heap.addOrUpdate(std::to_string(rank), {rank, std::to_string(rank) + " "});
        QVERIFY(heap.remove("11"));
        QCOMPARE(popAll(heap), std::string("0 1 2 3 10 12 "));
    }

    void behavesAsAPriorityQueue()
    {
        QVERIFY(rc::check("least first, whatever was pushed, changed and removed", [] {
            auto heap = byRank();
            std::map<std::string, int> model;
            const auto steps = *rc::gen::container<std::vector<std::pair<int, int>>>(
                rc::gen::pair(rc::gen::inRange(0, 12), rc::gen::inRange(-1, 6)));
            for (const auto& [key, rank] : steps) {
                const auto name = std::to_string(key);
                if (rank < 0) {
                    RC_ASSERT(heap.remove(name) == (model.erase(name) > 0));
                    continue;
                }
                heap.addOrUpdate(name, {rank, name});
                model[name] = rank;
            }
            RC_ASSERT(heap.size() == model.size());
            int last = -1;
            while (!heap.empty()) {
                const auto item = heap.pop();
                RC_ASSERT(item.rank >= last);
                RC_ASSERT(model.at(item.name) == item.rank);
                model.erase(item.name);
                last = item.rank;
            }
            RC_ASSERT(model.empty());
        }));
    }
};

QTEST_APPLESS_MAIN(HeapTest)
#include "tst_heap.moc"
