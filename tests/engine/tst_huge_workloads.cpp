// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/clone.h"
#include "cluster/control_plan.h"
#include "cluster/memory_server.h"
#include "cluster/random_streams.h"
#include "engine/support/living_cluster.h"

#include <QTest>

#include <algorithm>

using namespace berth;

namespace {

constexpr std::size_t share = cluster::mostAtOneMoment;

}

class TestHugeWorkloads : public QObject {
    Q_OBJECT
private slots:
    /// Whatever is wished for, it comes in pieces: somebody can look, and stop.
    void millionsOfReplicasComeInSharesThatCanBeStopped_data()
    {
        QTest::addColumn<QString>("yaml");
        const QString pod = QStringLiteral("template: {metadata: {labels: {app: web}}, spec: {%1containers: [{name: c, image: i, resources: {requests: {cpu: 1}}}]}}}}");
        const QString never = pod.arg("restartPolicy: Never, ");
        QTest::newRow("Deployment") << "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {replicas: 1000000000, selector: {matchLabels: {app: web}}, " + pod.arg("");
        QTest::newRow("StatefulSet") << "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: web}, spec: {replicas: 50000000, podManagementPolicy: Parallel, serviceName: web, selector: {matchLabels: {app: web}}, " + pod.arg("");
        QTest::newRow("Job") << "{apiVersion: batch/v1, kind: Job, metadata: {name: web}, spec: {completions: 50000000, parallelism: 50000000, " + never;
        QTest::newRow("Indexed Job") << "{apiVersion: batch/v1, kind: Job, metadata: {name: web}, spec: {completionMode: Indexed, completions: 50000, parallelism: 50000, " + never;
    }

    void millionsOfReplicasComeInSharesThatCanBeStopped()
    {
        QFETCH(QString, yaml);
        tests::LivingCluster cluster;
        cluster.node("n1");
        cluster.apply(yaml.toStdString());
        const auto first = cluster.simulation->state().pods.size();
        QVERIFY2(first >= share && first <= 2 * share, qPrintable(QString::number(first)));
        std::stop_source stop;
        const auto outcome = cluster.simulation->runToQuiet(stop.get_token(), [&](const scenario::Progress&) { stop.request_stop(); });
        QVERIFY(outcome == scenario::Outcome::Cancelled);
        const auto later = cluster.simulation->state().pods.size();
        QVERIFY2(later > first && later <= first + 2 * share, qPrintable(QString::number(later)));
    }

    /// As kube-controller-manager does it, and as it was before there were shares.
    void whatIsSmallerHasAllItsPodsAtOnce()
    {
        tests::LivingCluster cluster;
        cluster.node("n1");
        cluster.apply("{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {replicas: 1200, selector: {matchLabels: {app: web}}, "
                      "template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c, image: i, resources: {requests: {cpu: 1}}}]}}}}");
        std::size_t made = 0;
        std::optional<api::Time> when;
        for (const auto& event : cluster.simulation->clusterEvents())
            if (event.reason == "SuccessfulCreate") {
                ++made;
                QCOMPARE(event.time.nanoseconds / 1'000'000, when.value_or(event.time).nanoseconds / 1'000'000);
                when = event.time;
            }
        QCOMPARE(made, std::size_t(1200));
    }

    void aClusterHasRoomForSoManyPodsAndSaysSo()
    {
        cluster::VirtualClock clock;
        cluster::RandomStreams random(1);
        cluster::MemoryServer server(clock, cluster::ServerBehaviour::livingCluster(), &random);
        server.setMostPods(3);
        const auto create = [&server] {
            const auto decoded = api::decodeStream("{apiVersion: v1, kind: Pod, metadata: {generateName: web-}, spec: {containers: [{name: c, image: i}]}}", "test");
            return server.create(api::clone(*decoded.front().object));
        };
        for (int i = 0; i < 3; ++i) {
            const auto made = create();
            QVERIFY2(made, made ? "" : made.error().text.c_str());
        }
        const auto refused = create();
        QVERIFY(!refused);
        QVERIFY2(refused.error().text.ends_with("is forbidden: this cluster has 3 pods, and more do not fit in Berth"), refused.error().text.c_str());
    }
};

QTEST_GUILESS_MAIN(TestHugeWorkloads)
#include "tst_huge_workloads.moc"
