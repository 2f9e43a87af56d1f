// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/go_sort.h"

#include <QtTest>

#include <algorithm>
#include <functional>
#include <numeric>

using berth::plugins::goSort;

/// Orders that Go's sort.Slice gave, made with Go 1.26 (sort.md §9).
class TestGoSort : public QObject {
    Q_OBJECT

    using Less = std::function<bool(int, int)>;

    /// 0 … size − 1, sorted.
    static std::vector<int> sorted(int size, const Less& less)
    {
        std::vector<int> list(static_cast<std::size_t>(size));
        std::iota(list.begin(), list.end(), 0);
        goSort(list, less);
        return list;
    }

    static Less byKey(std::function<int(int)> key)
    {
        return [key = std::move(key)](int a, int b) { return key(a) < key(b); };
    }

    static long long checksum(const std::vector<int>& list)
    {
        long long sum = 0;
        for (std::size_t i = 0; i < list.size(); ++i)
            sum += static_cast<long long>(i + 1) * list[i];
        return sum;
    }

private slots:
    void movesTiesBeyondTwelve()
    {
        const std::vector<int> expected{9,  18, 15, 3, 12, 0, 6, 10, 7, 4, 13, 16, 1, 19, 8, 5, 11, 14, 2, 17};
        QCOMPARE(sorted(20, byKey([](int i) { return i % 3; })), expected);
    }

    void keepsTheOrderOfTiesUpToTwelve()
    {
        const std::vector<int> expected{0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 11};
        QCOMPARE(sorted(12, byKey([](int i) { return i % 3; })), expected);
    }

    void obeysAContradictoryOrder()
    {
        const Less always = [](int, int) { return true; };
        QCOMPARE(sorted(3, always), (std::vector<int>{2, 1, 0}));
        QCOMPARE(sorted(13, always), (std::vector<int>{11, 10, 9, 8, 7, 0, 5, 4, 3, 2, 1, 12, 6}));
    }

    void longListsAgreeWithGo()
    {
        QCOMPARE(checksum(sorted(49, byKey([](int i) { return 37 * i % 5; }))), 29795LL);
        QCOMPARE(checksum(sorted(50, byKey([](int i) { return 37 * i % 5; }))), 31740LL);
        QCOMPARE(checksum(sorted(100, byKey([](int i) { return 37 * i % 5; }))), 251525LL);
        QCOMPARE(checksum(sorted(400, byKey([](int i) { return i * i % 7; }))), 15995064LL);
    }

    /// An order that contradicts itself here and there lets an element sink out of the range it was sorted in.
    void nearlySortedRangesAreNotFencedOff()
    {
        const Less patchy = [](int a, int b) {
            return a / 19 != b / 19 && (a + b) % 35 != 11 ? a < b : (14 * a + b) % 35 < 11;
        };
        QCOMPARE(checksum(sorted(346, patchy)), 13747189LL);
    }

    void fallsBackToTheHeap()
    {
        QCOMPARE(checksum(sorted(400, [](int, int) { return true; })), 16310176LL);
    }

    void sortsWhateverItIsGiven()
    {
        for (int size : {0, 1, 2, 13, 49, 50, 51, 1000})
            for (int key = 1; key < 20; ++key) {
                const auto less = byKey([=](int i) { return (i * 7919 + key * i * i) % (key * 5); });
                const auto list = sorted(size, less);
                QCOMPARE(list.size(), static_cast<std::size_t>(size));
                QVERIFY(std::is_sorted(list.begin(), list.end(), less));
                auto elements = list;
                std::sort(elements.begin(), elements.end());
                for (int i = 0; i < size; ++i)
                    QCOMPARE(elements[static_cast<std::size_t>(i)], i);
            }
    }

    void recognisesSortedAndReversedLists()
    {
        int comparisons = 0;
        const auto counting = [&](bool falling) {
            comparisons = 0;
            return sorted(200, [&, falling](int a, int b) {
                ++comparisons;
                return falling ? b < a : a < b;
            });
        };
        QCOMPARE(counting(false).front(), 0);
        QVERIFY(comparisons < 250);
        QCOMPARE(counting(true).front(), 199);
        QVERIFY(comparisons < 250);
    }
};

QTEST_APPLESS_MAIN(TestGoSort)
#include "tst_go_sort.moc"
