// SPDX-License-Identifier: GPL-3.0-or-later
#include "queue/backoff.h"

#include <QTest>

#include <rapidcheck.h>

using namespace berth;
using queue::Backoff;

namespace {

constexpr std::int64_t second = 1'000'000'000;

framework::QueuedPodInfo failed(std::int64_t at, int unschedulable, int errors)
{
    framework::QueuedPodInfo pod;
    pod.timestamp = {at};
    pod.unschedulableCount = unschedulable;
    pod.consecutiveErrorsCount = errors;
    return pod;
}

}

/// queue.md §3.
class BackoffTest : public QObject {
    Q_OBJECT

private slots:
    void duration_data()
    {
        QTest::addColumn<qint64>("initial");
        QTest::addColumn<qint64>("maximum");
        QTest::addColumn<int>("failures");
        QTest::addColumn<qint64>("expected");
        const qint64 s = second;
        const qint64 expected[] = {1, 2, 4, 8, 10, 10, 10};
        for (int n = 1; n <= 7; ++n)
            QTest::addRow("defaults, failure %d", n) << s << 10 * s << n << expected[n - 1] * s;
        QTest::newRow("3ns, 1000ns, 5 failures") << qint64(3) << qint64(1000) << 5 << qint64(48);
        QTest::newRow("exactly the maximum") << qint64(1) << qint64(16) << 5 << qint64(16);
        QTest::newRow("16 failures") << s << 10 * s << 16 << 10 * s;
        QTest::newRow("63 failures") << s << 10 * s << 63 << 10 * s;
        QTest::newRow("64 failures: a shift by 63") << s << 10 * s << 64 << 10 * s;
        QTest::newRow("200 failures") << s << qint64(INT64_MAX) << 200 << qint64(INT64_MAX);
        QTest::newRow("initial above maximum") << 5 * s << 2 * s << 1 << 2 * s;
    }
    void duration()
    {
        QFETCH(qint64, initial);
        QFETCH(qint64, maximum);
        QFETCH(int, failures);
        QTEST(qint64((Backoff{initial, maximum}).durationFor(failures)), "expected");
    }

    void errorsCountBeforeRefusals()
    {
        auto pod = failed(0, 5, 16);
        QCOMPARE(Backoff{}.expiryOf(pod).nanoseconds, 10 * second);
        pod = failed(0, 5, 1);
        QCOMPARE(Backoff{}.expiryOf(pod).nanoseconds, second);
        pod = failed(0, 3, 0);
        QCOMPARE(Backoff{}.expiryOf(pod).nanoseconds, 4 * second);
    }

    /// Failure at 10.3 s → expiry 11.0; still resting throughout the second 11.
    void expiryLiesOnAWholeSecondThatStillRests()
    {
        auto pod = failed(10'300'000'000, 1, 0);
        const Backoff backoff;
        QCOMPARE(backoff.expiryOf(pod).nanoseconds, 11 * second);
        QVERIFY(backoff.isBackingOff(pod, {10'300'000'000}));
        QVERIFY(backoff.isBackingOff(pod, {11 * second}));
        QVERIFY(backoff.isBackingOff(pod, {11'999'999'999}));
        QVERIFY(!backoff.isBackingOff(pod, {12 * second}));
    }

    /// Without SchedulerPopFromBackoffQ time is not divided into seconds.
    void expiryIsExactWithoutWindows()
    {
        auto pod = failed(10'300'000'000, 1, 0);
        const Backoff backoff{second, 10 * second, false};
        QCOMPARE(backoff.expiryOf(pod).nanoseconds, 11'300'000'000);
        QVERIFY(backoff.isBackingOff(pod, {11'300'000'000}));
        QVERIFY(!backoff.isBackingOff(pod, {11'300'000'001}));
    }

    void nobodyRestsWithoutMaximumOrFailure()
    {
        auto pod = failed(10 * second, 3, 0);
        const Backoff none{second, 0};
        QVERIFY(none.expiryOf(pod) == Backoff::none);
        QVERIFY(!none.isBackingOff(pod, {10 * second}));
        pod = failed(10 * second, 0, 0);
        QVERIFY(Backoff{}.expiryOf(pod) == Backoff::none);
        QVERIFY(!Backoff{}.isBackingOff(pod, {10 * second}));
    }

    void expiryIsRememberedUntilItIsCleared()
    {
        auto pod = failed(0, 1, 0);
        QCOMPARE(Backoff{}.expiryOf(pod).nanoseconds, second);
        pod.unschedulableCount = 4;
        QCOMPARE(Backoff{}.expiryOf(pod).nanoseconds, second);
        pod.backoffExpiration.reset();
        QCOMPARE(Backoff{}.expiryOf(pod).nanoseconds, 8 * second);
    }

    void neverExceedsItsMaximum()
    {
        QVERIFY(rc::check("0 < duration <= maximum, and it never falls", [] {
            const Backoff backoff{*rc::gen::inRange<std::int64_t>(1, 100 * second),
                                  *rc::gen::inRange<std::int64_t>(1, 1000 * second)};
            std::int64_t last = 0;
            for (int failures = 1; failures < 80; ++failures) {
                const auto duration = backoff.durationFor(failures);
                RC_ASSERT(duration > 0 && duration <= backoff.maximum);
                RC_ASSERT(duration >= last);
                last = duration;
            }
        }));
    }
};

QTEST_APPLESS_MAIN(BackoffTest)
#include "tst_backoff.moc"
