// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/support/living_cluster.h"

#include <QTest>

using namespace berth;
using tests::LivingCluster;

/// What keeps a living cluster in order: owners and owned objects, namespaces, budgets, limits, finished jobs.
class TestUpkeep : public QObject {
    Q_OBJECT

    static constexpr const char* owner =
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: owner, uid: owner-uid}}\n---\n";
    static std::string owned(const std::string& name, const std::string& uid, const std::string& more = {})
    {
        return "{apiVersion: v1, kind: Pod, metadata: {name: " + name + ", ownerReferences: [{apiVersion: v1, kind: ConfigMap,"
               " name: owner, uid: " + uid + more + "}]}, spec: {containers: [{name: c, image: i}]}}";
    }
    static std::string budget(const std::string& spec)
    {
        return "{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: b}, spec: {" + spec
               + ", selector: {matchLabels: {app: web}}}}";
    }

private slots:
    void deletesWhatIsOwned()
    {
        LivingCluster cluster;
        cluster.apply(std::string(owner) + owned("p", "owner-uid") + "\n---\n" + owned("stranger", "never-seen"));
        QCOMPARE(cluster.phase("p"), "Pending");
        cluster.apply("{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: b, uid: b-uid}, spec: {maxUnavailable: 1}}");
        cluster.apply(owned("q", "b-uid"));
        cluster.remove("PodDisruptionBudget", "b");
        QCOMPARE(cluster.phase("q"), "gone");
        QCOMPARE(cluster.phase("p"), "Pending");
        QCOMPARE(cluster.phase("stranger"), "Pending");
    }

    void emptiesANamespaceBeforeItGoes()
    {
        LivingCluster cluster;
        cluster.node("n1");
        cluster.apply("{apiVersion: v1, kind: Namespace, metadata: {name: team}}\n---\n"
                      "{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: team}, spec: {containers: [{name: c, image: i}]}}\n---\n"
                      "{apiVersion: v1, kind: ConfigMap, metadata: {name: m, namespace: team}}");
        cluster.settle();
        cluster.simulation->remove("Namespace", "", "team");
        QVERIFY(cluster.podNow("p")->isTerminating());
        QVERIFY(!cluster.objectNow<api::Opaque>("m"));
        QVERIFY(cluster.objectNow<api::Namespace>("team"));
        cluster.settle();
        QCOMPARE(cluster.phase("p"), "gone");
        QVERIFY(!cluster.objectNow<api::Namespace>("team"));
    }

    void countsWhatABudgetAllows_data()
    {
        QTest::addColumn<QString>("spec");
        QTest::addColumn<int>("allowed");
        QTest::addColumn<int>("desired");
        QTest::newRow("number") << "minAvailable: 2" << 1 << 2;
        QTest::newRow("all") << "minAvailable: 3" << 0 << 3;
        QTest::newRow("percent without controllers") << "minAvailable: 50%" << 0 << 0;
        QTest::newRow("unavailable without controllers") << "maxUnavailable: 1" << 0 << 0;
    }
    void countsWhatABudgetAllows()
    {
        QFETCH(QString, spec);
        LivingCluster cluster;
        cluster.node("n1");
        cluster.apply(budget(spec.toStdString()));
        for (const char* name : {"a", "b", "c"})
            cluster.pod(name, {}, {}, ", labels: {app: web}");
        cluster.settle();
        const auto found = cluster.objectNow<api::PodDisruptionBudget>("b");
        QCOMPARE(found->currentHealthy, 3);
        QTEST(static_cast<int>(found->disruptionsAllowed), "allowed");
        QTEST(static_cast<int>(found->desiredHealthy), "desired");
        QCOMPARE(found->observedGeneration, found->meta.generation);
    }

    void countsByWhatControllersWant()
    {
        LivingCluster cluster;
        cluster.node("n1");
        cluster.apply(budget("maxUnavailable: 30%"));
        cluster.apply("{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {replicas: 4, selector: {matchLabels: {app: web}},"
                      " template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c, image: i}]}}}}");
        cluster.settle();
        const auto found = cluster.objectNow<api::PodDisruptionBudget>("b");
        QCOMPARE(found->expectedPods, 4);
        QCOMPARE(found->desiredHealthy, 2); // 1.2 pods are rounded up
        QCOMPARE(found->disruptionsAllowed, 2);
        // With the Deployment goes all that is under it.
        cluster.remove("Deployment", "web");
        cluster.settle();
        QVERIFY(cluster.simulation->state().pods.empty());
        QCOMPARE(cluster.objectNow<api::PodDisruptionBudget>("b")->disruptionsAllowed, 0);
    }

    void deletesAJobAndItsPodsAfterItsEnd()
    {
        LivingCluster cluster;
        cluster.node("n1");
        cluster.apply("{apiVersion: batch/v1, kind: Job, metadata: {name: j}, spec: {ttlSecondsAfterFinished: 100, completions: 2,"
                      " template: {spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}}}");
        cluster.run(150); // two pods of a minute, one after the other
        QCOMPARE(cluster.simulation->state().endedPods.size(), std::size_t(2));
        cluster.settle();
        QVERIFY(!cluster.objectNow<api::Workload>("j"));
        QVERIFY(cluster.simulation->state().endedPods.empty());
    }

    void givesContainersTheDefaultsOfTheirNamespace()
    {
        LivingCluster cluster;
        cluster.apply("{apiVersion: v1, kind: LimitRange, metadata: {name: l}, spec: {limits: [{type: Container,"
                      " default: {cpu: 500m}, defaultRequest: {cpu: 200m}, max: {memory: 1Gi}}]}}");
        cluster.apply("{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: c, image: i}]}}");
        const auto& resources = cluster.podNow("p")->spec.containers.front().resources;
        QCOMPARE(resources.requests.find("cpu")->toString(), std::string("200m"));
        QCOMPARE(resources.limits.find("cpu")->toString(), std::string("500m"));
        QCOMPARE(resources.requests.find("memory")->toString(), std::string("1Gi"));
        QCOMPARE(cluster.podNow("p")->meta.annotations.find("kubernetes.io/limit-ranger")->str(),
                 std::string("LimitRanger plugin set: cpu, memory request for container c; cpu, memory limit for container c"));
        QCOMPARE(cluster.tryApply("{apiVersion: v1, kind: Pod, metadata: {name: q}, spec: {containers: [{name: c, image: i,"
                                  " resources: {limits: {memory: 2Gi}}}]}}"),
                 QString("pods \"q\" is forbidden: maximum memory usage per Container is 1Gi, but limit is 2Gi"));
    }

    void toleratesFiveMinutesByDefault()
    {
        LivingCluster cluster;
        cluster.pod("p");
        const auto& tolerations = cluster.podNow("p")->spec.tolerations;
        QCOMPARE(tolerations.size(), std::size_t(2));
        QCOMPARE(tolerations.front().tolerationSeconds, std::optional<std::int64_t>(300));
        cluster.pod("q", {}, ", tolerations: [{operator: Exists}]");
        QCOMPARE(cluster.podNow("q")->spec.tolerations.size(), std::size_t(1));
    }

    void deletesFinishedJobsInTime()
    {
        LivingCluster cluster;
        cluster.apply("{apiVersion: batch/v1, kind: Job, metadata: {name: j}, spec: {ttlSecondsAfterFinished: 100, suspend: true,"
                      " template: {spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}},"
                      " status: {conditions: [{type: Complete, status: 'True', lastTransitionTime: '2026-01-01T00:00:10Z'}]}}");
        cluster.run(109);
        QVERIFY(cluster.objectNow<api::Workload>("j"));
        cluster.run(2);
        QVERIFY(!cluster.objectNow<api::Workload>("j"));
    }

    void givesEveryCreationAnotherUid()
    {
        LivingCluster cluster;
        cluster.pod("p");
        const auto first = cluster.podNow("p")->meta.uid;
        cluster.remove("Pod", "p");
        cluster.pod("p");
        QVERIFY(cluster.podNow("p")->meta.uid != first);
        QCOMPARE(first.size(), std::size_t(36));
    }
};

QTEST_APPLESS_MAIN(TestUpkeep)
#include "tst_upkeep.moc"
