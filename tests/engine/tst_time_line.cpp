// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/random_streams.h"
#include "cluster/time_line.h"

#include <QTest>

#include <algorithm>

using berth::api::Time;
using berth::cluster::RandomStreams;
using berth::cluster::TimeLine;
using berth::cluster::VirtualClock;

namespace {

constexpr std::int64_t second = 1'000'000'000;

}

/// Work in the order (time, sequence), and streams of chance that know nothing of each other.
class TestTimeLine : public QObject {
    Q_OBJECT

    VirtualClock clock_;
    QStringList done_;

    Time in(int seconds) const { return {clock_.moment().nanoseconds + seconds * second}; }
    std::function<void()> note(const char* what)
    {
        return [this, what] { done_ << what; };
    }

private slots:
    void init() { done_.clear(); }

    void runsInOrderOfTimeThenSequence()
    {
        TimeLine line(clock_);
        line.at(in(2), note("late"));
        line.at(in(1), note("first"));
        line.at(in(1), note("second"));
        QCOMPARE(line.next(), std::optional(in(1)));
        QVERIFY(!line.runDue(clock_.moment()));
        QVERIFY(line.runDue(in(2)));
        QCOMPARE(done_, (QStringList{"first", "second", "late"}));
        QVERIFY(!line.next());
    }

    void runsWhatBecomesDueOnTheWay()
    {
        TimeLine line(clock_);
        line.at(in(1), [&] { line.at(in(1), note("inner")); });
        line.at(in(2), note("outer"));
        line.runDue(in(2));
        QCOMPARE(done_, (QStringList{"inner", "outer"}));
    }

    void takesThePastForNow()
    {
        TimeLine line(clock_);
        line.at(in(0), note("due"));
        const auto id = line.at(in(-5), note("overdue"));
        QCOMPARE(id.when, clock_.moment());
        line.runDue(clock_.moment());
        QCOMPARE(done_, (QStringList{"due", "overdue"}));
    }

    void forgetsWhatIsCancelled()
    {
        TimeLine line(clock_);
        const auto id = line.at(in(1), note("never"));
        line.cancel(id);
        line.cancel(id);
        line.cancel({});
        QVERIFY(!line.runDue(in(9)));
        QVERIFY(!line.nextOnce());
    }

    void knowsWhatIsPeriodic()
    {
        TimeLine line(clock_);
        line.at(in(1), note("tick"), TimeLine::Kind::Periodic);
        QVERIFY(!line.nextOnce());
        line.at(in(3), note("once"));
        QCOMPARE(line.next(), std::optional(in(1)));
        QCOMPARE(line.nextOnce(), std::optional(in(3)));
    }

    void drawsTheSameForTheSameSeed()
    {
        RandomStreams a(7);
        RandomStreams b(7);
        const auto first = a.of("kubelet").next();
        for (int i = 0; i < 10; ++i)
            b.of("names").next();
        QCOMPARE(b.of("kubelet").next(), first);
        QVERIFY(a.of("kubelet").next() != first);
        QVERIFY(RandomStreams(8).of("kubelet").next() != first);
        QVERIFY(RandomStreams(7).of("kubelets").next() != first);
    }

    void drawsEveryNumberBelowABound()
    {
        RandomStreams streams(1);
        std::vector<int> counts(27);
        for (int i = 0; i < 2700; ++i)
            ++counts.at(streams.of("names").below(27));
        QVERIFY(*std::min_element(counts.begin(), counts.end()) > 50);
        QVERIFY(*std::max_element(counts.begin(), counts.end()) < 200);
    }
};

QTEST_APPLESS_MAIN(TestTimeLine)
#include "tst_time_line.moc"
