// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/player.h"

#include <QTest>

using namespace berth;
using scenario::Simulation;
using trace::StartSync;

namespace {

/// Three nodes, the last the largest, and three pods: with all nodes known the first pod goes to the largest.
const std::string clusterText = R"(
{apiVersion: v1, kind: Node, metadata: {name: small}, status: {allocatable: {cpu: 2, memory: 4Gi, pods: 10}}}
---
{apiVersion: v1, kind: Node, metadata: {name: middle}, status: {allocatable: {cpu: 4, memory: 8Gi, pods: 10}}}
---
{apiVersion: v1, kind: Node, metadata: {name: large}, status: {allocatable: {cpu: 16, memory: 32Gi, pods: 10}}}
---
{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{name: c, image: i, resources: {requests: {cpu: 1}}}]}}
---
{apiVersion: v1, kind: Pod, metadata: {name: b}, spec: {containers: [{name: c, image: i, resources: {requests: {cpu: 1}}}]}}
---
{apiVersion: v1, kind: Pod, metadata: {name: c}, spec: {containers: [{name: c, image: i, resources: {requests: {cpu: 1}}}]}}
)";

std::unique_ptr<Simulation> started(StartSync mode, int deliveries = 1)
{
    scenario::Setup setup;
    setup.timing.startSync = mode;
    setup.timing.deliveriesPerAttempt = deliveries;
    auto simulation = Simulation::start(std::move(setup));
    (*simulation)->create(api::decodeStream(clusterText, "test"));
    return std::move(*simulation);
}

QString placements(Simulation& simulation)
{
    QStringList list;
    for (const auto& attempt : simulation.trace().attempts)
        list.append(QString::fromStdString(attempt->pod.substr(8) + ":" + attempt->node + "/"
                                           + std::to_string(attempt->feasibleNodes)));
    return list.join(' ');
}

}

/// WaitForHandlersSync and WaitForCacheSync: what the first attempts know.
class HandlerSyncTest : public QObject {
    Q_OBJECT

private slots:
    void withHandlersSyncTheFirstAttemptKnowsAll()
    {
        auto simulation = started(StartSync::Handlers);
        const auto start = simulation->trace().start;
        QVERIFY(start && start->mode == StartSync::Handlers);
        QCOMPARE(start->listed, std::size_t(7)); // and the namespace
        QCOMPARE(start->deliveredAtStart, start->listed);
        QCOMPARE(start->synced->nanoseconds, start->time.nanoseconds);
        simulation->settle({}, {});
        QCOMPARE(placements(*simulation), QString("a:large/3 b:large/3 c:large/3"));
        QCOMPARE(simulation->trace().start->attemptsBeforeSync, std::size_t(0));
    }

    void withCachesOnlyTheFirstAttemptsKnowAPart()
    {
        auto simulation = started(StartSync::CachesOnly);
        QCOMPARE(simulation->trace().start->mode, StartSync::CachesOnly);
        QCOMPARE(simulation->trace().start->listed, std::size_t(7));
        QCOMPARE(simulation->trace().start->deliveredAtStart, std::size_t(3)); // one namespace, node, pod
        QVERIFY(!simulation->trace().start->synced);
        QCOMPARE(simulation->activeCount(), std::size_t(1));
        simulation->settle({}, {});
        QCOMPARE(placements(*simulation), QString("a:small/1 b:middle/2 c:large/3"));
        const auto& start = *simulation->trace().start;
        QCOMPARE(start.attemptsBeforeSync, std::size_t(2));
        QVERIFY(start.synced && start.synced->nanoseconds > start.time.nanoseconds);
        for (const auto& pod : simulation->state().pods)
            QCOMPARE(pod->status.phase, std::string("Running"));
    }

    void moreDeliveriesPerAttemptShowMore()
    {
        auto simulation = started(StartSync::CachesOnly, 2);
        simulation->settle({}, {});
        QCOMPARE(placements(*simulation), QString("a:middle/2 b:large/3 c:large/3"));
        QCOMPARE(simulation->trace().start->attemptsBeforeSync, std::size_t(1));
        auto all = started(StartSync::CachesOnly, 100);
        QVERIFY(all->trace().start->synced);
        all->settle({}, {});
        QCOMPARE(placements(*all), QString("a:large/3 b:large/3 c:large/3"));
    }

    void aPodThatFindsTooLittleIsWokenByTheNodesThatFollow()
    {
        scenario::Setup setup;
        setup.timing.startSync = StartSync::CachesOnly;
        auto simulation = std::move(*Simulation::start(std::move(setup)));
        simulation->create(api::decodeStream(
            clusterText.substr(0, clusterText.find("{apiVersion: v1, kind: Pod"))
                + "{apiVersion: v1, kind: Pod, metadata: {name: big}, spec: {containers: [{name: c, image: i, "
                  "resources: {requests: {cpu: 8}}}]}}",
            "test"));
        simulation->settle({}, {});
        QCOMPARE(placements(*simulation), QString("big:/0 big:large/1"));
    }

    void deletionsDuringTheSyncAreNotLost()
    {
        auto simulation = started(StartSync::CachesOnly);
        simulation->remove("Pod", "default", "c");
        simulation->remove("Node", "", "large");
        simulation->settle({}, {});
        QVERIFY(!placements(*simulation).contains("large"));
        QVERIFY(!placements(*simulation).contains("c:"));
        QCOMPARE(simulation->state().pods.size(), std::size_t(2));
    }

    void isTheSameEveryTime()
    {
        auto one = started(StartSync::CachesOnly);
        auto two = started(StartSync::CachesOnly);
        one->settle({}, {});
        two->settle({}, {});
        QCOMPARE(placements(*one), placements(*two));
    }

    /// The sample's two ways of starting lead to different decisions, as its README says.
    void theSampleShowsIt()
    {
        const std::filesystem::path path = std::filesystem::path(BERTH_SAMPLES_DIR) / "handler-sync";
        auto waits = scenario::readFolder(path);
        auto hurries = scenario::readFolder(path / "caches-only");
        QVERIFY(waits && hurries);
        QCOMPARE(waits->timing.startSync, StartSync::Handlers);
        QCOMPARE(hurries->timing.startSync, StartSync::CachesOnly);
        hurries->cluster = waits->cluster;
        const auto nodesOf = [](const scenario::Played& played) {
            std::map<std::string, std::string> nodes;
            for (const auto& pod : played.simulation->state().pods)
                nodes[pod->meta.name] = pod->spec.nodeName;
            return nodes;
        };
        const auto calm = scenario::play(*waits);
        const auto hasty = scenario::play(*hurries);
        QCOMPARE(nodesOf(calm)["database"], std::string("fast-disk"));
        QCOMPARE(nodesOf(hasty)["database"], std::string("slow-disk"));
        QCOMPARE(scenario::toGolden(hasty)["start"]["mode"].get<std::string>(), std::string("WaitForCacheSync"));
        QVERIFY(!scenario::toGolden(calm).contains("start"));
    }
};

QTEST_APPLESS_MAIN(HandlerSyncTest)
#include "tst_handler_sync.moc"
