// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/support/queue_world.h"

#include <QTest>

using namespace berth;
using framework::NominatingInfo;
using tests::QueueWorld;

namespace {

struct World : QueueWorld {
    World() { start(); }
    queue::Nominator& nominator() { return queue->nominator(); }
    QString on(const std::string& node)
    {
        QStringList names;
        for (const auto& pod : nominator().nominatedPodsForNode(node))
            names.append(QString::fromStdString(pod->pod->meta.name));
        return names.join(' ');
    }
};

}

/// queue.md §6, Nominator.
class NominatorTest : public QObject {
    Q_OBJECT

private slots:
    void keepsTheOrderOfNomination()
    {
        World world;
        for (const auto* name : {"b", "a", "c"})
            world.nominator().add(*world.add(name), NominatingInfo{"n"});
        QCOMPARE(world.on("n"), QString("b a c"));
        world.nominator().add(*world.pod("b"), NominatingInfo{"n"});
        QCOMPARE(world.on("n"), QString("a c b"));
        world.nominator().remove("uid-c");
        QCOMPARE(world.on("n"), QString("a b"));
    }
    void withoutWordTheStatusCounts()
    {
        World world;
        auto pod = world.pod("a");
        world.nominator().add(*pod, std::nullopt);
        QVERIFY(world.nominator().all().empty());
        pod->status.nominatedNodeName = "n";
        world.nominator().add(*pod, std::nullopt);
        QCOMPARE(world.on("n"), QString("a"));
        pod->status.nominatedNodeName.clear();
        world.nominator().add(*pod, std::nullopt);
        QCOMPARE(world.on("n"), QString(""));
    }
    void clearingStoresThePodUnderNoNode()
    {
        World world;
        world.nominator().add(*world.pod("a"), NominatingInfo{""});
        QCOMPARE(world.nominator().all().at("default/a"), std::string());
        QCOMPARE(world.on(""), QString("a"));
    }
    void boundAndUnknownPodsAreNotPromisedAnything()
    {
        World world;
        auto bound = world.pod("a");
        bound->spec.nodeName = "m";
        world.nominator().add(*bound, NominatingInfo{"n"});
        auto gone = world.pod("b");
        world.handle.objects.erase(*gone);
        world.nominator().add(*gone, NominatingInfo{"n"});
        QCOMPARE(world.on("n"), QString(""));
    }
    void anUpdateThatDoesNotSpeakOfItKeepsIt()
    {
        World world;
        auto pod = world.pod("a");
        world.nominator().add(*pod, NominatingInfo{"n"});
        auto after = std::make_shared<api::Pod>(*pod);
        after->meta.labels.set(api::Symbol("x"), api::Symbol("y"));
        world.nominator().update(*pod, *after);
        QCOMPARE(world.on("n"), QString("a"));
        auto elsewhere = std::make_shared<api::Pod>(*after);
        elsewhere->status.nominatedNodeName = "m";
        world.nominator().update(*after, *elsewhere);
        QCOMPARE(world.on("n") + "|" + world.on("m"), QString("|a"));
        world.nominator().update(*elsewhere, *after);
        QCOMPARE(world.on("m"), QString(""));
    }
    void podsInFlightAreStubs()
    {
        World world;
        auto pod = world.add("a", 7);
        world.nominator().add(*pod, NominatingInfo{"n"});
        QCOMPARE(world.nominator().nominatedPodsForNode("n").front()->pod->priority(), 7);
        QVERIFY(world.queue->pop());
        const auto stub = world.nominator().nominatedPodsForNode("n").front()->pod;
        QCOMPARE(stub->priority(), 0);
        QCOMPARE(stub->meta.uid, std::string("uid-a"));
    }
    void deletionFromTheQueueForgets()
    {
        World world;
        auto pod = world.add("a");
        world.nominator().add(*pod, NominatingInfo{"n"});
        world.queue->remove(*pod);
        QVERIFY(world.nominator().all().empty());
    }
};

QTEST_APPLESS_MAIN(NominatorTest)
#include "tst_nominator.moc"
