// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/support/living_cluster.h"
#include "scenario/refused_pods.h"

#include <QTest>

using namespace berth;

namespace {

const char* const deployment = "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {replicas: 2, selector: {matchLabels: {app: web}}, "
                               "template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c, image: i}]}}}}\n---\n";
const char* const job = "{apiVersion: batch/v1, kind: Job, metadata: {name: once}, spec: {completions: 2, parallelism: 2, "
                        "template: {spec: {restartPolicy: Never, priorityClassName: high, containers: [{name: c, image: i}]}}}}\n---\n";

}

class TestRefusedPods : public QObject {
    Q_OBJECT
private slots:
    void whatIsRefusedIsSaidOfTheWorkloadUntilItIsMade()
    {
        tests::LivingCluster cluster;
        cluster.node("n1");
        cluster.apply(job);
        std::string withClass = deployment;
        withClass.insert(withClass.find("containers:"), "priorityClassName: high, ");
        cluster.apply(withClass);
        cluster.settle();
        const auto problemsNow = [&] {
            scenario::RefusedPods refused;
            refused.append(cluster.simulation->clusterEvents());
            return refused.problems(cluster.simulation->state().others);
        };
        api::Problems problems = problemsNow();
        QCOMPARE(problems.size(), std::size_t(2));
        QCOMPARE(QString::fromStdString(problems[0].object), QStringLiteral("Job default/once"));
        QCOMPARE(QString::fromStdString(problems[1].object), QStringLiteral("Deployment default/web"));
        const auto text = QString::fromStdString(problems[0].message);
        QVERIFY2(text.startsWith("FailedCreate: Error creating: ") && text.contains("no PriorityClass with name high was found ("), qPrintable(text));
        QVERIFY(problems[0].severity == api::Problem::Severity::Warning);
        cluster.apply("{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: high}, value: 10}");
        cluster.run(2000);
        QCOMPARE(problemsNow().size(), std::size_t(0));
        QVERIFY(cluster.podNow("once-x") == nullptr);
        QVERIFY(!cluster.simulation->state().pods.empty());
    }
};

QTEST_GUILESS_MAIN(TestRefusedPods)
#include "tst_refused_pods.moc"
