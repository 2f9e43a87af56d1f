// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/daemon_set.h"
#include "support/workloads.h"

#include <QTest>

using namespace berth;
using namespace berth::test;

/// What a DaemonSet decides of single nodes while it is updated.
class TestDaemonSet : public QObject {
    Q_OBJECT

    static std::string text(const std::string& strategy, const std::string& image)
    {
        return "{kind: DaemonSet, apiVersion: apps/v1, metadata: {name: d}, spec: {updateStrategy: {rollingUpdate: {" + strategy
            + "}}, selector: {matchLabels: {app: d}}, template: {metadata: {labels: {app: d}}, "
              "spec: {containers: [{name: c, image: " + image + "}]}}}}";
    }
    static api::NodePtr node(const std::string& name, const std::string& taints = "[]")
    {
        return stored<api::Node>("{kind: Node, apiVersion: v1, metadata: {name: " + name + "}, spec: {taints: " + taints + "}}");
    }

    /// The set, with the pods that its first version has made, and what it wants once it has a second one.
    struct Update {
        cluster::DaemonSetView view;
        std::string hash;

        Update(const std::string& strategy, cluster::Nodes nodes)
        {
            view.set = stored<api::Workload>(text(strategy, "v1"));
            view.nodes = nodes;
            step();
            view.set = stored<api::Workload>(text(strategy, "v2"));
            view.nodes = std::move(nodes);
        }

        std::vector<std::string> deleted;
        std::vector<std::string> created;       ///< for which nodes
        /// Pods that are made are running and ready at once on their nodes, called NODE-IMAGE.
        void step()
        {
            auto result = cluster::planDaemonSet(view, {});
            deleted.clear();
            created.clear();
            for (const auto& made : result.plan.creations) {
                const auto pod = std::dynamic_pointer_cast<const api::Pod>(made);
                if (!pod) {
                    view.revisions.push_back(std::dynamic_pointer_cast<const api::Opaque>(made));
                    continue;
                }
                const auto name = cluster::targetNode(*pod);
                created.push_back(name);
                view.candidates.push_back(standing(*pod, {name + "-" + pod->spec.containers.front().image, name}));
            }
            for (const auto& gone : result.plan.deletions)
                deleted.push_back(gone->meta.name);
        }
        /// Changes a pod as it stands.
        void change(const std::string& name, const std::function<void(api::Pod&)>& edit)
        {
            for (auto& pod : view.candidates)
                if (pod->meta.name == name) {
                    auto changed = std::make_shared<api::Pod>(*pod);
                    edit(*changed);
                    pod = changed;
                }
        }
        static void makeUnready(api::Pod& pod) { pod.status.conditions.front().status = "False"; }
        static void terminate(api::Pod& pod) { pod.meta.deletionTimestamp = api::Time{}; }
    };
    using Names = std::vector<std::string>;

private slots:
    void takesWhatServesNobodyFirst()
    {
        Update update("maxUnavailable: 1", {node("a"), node("b"), node("c")});
        update.change("b-v1", Update::makeUnready);
        update.step();
        QCOMPARE(update.deleted, Names{"b-v1"}); // it is the one that may be away
    }

    void takesOldPodsFromNodesThatAreClosed()
    {
        Update update("maxUnavailable: 2", {node("a"), node("b")});
        update.view.nodes = {node("a", "[{key: k, effect: NoSchedule}]"), node("b")};
        update.step();
        QCOMPARE(update.deleted, (Names{"a-v1", "b-v1"}));
        QVERIFY(update.created.empty());
    }

    /// Without an update: it need not be driven out by anybody else.
    void leavesNodesWithNoExecuteTaints()
    {
        Update update("maxUnavailable: 1", {node("a"), node("b")});
        update.view.set = stored<api::Workload>(text("maxUnavailable: 1", "v1"));
        update.view.nodes = {node("a", "[{key: k, effect: NoExecute}]"), node("b", "[{key: k, effect: NoSchedule}]")};
        update.step();
        QCOMPARE(update.deleted, Names{"a-v1"});
        QVERIFY(update.created.empty());
    }

    void doesNotWaitForTheEndOfAPodWithSurge()
    {
        for (const bool surges : {false, true}) {
            Update update(surges ? "maxSurge: 1, maxUnavailable: 0" : "maxUnavailable: 1", {node("a")});
            update.change("a-v1", Update::terminate);
            update.step();
            QCOMPARE(update.created, surges ? Names{"a"} : Names{});
        }
    }

    void anOldPodGoesWhenItsSuccessorServesOrItDoesNot()
    {
        Update update("maxSurge: 1, maxUnavailable: 0", {node("a"), node("b")});
        update.step();
        QCOMPARE(update.created, Names{"a"});
        update.change("a-v2", Update::makeUnready);
        update.step();
        QVERIFY(update.deleted.empty() && update.created.empty()); // one at a time
        update.change("a-v1", Update::makeUnready);
        update.step();
        QCOMPARE(update.deleted, Names{"a-v1"});
    }

    void withSurgeAnOldPodOfAClosedNodeGoesOnceEnoughServe()
    {
        const auto closed = node("a", "[{key: k, effect: NoSchedule}]");
        Update update("maxSurge: 2, maxUnavailable: 0", {node("a"), node("b")});
        update.view.nodes = {closed, node("b")};
        update.change("b-v1", Update::makeUnready);
        update.step();
        QVERIFY(update.deleted.empty()); // one serves, and one is wanted
        QCOMPARE(update.created, Names{"b"});
        update.step();
        QCOMPARE(update.deleted, Names{"b-v1"});
        std::erase_if(update.view.candidates, [](const auto& pod) { return pod->meta.name == "b-v1"; });
        update.step();
        QCOMPARE(update.deleted, Names{"a-v1"});
    }
};

QTEST_APPLESS_MAIN(TestDaemonSet)
#include "tst_daemon_set.moc"
