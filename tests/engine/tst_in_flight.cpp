// SPDX-License-Identifier: GPL-3.0-or-later
#include "queue/in_flight.h"

#include <QTest>

using namespace berth;
using queue::InFlight;

namespace {

queue::RecordedEvent recorded(const char* label) { return {{{}, framework::ActionType::All, api::Symbol(std::string_view(label))}, {}, {}}; }

QString labels(const InFlight& inFlight, const std::string& uid)
{
    const auto events = inFlight.eventsFor(uid);
    if (!events)
        return "not in flight";
    QStringList list;
    for (const auto* each : *events)
        list.append(QString::fromStdString(each->event.label()));
    return list.join(' ');
}

}

/// queue.md §7.
class InFlightTest : public QObject {
    Q_OBJECT

private slots:
    /// pop p1, event A, pop p2, event B, p1 returns: the list is p2, B.
    void forgetsWhatNobodyWaitsFor()
    {
        InFlight inFlight;
        inFlight.start("p1");
        inFlight.record(recorded("A"));
        inFlight.start("p2");
        inFlight.record(recorded("B"));
        QCOMPARE(labels(inFlight, "p1"), QString("A B"));
        QCOMPARE(labels(inFlight, "p2"), QString("B"));
        inFlight.done("p1");
        QCOMPARE(labels(inFlight, "p1"), QString("not in flight"));
        QCOMPARE(labels(inFlight, "p2"), QString("B"));
        QCOMPARE(inFlight.eventCount(), std::size_t(1));
        inFlight.done("p2");
        QVERIFY(inFlight.empty());
        QCOMPARE(inFlight.eventCount(), std::size_t(0));
    }

    void keepsEventsBehindAnEarlierMark()
    {
        InFlight inFlight;
        inFlight.start("p1");
        inFlight.start("p2");
        inFlight.record(recorded("A"));
        inFlight.done("p2");
        QCOMPARE(labels(inFlight, "p1"), QString("A"));
        inFlight.done("p2");
        QVERIFY(inFlight.contains("p1"));
    }

    void recordsNothingForNobody()
    {
        InFlight inFlight;
        inFlight.record(recorded("A"));
        QCOMPARE(inFlight.eventCount(), std::size_t(0));
        inFlight.start("p");
        QCOMPARE(labels(inFlight, "p"), QString(""));
    }
};

QTEST_APPLESS_MAIN(InFlightTest)
#include "tst_in_flight.moc"
