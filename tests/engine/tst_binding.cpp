// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/support/scheduler_world.h"

#include <QTest>

using namespace berth;
using framework::Status;
using tests::CycleState;
using tests::ExtensionPoint;
using tests::SchedulerWorld;

namespace {

constexpr std::int64_t second = 1'000'000'000;

/// One node, room for one pod per node by a scripted filter that counts pods, assumed ones included.
struct World : SchedulerWorld {
    explicit World(std::int64_t bindingDuration = 0, int room = 1)
    {
        auto& slot = profile.add("Slots", {ExtensionPoint::Filter});
        slot.filter = [room](const api::Pod&, const framework::NodeInfo& node) {
            return static_cast<int>(node.pods().size()) < room ? Status() : Status::unschedulable("full");
        };
        slot.events = {{{framework::EventResource::Pod, framework::ActionType::Delete, {}}, nullptr}};
        profile.add("Hook", {ExtensionPoint::Reserve, ExtensionPoint::Permit, ExtensionPoint::PreBind,
                             ExtensionPoint::PostBind});
        start(bindingDuration);
        node("n1");
    }
    tests::Script& hook() { return profile.script("Hook"); }
    QString binding() const
    {
        QStringList names;
        for (const auto& name : scheduler->bindingPods())
            names.append(QString::fromStdString(name));
        return names.join(' ');
    }
};

}

/// Binding cycles that take their time, waits on Permit, and pods that plugins ask for (cycle.md §11–§13, §3.7).
class BindingTest : public QObject {
    Q_OBJECT

private slots:
    void withoutDurationThePodIsBoundAtOnce()
    {
        World world;
        world.pod("a");
        QVERIFY(world.attempt());
        QCOMPARE(world.nodeOf("a"), QString("n1"));
        QVERIFY(!world.scheduler->nextTimer());
    }

    void bindingEndsWhenItsTimeIsOver()
    {
        World world(2 * second);
        world.pod("a");
        world.attempt();
        QCOMPARE(world.binding(), QString("default/a"));
        QCOMPARE(world.nodeOf("a"), QString(""));
        QCOMPARE(world.lastAttempt().result, trace::Result::Waiting);
        world.advance(1.999);
        QCOMPARE(world.nodeOf("a"), QString(""));
        world.advance(0.001);
        QCOMPARE(world.nodeOf("a"), QString("n1"));
        QCOMPARE(world.binding(), QString(""));
        QCOMPARE(world.lastAttempt().result, trace::Result::Scheduled);
        QCOMPARE(world.lastEvent(), QString("Scheduled: Successfully assigned default/a to n1"));
        QCOMPARE(world.scheduler->cache().assumedCount(), std::size_t(0));
    }

    void othersAreScheduledMeanwhileAndCountIt()
    {
        World world(2 * second, 2);
        for (const auto* name : {"a", "b", "c"})
            world.pod(name);
        world.attempt();
        world.advance(0.5);
        world.attempt();
        world.attempt();
        QCOMPARE(world.binding(), QString("default/a default/b"));
        QCOMPARE(world.place("c"), QString("unschedulable"));
        world.advance(1.5);
        QCOMPARE(world.binding(), QString("default/b"));
        QCOMPARE(world.nodeOf("a"), QString("n1"));
        world.advance(0.5);
        QCOMPARE(world.nodeOf("b"), QString("n1"));
    }

    void bindingsEndInOrderOfTimeThenSequence()
    {
        World world(second, 9);
        for (const auto* name : {"a", "b", "c"})
            world.pod(name);
        world.attempt();
        world.attempt();
        world.advance(0.25);
        world.attempt();
        world.advance(10);
        QStringList order;
        QList<double> times;
        for (const auto& event : world.server.events()) {
            order.append(QString::fromStdString(event.object));
            times.append(static_cast<double>((event.time.nanoseconds - cluster::VirtualClock::epoch.nanoseconds) / 1000)
                         / 1e6);
        }
        QCOMPARE(order.join(", "), QString("Pod default/a, Pod default/b, Pod default/c"));
        QCOMPARE(times, (QList<double>{1, 1, 1.25}));
    }

    void deletionOfAPodThatIsBeingBoundFreesItsPlaceAtOnce()
    {
        World world(2 * second);
        world.pod("a");
        world.pod("b");
        world.attempt();
        world.attempt();
        QCOMPARE(world.place("b"), QString("unschedulable"));
        world.remove(api::Kind::Pod, "a");
        QCOMPARE(world.scheduler->cache().podCount(), std::size_t(0));
        QCOMPARE(world.place("b"), QString("backoff"));
        world.attempt();
        world.advance(2);
        QCOMPARE(world.nodeOf("b"), QString("n1"));
        QCOMPARE(world.nodeOf("a"), QString("no such pod"));
        const auto& first = *world.scheduler->trace().attempts.front();
        QCOMPARE(first.result, trace::Result::Error);
        QCOMPARE(QString::fromStdString(first.message),
                 QString("running Bind plugin \"DefaultBinder\": pods \"a\" not found"));
        QCOMPARE(first.queueAfter.value(), trace::QueuePlace::None);
    }

    /// The API server binds to nodes that are gone: nobody checks.
    void removalOfTheNodeDoesNotStopABinding()
    {
        World world(2 * second);
        world.pod("a");
        world.attempt();
        world.remove(api::Kind::Node, "n1");
        world.pod("b");
        world.attempt();
        QCOMPARE(world.lastAttempt().message, std::string("no nodes available to schedule pods"));
        world.advance(2);
        QCOMPARE(world.nodeOf("a"), QString("n1"));
        QCOMPARE(world.scheduler->cache().podCount(), std::size_t(1));
        world.remove(api::Kind::Pod, "a");
        QCOMPARE(world.scheduler->cache().podCount(), std::size_t(0));
    }

    void conflictWithAnotherScheduler()
    {
        World world(2 * second);
        world.pod("a");
        world.attempt();
        world.node("n2");
        QVERIFY(world.server.bind({"default", "a", "", "n2"}).has_value());
        world.rest();
        world.advance(2);
        QCOMPARE(world.nodeOf("a"), QString("n2"));
        QCOMPARE(world.lastAttempt().result, trace::Result::Error);
        QCOMPARE(QString::fromStdString(world.lastAttempt().message),
                 QString("running Bind plugin \"DefaultBinder\": Operation cannot be fulfilled on pods/binding \"a\": "
                         "pod a is already assigned to node \"n2\""));
        QCOMPARE(world.place("a"), QString("none"));
        QCOMPARE(world.scheduler->cache().podCount(), std::size_t(1));
    }

    void failedBindingSendsTheEventBeforeThePodReturns()
    {
        World world(second);
        world.hook().preBindPreFlight = [](bool&) { return Status(); };
        world.hook().preBind = [](const api::Pod&) { return Status::error("disk gone"); };
        world.pod("a");
        world.attempt();
        QCOMPARE(QString::fromStdString(world.lastAttempt().message),
                 QString("running PreBind plugin \"Hook\": disk gone"));
        QCOMPARE(world.place("a"), QString("backoff"));
        QCOMPARE(world.scheduler->cache().podCount(), std::size_t(0));
        QCOMPARE(world.podNow("a")->status.condition("PodScheduled")->reason, std::string("SchedulerError"));
    }

    void permitTimesOut()
    {
        World world;
        world.hook().permit = [](CycleState&, const api::Pod&) {
            return std::pair{Status::wait(), std::chrono::nanoseconds(10 * second)};
        };
        world.pod("a");
        world.attempt();
        QCOMPARE(world.scheduler->waitingPods().size(), std::size_t(1));
        QCOMPARE(world.podNow("a")->status.nominatedNodeName, std::string("n1"));
        world.advance(9.999);
        QCOMPARE(world.scheduler->waitingPods().size(), std::size_t(1));
        world.advance(0.001);
        QVERIFY(world.scheduler->waitingPods().empty());
        QCOMPARE(QString::fromStdString(world.lastAttempt().message),
                 QString("0/1 nodes are available: 1 rejected due to timeout after waiting 10s at plugin Hook."));
        QCOMPARE(world.scheduler->cache().podCount(), std::size_t(0));
    }
    void permitAllowedInTime()
    {
        World world(second);
        world.hook().permit = [](CycleState&, const api::Pod&) {
            return std::pair{Status::wait(), std::chrono::nanoseconds(10 * second)};
        };
        world.pod("a");
        world.attempt();
        world.advance(5);
        world.scheduler->waitingPod(world.podNow("a")->meta.uid)->allow(api::Symbol("Hook"));
        world.rest();
        QCOMPARE(world.binding(), QString("default/a"));
        world.advance(1);
        QCOMPARE(world.nodeOf("a"), QString("n1"));
        world.advance(100); // the timer of the wait finds nothing to do
        QCOMPARE(world.lastAttempt().result, trace::Result::Scheduled);
    }
    void deletionOfAWaitingPodRejectsIt()
    {
        World world;
        world.hook().permit = [](CycleState&, const api::Pod&) {
            return std::pair{Status::wait(), std::chrono::nanoseconds(10 * second)};
        };
        QStringList unreserved;
        world.hook().unreserve = [&](const api::Pod& pod) { unreserved.append(QString::fromStdString(pod.meta.name)); };
        world.pod("a");
        world.attempt();
        world.remove(api::Kind::Pod, "a");
        QCOMPARE(unreserved.join(' '), QString("a"));
        QCOMPARE(QString::fromStdString(world.lastAttempt().message), QString("0/1 nodes are available: 1 removed."));
        QCOMPARE(world.scheduler->cache().podCount(), std::size_t(0));
    }

    // cycle.md §3.7, §12.8
    void activatesPodsThatPermitAskedFor()
    {
        World world;
        world.pod("waits");
        world.profile.script("Slots").filter = [](const api::Pod& pod, const framework::NodeInfo&) {
            return pod.meta.name == "waits" ? Status::unschedulable("no") : Status();
        };
        world.attempt();
        QCOMPARE(world.place("waits"), QString("unschedulable"));
        world.hook().permit = [](CycleState& state, const api::Pod&) {
            state.activateLater("default/waits");
            return std::pair{Status(), std::chrono::nanoseconds(0)};
        };
        world.pod("a");
        QVERIFY(world.scheduler->scheduleOne());
        QCOMPARE(world.place("waits"), QString("active")); // before anything of the binding cycle has run
        QCOMPARE(world.nodeOf("a"), QString(""));
    }
    void doesNotActivateAfterAFailedCycle()
    {
        World world;
        world.pod("waits");
        world.profile.script("Slots").filter = [](const api::Pod& pod, const framework::NodeInfo&) {
            return pod.meta.name == "waits" ? Status::unschedulable("no") : Status();
        };
        world.attempt();
        world.hook().permit = [](CycleState& state, const api::Pod&) {
            state.activateLater("default/waits");
            return std::pair{Status::unschedulable("no permit"), std::chrono::nanoseconds(0)};
        };
        world.pod("a");
        world.attempt();
        QCOMPARE(world.place("waits"), QString("unschedulable"));
    }
    void activatesPodsThatPostBindAskedFor()
    {
        World world;
        world.pod("waits");
        world.profile.script("Slots").filter = [](const api::Pod& pod, const framework::NodeInfo&) {
            return pod.meta.name == "waits" ? Status::unschedulable("no") : Status();
        };
        world.attempt();
        world.hook().postBind = [](CycleState& state, const api::Pod&) { state.clone().activateLater("default/waits"); };
        world.pod("a");
        world.attempt();
        QCOMPARE(world.nodeOf("a"), QString("n1"));
        QCOMPARE(world.place("waits"), QString("active"));
    }
};

QTEST_APPLESS_MAIN(BindingTest)
#include "tst_binding.moc"
