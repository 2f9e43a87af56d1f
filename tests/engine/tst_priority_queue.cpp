// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/support/queue_world.h"

#include <QTest>

using namespace berth;
using framework::ActionType;
using framework::EventResource;
using framework::QueueingHint;
using framework::Status;
using tests::ExtensionPoint;
using tests::listens;
using tests::QueueWorld;
using tests::saying;
namespace events = framework::events;

namespace {

constexpr ActionType gatesGone = ActionType::UpdatePodSchedulingGatesEliminated;

/// Plugins Fit (wakes at deleted pods and new nodes), Deaf (wakes at nothing), Picky (says Skip to all).
void addPlugins(QueueWorld& world)
{
    auto& fit = world.profile.add("Fit", {ExtensionPoint::Filter});
    fit.events = {listens(EventResource::Pod, ActionType::Delete), listens(EventResource::Node, ActionType::Add)};
    world.profile.add("Deaf", {ExtensionPoint::Filter});
    auto& picky = world.profile.add("Picky", {ExtensionPoint::Filter});
    picky.events = {listens(EventResource::Pod, ActionType::All, saying(QueueingHint::skip())),
                    listens(EventResource::Node, ActionType::All, saying(QueueingHint::skip()))};
}

struct World : QueueWorld {
    World()
    {
        addPlugins(*this);
        profile.inTree("SchedulingGates", {ExtensionPoint::PreEnqueue});
        start();
    }
};

api::PodPtr assigned(QueueWorld& world, const std::string& name)
{
    auto pod = world.pod(name);
    pod->spec.nodeName = "n";
    return pod;
}

}

/// queue.md §2–§8 and the examples of §14.
class PriorityQueueTest : public QObject {
    Q_OBJECT

private slots:
    // §2
    void popsByPriorityThenTime()
    {
        World world;
        world.add("late", 5);
        world.add("first", 1);
        world.add("second", 1);
        world.add("urgent", 9);
        QCOMPARE(world.popAll(), QString("urgent late first second"));
    }

    // §3
    void popsFromBackoffWhenNothingIsActive()
    {
        World world;
        world.add("a");
        const auto record = world.popAndFail({"Deaf"});
        QCOMPARE(world.place("a"), QString("unschedulable"));
        world.queue->moveAll(events::unschedulableTimeout, nullptr, nullptr);
        QCOMPARE(world.place("a"), QString("backoff"));
        world.add("b");
        QCOMPARE(QString::fromStdString(world.queue->pop()->pod().meta.name), QString("b"));
        QVERIFY(world.queue->canPop());
        QCOMPARE(QString::fromStdString(world.queue->pop()->pod().meta.name), QString("a"));
        QCOMPARE(world.lastMove(), QString("backoff → none: PopFromBackoffQ"));
        QCOMPARE(record->attempts, 2);
    }
    void neverPopsAnErrorEarly()
    {
        World world;
        world.add("a");
        world.popAndFail({});
        QCOMPARE(world.place("a"), QString("backoff"));
        QVERIFY(!world.queue->canPop());
        QVERIFY(!world.queue->pop());
        world.seconds(1.0); // 1.5: the expiry, second 1, still rests
        QCOMPARE(world.place("a"), QString("backoff"));
        world.seconds(0.5);
        QCOMPARE(world.lastMove(), QString("backoff → active: BackoffComplete"));
    }
    void doesNotPopFromBackoffWithoutTheGate()
    {
        QueueWorld world;
        addPlugins(world);
        queue::QueueSettings settings;
        settings.popFromBackoff = false;
        world.start(settings);
        world.add("a");
        world.popAndFail({"Fit"});
        world.queue->moveAll(events::assignedPodDelete, assigned(world, "gone"), nullptr);
        QCOMPARE(world.place("a"), QString("backoff"));
        QVERIFY(!world.queue->pop());
    }
    void errorsCountUntilARefusal()
    {
        World world;
        world.add("a");
        auto record = world.popAndFail({});
        for (int i = 0; i < 2; ++i) {
            world.seconds(20);
            world.popAndFail({});
        }
        QCOMPARE(record->consecutiveErrorsCount, 3);
        world.seconds(20);
        world.popAndFail({"Fit"});
        QCOMPARE(record->consecutiveErrorsCount, 0);
        QCOMPARE(record->unschedulableCount, 1);
        QCOMPARE(record->attempts, 4);
    }
    void noBackoffWithMaximumZero()
    {
        QueueWorld world;
        addPlugins(world);
        queue::QueueSettings settings;
        settings.backoff.maximum = 0;
        world.start(settings);
        world.add("a");
        world.popAndFail({});
        QCOMPARE(world.place("a"), QString("active"));
    }

    // §4, example 1
    void gatedPodWaitsForItsGatesOnly()
    {
        World world;
        auto pod = world.pod("a");
        pod->spec.schedulingGates = {"g", "h"};
        world.queue->add(pod);
        QCOMPARE(world.place("a"), QString("gated"));
        QCOMPARE(QString::fromStdString(world.queue->find("default/a")->gatingPlugin.str()), QString("SchedulingGates"));
        world.queue->moveAll(events::nodeAdd, nullptr, std::make_shared<api::Node>());
        QCOMPARE(world.place("a"), QString("gated"));
        auto one = world.update(pod, [](api::Pod& p) { p.spec.schedulingGates = {"h"}; });
        QCOMPARE(world.place("a"), QString("gated"));
        world.update(one, [](api::Pod& p) { p.spec.schedulingGates.clear(); });
        QCOMPARE(world.lastMove(),
                 QString("gated → active: UnschedulablePodUpdatePodSchedulingGatesEliminated"));
        QVERIFY(world.queue->find("default/a")->unschedulablePlugins.contains(api::Symbol("SchedulingGates")));
    }
    void initialAttemptTimestampIsThatOfTheFirstUngatedArrival()
    {
        World world;
        auto pod = world.pod("a");
        pod->spec.schedulingGates = {"g"};
        world.queue->add(pod);
        QVERIFY(!world.queue->find("default/a")->initialAttemptTimestamp);
        world.seconds(7);
        world.update(pod, [](api::Pod& p) { p.spec.schedulingGates.clear(); });
        const auto first = world.queue->find("default/a")->initialAttemptTimestamp;
        QVERIFY(first && first->nanoseconds - cluster::VirtualClock::epoch.nanoseconds >= 7'500'000'000);
        world.popAndFail({});
        world.seconds(20);
        QCOMPARE(world.queue->find("default/a")->initialAttemptTimestamp->nanoseconds, first->nanoseconds);
    }
    /// Example 5: gated by A, then by B: both stay rejectors.
    void rejectorsOfGatesStay()
    {
        QueueWorld world;
        bool a = true;
        bool b = false;
        auto& pluginA = world.profile.add("A", {ExtensionPoint::PreEnqueue});
        pluginA.preEnqueue = [&a](const api::Pod&) { return a ? Status::unschedulable("a") : Status(); };
        pluginA.events = {listens(EventResource::Pod, ActionType::UpdatePodLabel)};
        auto& pluginB = world.profile.add("B", {ExtensionPoint::PreEnqueue});
        pluginB.preEnqueue = [&b](const api::Pod&) { return b ? Status::error("b") : Status(); };
        world.start();
        auto pod = world.add("p");
        a = false;
        b = true;
        world.update(pod, [](api::Pod& p) { p.meta.labels.set(api::Symbol("x"), api::Symbol("y")); });
        const auto record = world.queue->find("default/p");
        QCOMPARE(world.place("p"), QString("gated"));
        QCOMPARE(QString::fromStdString(record->gatingPlugin.str()), QString("B"));
        QVERIFY(record->rejectedBy(api::Symbol("A")) && record->rejectedBy(api::Symbol("B")));
        QCOMPARE(world.lastMove(), QString("gated → gated: UnschedulablePodUpdatePodLabel"));
    }
    void gatingPluginIsAskedFirst()
    {
        QueueWorld world;
        QStringList asked;
        bool first = true;
        world.profile.add("A", {ExtensionPoint::PreEnqueue}).preEnqueue = [&](const api::Pod&) {
            asked.append("A");
            return Status();
        };
        auto& b = world.profile.add("B", {ExtensionPoint::PreEnqueue});
        b.preEnqueue = [&](const api::Pod&) {
            asked.append("B");
            return first ? Status::unschedulable("b") : Status();
        };
        world.start();
        world.add("p");
        QCOMPARE(asked.join(""), QString("AB"));
        first = false;
        world.queue->activate({"default/p"});
        QCOMPARE(asked.join(""), QString("ABBA"));
        QCOMPARE(world.place("p"), QString("active"));
    }

    // §6: what AddUnschedulableIfNotPresent does
    void returnsByTheEventsOfItsAttempt_data()
    {
        QTest::addColumn<QStringList>("rejectors");
        QTest::addColumn<QStringList>("pending");
        QTest::addColumn<QString>("event");
        QTest::addColumn<QString>("place");
        const QStringList none;
        QTest::newRow("an error rests, whatever happened") << none << none << "delete" << "backoff";
        QTest::newRow("refused, nothing happened") << QStringList{"Fit"} << none << "" << "unschedulable";
        QTest::newRow("example 2: a pod went meanwhile") << QStringList{"Fit"} << none << "delete" << "backoff";
        QTest::newRow("the event helps somebody else") << QStringList{"Deaf"} << none << "delete" << "unschedulable";
        QTest::newRow("its hint says no") << QStringList{"Picky"} << none << "delete" << "unschedulable";
        QTest::newRow("one of two says yes") << QStringList{"Picky", "Fit"} << none << "delete" << "backoff";
        QTest::newRow("example 4: nobody registered that") << QStringList{"Fit"} << none << "volume" << "unschedulable";
        QTest::newRow("example 6: pending and queue") << QStringList{"Fit"} << QStringList{"Fit"} << "delete" << "active";
        QTest::newRow("pending is somebody else") << QStringList{"Fit", "Deaf"} << QStringList{"Deaf"} << "delete" << "backoff";
        QTest::newRow("activated meanwhile") << QStringList{"Deaf"} << none << "activate" << "backoff";
        QTest::newRow("another pod activated meanwhile") << QStringList{"Deaf"} << none << "activate other" << "unschedulable";
    }
    void returnsByTheEventsOfItsAttempt()
    {
        QFETCH(QStringList, rejectors);
        QFETCH(QStringList, pending);
        QFETCH(QString, event);
        World world;
        world.add("a", 1);
        world.add("other");
        const auto record = world.queue->pop();
        if (event == "delete")
            world.queue->moveAll(events::assignedPodDelete, assigned(world, "gone"), nullptr);
        else if (event == "volume")
            world.queue->moveAll({EventResource::PersistentVolume, ActionType::Update, {}}, nullptr, nullptr);
        else if (event == "activate")
            world.queue->activate({"default/a"});
        else if (event == "activate other")
            world.queue->activate({"default/other"});
        std::vector<std::string> names;
        std::vector<std::string> waiting;
        for (const auto& name : rejectors)
            names.push_back(name.toStdString());
        for (const auto& name : pending)
            waiting.push_back(name.toStdString());
        world.fail(record, names, waiting);
        QTEST(world.place("a"), "place");
        QVERIFY(!world.queue->isInFlight("uid-a"));
        QCOMPARE(world.moves.back().cause.str(), std::string("ScheduleAttemptFailure"));
        if (event == "delete" && world.place("a") != "unschedulable" && !rejectors.isEmpty())
            QCOMPARE(world.moves.back().during.str(), std::string("AssignedPodDelete"));
        else if (world.place("a") == "unschedulable")
            QVERIFY(world.moves.back().during.empty());
    }
    void eventsBeforeThePopDoNotCount()
    {
        World world;
        world.add("a", 1);
        world.add("b");
        const auto a = world.queue->pop();
        world.queue->moveAll(events::assignedPodDelete, assigned(world, "gone"), nullptr);
        const auto b = world.queue->pop();
        world.fail(b, {"Fit"});
        QCOMPARE(world.place("b"), QString("unschedulable"));
        world.fail(a, {"Fit"});
        QCOMPARE(world.place("a"), QString("backoff"));
    }
    void refusesAPodThatIsThere()
    {
        World world;
        world.add("a");
        const auto record = world.queue->pop();
        world.queue->add(world.pod("a"));
        const auto refused = world.queue->addUnschedulableIfNotPresent(record);
        QVERIFY(!refused);
        QCOMPARE(QString::fromStdString(refused.error()),
                 QString("Pod default/a is already present in the active queue"));
        QCOMPARE(record->consecutiveErrorsCount, 0);
        QVERIFY(!world.queue->isInFlight("uid-a"));
    }
    void dropsASecondRecordOfAPodInFlight()
    {
        World world;
        auto pod = world.add("a");
        QVERIFY(world.queue->pop());
        world.queue->add(pod);
        world.add("b", -1);
        QCOMPARE(QString::fromStdString(world.queue->pop()->pod().meta.name), QString("b"));
        QCOMPARE(world.queue->schedulingCycle(), std::int64_t(2));
    }

    // §6: updates
    void updateInFlightOnlyLeavesANote()
    {
        World world;
        auto pod = world.add("a");
        const auto record = world.queue->pop();
        world.update(pod, [](api::Pod& p) { p.spec.priority = 9; });
        QCOMPARE(record->pod().spec.priority.value_or(-1), 0);
        QCOMPARE(world.place("a"), QString("none"));
    }
    void updateInAQueueKeepsItsPlaceAndTime()
    {
        World world;
        auto a = world.add("a", 1);
        world.add("b", 2);
        const auto time = world.queue->find("default/a")->timestamp;
        world.update(a, [](api::Pod& p) { p.spec.priority = 3; });
        QCOMPARE(world.queue->find("default/a")->timestamp.nanoseconds, time.nanoseconds);
        QCOMPARE(world.popAll(), QString("a b"));
    }
    void updateOfAnUnknownPodAddsIt()
    {
        World world;
        auto pod = world.pod("a");
        world.queue->update(pod, pod);
        QCOMPARE(world.lastMove(), QString("none → active: UnschedulablePodUpdate"));
    }
    /// Example 3: a general update that nobody listens to.
    void annotationOnlyUpdateLeavesThePodWhereItIs()
    {
        World world;
        auto pod = world.add("a");
        world.popAndFail({"Fit"});
        world.update(pod, [](api::Pod& p) { p.meta.annotations.set(api::Symbol("k"), api::Symbol("v")); });
        QCOMPARE(world.place("a"), QString("unschedulable"));
        QVERIFY(!world.queue->find("default/a")->pod().meta.annotations.empty());
    }
    void removesFromEverywhere()
    {
        World world;
        auto active = world.add("active", 3);
        world.popAndFail({"Fit"});
        auto error = world.add("error", 2);
        world.popAndFail({});
        auto other = world.add("other");
        for (const auto& pod : {active, error, other}) {
            world.queue->remove(*pod);
            QCOMPARE(world.place(pod->meta.name), QString("none"));
        }
        QCOMPARE(world.queue->unschedulableCount() + world.queue->activeCount() + world.queue->backoffCount(),
                 std::size_t(0));
    }

    // §6: Activate
    void activatesFromUnschedulableAndBackoff()
    {
        World world;
        world.add("a", 2);
        world.popAndFail({"Deaf"});
        world.add("b", 1);
        world.popAndFail({});
        world.queue->activate({"default/a", "default/b", "default/unknown"});
        QCOMPARE(world.place("a"), QString("active"));
        QCOMPARE(world.place("b"), QString("active"));
        QCOMPARE(world.moves[world.moves.size() - 2].cause.str(), std::string("ForceActivate"));
        QCOMPARE(world.lastMove(), QString("backoff → active: ForceActivate"));
        QCOMPARE(world.queue->backoffCount(), std::size_t(0));
    }

    // §6: MoveAll
    void moveAllAsksOnlyWhomThePreCheckLetsThrough()
    {
        World world;
        world.add("low", 1);
        world.popAndFail({"Fit"});
        world.add("high", 9);
        world.popAndFail({"Fit"});
        world.queue->moveAll(events::assignedPodDelete, assigned(world, "gone"), nullptr,
                             [](const api::Pod& pod) { return pod.priority() <= 5; });
        QCOMPARE(world.place("low"), QString("backoff"));
        QCOMPARE(world.place("high"), QString("unschedulable"));
    }
    void moveAllIsRecordedEvenIfThePreCheckRefusesEverybody()
    {
        World world;
        world.add("a");
        const auto record = world.queue->pop();
        world.queue->moveAll(events::assignedPodDelete, assigned(world, "gone"), nullptr,
                             [](const api::Pod&) { return false; });
        world.fail(record, {"Fit"});
        QCOMPARE(world.place("a"), QString("backoff"));
    }
    void aPodThatHasRestedGoesStraightToActive()
    {
        World world;
        world.add("a");
        world.popAndFail({"Fit"});
        world.seconds(2);
        world.queue->moveAll(events::assignedPodDelete, assigned(world, "gone"), nullptr);
        QCOMPARE(world.lastMove(), QString("unschedulable → active: AssignedPodDelete"));
        QCOMPARE(world.moves.back().object, std::string("Pod default/gone"));
        QCOMPARE(world.moves.back().verdicts.size(), std::size_t(1));
        QCOMPARE(world.moves.back().verdicts.front().second, std::string("Queue"));
    }

    // §6: leftover flush
    void leftoverFlushTakesThoseBeyondFiveMinutes()
    {
        World world;
        world.add("a");
        const auto record = world.popAndFail({"Deaf"});
        world.clock.advance(300'000'000'000 - (world.clock.moment().nanoseconds - record->timestamp.nanoseconds)
                            - 10); // readings of the clock are nanoseconds apart
        world.queue->flushUnschedulableLeftover();
        QCOMPARE(world.place("a"), QString("unschedulable"));
        world.clock.advance(100);
        world.queue->flushUnschedulableLeftover();
        QCOMPARE(world.lastMove(), QString("unschedulable → active: UnschedulableTimeout"));
        QVERIFY(record->wasFlushedFromUnschedulable);
    }
    void leftoverFlushLeavesGatedPods()
    {
        World world;
        auto pod = world.pod("a");
        pod->spec.schedulingGates = {"g"};
        world.queue->add(pod);
        world.seconds(1000);
        world.queue->flushUnschedulableLeftover();
        QCOMPARE(world.place("a"), QString("gated"));
    }

    // §11
    void pluginsThatForgetTaintsHearOfThemAllTheSame()
    {
        World world;
        world.add("a");
        world.popAndFail({"Fit"}); // registers Node/Add without UpdateNodeTaint
        const auto node = std::make_shared<api::Node>();
        world.queue->moveAll({EventResource::Node, ActionType::UpdateNodeTaint, {}}, node, node);
        QCOMPARE(world.place("a"), QString("backoff"));
    }
    void silentPluginsHearOfEverythingButSlicesAndAttachments()
    {
        QueueWorld world;
        world.profile.addSilent("Silent");
        world.start();
        for (const auto resource :
             {EventResource::Pod, EventResource::Node, EventResource::PersistentVolume,
              EventResource::PersistentVolumeClaim, EventResource::CSINode, EventResource::CSIDriver,
              EventResource::CSIStorageCapacity, EventResource::StorageClass, EventResource::ResourceClaim,
              EventResource::DeviceClass})
            QVERIFY(world.queue->hints().isWatched(resource, ActionType::Update));
        QVERIFY(!world.queue->hints().isWatched(EventResource::ResourceSlice, ActionType::Add));
        QVERIFY(!world.queue->hints().isWatched(EventResource::VolumeAttachment, ActionType::Add));
    }
    void anErrorOfAHintCountsAsQueue()
    {
        QueueWorld world;
        world.profile.add("Bad", {ExtensionPoint::Filter}).events = {
            listens(EventResource::Node, ActionType::Add, saying(QueueingHint::failed("no idea")))};
        world.start();
        world.add("a");
        world.popAndFail({"Bad"});
        world.queue->moveAll(events::nodeAdd, nullptr, std::make_shared<api::Node>());
        QCOMPARE(world.place("a"), QString("backoff"));
        QCOMPARE(world.moves.back().verdicts.front().second, std::string("error: no idea"));
    }
};

QTEST_APPLESS_MAIN(PriorityQueueTest)
#include "tst_priority_queue.moc"
