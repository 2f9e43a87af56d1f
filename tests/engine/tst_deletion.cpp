// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/clone.h"
#include "api/decode.h"
#include "api/defaults.h"
#include "cluster/controllers.h"

#include <QRegularExpression>
#include <QTest>

using namespace berth;
using namespace berth::cluster;

/// How the server of a living cluster deletes, and who is told of it.
class TestDeletion : public QObject {
    Q_OBJECT

    /// What a scheduler hears.
    struct Watcher final : ports::Watcher {
        QStringList heard;
        void onAdd(const api::ObjectPtr& object) override { note("add", object); }
        void onUpdate(const api::ObjectPtr&, const api::ObjectPtr& after) override
        {
            note(after->meta.deletionTimestamp ? "leaving" : "update", after);
        }
        void onDelete(const api::ObjectPtr& object) override { note("delete", object); }
        void note(const char* what, const api::ObjectPtr& object)
        {
            if (object->kind == api::Kind::Pod)
                heard << QString("%1 %2").arg(what, QString::fromStdString(object->meta.name));
        }
    };

    struct Living {
        VirtualClock clock;
        RandomStreams random{1};
        TimeLine timeLine{clock};
        MemoryServer server{clock, ServerBehaviour::livingCluster(), &random};
        World world{server, clock, timeLine, random};
        Controllers controllers{world, allControllers(world)};

        void apply(const std::string& yaml)
        {
            for (const auto& document : api::decodeStream(yaml, "test"))
                if (!document.object || !server.put(document.object, false).empty())
                    throw std::runtime_error("refused: " + yaml);
        }
        void owner() { apply("{apiVersion: v1, kind: Service, metadata: {name: owner, uid: o}, spec: {}}"); }
        void owned(const std::string& name, bool blocks)
        {
            apply("{apiVersion: v1, kind: Pod, metadata: {name: " + name + ", ownerReferences: [{apiVersion: v1, kind: Service,"
                  " name: owner, uid: o" + std::string(blocks ? ", blockOwnerDeletion: true" : "")
                  + "}]}, spec: {nodeName: n1, containers: [{name: c, image: i}]}, status: {phase: Running}}");
        }
        api::ObjectPtr pod(const std::string& name) const { return server.find(api::Kind::Pod, "default/" + name); }
        api::ObjectPtr service() const { return server.find(api::Kind::Service, "default/owner"); }
        void run(int seconds)
        {
            for (int i = 0; i < seconds; ++i) {
                clock.advance(1'000'000'000);
                timeLine.runDue(clock.moment());
                controllers.run();
            }
        }
        void removeOwner(DeleteOptions::Propagation propagation)
        {
            controllers.run();
            const auto removed = server.remove(api::Kind::Service, "default", "owner", {.propagation = propagation});
            QVERIFY(removed.has_value());
            controllers.run();
        }
    };

    static void node(Living& living)
    {
        living.apply("{apiVersion: v1, kind: Node, metadata: {name: n1}, status: {allocatable: {cpu: 4, pods: 9}}}");
    }

private slots:
    void showsTheDeletionTimeBeforeTheDeletion()
    {
        Living living;
        Watcher watcher;
        node(living);
        living.owned("p", false);
        living.controllers.run();
        living.server.watch(&watcher);
        QVERIFY(living.server.remove(api::Kind::Pod, "default", "p").has_value());
        living.controllers.run();
        QCOMPARE(watcher.heard, QStringList{"leaving p"});
        QCOMPARE(living.pod("p")->meta.deletionTimestamp->seconds(), living.clock.moment().seconds() + 30);
        living.run(31);
        QCOMPARE(watcher.heard, (QStringList{"leaving p", "delete p"}));
        living.server.unwatch(&watcher);
    }

    void holdsAnEndedPodWithoutShowingIt()
    {
        Living living;
        Watcher watcher;
        living.owned("p", false);
        living.server.watch(&watcher);
        auto ended = std::make_shared<api::Pod>(static_cast<const api::Pod&>(*living.pod("p")));
        ended->status.phase = "Succeeded";
        QVERIFY(living.server.update(ended).has_value());
        QCOMPARE(watcher.heard, QStringList{"delete p"});
        QVERIFY(living.pod("p"));
        QVERIFY(!living.server.get(api::Kind::Pod, "default/p"));
        QVERIFY(living.server.list(api::Kind::Pod).empty());
        QVERIFY(living.server.remove(api::Kind::Pod, "default", "p").has_value());
        QCOMPARE(watcher.heard, QStringList{"delete p"}); // once is enough
        QVERIFY(!living.pod("p"));
        living.server.unwatch(&watcher);
    }

    void onlyShortensADeletionUnderWay()
    {
        Living living;
        living.owned("p", false);
        auto remove = [&](std::int64_t seconds) {
            QVERIFY(living.server.remove(api::Kind::Pod, "default", "p", {.gracePeriodSeconds = seconds}).has_value());
        };
        remove(10);
        remove(60);
        QCOMPARE(living.pod("p")->meta.deletionGracePeriodSeconds, std::optional<std::int64_t>(10));
        remove(5);
        QCOMPARE(living.pod("p")->meta.deletionGracePeriodSeconds, std::optional<std::int64_t>(5));
        remove(0);
        QVERIFY(!living.pod("p"));
    }

    void waitsForFinalizers()
    {
        Living living;
        living.apply("{apiVersion: v1, kind: Pod, metadata: {name: p, finalizers: [example.com/hold]}, spec: {containers: [{name: c, image: i}]}}");
        QVERIFY(living.server.remove(api::Kind::Pod, "default", "p").has_value());
        living.controllers.run();
        QVERIFY(living.pod("p"));
        auto released = api::clone(*living.pod("p"));
        released->meta.finalizers.clear();
        QVERIFY(living.server.update(released).has_value());
        QVERIFY(!living.pod("p"));
    }

    void deletesOnlyTheUidThatIsMeant()
    {
        Living living;
        living.owner();
        const auto refused = living.server.remove(api::Kind::Service, "default", "owner", {.uid = "another"});
        QVERIFY(!refused && refused.error().reason == ports::ApiError::Reason::Conflict);
        QVERIFY(living.service());
    }

    void deletesInTheBackground()
    {
        Living living;
        node(living);
        living.owner();
        living.owned("p", true);
        living.removeOwner(DeleteOptions::Propagation::Background);
        QVERIFY(!living.service());
        QVERIFY(living.pod("p")->meta.deletionTimestamp);
    }

    void deletesInTheForeground()
    {
        Living living;
        node(living);
        living.owner();
        living.owned("blocking", true);
        living.owned("other", false);
        living.removeOwner(DeleteOptions::Propagation::Foreground);
        QVERIFY(living.service()->meta.deletionTimestamp);
        QVERIFY(living.pod("blocking")->meta.deletionTimestamp && living.pod("other")->meta.deletionTimestamp);
        living.run(29);
        QVERIFY(living.service());
        living.run(2);
        QVERIFY(!living.service() && !living.pod("blocking"));
    }

    void orphans()
    {
        Living living;
        node(living);
        living.owner();
        living.owned("p", true);
        living.removeOwner(DeleteOptions::Propagation::Orphan);
        QVERIFY(!living.service());
        QVERIFY(living.pod("p")->meta.ownerReferences.empty() && !living.pod("p")->meta.deletionTimestamp);
    }

    void keepsWhatStillHasAnOwner()
    {
        Living living;
        living.owner();
        living.apply("{apiVersion: v1, kind: Service, metadata: {name: second, uid: s}, spec: {}}");
        living.apply("{apiVersion: v1, kind: Pod, metadata: {name: p, ownerReferences: [{apiVersion: v1, kind: Service, name: owner, uid: o},"
                     " {apiVersion: v1, kind: Service, name: second, uid: s}]}, spec: {containers: [{name: c, image: i}]}}");
        living.removeOwner(DeleteOptions::Propagation::Background);
        QCOMPARE(living.pod("p")->meta.ownerReferences.size(), std::size_t(1));
        QCOMPARE(living.pod("p")->meta.ownerReferences.front().name, std::string("second"));
    }

    void evictsAsBudgetsAllow()
    {
        Living living;
        node(living);
        living.apply("{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: b}, spec: {minAvailable: 1, selector: {}}}");
        living.owned("a", false);
        living.owned("b", false);
        living.controllers.run();
        QVERIFY(living.server.evict("default", "a").has_value());
        // The budget has counted it before anybody could look again.
        const auto refused = living.server.evict("default", "b");
        QCOMPARE(QString::fromStdString(refused.error().text), "Cannot evict pod as it would violate the pod's disruption budget.");
        QVERIFY(living.pod("a")->meta.deletionTimestamp && !living.pod("b")->meta.deletionTimestamp);
        living.apply("{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: second}, spec: {minAvailable: 1, selector: {}}}");
        living.controllers.run();
        QCOMPARE(QString::fromStdString(living.server.evict("default", "b").error().text),
                 "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.");
    }

    void makesNamesAndUidsFromTheSeed()
    {
        Living living;
        api::Pod pod;
        pod.meta.generateName = "web-";
        pod.meta.namespace_ = api::Symbol("default");
        pod.spec.containers.emplace_back();
        pod.spec.containers.front().name = "c";
        pod.spec.containers.front().image = "i";
        api::applyDefaults(pod);
        const auto made = living.server.create(std::make_shared<api::Pod>(pod));
        QVERIFY2(made.has_value(), made ? "" : made.error().text.c_str());
        const auto name = QString::fromStdString((*made)->meta.name);
        QVERIFY(QRegularExpression("^web-[bcdfghjklmnpqrstvwxz2456789]{5}$").match(name).hasMatch());
        QVERIFY(QRegularExpression("^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$")
                    .match(QString::fromStdString((*made)->meta.uid)).hasMatch());
        pod.meta.name = (*made)->meta.name;
        const auto again = living.server.create(std::make_shared<api::Pod>(pod));
        QCOMPARE(QString::fromStdString(again.error().text), "pods \"" + name + "\" already exists");
    }
};

QTEST_APPLESS_MAIN(TestDeletion)
#include "tst_deletion.moc"
