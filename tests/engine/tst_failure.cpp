// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/support/scheduler_world.h"
#include "scheduler/event_note.h"

#include <QTest>

using namespace berth;
using framework::Status;
using tests::ExtensionPoint;
using tests::SchedulerWorld;

namespace {

struct World : SchedulerWorld {
    std::string reason = "no";
    bool isError = false;

    World()
    {
        auto& wall = profile.add("Wall", {ExtensionPoint::Filter});
        wall.filter = [this](const api::Pod&, const framework::NodeInfo&) {
            return isError ? Status::error(reason) : Status::unschedulable(reason);
        };
        start();
        node("n1");
    }
    api::PodCondition condition() const { return *podNow("a")->status.condition("PodScheduled"); }
};

}

/// What follows a failed attempt (cycle.md §13).
class FailureTest : public QObject {
    Q_OBJECT

private slots:
    /// Expected texts are those of Go's fmt.Sprintf(note).
    void noteIsUsedAsAFormat_data()
    {
        QTest::addColumn<QString>("message");
        QTest::addColumn<QString>("note");
        QTest::newRow("plain") << "0/1 nodes" << "0/1 nodes";
        QTest::newRow("a verb") << "%d" << "%!d(MISSING)";
        QTest::newRow("no verb") << "100%" << "100%!(NOVERB)";
        QTest::newRow("a blank is a flag") << "100% of it" << "100%!o(MISSING)f it";
        QTest::newRow("doubled") << "50%%" << "50%";
        QTest::newRow("percent after flags and width") << "%-5%x" << "%x";
        QTest::newRow("width and precision") << "%-08.3fx" << "%!f(MISSING)x";
        QTest::newRow("star") << "%*d" << "%!(BADWIDTH)%!d(MISSING)";
        QTest::newRow("star after the point") << "%.*d" << "%!(BADPREC)%!d(MISSING)";
        QTest::newRow("index") << "%[1]d" << "%!d(BADINDEX)";
        QTest::newRow("index that is none") << "%[x]d" << "%!d(BADINDEX)";
        QTest::newRow("index not closed") << "%[1d" << "%!d(BADINDEX)";
        QTest::newRow("index too short") << "%[]" << "%!](BADINDEX)";
        QTest::newRow("point at the end") << "%." << "%!.(MISSING)";
        QTest::newRow("width at the end") << "%12" << "%!(NOVERB)";
        QTest::newRow("enormous width") << "%99999999d and more" << "%!(NOVERB)";
        QTest::newRow("beyond ASCII") << QString::fromUtf8("%é!") << QString::fromUtf8("%!é(MISSING)!");
        QTest::newRow("url-encoded") << "a%2Fb" << "a%!F(MISSING)b";
    }
    void noteIsUsedAsAFormat()
    {
        QFETCH(QString, message);
        QTEST(QString::fromUtf8(scheduler::eventNote(message.toStdString()).c_str()), "note");
    }
    void noteHasAtMost1024Bytes()
    {
        QCOMPARE(scheduler::eventNote(std::string(1024, 'x')), std::string(1024, 'x'));
        QCOMPARE(scheduler::eventNote(std::string(1025, 'x')), std::string(1020, 'x') + " ...");
        // Bytes, not characters: the cut goes through a letter.
        std::string accents;
        for (int i = 0; i < 600; ++i)
            accents += "é";
        QCOMPARE(scheduler::eventNote("x" + accents), ("x" + accents).substr(0, 1020) + " ...");
        QCOMPARE(scheduler::eventNote(std::string(1019, 'x') + "%dyyyyyyy"),
                 std::string(1019, 'x') + "%!.(MISSING)."); // `% ...`: the verb is the first point
    }

    void conditionHasTheWholeMessageAndTheEventAPartOfIt()
    {
        World world;
        world.reason = std::string(2000, 'r');
        world.pod("a");
        world.attempt();
        QCOMPARE(world.condition().message, "0/1 nodes are available: 1 " + world.reason + ".");
        QCOMPARE(world.server.events().back().message.size(), std::size_t(1024));
        QCOMPARE(world.server.events().back().type + world.server.events().back().action,
                 std::string("WarningScheduling"));
    }

    void conditionIsOnlyPatchedWhenItSaysSomethingNew()
    {
        World world;
        world.pod("a");
        world.attempt();
        QCOMPARE(QString::fromStdString(world.condition().status + " " + world.condition().reason + ": "
                                        + world.condition().message),
                 QString("False Unschedulable: 0/1 nodes are available: 1 no."));
        const auto first = world.condition().lastTransitionTime;
        auto version = world.podNow("a")->meta.resourceVersion;
        const auto again = [&] {
            world.advance(30);
            world.scheduler->queue().activate({"default/a"});
            world.attempt();
        };
        again();
        QCOMPARE(world.podNow("a")->meta.resourceVersion, version);
        world.reason = "still no";
        again();
        QVERIFY(world.podNow("a")->meta.resourceVersion > version);
        QCOMPARE(world.condition().lastTransitionTime->nanoseconds, first->nanoseconds); // the status is the same
        world.isError = true;
        again();
        QCOMPARE(world.condition().reason, std::string("SchedulerError"));
        QCOMPARE(world.condition().message, std::string("running \"Wall\" filter plugin: still no"));
        QCOMPARE(world.place("a"), QString("backoff"));
    }

    void conditionTellsTheGenerationThatWasLookedAt()
    {
        World world;
        world.pod("a", {}, ", generation: 7");
        world.attempt();
        QCOMPARE(world.condition().observedGeneration, world.podNow("a")->meta.generation);
    }

    void everyOtherFailureClearsTheNomination()
    {
        World world;
        world.isError = true;
        world.pod("a");
        QVERIFY(world.server.patchPodStatus({"default", "a", {}, "n1"}).has_value());
        QCOMPARE(world.podNow("a")->status.nominatedNodeName, std::string("n1"));
        world.attempt();
        QCOMPARE(world.podNow("a")->status.nominatedNodeName, std::string());
    }

    void reserveThatRefusesIsUndoneInReverse()
    {
        SchedulerWorld world;
        QStringList calls;
        for (const auto* name : {"A", "B", "C"}) {
            auto& script = world.profile.add(name, {ExtensionPoint::Reserve});
            script.reserve = [&calls, name](const api::Pod&) {
                calls.append(QString("+") + name);
                return std::string_view(name) == "B" ? Status::unschedulable("taken") : Status();
            };
            script.unreserve = [&calls, name](const api::Pod&) { calls.append(QString("-") + name); };
        }
        world.start();
        world.node("n1");
        world.pod("a");
        world.attempt();
        QCOMPARE(calls.join(' '), QString("+A +B -C -B -A"));
        QCOMPARE(QString::fromStdString(world.lastAttempt().message), QString("0/1 nodes are available: 1 taken."));
        QCOMPARE(world.lastAttempt().unschedulablePlugins, std::vector<api::Symbol>{api::Symbol("B")});
        QCOMPARE(world.place("a"), QString("unschedulable"));
        QCOMPARE(world.scheduler->cache().podCount(), std::size_t(0));
    }

    void reserveErrorsRetryByTime()
    {
        SchedulerWorld world;
        world.profile.add("A", {ExtensionPoint::Reserve}).reserve = [](const api::Pod&) { return Status::error("x"); };
        world.start();
        world.node("n1");
        world.pod("a");
        world.attempt();
        QCOMPARE(QString::fromStdString(world.lastAttempt().message), QString("running Reserve plugin \"A\": x"));
        QCOMPARE(world.place("a"), QString("backoff"));
        QVERIFY(!world.scheduler->queue().canPop());
    }

    void deletingPodsAreSkipped()
    {
        World world;
        world.pod("a", {}, ", finalizers: [x/y]");
        auto dying = std::make_shared<api::Pod>(*world.podNow("a"));
        dying->meta.deletionTimestamp = world.clock.moment();
        QVERIFY(world.server.put(dying, true).empty());
        QVERIFY(world.attempt());
        QVERIFY(world.scheduler->trace().attempts.empty());
        QCOMPARE(world.lastEvent(), QString("FailedScheduling: skip schedule deleting pod: default/a"));
        QCOMPARE(world.place("a"), QString("none"));
    }
};

QTEST_APPLESS_MAIN(FailureTest)
#include "tst_failure.moc"
