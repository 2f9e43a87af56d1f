// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/fuzzy.h"

#include <QTest>

using namespace berth::models;

class TestFuzzy : public QObject {
    Q_OBJECT
private slots:
    void lettersMustAppearInOrder()
    {
        QVERIFY(fuzzyScore(u"hmap", u"Heat map"));
        QVERIFY(fuzzyScore(u"HEAT m", u"heat map"));
        QVERIFY(!fuzzyScore(u"mh", u"Heat map"));
        QVERIFY(!fuzzyScore(u"heatt", u"Heat map"));
        QVERIFY(!fuzzyScore(u"a", u""));
        QCOMPARE(fuzzyScore(u"  ", u"anything"), 0);
    }

    void betterFitsScoreMore_data()
    {
        QTest::addColumn<QString>("needle");
        QTest::addColumn<QString>("better");
        QTest::addColumn<QString>("worse");
        QTest::newRow("start of the text") << "map" << "Map" << "Heat map";
        QTest::newRow("start of a word") << "map" << "Heat map" << "Roadmaps";
        QTest::newRow("initials") << "qf" << "Queue flow" << "equal of";
        QTest::newRow("together") << "run" << "run it" << "r-u-n";
        QTest::newRow("shorter") << "n1" << "n1" << "n100";
        QTest::newRow("humps") << "nrf" << "NodeResourcesFit" << "internal reference of";
        QTest::newRow("numbers begin words") << "web12" << "default/web-12" << "default/web-102";
    }
    void betterFitsScoreMore()
    {
        QFETCH(QString, needle);
        QFETCH(QString, better);
        QFETCH(QString, worse);
        const auto good = fuzzyScore(needle, better);
        const auto bad = fuzzyScore(needle, worse);
        QVERIFY(good.has_value());
        QVERIFY(!bad || *good > *bad);
    }
};

QTEST_GUILESS_MAIN(TestFuzzy)
#include "tst_fuzzy.moc"
