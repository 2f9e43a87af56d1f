// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/support/living_cluster.h"

#include <QTest>

using namespace berth;
using tests::LivingCluster;

/// Nodes that fail, come back, are cordoned, drained and deleted, and what becomes of their pods.
class TestNodeLifecycle : public QObject {
    Q_OBJECT

    static constexpr const char* stopped = ", annotations: {berth.dev/kubelet: stopped}";
    /// A pod that can run nowhere else.
    static std::string on(const std::string& node) { return ", nodeSelector: {on: " + node + "}"; }
    static void nodes(LivingCluster& cluster, int count)
    {
        for (int i = 1; i <= count; ++i)
            cluster.node("n" + std::to_string(i), {}, labelled("n" + std::to_string(i)));
    }
    static std::string labelled(const std::string& name) { return ", labels: {on: " + name + "}"; }

private slots:
    void taintsASilentNodeAndEvictsItsPods()
    {
        LivingCluster cluster;
        nodes(cluster, 3);
        cluster.pod("p", {}, on("n1"));
        cluster.pod("brave", {}, on("n1") + ", tolerations: [{operator: Exists}]");
        cluster.settle();
        QCOMPARE(cluster.taints("n1"), QStringList());
        cluster.node("n1", {}, labelled("n1") + stopped);
        cluster.run(49);
        QCOMPARE(cluster.taints("n1"), QStringList());
        cluster.run(2);
        QCOMPARE(cluster.taints("n1"), (QStringList{"node.kubernetes.io/unreachable:NoSchedule", "node.kubernetes.io/unreachable:NoExecute"}));
        QCOMPARE(cluster.podNow("p")->status.condition("Ready")->status, std::string("False"));
        cluster.run(298);
        QVERIFY(!cluster.podNow("p")->isTerminating());
        cluster.run(3);
        QVERIFY(cluster.podNow("p")->isTerminating());
        QCOMPARE(cluster.podNow("p")->status.condition("DisruptionTarget")->reason, std::string("DeletionByTaintManager"));
        // Nobody stops its containers on a dead node.
        cluster.run(1000);
        QCOMPARE(cluster.phase("p"), "Running");
        QVERIFY(!cluster.podNow("brave")->isTerminating());
        // With the node comes its kubelet, which does.
        cluster.node("n1", {}, labelled("n1"));
        cluster.run(1);
        QCOMPARE(cluster.taints("n1"), QStringList());
        cluster.run(30);
        QCOMPARE(cluster.phase("p"), "gone");
        QCOMPARE(cluster.podNow("brave")->status.condition("Ready")->status, std::string("True"));
    }

    void letsPodsStayOnANodeThatComesBackInTime()
    {
        LivingCluster cluster;
        nodes(cluster, 3);
        cluster.pod("p", {}, on("n1"));
        cluster.settle();
        cluster.node("n1", {}, labelled("n1") + stopped);
        cluster.run(200);
        cluster.node("n1", {}, labelled("n1"));
        cluster.settle();
        QVERIFY(!cluster.podNow("p")->isTerminating());
        QVERIFY(cluster.hasEvent("TaintManagerEviction")); // that it was called off
    }

    void taintsANodeThatSaysItIsNotReady()
    {
        LivingCluster cluster;
        nodes(cluster, 3);
        cluster.node("n2", ", conditions: [{type: Ready, status: 'False'}, {type: DiskPressure, status: 'True'}]", labelled("n2"));
        cluster.run(1);
        QCOMPARE(cluster.taints("n2"), (QStringList{"node.kubernetes.io/not-ready:NoSchedule", "node.kubernetes.io/disk-pressure:NoSchedule",
                                                    "node.kubernetes.io/not-ready:NoExecute"}));
        cluster.node("n2", ", conditions: [{type: Ready, status: 'True'}]", labelled("n2"));
        QCOMPARE(cluster.taints("n2"), QStringList());
    }

    void drivesPodsOutNodeByNode()
    {
        LivingCluster cluster;
        nodes(cluster, 6);
        cluster.settle();
        for (const char* name : {"n1", "n2"})
            cluster.node(name, ", conditions: [{type: Ready, status: 'False'}]", labelled(name));
        cluster.run(1);
        QCOMPARE(cluster.taints("n1").size(), 2);
        QCOMPARE(cluster.taints("n2").size(), 1); // one node in ten seconds
        cluster.run(10);
        QCOMPARE(cluster.taints("n2").size(), 2);
    }

    void drivesNobodyOutWhenAllNodesAreDown()
    {
        LivingCluster cluster;
        nodes(cluster, 2);
        cluster.pod("p", {}, on("n1"));
        cluster.settle();
        cluster.node("n1", {}, labelled("n1") + stopped);
        cluster.node("n2", {}, labelled("n2") + stopped);
        cluster.run(2000);
        QCOMPARE(cluster.taints("n2"), QStringList{"node.kubernetes.io/unreachable:NoSchedule"});
        QVERIFY(!cluster.podNow("p")->isTerminating());
    }

    void cordonsByTaint()
    {
        LivingCluster cluster;
        cluster.apply("{apiVersion: v1, kind: Node, metadata: {name: n1}, spec: {unschedulable: true}, status: {allocatable: {cpu: 4, pods: 5}}}");
        QCOMPARE(cluster.taints("n1"), QStringList{"node.kubernetes.io/unschedulable:NoSchedule"});
        cluster.node("n1");
        QCOMPARE(cluster.taints("n1"), QStringList());
    }

    void obeysNoExecuteTaintsOfUsers()
    {
        LivingCluster cluster;
        nodes(cluster, 1);
        cluster.pod("none");
        cluster.pod("minute", {}, ", tolerations: [{key: k, operator: Exists, effect: NoExecute, tolerationSeconds: 60}]");
        cluster.pod("ever", {}, ", tolerations: [{key: k, operator: Exists}]");
        cluster.settle();
        cluster.apply("{apiVersion: v1, kind: Node, metadata: {name: n1}, spec: {taints: [{key: k, effect: NoExecute}]},"
                      " status: {allocatable: {cpu: 4, pods: 5}}}", true);
        QVERIFY(cluster.podNow("none")->isTerminating());
        cluster.run(59);
        QVERIFY(!cluster.podNow("minute")->isTerminating());
        cluster.run(2);
        QVERIFY(cluster.podNow("minute")->isTerminating());
        cluster.settle();
        QCOMPARE(cluster.phase("minute"), "gone");
        QCOMPARE(cluster.phase("ever"), "Running");
    }

    void collectsThePodsOfADeletedNode()
    {
        LivingCluster cluster;
        nodes(cluster, 2);
        cluster.pod("p", {}, on("n1"));
        cluster.settle();
        cluster.simulation->remove("Node", "", "n1");
        cluster.run(39);
        QCOMPARE(cluster.phase("p"), "Running");
        cluster.run(2);
        QCOMPARE(cluster.phase("p"), "gone");
    }

    void drainsAsBudgetsAllow()
    {
        LivingCluster cluster;
        nodes(cluster, 1);
        cluster.apply("{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: b}, spec: {minAvailable: 1,"
                      " selector: {matchLabels: {app: web}}}}");
        for (const char* name : {"a", "b", "c"})
            cluster.pod(name, {}, {}, ", labels: {app: web}");
        cluster.settle();
        QCOMPARE(cluster.objectNow<api::PodDisruptionBudget>("b")->disruptionsAllowed, 2);
        cluster.node("n1", {}, ", annotations: {berth.dev/drain: 'true'}");
        QVERIFY(cluster.nodeNow("n1")->spec.unschedulable);
        QVERIFY(cluster.podNow("a")->isTerminating() && cluster.podNow("b")->isTerminating());
        QVERIFY(!cluster.podNow("c")->isTerminating());
        QCOMPARE(cluster.podNow("a")->status.condition("DisruptionTarget")->reason, std::string("EvictionByEvictionAPI"));
        QCOMPARE(cluster.objectNow<api::PodDisruptionBudget>("b")->disruptionsAllowed, 0);
        cluster.settle();
        cluster.run(60);
        QCOMPARE(cluster.phase("a"), "gone");
        QVERIFY(!cluster.podNow("c")->isTerminating());
        // Once the budget is gone the drain goes on, and here ends with the node.
        cluster.simulation->remove("PodDisruptionBudget", "default", "b");
        cluster.node("n1", {}, ", annotations: {berth.dev/drain: delete}");
        cluster.run(40);
        QCOMPARE(cluster.phase("c"), "gone");
        QVERIFY(!cluster.nodeNow("n1"));
    }
};

QTEST_APPLESS_MAIN(TestNodeLifecycle)
#include "tst_node_lifecycle.moc"
