// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/go_time.h"
#include "cluster/cron_schedule.h"

#include <QTest>

using namespace berth;
using cluster::CronSchedule;

namespace {

QString nextOf(const char* schedule, const char* after, const char* zone = "")
{
    const auto parsed = CronSchedule::parse(schedule);
    if (!parsed)
        return QString::fromStdString(parsed.error());
    const auto next = parsed->next(*api::parseRfc3339(after), cluster::TimeZone::find(zone).value());
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

    /// What robfig/cron v3, which CronJobs are read by, does where clocks are put forward or back.
    void followsTheZonesClock_data()
    {
        QTest::addColumn<QString>("schedule");
        QTest::addColumn<QString>("zone");
        QTest::addColumn<QString>("after");
        QTest::addColumn<QString>("next");
        auto row = [](const char* name, const char* schedule, const char* zone, const char* after, const char* next) {
            QTest::newRow(name) << schedule << zone << after << next;
        };
        row("UTC", "0 6 * * *", "Etc/UTC", "2026-01-01T00:00:00Z", "2026-01-01T06:00:00Z");
        row("eastwards", "0 6 * * *", "Etc/GMT-8", "2026-01-01T00:00:00Z", "2026-01-01T22:00:00Z");
        row("Shanghai", "0 6 * * *", "Asia/Shanghai", "2026-01-01T00:00:00Z", "2026-01-01T22:00:00Z");
        row("half an hour", "0 6 * * *", "Asia/Kolkata", "2026-01-01T00:00:00Z", "2026-01-01T00:30:00Z");
        row("the day is the zone's", "0 1 1 * *", "Asia/Shanghai", "2026-01-01T00:00:00Z", "2026-01-31T17:00:00Z");
        row("winter", "30 8 * * *", "Europe/Berlin", "2026-03-27T12:00:00Z", "2026-03-28T07:30:00Z");
        row("summer", "30 8 * * *", "Europe/Berlin", "2026-03-28T12:00:00Z", "2026-03-29T06:30:00Z");
        // 2026-03-29: after 01:59 comes 03:00.
        row("an hour that is left out", "30 2 * * *", "Europe/Berlin", "2026-03-28T12:00:00Z", "2026-03-30T00:30:00Z");
        row("the first one after it", "0 * * * *", "Europe/Berlin", "2026-03-29T00:00:00Z", "2026-03-29T01:00:00Z");
        row("at the change itself", "0 3 * * *", "Europe/Berlin", "2026-03-28T12:00:00Z", "2026-03-29T01:00:00Z");
        // 2026-10-25: after 02:59 comes 02:00 again.
        row("an hour that comes twice", "30 2 * * *", "Europe/Berlin", "2026-10-24T12:00:00Z", "2026-10-25T00:30:00Z");
        row("its second time", "30 2 * * *", "Europe/Berlin", "2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z");
        row("and then the next day", "30 2 * * *", "Europe/Berlin", "2026-10-25T01:30:00Z", "2026-10-26T01:30:00Z");
        row("New York, spring", "0 2 * * *", "America/New_York", "2012-03-11T05:00:00Z", "2012-03-12T06:00:00Z");
        row("New York, autumn", "0 1 * * *", "America/New_York", "2012-11-04T04:00:00Z", "2012-11-04T05:00:00Z");
        row("New York, autumn again", "0 1 * * *", "America/New_York", "2012-11-04T05:00:00Z", "2012-11-04T06:00:00Z");
        // 2018-11-04 has no midnight there.
        row("no midnight", "0 0 * * *", "America/Sao_Paulo", "2018-11-03T12:00:00Z", "2018-11-05T02:00:00Z");
        row("never", "0 0 31 2 *", "Europe/Berlin", "2026-01-01T00:00:00Z", "never");
    }
    void followsTheZonesClock()
    {
        QFETCH(QString, schedule);
        QFETCH(QString, zone);
        QFETCH(QString, after);
        QFETCH(QString, next);
        QCOMPARE(nextOf(schedule.toUtf8(), after.toUtf8(), zone.toUtf8()), next);
    }

    void knowsZonesByTheirNames()
    {
        QVERIFY(cluster::TimeZone::find(""));
        QVERIFY(cluster::TimeZone::find("America/Argentina/Buenos_Aires"));
        for (const char* name : {"Mars/Base", "Local", "Etc/GMT+13", "europe/berlin", "../UTC"})
            QVERIFY2(!cluster::TimeZone::find(name), name);
        const auto moment = *api::parseRfc3339("2026-07-01T00:00:00Z");
        QCOMPARE(cluster::TimeZone::find("")->toText(moment), std::string("2026-07-01T00:00:00Z"));
        QCOMPARE(cluster::TimeZone::find("Asia/Kolkata")->toText(moment), std::string("2026-07-01T05:30:00+05:30"));
        QCOMPARE(cluster::TimeZone::find("America/New_York")->toText(moment), std::string("2026-06-30T20:00:00-04:00"));
    }
};

QTEST_APPLESS_MAIN(TestCronSchedule)
#include "tst_cron_schedule.moc"
