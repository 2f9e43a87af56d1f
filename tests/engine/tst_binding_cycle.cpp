// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/scripts.h"
#include "scenario/simulation.h"

#include <QTest>

using namespace berth;

/// What QCOMPARE shows of texts.
namespace QTest {
template <>
char* toString(const std::string& text)
{
    return qstrdup(text.c_str());
}
}
using trace::QueuePlace;

namespace {

constexpr std::int64_t oneSecond = 1'000'000'000;

std::string pod(const std::string& name, const std::string& cpu)
{
    return "apiVersion: v1\nkind: Pod\nmetadata: {name: " + name + ", namespace: default}\n"
           "spec: {containers: [{name: c, image: i, resources: {requests: {cpu: \"" + cpu + "\"}}}]}\n---\n";
}

const char* const oneNode = "apiVersion: v1\nkind: Node\nmetadata: {name: m}\n"
                            "status: {allocatable: {cpu: \"4\", memory: 8Gi, pods: \"10\"}}\n";

/// Two scripts, `first` and `second`, that note when they reserve and unreserve; more is what a test adds to each. A pod
/// `huge` waits already: it fits nowhere, and hears of every assigned pod that goes.
class World {
public:
    explicit World(const std::string& first, const std::string& second = "")
    {
        scenario::Setup setup;
        setup.scripts = {{"first.lua", notes("first") + first}, {"second.lua", notes("second") + second}};
        auto configuration = scenario::loadWithScripts("", "", {}, setup.scripts);
        if (!configuration)
            qFatal("%s", configuration.error().c_str());
        setup.configuration = std::move(*configuration);
        simulation = std::move(*scenario::Simulation::start(std::move(setup)));
        create(oneNode);
        create(pod("huge", "5"));
        simulation->attemptOne();
    }

    void create(const std::string& yaml) { (void)simulation->create(api::decodeStream(yaml, "test")); }
    /// Creates the pod x and tries it once.
    const trace::Attempt& tryX()
    {
        create(pod("x", "3"));
        simulation->attemptOne();
        return x();
    }
    const trace::Attempt& x() const
    {
        for (auto it = simulation->trace().attempts.rbegin();; ++it)
            if ((*it)->pod == "default/x")
                return **it;
    }
    std::shared_ptr<const api::Pod> object(const std::string& name) const
    {
        for (const auto& each : simulation->state().pods)
            if (each->meta.name == name)
                return each;
        return nullptr;
    }
    std::string logged() const
    {
        std::string all;
        for (const auto& note : simulation->trace().notes)
            for (std::uint64_t i = 0; i < note.count; ++i)
                all += (all.empty() ? "" : ", ") + note.text;
        return all;
    }
    /// Position in the trace of the move that woke `huge` because x went; -1 if nothing did.
    int wake() const { return moveOf("default/huge", "AssignedPodDelete"); }
    int requeue() const { return moveOf("default/x", "ScheduleAttemptFailure"); }
    /// Whether another pod finds the room that x had.
    bool roomIsFree()
    {
        create(pod("w", "3"));
        while (!simulation->trace().attempts.empty() && simulation->trace().attempts.back()->pod != "default/w")
            if (!simulation->attemptOne())
                return false;
        return simulation->trace().attempts.back()->node == "m";
    }
    std::size_t eventsWith(const std::string& reason) const
    {
        std::size_t count = 0;
        for (const auto& event : simulation->trace().events)
            count += event.reason == reason && event.object == "Pod default/x";
        return count;
    }

    std::unique_ptr<scenario::Simulation> simulation;

private:
    static std::string notes(const std::string& name)
    {
        return "function reserve(state, pod) framework.log('reserve " + name + "') end\n"
               "function unreserve(state, pod) framework.log('unreserve " + name + "') end\n"
               "events = {{resource = 'Node', actions = {'Add'}}}\n";
    }
    int moveOf(const std::string& name, const std::string& cause) const
    {
        const auto& moves = simulation->trace().moves;
        for (std::size_t i = moves.size(); i-- > 0;)
            if (moves[i].pod == name && moves[i].cause == cause)
                return static_cast<int>(i);
        return -1;
    }
};

const std::string undone = "reserve first, reserve second, unreserve second, unreserve first";

}

/// Every way through Reserve, Permit and the binding cycle (cycle.md §11–§13).
class BindingCycle : public QObject {
    Q_OBJECT

private slots:
    void failuresOfOneAttempt_data()
    {
        QTest::addColumn<QString>("first");
        QTest::addColumn<QString>("second");
        QTest::addColumn<QString>("message");
        QTest::addColumn<QString>("reason");   // of the condition
        QTest::addColumn<bool>("backsOff");    // else it waits for an event
        QTest::addColumn<int>("event");        // AssignedPodDelete: 0 none, -1 before, 1 after the pod is requeued
        const QString refuse = "return framework.unschedulable('no') end";
        const QString fail = "return framework.error('broken') end";
        const QString fit = "0/1 nodes are available: 1 no.";

        QTest::newRow("reserve refuses")
            << "" << "function reserve() framework.log('reserve second') " + refuse << fit << "Unschedulable" << false << 0;
        QTest::newRow("reserve fails") << "" << "function reserve() framework.log('reserve second') " + fail
                                       << "running Reserve plugin \"second\": broken" << "SchedulerError" << true << 0;
        QTest::newRow("permit refuses") << "function permit() " + refuse << "" << fit << "Unschedulable" << false << 0;
        QTest::newRow("permit fails") << "function permit() " + fail << "" << "running Permit plugin \"first\": broken"
                                      << "SchedulerError" << true << 0;
        QTest::newRow("permit refuses what another one lets wait")
            << "function permit() return framework.wait(10) end" << "function permit() " + refuse << fit << "Unschedulable"
            << false << 0;
        QTest::newRow("pre-flight fails") << "function preBindPreFlight() " + fail << ""
                                          << "running PreBindPreFlight \"first\": broken" << "SchedulerError" << true << -1;
        QTest::newRow("pre-flight refuses")
            << "function preBindPreFlight() " + refuse << ""
            << "PreBindPreFlight first returned \"Unschedulable\", which is unsupported. It is supposed to return Success, "
               "Skip, or Error status"
            << "SchedulerError" << true << -1;
        QTest::newRow("pre-bind fails") << "function preBind() " + fail << "" << "running PreBind plugin \"first\": broken"
                                        << "SchedulerError" << true << -1;
        QTest::newRow("pre-bind refuses") << "function preBind() " + refuse << "" << "no" << "Unschedulable" << true << 1;
        QTest::newRow("bind fails") << "function bind() " + fail << "" << "running Bind plugin \"first\": broken"
                                    << "SchedulerError" << true << -1;
        QTest::newRow("bind refuses") << "function bind() " + refuse << "" << "no" << "Unschedulable" << true << 1;
    }
    void failuresOfOneAttempt()
    {
        QFETCH(QString, first);
        QFETCH(QString, second);
        QFETCH(QString, message);
        QFETCH(QString, reason);
        QFETCH(bool, backsOff);
        QFETCH(int, event);
        World world(first.toStdString(), second.toStdString());
        const auto& attempt = world.tryX();
        QCOMPARE(QString::fromStdString(attempt.message), message);
        QCOMPARE(attempt.result, reason == "Unschedulable" ? trace::Result::Unschedulable : trace::Result::Error);
        const QString row = QTest::currentDataTag();
        const std::pair<QString, trace::PlacedPoint> points[] = {
            {"reserve", trace::PlacedPoint::Reserve}, {"permit", trace::PlacedPoint::Permit},
            {"pre-flight", trace::PlacedPoint::PreBindPreFlight}, {"pre-bind", trace::PlacedPoint::PreBind},
            {"bind", trace::PlacedPoint::Bind}};
        for (const auto& [name, point] : points)
            if (row.startsWith(name))
                QCOMPARE(attempt.failedAt, std::optional(point));
        QCOMPARE(world.logged(), undone);
        QCOMPARE(attempt.queueAfter, std::optional(backsOff ? QueuePlace::Backoff : QueuePlace::Unschedulable));
        QCOMPARE(attempt.unschedulablePlugins.empty(), backsOff);

        const auto* condition = world.object("x")->status.condition("PodScheduled");
        QVERIFY(condition);
        QCOMPARE(QString::fromStdString(condition->reason), reason);
        QCOMPARE(QString::fromStdString(condition->message), message);
        QCOMPARE(condition->status, std::string("False"));
        QCOMPARE(world.object("x")->status.nominatedNodeName, std::string());
        QCOMPARE(world.eventsWith("FailedScheduling"), std::size_t{1});

        QCOMPARE(world.wake() >= 0, event != 0);
        if (event != 0)
            QCOMPARE(world.wake() < world.requeue(), event < 0);
        QVERIFY(world.simulation->queueRecord(0, "").waiting.empty());
        QVERIFY(world.roomIsFree());
    }

    void anExplanationLeavesTheAttemptAlone()
    {
        World world("function permit() return framework.unschedulable('no') end");
        (void)world.tryX();
        const auto& attempts = world.simulation->trace().attempts;
        const trace::AttemptPtr held = attempts.back();
        QVERIFY(world.simulation->explain(attempts.size() - 1));
        QCOMPARE(attempts.back().get(), held.get());
        QVERIFY(!held->explanation);
    }

    void aWaitingPodHoldsItsRoomAndSaysWhereItGoes()
    {
        World world("function permit() return framework.wait(10, 'for its friends') end");
        QCOMPARE(world.tryX().result, trace::Result::Waiting);
        QCOMPARE(world.simulation->queueRecord(0, "").waiting, std::vector<std::string>{"default/x"});
        QCOMPARE(world.object("x")->status.nominatedNodeName, std::string("m"));
        QVERIFY(world.object("x")->spec.nodeName.empty());
        QVERIFY(!world.roomIsFree());
    }

    void aWaitEndsWhenEveryPluginAllows()
    {
        World world("function permit() return framework.wait(10) end", "function permit() return framework.wait(20) end");
        world.tryX();
        QVERIFY(!world.simulation->allowWaitingPod("default/huge", "first"));
        QVERIFY(world.simulation->allowWaitingPod("default/x", "first"));
        QVERIFY(world.object("x")->spec.nodeName.empty());
        world.simulation->advance(15 * oneSecond); // the first plugin's patience is no matter any more
        QVERIFY(world.object("x")->spec.nodeName.empty());
        QVERIFY(world.simulation->allowWaitingPod("default/x", "second"));
        QCOMPARE(world.object("x")->spec.nodeName, std::string("m"));
        QCOMPARE(world.object("x")->status.nominatedNodeName, std::string());
        QCOMPARE(world.x().result, trace::Result::Scheduled);
        QCOMPARE(world.eventsWith("Scheduled"), std::size_t{1});
        QVERIFY(world.simulation->queueRecord(0, "").waiting.empty());
        QVERIFY(!world.simulation->allowWaitingPod("default/x", "second"));
    }

    void aWaitEndsInTime()
    {
        World world("function permit() return framework.wait(10) end", "function permit() return framework.wait(3) end");
        const auto start = world.tryX().time;
        world.simulation->advance(2 * oneSecond);
        QCOMPARE(world.x().result, trace::Result::Waiting);
        world.simulation->advance(30 * oneSecond);
        QCOMPARE(world.x().result, trace::Result::Unschedulable);
        QCOMPARE(world.x().failedAt, std::optional(trace::PlacedPoint::WaitOnPermit));
        QCOMPARE(world.x().message, std::string("0/1 nodes are available: 1 rejected due to timeout after waiting 3s at "
                                                "plugin second."));
        QCOMPARE(world.x().unschedulablePlugins, std::vector<api::Symbol>{api::Symbol("second")});
        QCOMPARE(world.x().queueAfter, std::optional(QueuePlace::Unschedulable));
        const auto& requeued = world.simulation->trace().moves.at(static_cast<std::size_t>(world.requeue()));
        QCOMPARE((requeued.time.nanoseconds - start.nanoseconds) / oneSecond, std::int64_t{3});
        QVERIFY(world.requeue() < world.wake());
        QCOMPARE(world.logged(), undone);
        QCOMPARE(world.object("x")->status.nominatedNodeName, std::string());
    }

    void noWaitIsLongerThanFifteenMinutes()
    {
        World world("function permit() return framework.wait(3600) end");
        world.tryX();
        world.simulation->advance(901 * oneSecond);
        QVERIFY(world.x().message.find("after waiting 15m0s at plugin first") != std::string::npos);
    }

    void aWaitingPodIsRejectedFromOutside()
    {
        World world("function permit() return framework.wait(10) end");
        world.tryX();
        QVERIFY(world.simulation->rejectWaitingPod("default/x", "second", "the quota is gone"));
        QVERIFY(!world.simulation->rejectWaitingPod("default/x", "second", "again"));
        QCOMPARE(world.x().message, std::string("0/1 nodes are available: 1 the quota is gone."));
        QCOMPARE(world.x().unschedulablePlugins, std::vector<api::Symbol>{api::Symbol("second")});
        QCOMPARE(world.x().queueAfter, std::optional(QueuePlace::Unschedulable));
        QVERIFY(world.requeue() < world.wake());
        QCOMPARE(world.logged(), undone);
        world.simulation->advance(20 * oneSecond); // its timer is over; nothing is undone twice
        QCOMPARE(world.logged(), undone);
    }

    void aPreFlightThatFailsEndsTheWaitToo()
    {
        World world("function permit() return framework.wait(10) end\n"
                    "function preBindPreFlight() return framework.error('broken') end");
        world.tryX();
        QCOMPARE(world.x().result, trace::Result::Error);
        world.simulation->advance(20 * oneSecond);
        QCOMPARE(world.logged().substr(0, undone.size()), undone);
        QCOMPARE(world.eventsWith("FailedScheduling"), std::size_t{1});
    }

    void aWaitingPodThatIsDeletedIsUndone()
    {
        World world("function permit() return framework.wait(10) end");
        world.tryX();
        QVERIFY(world.simulation->remove("Pod", "default", "x").empty());
        QCOMPARE(world.logged(), undone);
        QVERIFY(world.simulation->queueRecord(0, "").waiting.empty());
        QVERIFY(world.roomIsFree());
    }

    void aPluginMayAllowAnothersPod()
    {
        World world("function permit(state, pod)\n"
                    " if pod.name == 'x' then return framework.wait(10) end\n"
                    " for _, wait in ipairs(handle.waitingPods()) do handle.allow(wait.pod) end\nend");
        world.tryX();
        world.create(pod("w", "1"));
        world.simulation->attemptOne();
        QCOMPARE(world.object("x")->spec.nodeName, std::string("m"));
        QCOMPARE(world.object("w")->spec.nodeName, std::string("m"));
    }

    void preBindRunsForThoseThatWantIt()
    {
        World world("function preBindPreFlight() return framework.skip() end\n"
                    "function preBind() framework.log('must not run') end",
                    "function preBind() framework.log('preBind second') end");
        world.tryX();
        QCOMPARE(world.logged(), std::string("reserve first, reserve second, preBind second"));
        QCOMPARE(world.object("x")->spec.nodeName, std::string("m"));
    }

    void bindersPassOnWhatTheySkip()
    {
        World world("function bind() framework.log('bind first') return framework.skip() end",
                    "function bind(state, pod, node) framework.log('bind second') assert(handle.bind(pod, node)) end");
        world.tryX();
        QCOMPARE(world.logged(), std::string("reserve first, reserve second, bind first, bind second"));
        QCOMPARE(world.object("x")->spec.nodeName, std::string("m"));
        QCOMPARE(world.eventsWith("Scheduled"), std::size_t{1});
    }

    void theDefaultBinderTakesWhatAllSkip()
    {
        World world("function bind() return framework.skip('not mine') end");
        world.tryX();
        QCOMPARE(world.object("x")->spec.nodeName, std::string("m"));
    }
};

QTEST_APPLESS_MAIN(BindingCycle)
#include "tst_binding_cycle.moc"
