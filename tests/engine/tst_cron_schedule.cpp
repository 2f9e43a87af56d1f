// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/go_time.h"
#include "cluster/cron_schedule.h"

#include <QTest>

using namespace berth;
using cluster::CronSchedule;

namespace {

QString nextOf(const char* schedule, const char* after, std::int64_t offset = 0)
{
    const auto parsed = CronSchedule::parse(schedule);
    if (!parsed)
        return QString::fromStdString(parsed.error());
    const auto next = parsed->next(*api::parseRfc3339(after), offset);
    return next ? QString::fromStdString(api::toRfc3339(*next)) : QString("never");
}

}

class TestCronSchedule : public QObject {
    Q_OBJECT
private slots:
    void findsTheNextMoment_data()
    {
        QTest::addColumn<QString>("schedule");
        QTest::addColumn<QString>("after");
        QTest::addColumn<QString>("next");
        auto row = [](const char* schedule, const char* after, const char* next) {
            QTest::addRow("%s", schedule) << schedule << after << next;
        };
        row("*/15 * * * *", "2026-01-01T00:00:00Z", "2026-01-01T00:15:00Z");
        row("*/15 1 * * *", "2026-01-01T01:45:59Z", "2026-01-02T01:00:00Z");
        row("5,10-12 3 * * ?", "2026-01-01T03:05:00Z", "2026-01-01T03:10:00Z");
        row("0 0 29 2 *", "2026-01-01T00:00:00Z", "2028-02-29T00:00:00Z");
        row("0 0 31 2 *", "2026-01-01T00:00:00Z", "never");
        row("30 8 * * MON-Fri", "2026-01-02T08:30:00Z", "2026-01-05T08:30:00Z"); // Friday
        row("0 12 1 jul *", "2026-01-01T00:00:00Z", "2026-07-01T12:00:00Z");
        // Both kinds of day restricted: one of them is enough.
        row("0 0 13 * 5", "2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z");
        row("0 0 13 * 5 ", "2026-01-09T00:00:00Z", "2026-01-13T00:00:00Z");
        row("7/20 * * * *", "2026-01-01T00:07:00Z", "2026-01-01T00:27:00Z");
        row("@hourly", "2026-01-01T00:00:00Z", "2026-01-01T01:00:00Z");
        row("@daily", "2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z");
        row("@weekly", "2026-01-01T00:00:00Z", "2026-01-04T00:00:00Z");
        row("@monthly", "2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z");
        row("@yearly", "2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z");
        row("@every 90s", "2026-01-01T00:00:00Z", "2026-01-01T00:01:30Z");
        row("* * *", "2026-01-01T00:00:00Z", "expected exactly 5 fields, found 3: [* * *]");
        row("60 * * * *", "2026-01-01T00:00:00Z", "end of range (60) above maximum (59): 60");
        row("* * 0 * *", "2026-01-01T00:00:00Z", "beginning of range (0) below minimum (1): 0");
        row("5-2 * * * *", "2026-01-01T00:00:00Z", "beginning of range (5) beyond end of range (2): 5-2");
        row("*/0 * * * *", "2026-01-01T00:00:00Z", "step of range should be a positive number: */0");
        row("@often", "2026-01-01T00:00:00Z", "unrecognized descriptor: @often");
    }

    void findsTheNextMoment()
    {
        QFETCH(QString, schedule);
        QFETCH(QString, after);
        QFETCH(QString, next);
        QCOMPARE(nextOf(schedule.toUtf8(), after.toUtf8()), next);
    }

    void followsTheZonesClock()
    {
        QCOMPARE(cluster::utcOffsetOf("Etc/UTC"), std::optional<std::int64_t>(0));
        QCOMPARE(cluster::utcOffsetOf("Etc/GMT-8"), std::optional<std::int64_t>(8 * 3600));
        QVERIFY(!cluster::utcOffsetOf("Asia/Shanghai"));
        QVERIFY(!cluster::utcOffsetOf("Etc/GMT+13"));
        QCOMPARE(nextOf("0 6 * * *", "2026-01-01T00:00:00Z", 8 * 3600), "2026-01-01T22:00:00Z");
    }
};

QTEST_APPLESS_MAIN(TestCronSchedule)
#include "tst_cron_schedule.moc"
