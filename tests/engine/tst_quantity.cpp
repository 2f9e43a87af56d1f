// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/quantity.h"

#include <QFile>
#include <QTest>

#include <limits>
#ifdef BERTH_RAPIDCHECK
#include <rapidcheck.h>
#endif

using berth::api::Quantity;

namespace {

QList<QStringList> recordedRows(const char* name)
{
    QFile file(QStringLiteral(BERTH_TESTS_DIR "/engine/data/quantity/%1").arg(QLatin1String(name)));
    QList<QStringList> rows;
    if (!file.open(QIODevice::ReadOnly))
        return rows;
    while (!file.atEnd()) {
        const QString line = QString::fromUtf8(file.readLine()).chopped(1);
        if (!line.startsWith(QLatin1String("# ")))
            rows.append(line.split(QLatin1Char('\t')));
    }
    return rows;
}

Quantity quantity(const QString& text)
{
    return Quantity::parse(text.toStdString()).value();
}

QString shown(const Quantity& q)
{
    return QString::fromStdString(q.toString());
}

}

class TestQuantity : public QObject {
    Q_OBJECT

private slots:
    void parsed_data();
    void parsed();
    void pairs_data();
    void pairs();
    void blanksAroundAreTrimmed();
    void roundingToMilliSaysWhetherTheNumberChanged();
    void madeFromNumbers();
    void hugeExponentsAreRefusedRatherThanWrittenOut();
    void properties();
};

void TestQuantity::parsed_data()
{
    QTest::addColumn<QStringList>("row");
    const auto rows = recordedRows("parsed.tsv");
    QVERIFY(rows.size() > 300);
    for (const auto& row : rows)
        QTest::newRow(qPrintable(row[0])) << row;
}

void TestQuantity::parsed()
{
    QFETCH(QStringList, row);
    const auto q = Quantity::parse(row[0].toStdString());
    if (!q) {
        QCOMPARE(QStringList({row[0], QString::fromStdString(q.error())}), row);
        return;
    }
    Quantity rounded = *q;
    rounded.roundUpToMilli();
    QCOMPARE(
        QStringList({row[0], shown(*q), QString::number(q->value()), QString::number(q->milliValue()), shown(rounded)}),
        row);
}

void TestQuantity::pairs_data()
{
    QTest::addColumn<QStringList>("row");
    const auto rows = recordedRows("pairs.tsv");
    QVERIFY(rows.size() > 150);
    for (const auto& row : rows)
        QTest::newRow(qPrintable(row[0] + QLatin1String(" and ") + row[1])) << row;
}

void TestQuantity::pairs()
{
    QFETCH(QStringList, row);
    Quantity sum = quantity(row[0]);
    sum.add(quantity(row[1]));
    Quantity difference = quantity(row[0]);
    difference.sub(quantity(row[1]));
    QCOMPARE(
        QStringList({row[0], row[1], shown(sum), QString::number(sum.value()), QString::number(sum.milliValue()),
                     shown(difference), QString::number(difference.value()), QString::number(difference.milliValue()),
                     QString::number(quantity(row[0]).compare(quantity(row[1])))}),
        row);
}

void TestQuantity::blanksAroundAreTrimmed()
{
    QCOMPARE(shown(quantity(QStringLiteral("  1Gi "))), QStringLiteral("1Gi"));
    QVERIFY(!Quantity::parse("1 Gi"));
    QVERIFY(!Quantity::parse("1\n"));
}

void TestQuantity::roundingToMilliSaysWhetherTheNumberChanged()
{
    Quantity micro = quantity(QStringLiteral("100u"));
    QVERIFY(micro.roundUpToMilli());
    QCOMPARE(shown(micro), QStringLiteral("1m"));
    Quantity kept = quantity(QStringLiteral("007"));
    QVERIFY(!kept.roundUpToMilli());
    QCOMPARE(shown(kept), QStringLiteral("007"));
}

void TestQuantity::madeFromNumbers()
{
    QCOMPARE(shown(Quantity::fromMilli(1500)), QStringLiteral("1500m"));
    QCOMPARE(shown(Quantity(209'715'200, Quantity::Format::BinarySI)), QStringLiteral("200Mi"));
    QVERIFY(Quantity().isZero());
}

void TestQuantity::hugeExponentsAreRefusedRatherThanWrittenOut()
{
    QVERIFY(!Quantity::parse("1e-2147483647"));
    Quantity large = quantity(QStringLiteral("1e2147483647"));
    large.add(Quantity(1));
    QCOMPARE(large.compare(Quantity(1)), 1);
    QCOMPARE(Quantity(1).compare(large), -1);
}

void TestQuantity::properties()
{
#ifdef BERTH_RAPIDCHECK
    const auto anyQuantity = [] {
        const auto suffixes = std::vector<std::string>{"",  "n", "u",  "m",  "k",  "M",  "G",  "T",
                                                       "P", "E", "Ki", "Mi", "Gi", "Ti", "e3", "e-6"};
        const auto number = *rc::gen::arbitrary<std::int64_t>();
        const auto fraction = *rc::gen::inRange(0, 1000);
        return Quantity::parse(std::to_string(number / *rc::gen::element<std::int64_t>(1, 1'000'000, 1'000'000'000'000))
                               + "." + std::to_string(fraction) + *rc::gen::elementOf(suffixes))
            .value();
    };
    QVERIFY(rc::check("the text says the same number", [&] {
        const Quantity q = anyQuantity();
        const auto again = Quantity::parse(q.toString());
        // Beyond exa there is no suffix, and the text of a DecimalSI number says less.
        RC_PRE(q.compare(Quantity(std::numeric_limits<std::int64_t>::max())) < 0);
        RC_PRE(q.compare(Quantity(std::numeric_limits<std::int64_t>::min())) > 0);
        RC_ASSERT(again.has_value());
        RC_ASSERT(again->compare(q) == 0);
        // 640 written as 0.625Ki has no binary suffix to be shown with: its text is then read as a decimal one.
        if (again->format() == q.format())
            RC_ASSERT(again->toString() == q.toString());
        else
            RC_ASSERT(Quantity::parse(again->toString())->toString() == again->toString());
    }));
    QVERIFY(rc::check("sub undoes add", [&] {
        const Quantity a = anyQuantity();
        const Quantity b = anyQuantity();
        Quantity c = a;
        c.add(b);
        RC_ASSERT(c.compare(a) == b.sign());
        c.sub(b);
        RC_ASSERT(c.compare(a) == 0);
    }));
    QVERIFY(rc::check("order is that of the difference", [&] {
        const Quantity a = anyQuantity();
        const Quantity b = anyQuantity();
        Quantity d = a;
        d.sub(b);
        RC_ASSERT(d.sign() == a.compare(b));
        RC_ASSERT(b.compare(a) == -a.compare(b));
    }));
    QVERIFY(rc::check("whole units are rounded away from zero", [&] {
        const auto milli = *rc::gen::arbitrary<std::int64_t>();
        const std::int64_t whole = milli / 1000 + (milli % 1000 == 0 ? 0 : milli > 0 ? 1 : -1);
        RC_ASSERT(Quantity::fromMilli(milli).value() == whole);
        RC_ASSERT(Quantity::fromMilli(milli).milliValue() == milli);
    }));
#else
    QSKIP("rapidcheck is not installed");
#endif
}

QTEST_APPLESS_MAIN(TestQuantity)
#include "tst_quantity.moc"
