// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/liveness.h"
#include "scenario/player.h"

#include <QTest>

using namespace berth;

namespace {

const char* const bare = "{apiVersion: v1, kind: Pod, metadata: {name: filler, labels: {app: web}}, spec: {nodeName: n1, containers: [{name: c, image: i}]}}\n---\n";
const char* const deployment = "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {replicas: 2, selector: {matchLabels: {app: web}}, "
                               "template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c, image: i}]}}}}\n---\n";
const char* const dumped = "{apiVersion: apps/v1, kind: Deployment, metadata: {name: old, uid: u1}, spec: {replicas: 2, selector: {matchLabels: {app: old}}, "
                           "template: {metadata: {labels: {app: old}}, spec: {containers: [{name: c, image: i}]}}}}\n---\n";
const char* const job = "{apiVersion: batch/v1, kind: Job, metadata: {name: once}, spec: {completions: 2, parallelism: 2, "
                        "template: {spec: {restartPolicy: Never, priorityClassName: high, containers: [{name: c, image: i}]}}}}\n---\n";
const char* const done = "{apiVersion: batch/v1, kind: Job, metadata: {name: done, uid: u3}, spec: {template: {spec: {restartPolicy: Never, containers: "
                         "[{name: c, image: i}]}}}, status: {conditions: [{type: Complete, status: \"True\"}]}}\n---\n";

std::string ownedPod(const std::string& app, const std::string& kind, const std::string& owner)
{
    return "{apiVersion: v1, kind: Pod, metadata: {name: " + owner + "-x, labels: {app: " + app + "}, ownerReferences: [{apiVersion: apps/v1, kind: " + kind
        + ", name: " + owner + ", uid: u2, controller: true}]}, spec: {nodeName: n1, containers: [{name: c, image: i}]}}\n---\n";
}

bool lives(const std::string& yaml)
{
    scenario::FilesRun run;
    run.validatesWorkloads = true;
    run.cluster = api::decodeStream(yaml, "test");
    run.steps.push_back({"settle", {}, {}, {}, {}, 0, 0, 0});
    return scenario::play(run).lives;
}

}

class TestLiveness : public QObject {
    Q_OBJECT
private slots:
    void aClusterLivesWhereSomeWorkloadHasYetToMakeItsPods_data()
    {
        QTest::addColumn<QString>("yaml");
        QTest::addColumn<bool>("expected");
        const auto row = [](const char* name, const std::string& yaml, bool expected) { QTest::newRow(name) << QString::fromStdString(yaml) << expected; };
        row("no workload", bare, false);
        row("a workload and placed pods of nobody", std::string(bare) + deployment, true);
        row("a job", job, true);
        row("a dump", dumped + ownedPod("old", "ReplicaSet", "old-5d"), false);
        row("a dump whose other workload has none", std::string(dumped) + ownedPod("other", "ReplicaSet", "other-5d"), false);
        row("a dump without pods", dumped, true);
        row("a dump and something new", deployment + std::string(dumped) + ownedPod("old", "ReplicaSet", "old-5d"), true);
        row("pods brought along without uids", deployment + ownedPod("web", "ReplicaSet", "web-5d"), false);
        row("nothing left to do", done, false);
    }

    void aClusterLivesWhereSomeWorkloadHasYetToMakeItsPods()
    {
        QFETCH(QString, yaml);
        QFETCH(bool, expected);
        QCOMPARE(lives(yaml.toStdString()), expected);
    }

    void scenarioFoldersPlayLikeTheirGoldens()
    {
        scenario::FilesRun run;
        run.cluster = api::decodeStream(deployment, "test");
        const auto played = scenario::play(run);
        QVERIFY(!played.lives);
        QVERIFY(played.simulation->state().pods.empty());
    }
};

QTEST_GUILESS_MAIN(TestLiveness)
#include "tst_liveness.moc"
