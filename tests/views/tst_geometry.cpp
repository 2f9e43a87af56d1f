// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/heat_map_geometry.h"
#include "views/node_map_layout.h"

#include <QTest>

using namespace berth::views;

class TestGeometry : public QObject {
    Q_OBJECT
private slots:
    void noCardOverlapsAnotherOrLeavesItsZone_data()
    {
        QTest::addColumn<int>("nodes");
        for (const int nodes : {1, 7, 60, 1000})
            QTest::addRow("%d nodes", nodes) << nodes;
    }
    void noCardOverlapsAnotherOrLeavesItsZone()
    {
        QFETCH(int, nodes);
        const auto count = static_cast<std::size_t>(nodes);
        const NodeMapLayout layout = layoutNodeMap({count, 1, 3}, {1000, 500});
        QCOMPARE(layout.cards.size(), count + 4);
        for (const auto& zone : layout.zones)
            for (std::size_t i = zone.firstCard; i < zone.firstCard + zone.cardCount; ++i) {
                QVERIFY(zone.area.contains(layout.cards[i]));
                QCOMPARE(cardAt(layout, layout.cards[i].center()), static_cast<std::ptrdiff_t>(i));
            }
    }

    void sixtyNodesFitWithoutScrolling()
    {
        QVERIFY(layoutNodeMap({20, 20, 20}, {1000, 500}).size.height() <= 500);
    }

    void nothingAndNoRoomGiveAnEmptyLayout()
    {
        QVERIFY(layoutNodeMap({}, {1000, 500}).cards.empty());
        QVERIFY(layoutNodeMap({3}, {10, 10}).cards.empty());
        QCOMPARE(cardAt(NodeMapLayout(), {5, 5}), std::ptrdiff_t(-1));
    }

    void cellsAreFoundWhereTheyAreDrawn()
    {
        HeatMapGeometry geometry{50, 100, 20, 60, 30, 6, 10, 3, 5, {15, 40}};
        for (std::size_t row = 2; row < 30; row += 7)
            for (std::size_t column = 1; column < 6; ++column) {
                const HeatMapCell cell{row, column};
                QCOMPARE(cellAtPoint(geometry, cellRect(geometry, cell).center()), std::optional(cell));
            }
        QVERIFY(!cellAtPoint(geometry, {20, 200}));
        QVERIFY(!cellAtPoint(geometry, {200, 20}));
        const double gap = columnLeft(geometry, 3) - 3;
        QVERIFY(!columnAtX(geometry, gap));
        QCOMPARE(contentSize(geometry), QSizeF(6 * 60 + 20, 600));
    }

    void rowsOpenReadableWhenFewAndFittedWhenMany()
    {
        QVERIFY(initialRowHeight(60, 400, 20) >= 16);
        QCOMPARE(initialRowHeight(1000, 2000, 20), 2.0);
        QCOMPARE(initialRowHeight(5000, 400, 20), 1.0);
        QCOMPARE(initialRowHeight(0, 400, 20), 20.0);
    }
};

QTEST_APPLESS_MAIN(TestGeometry)
#include "tst_geometry.moc"
