// SPDX-License-Identifier: GPL-3.0-or-later
#include "cache/cache.h"

#include <QTest>

using namespace berth;
using cache::Cache;
using cache::Snapshot;
using framework::PodInfo;
using framework::PodInfoPtr;

namespace {

PodInfoPtr pod(const std::string& name, const std::string& node, const std::string& uid = {})
{
    auto made = std::make_shared<api::Pod>();
    made->meta.name = name;
    made->meta.namespace_ = api::Symbol("ns");
    made->meta.uid = uid.empty() ? std::string("uid-").append(name) : uid;
    made->spec.nodeName = node;
    return PodInfo::make(made);
}

std::shared_ptr<api::Node> node(const std::string& name, const std::string& zone = {}, const std::string& region = {})
{
    auto made = std::make_shared<api::Node>();
    made->meta.name = name;
    if (!zone.empty())
        made->meta.labels.set(api::Symbol("topology.kubernetes.io/zone"), api::Symbol(zone));
    if (!region.empty())
        made->meta.labels.set(api::Symbol("topology.kubernetes.io/region"), api::Symbol(region));
    return made;
}

std::shared_ptr<api::Node> withImage(const std::string& name, const std::string& image, std::int64_t size)
{
    auto made = node(name);
    auto& entry = made->status.images.emplace_back();
    entry.names = {image};
    entry.sizeBytes = size;
    return made;
}

QString text(const cache::Result& result) { return result ? "ok" : QString::fromStdString(result.error()); }

QString order(const Snapshot& snapshot)
{
    QStringList names;
    for (const auto* info : snapshot.list())
        names.append(QString::fromStdString(info->name()));
    return names.join(' ');
}

QString podsOn(const Cache&, const Snapshot& snapshot, const std::string& name)
{
    QStringList names;
    for (const auto& info : snapshot.get(name)->pods())
        names.append(QString::fromStdString(info->pod->meta.name));
    return names.join(' ');
}

}

/// cycle.md §2.
class CacheTest : public QObject {
    Q_OBJECT

private slots:
    /// Every call on a pod that is unknown, assumed or added.
    void calls_data()
    {
        QTest::addColumn<QString>("state");
        QTest::addColumn<QString>("call");
        QTest::addColumn<QString>("answer");
        QTest::addColumn<QString>("after");
        auto row = [](const char* state, const char* call, const char* answer, const char* after) {
            QTest::addRow("%s %s", state, call) << state << call << answer << after;
        };
        row("unknown", "assume", "ok", "assumed on n1");
        row("assumed", "assume", "pod uid-p(ns/p) is in the cache, so can't be assumed", "assumed on n1");
        row("added", "assume", "pod uid-p(ns/p) is in the cache, so can't be assumed", "added on n1");
        row("unknown", "forget", "ok", "unknown");
        row("assumed", "forget", "ok", "unknown");
        row("assumed", "forget elsewhere", "pod uid-p(ns/p) was assumed on n2 but assigned to n1", "assumed on n1");
        row("added", "forget", "pod uid-p(ns/p) wasn't assumed so cannot be forgotten", "added on n1");
        row("unknown", "add", "ok", "added on n1");
        row("assumed", "add", "ok", "added on n1");
        row("assumed", "add elsewhere", "ok", "added on n2");
        row("added", "add", "pod uid-p(ns/p) was already in added state", "added on n1");
        row("unknown", "update", "pod uid-p(ns/p) is not added to scheduler cache, so cannot be updated", "unknown");
        row("assumed", "update", "assumed pod uid-p(ns/p) should not be updated", "assumed on n1");
        row("added", "update", "ok", "added on n1");
        row("unknown", "remove", "pod uid-p(ns/p) is not found in scheduler cache, so cannot be removed from it", "unknown");
        row("assumed", "remove", "ok", "unknown");
        row("added", "remove", "ok", "unknown");
    }
    void calls()
    {
        QFETCH(QString, state);
        QFETCH(QString, call);
        Cache cache;
        cache.addNode(node("n1"));
        cache.addNode(node("n2"));
        if (state == "assumed")
            QVERIFY(cache.assumePod(pod("p", "n1")));
        else if (state == "added")
            QVERIFY(cache.addPod(pod("p", "n1")));
        const auto subject = pod("p", call.endsWith("elsewhere") ? "n2" : "n1");
        const auto answer = call == "assume" ? cache.assumePod(subject)
            : call.startsWith("forget")      ? cache.forgetPod(*subject->pod)
            : call.startsWith("add")         ? cache.addPod(subject)
            : call == "update"               ? cache.updatePod(*subject->pod, subject)
                                             : cache.removePod(*subject->pod);
        QTEST(text(answer), "answer");
        const auto known = cache.getPod("uid-p");
        const auto after = !known ? QString("unknown")
                                  : QString(cache.isAssumed(*subject->pod) ? "assumed on " : "added on ")
                + QString::fromStdString(known->pod->spec.nodeName);
        QTEST(after, "after");
        Snapshot snapshot;
        QVERIFY(cache.updateSnapshot(snapshot));
        QCOMPARE(podsOn(cache, snapshot, "n1"), after.endsWith("n1") ? "p" : "");
        QCOMPARE(podsOn(cache, snapshot, "n2"), after.endsWith("n2") ? "p" : "");
    }
    void emptyUidIsRefused()
    {
        auto bare = std::make_shared<api::Pod>();
        bare->meta.name = std::string("p"); // assigning the literal trips a false -Wrestrict of gcc 12
        Cache cache;
        QCOMPARE(text(cache.assumePod(PodInfo::make(bare))), QString("cannot get cache key for pod with empty UID"));
        QCOMPARE(text(cache.addPod(PodInfo::make(bare))), QString("cannot get cache key for pod with empty UID"));
    }

    void removalMovesTheLastPodIntoTheGap()
    {
        Cache cache;
        cache.addNode(node("n1"));
        for (const auto* name : {"a", "b", "c", "d"})
            QVERIFY(cache.addPod(pod(name, "n1")));
        QVERIFY(cache.removePod(*pod("b", "n1")->pod));
        Snapshot snapshot;
        QVERIFY(cache.updateSnapshot(snapshot));
        QCOMPARE(podsOn(cache, snapshot, "n1"), QString("a d c"));
    }

    void nodeThatIsGoneIsRememberedForItsPods()
    {
        Cache cache;
        cache.addNode(node("n1"));
        QVERIFY(cache.addPod(pod("a", "n1")));
        QVERIFY(cache.removeNode(*node("n1")));
        QCOMPARE(cache.nodeCount(), std::size_t(0));
        Snapshot snapshot;
        QVERIFY(cache.updateSnapshot(snapshot));
        QCOMPARE(order(snapshot), QString(""));
        cache.addNode(node("n1"));
        QVERIFY(cache.updateSnapshot(snapshot));
        QCOMPARE(podsOn(cache, snapshot, "n1"), QString("a"));
        QVERIFY(cache.removeNode(*node("n1")));
        QVERIFY(cache.removePod(*pod("a", "n1")->pod));
        QCOMPARE(text(cache.removeNode(*node("n1"))), QString("node n1 is not found"));
    }
    void podOnANodeThatIsNotThereYet()
    {
        Cache cache;
        QVERIFY(cache.addPod(pod("a", "n1")));
        Snapshot snapshot;
        QVERIFY(cache.updateSnapshot(snapshot));
        QCOMPARE(order(snapshot), QString(""));
        cache.addNode(node("n1"));
        QVERIFY(cache.updateSnapshot(snapshot));
        QCOMPARE(podsOn(cache, snapshot, "n1"), QString("a"));
    }

    void nodesGoRoundTheZones()
    {
        Cache cache;
        for (const auto& [name, zone] : std::vector<std::pair<std::string, std::string>>{
                 {"a1", "A"}, {"b1", "B"}, {"a2", "A"}, {"c1", "C"}, {"a3", "A"}, {"c2", "C"}})
            cache.addNode(node(name, zone));
        Snapshot snapshot;
        QVERIFY(cache.updateSnapshot(snapshot));
        QCOMPARE(order(snapshot), QString("a1 b1 c1 a2 c2 a3"));
    }
    void zoneThatEmptiesComesBackAtTheEnd()
    {
        Cache cache;
        cache.addNode(node("a1", "A"));
        cache.addNode(node("b1", "B"));
        QVERIFY(cache.removeNode(*node("a1", "A")));
        cache.addNode(node("a2", "A"));
        Snapshot snapshot;
        QVERIFY(cache.updateSnapshot(snapshot));
        QCOMPARE(order(snapshot), QString("b1 a2"));
    }
    void theDeprecatedLabelsCountFirst()
    {
        auto old = node("n", "new");
        old->meta.labels.set(api::Symbol("failure-domain.beta.kubernetes.io/zone"), api::Symbol("old"));
        QCOMPARE(cache::zoneKey(*old), cache::zoneKey(*node("m", "old")));
        QVERIFY(cache::zoneKey(*node("n", "z", "r")) != cache::zoneKey(*node("n", "z")));
        QCOMPARE(cache::zoneKey(*node("n")), std::string());
        QCOMPARE(cache::zoneKey(*node("n", "z", "r")), std::string("r:\0:z", 5));
    }
    void aZoneChangeAloneDoesNotReorder()
    {
        Cache cache;
        const auto before = node("a1", "A");
        cache.addNode(before);
        cache.addNode(node("a2", "A"));
        cache.addNode(node("b1", "B"));
        Snapshot snapshot;
        QVERIFY(cache.updateSnapshot(snapshot));
        QCOMPARE(order(snapshot), QString("a1 b1 a2"));
        cache.updateNode(before, node("a1", "B"));
        QVERIFY(cache.updateSnapshot(snapshot));
        QCOMPARE(order(snapshot), QString("a1 b1 a2"));
        cache.addNode(node("c1", "C"));
        QVERIFY(cache.updateSnapshot(snapshot));
        QCOMPARE(order(snapshot), QString("a2 b1 c1 a1"));
    }
    void removalAndReturnBetweenTwoSnapshotsDoesNotReorder()
    {
        Cache cache;
        for (const auto* name : {"n1", "n2", "n3"})
            cache.addNode(node(name));
        Snapshot snapshot;
        QVERIFY(cache.updateSnapshot(snapshot));
        QVERIFY(cache.removeNode(*node("n1")));
        cache.addNode(node("n1"));
        QVERIFY(cache.updateSnapshot(snapshot));
        QCOMPARE(order(snapshot), QString("n1 n2 n3"));
        cache.addNode(node("n4"));
        QVERIFY(cache.updateSnapshot(snapshot));
        QCOMPARE(order(snapshot), QString("n2 n3 n1 n4"));
    }

    void onlyChangedNodesAreCloned()
    {
        Cache cache;
        cache.addNode(node("n1"));
        cache.addNode(node("n2"));
        Snapshot snapshot;
        QVERIFY(cache.updateSnapshot(snapshot));
        const auto first = snapshot.state("n1");
        const auto second = snapshot.state("n2");
        QVERIFY(cache.assumePod(pod("a", "n2")));
        std::vector<Cache::Replaced> replaced;
        QVERIFY(cache.updateSnapshot(snapshot, &replaced));
        QCOMPARE(snapshot.state("n1"), first);
        QVERIFY(snapshot.state("n2") != second);
        QCOMPARE(replaced.size(), std::size_t(1));
        QCOMPARE(replaced.front().before, second);
        QVERIFY(second->pods().empty()); // a snapshot never changes under whoever holds it
    }

    void imageCountsAreFrozenAtCloning()
    {
        Cache cache;
        cache.addNode(withImage("n1", "app", 100));
        Snapshot snapshot;
        QVERIFY(cache.updateSnapshot(snapshot));
        QCOMPARE(snapshot.get("n1")->imageStates()->at("app").numNodes, 1);
        cache.addNode(withImage("n2", "app", 999));
        QVERIFY(cache.updateSnapshot(snapshot));
        QCOMPARE(snapshot.get("n1")->imageStates()->at("app").numNodes, 1);
        QCOMPARE(snapshot.get("n2")->imageStates()->at("app").numNodes, 2);
        QCOMPARE(snapshot.get("n2")->imageStates()->at("app").size, std::int64_t(100)); // who brought it first
        QVERIFY(cache.addPod(pod("a", "n1")));
        QVERIFY(cache.updateSnapshot(snapshot));
        QCOMPARE(snapshot.get("n1")->imageStates()->at("app").numNodes, 2);
    }

    void affinityListsFollowThePods()
    {
        Cache cache;
        cache.addNode(node("n1"));
        cache.addNode(node("n2"));
        Snapshot snapshot;
        QVERIFY(cache.updateSnapshot(snapshot));
        QVERIFY(snapshot.havePodsWithAffinity().empty());
        auto made = std::make_shared<api::Pod>(*pod("a", "n2")->pod);
        auto info = std::make_shared<PodInfo>(*PodInfo::make(made));
        info->hasPodAffinity = true;
        info->requiredAntiAffinity.emplace_back();
        QVERIFY(cache.addPod(info));
        QVERIFY(cache.updateSnapshot(snapshot));
        QCOMPARE(snapshot.havePodsWithAffinity().size(), std::size_t(1));
        QCOMPARE(snapshot.havePodsWithRequiredAntiAffinity().front()->name(), std::string("n2"));
        QVERIFY(cache.addPod(pod("plain", "n2")));
        QVERIFY(cache.updateSnapshot(snapshot));
        QCOMPARE(snapshot.havePodsWithAffinity().front(), snapshot.get("n2")); // repointed to the new clone
        QVERIFY(cache.removePod(*made));
        QVERIFY(cache.updateSnapshot(snapshot));
        QVERIFY(snapshot.havePodsWithAffinity().empty() && snapshot.havePodsWithRequiredAntiAffinity().empty());
    }
};

QTEST_APPLESS_MAIN(CacheTest)
#include "tst_cache.moc"
