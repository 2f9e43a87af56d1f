// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/behaviour_annotations.h"
#include "engine/support/living_cluster.h"

#include <QTest>

using namespace berth;
using tests::LivingCluster;

/// What the kubelet stand-in does with pods that are bound to its node.
class TestKubelet : public QObject {
    Q_OBJECT

    static const api::ContainerStatus& container(const api::PodPtr& pod) { return pod->status.containerStatuses.front(); }

private slots:
    void startsAfterPullingTheImage()
    {
        LivingCluster cluster;
        cluster.node("n1");
        cluster.pod("p", "berth.dev/image-size: '200M'");
        cluster.run(4.5); // 200 MB at 50 MB a second, and a second to start
        QCOMPARE(cluster.phase("p"), "Pending");
        QCOMPARE(cluster.nodeNow("n1")->status.images.front().names.front(), std::string("i:latest"));
        QCOMPARE(cluster.nodeNow("n1")->status.images.front().sizeBytes, 200'000'000);
        cluster.run(1);
        const auto pod = cluster.podNow("p");
        QCOMPARE(cluster.phase("p"), "Running");
        QVERIFY(pod->status.condition("Ready")->status == "True");
        QVERIFY(container(pod).state.kind == api::ContainerState::Kind::Running);
        cluster.pod("again");
        cluster.run(1.1); // the image is there
        QCOMPARE(cluster.phase("again"), "Running");
    }

    void completesAndFailsAsAnnotated()
    {
        LivingCluster cluster;
        cluster.node("n1");
        const std::string never = ", restartPolicy: Never";
        cluster.pod("good", "berth.dev/run-duration: 90s", never);
        cluster.pod("bad", "berth.dev/run-duration: 90s, berth.dev/exit-code: '3'", never);
        cluster.settle();
        QCOMPARE(cluster.phase("good"), "Succeeded");
        QCOMPARE(cluster.phase("bad"), "Failed");
        QCOMPARE(container(cluster.podNow("bad")).state.exitCode, 3);
        const auto& state = container(cluster.podNow("good")).state;
        QCOMPARE(state.finishedAt->nanoseconds - state.startedAt->nanoseconds, 90'000'000'000);
    }

    void backsOffBetweenRestarts()
    {
        LivingCluster cluster;
        cluster.node("n1");
        cluster.pod("p", "berth.dev/run-duration: 1s, berth.dev/failures: '3', berth.dev/image-size: '0'",
                    ", restartPolicy: OnFailure");
        // Starts at 1, fails at 2, restarts at once, fails at 3, waits 10 seconds, fails at 14, waits 20, succeeds at 35.
        cluster.run(5);
        QCOMPARE(QString::fromStdString(container(cluster.podNow("p")).state.reason), "CrashLoopBackOff");
        QCOMPARE(container(cluster.podNow("p")).restartCount, 1);
        cluster.run(15);
        QCOMPARE(container(cluster.podNow("p")).restartCount, 2);
        cluster.settle();
        QCOMPARE(cluster.phase("p"), "Succeeded");
        QCOMPARE(container(cluster.podNow("p")).restartCount, 3);
        QCOMPARE(static_cast<int>(cluster.elapsed()), 35);
        QVERIFY(cluster.hasEvent("BackOff"));
    }

    void comesToQuietThoughAPodCrashesForEver()
    {
        LivingCluster cluster;
        cluster.node("n1");
        cluster.pod("p", "berth.dev/run-duration: 1s, berth.dev/exit-code: '1'");
        cluster.settle();
        QVERIFY(container(cluster.podNow("p")).restartCount >= 6);
    }

    void stopsGracefully()
    {
        LivingCluster cluster;
        cluster.node("n1");
        cluster.pod("slow", "", ", terminationGracePeriodSeconds: 20");
        cluster.pod("quick", "berth.dev/termination-duration: 5s");
        cluster.settle();
        cluster.remove("Pod", "slow");
        cluster.remove("Pod", "quick");
        QVERIFY(cluster.podNow("slow")->isTerminating());
        QCOMPARE(cluster.podNow("slow")->meta.deletionGracePeriodSeconds, std::optional<std::int64_t>(20));
        cluster.run(6);
        QCOMPARE(cluster.phase("quick"), "gone");
        QCOMPARE(cluster.phase("slow"), "Running");
        cluster.run(15);
        QCOMPARE(cluster.phase("slow"), "gone");
    }

    void removesWhatNeverRanAtOnce()
    {
        LivingCluster cluster;
        cluster.pod("unbound");
        cluster.remove("Pod", "unbound");
        QCOMPARE(cluster.phase("unbound"), "gone");
        cluster.node("n1");
        cluster.pod("starting", "berth.dev/start-delay: 1h");
        cluster.run(5);
        cluster.remove("Pod", "starting");
        QCOMPARE(cluster.phase("starting"), "gone");
    }

    void letsVictimsLeaveInTheirTime()
    {
        LivingCluster cluster;
        cluster.node("n1");
        cluster.apply("{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: high}, value: 1000}");
        cluster.apply("{apiVersion: v1, kind: Pod, metadata: {name: victim}, spec: {terminationGracePeriodSeconds: 10,"
                      " containers: [{name: c, image: i, resources: {requests: {cpu: 4}}}]}}");
        cluster.settle();
        const auto before = cluster.elapsed();
        cluster.pod("winner", "", ", priorityClassName: high");
        cluster.run(1);
        QVERIFY(cluster.podNow("victim")->isTerminating());
        QCOMPARE(cluster.podNow("winner")->status.nominatedNodeName, std::string("n1"));
        QCOMPARE(cluster.podNow("victim")->status.condition("DisruptionTarget")->reason, std::string("PreemptionByScheduler"));
        cluster.settle();
        QCOMPARE(cluster.phase("victim"), "gone");
        QCOMPARE(cluster.podNow("winner")->spec.nodeName, std::string("n1"));
        QVERIFY(cluster.elapsed() - before >= 10);
    }

    void rejectsWhatDoesNotFit_data()
    {
        QTest::addColumn<QString>("spec");
        QTest::addColumn<QString>("reason");
        QTest::addColumn<QString>("message");
        QTest::newRow("cpu") << ", nodeName: n1" << "OutOfcpu"
                             << "Pod was rejected: Node didn't have enough resource: cpu, requested: 1000, used: 3500, capacity: 4000";
        QTest::newRow("selector") << ", nodeName: m1, nodeSelector: {disk: ssd}" << "NodeAffinity"
                                  << "Pod was rejected: Predicate NodeAffinity failed: node(s) didn't match Pod's node affinity/selector";
        QTest::newRow("taint") << ", nodeName: t1" << "TaintToleration"
                               << "Pod was rejected: Predicate TaintToleration failed: node(s) had taints that the pod didn't tolerate";
    }
    void rejectsWhatDoesNotFit()
    {
        QFETCH(QString, spec);
        LivingCluster cluster;
        cluster.node("n1");
        cluster.node("m1");
        cluster.apply("{apiVersion: v1, kind: Node, metadata: {name: t1}, spec: {taints: [{key: k, effect: NoExecute}]},"
                      " status: {allocatable: {cpu: 4, pods: 5}}}");
        cluster.apply("{apiVersion: v1, kind: Pod, metadata: {name: big}, spec: {nodeName: n1,"
                      " containers: [{name: c, image: i, resources: {requests: {cpu: 3500m}}}]}}");
        cluster.pod("p", "", spec.toStdString());
        QTEST(QString::fromStdString(cluster.podNow("p")->status.reason), "reason");
        QTEST(QString::fromStdString(cluster.podNow("p")->status.message), "message");
        QCOMPARE(cluster.podNow("p")->status.phase, std::string("Failed"));
    }

    void endsPodsAtTheirDeadline()
    {
        LivingCluster cluster;
        cluster.node("n1");
        cluster.pod("p", "", ", activeDeadlineSeconds: 60");
        cluster.settle();
        QCOMPARE(cluster.phase("p"), "Failed DeadlineExceeded");
    }

    void takesOverPodsThatRunAlready()
    {
        LivingCluster cluster;
        cluster.apply("{apiVersion: v1, kind: Node, metadata: {name: n1}, status: {allocatable: {cpu: 4, pods: 5}}}\n---\n"
                      "{apiVersion: v1, kind: Pod, metadata: {name: p, annotations: {berth.dev/run-duration: 90s}},"
                      " spec: {nodeName: n1, restartPolicy: Never, containers: [{name: c, image: i}]},"
                      " status: {phase: Running, startTime: '2025-12-31T23:59:00Z'}}");
        QVERIFY(cluster.podNow("p")->status.condition("Ready"));
        cluster.settle();
        QCOMPARE(cluster.phase("p"), "Succeeded");
        QCOMPARE(static_cast<int>(cluster.elapsed()), 30);
    }

    void saysWhenAnAnnotationIsWrong()
    {
        LivingCluster cluster;
        cluster.node("n1");
        cluster.pod("p", "berth.dev/run-duration: soon");
        cluster.settle();
        QVERIFY(cluster.hasEvent("InvalidAnnotation"));
        QCOMPARE(cluster.phase("p"), "Running");
    }

    void drawsDurations()
    {
        cluster::RandomStream stream(5);
        const auto uniform = cluster::RandomDuration::parse("uniform(10s,20s)");
        const auto exponential = cluster::RandomDuration::parse("exponential(10s)");
        QVERIFY(uniform && exponential);
        std::int64_t sum = 0;
        constexpr int draws = 4000;
        for (int i = 0; i < draws; ++i) {
            const auto drawn = uniform->draw(stream);
            QVERIFY(drawn >= 10'000'000'000 && drawn <= 20'000'000'000);
            sum += exponential->draw(stream);
        }
        QVERIFY(sum / draws > 9'500'000'000 && sum / draws < 10'500'000'000);
        for (const char* wrong : {"", "-1s", "uniform(1s)", "uniform(2s,1s)", "exponential()", "normal(1s)"})
            QVERIFY2(!cluster::RandomDuration::parse(wrong), wrong);
    }
};

QTEST_APPLESS_MAIN(TestKubelet)
#include "tst_kubelet.moc"
