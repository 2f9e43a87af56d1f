// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/daemon_set.h"
#include "cluster/deployment.h"
#include "cluster/job.h"
#include "cluster/replica_set.h"
#include "cluster/safe_names.h"
#include "cluster/stateful_set.h"
#include "engine/support/living_cluster.h"

#include <QTest>

#include <algorithm>

using namespace berth;
using tests::LivingCluster;

namespace {

const std::string quick = "metadata: {labels: {app: a}, annotations: {berth.dev/image-size: '0', "
                          "berth.dev/termination-duration: 1s}}";

std::string workload(const std::string& kind, const std::string& spec, const std::string& image = "v1")
{
    return "{kind: " + kind + ", apiVersion: apps/v1, metadata: {name: w}, spec: {" + spec
        + ", selector: {matchLabels: {app: a}}, template: {" + quick + ", spec: {containers: [{name: c, image: " + image
        + ", resources: {requests: {cpu: 100m}}}]}}}}";
}

std::string job(const std::string& spec, const std::string& annotations, const std::string& restart = "Never",
                const std::string& name = "j")
{
    return "{kind: Job, apiVersion: batch/v1, metadata: {name: " + name + "}, spec: {" + spec
        + (spec.empty() ? "" : ", ") + "template: {metadata: {annotations: {berth.dev/image-size: '0', " + annotations
        + "}}, spec: {restartPolicy: " + restart + ", containers: [{name: c, image: i}]}}}}";
}

/// A living cluster with three nodes.
struct Cluster : LivingCluster {
    explicit Cluster(std::uint64_t seed = 1) : LivingCluster(seed)
    {
        for (const auto* name : {"n1", "n2", "n3"})
            node(name);
    }
    std::vector<api::PodPtr> pods() const { return simulation->state().pods; }
    QStringList names() const
    {
        QStringList names;
        for (const auto& pod : pods())
            names << QString::fromStdString(pod->meta.name);
        names.sort();
        return names;
    }
    template <typename Predicate>
    int count(Predicate holds) const
    {
        const auto all = pods();
        return static_cast<int>(std::count_if(all.begin(), all.end(), holds));
    }
    int ready() const
    {
        return count([](const api::PodPtr& pod) { return cluster::isReady(*pod) && !pod->isTerminating(); });
    }
    int withImage(const std::string& image) const
    {
        return count([&](const api::PodPtr& pod) { return pod->spec.containers[0].image == image; });
    }
    std::shared_ptr<const api::Workload> named(const std::string& name) const { return objectNow<api::Workload>(name); }
    cluster::JobStatus jobStatus(const std::string& name = "j") const { return cluster::jobStatus(*named(name)); }
    QString ended(const std::string& name = "j") const
    {
        const auto status = jobStatus(name);
        const auto* condition = cluster::finishedCondition(status.conditions);
        return condition ? QString::fromStdString(condition->type + " " + condition->reason) : QString();
    }
    int jobs() const
    {
        int jobs = 0;
        for (const auto& object : simulation->state().others)
            jobs += object->kind == api::Kind::Job ? 1 : 0;
        return jobs;
    }
};

}

/// Controllers, scheduler and kubelet together, as Kubernetes documents what comes of them.
class TestWorkloadControllers : public QObject {
    Q_OBJECT
private slots:
    void aDeploymentRunsItsPods()
    {
        Cluster cluster;
        cluster.apply(workload("Deployment", "replicas: 5"));
        cluster.settle();
        QCOMPARE(cluster.ready(), 5);
        const auto status = cluster::deploymentStatus(*cluster.named("w"));
        QCOMPARE(status.availableReplicas, 5);
        QCOMPARE(status.observedGeneration, 1);
        // DEPLOYMENT-HASH-SUFFIX
        for (const auto& pod : cluster.pods()) {
            const auto suffix = pod->meta.name.substr(pod->meta.name.rfind('-') + 1);
            QCOMPARE(suffix.size(), 5U);
            QVERIFY(suffix.find_first_not_of(cluster::safeLetters) == std::string::npos);
            QCOMPARE(pod->meta.ownerReferences[0].kind, std::string("ReplicaSet"));
            QCOMPARE(pod->meta.name, pod->meta.ownerReferences[0].name + "-" + suffix);
        }
        cluster.apply(workload("Deployment", "replicas: 2"), true);
        cluster.settle();
        QCOMPARE(cluster.ready(), 2);
        QCOMPARE(cluster::deploymentStatus(*cluster.named("w")).observedGeneration, 2);
    }

    void aRolloutNeverLeavesItsBounds()
    {
        Cluster cluster;
        const std::string spec = "replicas: 6, strategy: {rollingUpdate: {maxSurge: 2, maxUnavailable: 1}}";
        cluster.apply(workload("Deployment", spec));
        cluster.settle();
        cluster.apply(workload("Deployment", spec, "v2"), true);
        bool wasMixed = false;
        for (int i = 0; i < 3000 && cluster.simulation->stepEvent(); ++i) {
            const int active = cluster.count([](const api::PodPtr& pod) { return cluster::isActive(*pod); });
            QVERIFY(active <= 8);
            QVERIFY(cluster.ready() >= 5);
            wasMixed = wasMixed || (cluster.withImage("v1") > 0 && cluster.withImage("v2") > 0);
            if (cluster.withImage("v1") == 0 && cluster.ready() == 6)
                break;
        }
        cluster.settle();
        QVERIFY(wasMixed);
        QCOMPARE(cluster.withImage("v2"), 6);
        QCOMPARE(cluster.withImage("v1"), 0);
    }

    void recreateNeverMixesVersions()
    {
        Cluster cluster;
        const std::string spec = "replicas: 3, strategy: {type: Recreate}";
        cluster.apply(workload("Deployment", spec));
        cluster.settle();
        cluster.apply(workload("Deployment", spec, "v2"), true);
        for (int i = 0; i < 500 && cluster.withImage("v2") < 3 && cluster.simulation->stepEvent(); ++i)
            QVERIFY(cluster.withImage("v1") == 0 || cluster.withImage("v2") == 0);
        cluster.settle();
        QCOMPARE(cluster.ready(), 3);
        QCOMPARE(cluster.withImage("v2"), 3);
    }

    void aDeletedPodComesBack()
    {
        Cluster cluster;
        cluster.apply(workload("ReplicaSet", "replicas: 2"));
        cluster.settle();
        const auto before = cluster.names();
        cluster.remove("Pod", before[0].toStdString());
        cluster.settle();
        QCOMPARE(cluster.ready(), 2);
        QVERIFY(!cluster.names().contains(before[0]));
        QVERIFY(cluster.names().contains(before[1]));
        QCOMPARE(cluster::replicaSetStatus(*cluster.named("w")).availableReplicas, 2);
    }

    void aReplicaSetAdoptsWhatItSelects()
    {
        Cluster cluster;
        cluster.pod("mine", "berth.dev/image-size: '0'", {}, ", labels: {app: a}");
        cluster.settle();
        cluster.apply(workload("ReplicaSet", "replicas: 2"));
        cluster.settle();
        QCOMPARE(cluster.pods().size(), 2U);
        QCOMPARE(cluster.podNow("mine")->meta.ownerReferences[0].name, std::string("w"));
    }

    void aStatefulSetStartsInOrderAndStopsBackwards()
    {
        Cluster cluster;
        cluster.apply(workload("StatefulSet", "serviceName: s, replicas: 3, ordinals: {start: 2}"));
        QStringList seen;
        for (int i = 0; i < 500 && cluster.ready() < 3 && cluster.simulation->stepEvent(); ++i) {
            for (const auto& name : cluster.names())
                if (!seen.contains(name)) {
                    QCOMPARE(cluster.ready(), static_cast<int>(seen.size())); // all before it are ready
                    seen << name;
                }
        }
        QCOMPARE(seen, (QStringList{"w-2", "w-3", "w-4"}));
        const auto pod = cluster.podNow("w-3");
        QCOMPARE(pod->meta.labels.find("apps.kubernetes.io/pod-index")->str(), std::string("3"));
        cluster.apply(workload("StatefulSet", "serviceName: s, replicas: 1, ordinals: {start: 2}"), true);
        QStringList gone;
        for (int i = 0; i < 500 && gone.size() < 2 && cluster.simulation->stepEvent(); ++i)
            for (const auto& name : seen)
                if (!cluster.names().contains(name) && !gone.contains(name))
                    gone << name;
        QCOMPARE(gone, (QStringList{"w-4", "w-3"}));
    }

    void aStatefulSetKeepsNamesAndClaims()
    {
        Cluster cluster;
        const std::string claims = "volumeClaimTemplates: [{metadata: {name: data}, spec: {accessModes: [ReadWriteOnce], "
                                   "resources: {requests: {storage: 1Gi}}}}]";
        cluster.apply(workload("StatefulSet", "serviceName: s, podManagementPolicy: Parallel, replicas: 2, " + claims));
        cluster.run(5);
        QCOMPARE(cluster.names(), (QStringList{"w-0", "w-1"})); // at once, though nothing provisions the claims
        const auto claim = cluster.objectNow<api::Object>("data-w-1");
        QVERIFY(claim && claim->kind == api::Kind::PersistentVolumeClaim);
        QVERIFY(claim->meta.ownerReferences.empty());
        QCOMPARE(cluster.podNow("w-1")->spec.volumes[0].claimName, std::string("data-w-1"));
        const auto uid = claim->meta.uid;
        cluster.remove("Pod", "w-1");
        cluster.run(5);
        QVERIFY(cluster.podNow("w-1"));
        QCOMPARE(cluster.objectNow<api::Object>("data-w-1")->meta.uid, uid);
    }

    void aPartitionHoldsAnUpdateBack()
    {
        Cluster cluster;
        const std::string spec = "serviceName: s, replicas: 3, updateStrategy: {rollingUpdate: {partition: 2}}";
        cluster.apply(workload("StatefulSet", spec));
        cluster.settle();
        cluster.apply(workload("StatefulSet", spec, "v2"), true);
        cluster.settle();
        QCOMPARE(cluster.podNow("w-2")->spec.containers[0].image, std::string("v2"));
        QCOMPARE(cluster.withImage("v1"), 2);
        cluster.remove("Pod", "w-0"); // comes back as it was
        cluster.settle();
        QCOMPARE(cluster.podNow("w-0")->spec.containers[0].image, std::string("v1"));
        auto status = cluster::statefulSetStatus(*cluster.named("w"));
        QCOMPARE(status.updatedReplicas, 1);
        QCOMPARE(status.currentReplicas, 2);
        QVERIFY(status.currentRevision != status.updateRevision);
        cluster.apply(workload("StatefulSet", "serviceName: s, replicas: 3", "v2"), true);
        cluster.settle();
        QCOMPARE(cluster.withImage("v2"), 3);
        status = cluster::statefulSetStatus(*cluster.named("w"));
        QCOMPARE(status.currentRevision, status.updateRevision);
    }

    void aDaemonSetHasOnePodOnEveryNode()
    {
        Cluster cluster;
        cluster.apply(workload("DaemonSet", "minReadySeconds: 0"));
        cluster.settle();
        QCOMPARE(cluster.ready(), 3);
        cluster.node("n4");
        cluster.settle();
        QCOMPARE(cluster.ready(), 4);
        for (const auto& pod : cluster.pods())
            QCOMPARE(pod->spec.nodeName, cluster::targetNode(*pod));
        // Cordoned: daemons are tolerant of that, and a taint that they do not tolerate only keeps new ones off.
        cluster.apply("{apiVersion: v1, kind: Node, metadata: {name: n5}, spec: {taints: [{key: k, effect: NoSchedule}, "
                      "{key: node.kubernetes.io/unschedulable, effect: NoSchedule}]}, status: {allocatable: {cpu: 4, "
                      "memory: 8Gi, pods: 110}}}");
        cluster.settle();
        QCOMPARE(cluster.ready(), 4);
        const auto status = cluster::daemonSetStatus(*cluster.named("w"));
        QCOMPARE(status.desiredNumberScheduled, 4);
        QCOMPARE(status.numberAvailable, 4);
        QCOMPARE(status.numberMisscheduled, 0);
    }

    void aDaemonSetUpdatesNodeByNode()
    {
        for (const bool surges : {false, true}) {
            Cluster cluster;
            const std::string spec = surges ? "updateStrategy: {rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}"
                                            : "updateStrategy: {rollingUpdate: {maxUnavailable: 1}}";
            cluster.apply(workload("DaemonSet", spec));
            cluster.settle();
            cluster.apply(workload("DaemonSet", spec, "v2"), true);
            for (int i = 0; i < 1000 && cluster.withImage("v1") > 0 && cluster.simulation->stepEvent(); ++i) {
                QVERIFY(cluster.ready() >= (surges ? 3 : 2));
                QVERIFY(cluster.count([](const auto& pod) { return cluster::isActive(*pod); }) <= (surges ? 4 : 3));
            }
            cluster.settle();
            QCOMPARE(cluster.withImage("v2"), 3);
            QCOMPARE(cluster.ready(), 3);
        }
    }

    void aJobRunsToItsCompletions()
    {
        Cluster cluster;
        cluster.apply(job("completions: 5, parallelism: 2", "berth.dev/run-duration: 10s"));
        int most = 0;
        for (int i = 0; i < 1000 && cluster.ended().isEmpty() && cluster.simulation->stepEvent(); ++i)
            most = std::max(most, cluster.count([](const auto& pod) { return cluster::isActive(*pod); }));
        QCOMPARE(most, 2);
        QCOMPARE(cluster.ended(), "Complete CompletionsReached");
        const auto status = cluster.jobStatus();
        QCOMPARE(status.succeeded, 5);
        QCOMPARE(status.active, 0);
        QVERIFY(status.startTime && status.completionTime);
        QVERIFY(cluster.elapsed() >= 30);
    }

    void anIndexedJobDoesEveryIndexOnce()
    {
        Cluster cluster;
        cluster.apply(job("completions: 4, parallelism: 3, completionMode: Indexed", "berth.dev/run-duration: 10s"));
        cluster.run(1);
        for (const auto& pod : cluster.pods())
            QVERIFY(pod->meta.name.starts_with("j-" + std::to_string(*cluster::indexOf(*pod)) + "-"));
        cluster.settle();
        QCOMPARE(cluster.ended(), "Complete CompletionsReached");
        QCOMPARE(QString::fromStdString(cluster::toText(cluster.jobStatus().completedIndexes)), "0-3");
        QCOMPARE(cluster.simulation->state().endedPods.size(), 4U);
    }

    void aJobGivesUpAfterItsBackoffLimit()
    {
        Cluster cluster;
        cluster.apply(job("backoffLimit: 2", "berth.dev/run-duration: 1s, berth.dev/exit-code: '1'"));
        cluster.settle();
        QCOMPARE(cluster.ended(), "Failed BackoffLimitExceeded");
        QCOMPARE(cluster.jobStatus().failed, 3);
        QVERIFY(cluster.elapsed() > 30); // 10 and 20 seconds of waiting
    }

    void aJobIsStoppedAtItsDeadline()
    {
        Cluster cluster;
        cluster.apply(job("activeDeadlineSeconds: 20, parallelism: 2", "berth.dev/run-duration: 1h"));
        cluster.run(19);
        QCOMPARE(cluster.jobStatus().active, 2);
        cluster.run(60);
        QCOMPARE(cluster.ended(), "Failed DeadlineExceeded");
        QCOMPARE(cluster.pods().size(), 0U);
    }

    void aSuspendedJobHasNoPods()
    {
        Cluster cluster;
        cluster.apply(job("suspend: true", "berth.dev/run-duration: 10s"));
        cluster.run(5);
        QCOMPARE(cluster.pods().size(), 0U);
        QVERIFY(!cluster.jobStatus().startTime);
        QVERIFY(cluster.hasEvent("Suspended"));
        cluster.apply(job("suspend: false", "berth.dev/run-duration: 10s"), true);
        cluster.settle();
        QCOMPARE(cluster.ended(), "Complete CompletionsReached");
        QCOMPARE(cluster.jobStatus().failed, 0);
    }

    void aFailurePolicyEndsAJobAtOnce()
    {
        Cluster cluster;
        cluster.apply(job("podFailurePolicy: {rules: [{action: FailJob, onExitCodes: {operator: In, values: [42]}}]}",
                          "berth.dev/run-duration: 1s, berth.dev/exit-code: '42'"));
        cluster.settle();
        QCOMPARE(cluster.ended(), "Failed PodFailurePolicy");
        QCOMPARE(cluster.jobStatus().failed, 1);
    }

    void aCronJobKeepsItsTimes()
    {
        Cluster cluster;
        cluster.apply("{kind: CronJob, apiVersion: batch/v1, metadata: {name: tick}, spec: {schedule: '*/10 * * * *', "
                      "successfulJobsHistoryLimit: 2, jobTemplate: {spec: {template: {metadata: {annotations: "
                      "{berth.dev/image-size: '0', berth.dev/run-duration: 30s}}, spec: {restartPolicy: Never, "
                      "containers: [{name: c, image: i}]}}}}}}");
        cluster.run(9 * 60.0);
        QCOMPARE(cluster.jobs(), 0);
        cluster.run(2 * 60.0);
        // 2026-01-01T00:10:00Z in minutes since 1970.
        QCOMPARE(cluster.ended("tick-29453770"), "Complete CompletionsReached");
        cluster.run(50 * 60.0);
        QCOMPARE(cluster.jobs(), 2);
        QVERIFY(cluster.named("tick-29453820") && cluster.named("tick-29453810"));
    }

    void forbiddenAndReplacedConcurrency()
    {
        for (const bool replaces : {false, true}) {
            Cluster cluster;
            cluster.apply(std::string("{kind: CronJob, apiVersion: batch/v1, metadata: {name: tick}, spec: {schedule: "
                                      "'@hourly', concurrencyPolicy: ")
                          + (replaces ? "Replace" : "Forbid")
                          + ", jobTemplate: {spec: {template: {metadata: {annotations: {berth.dev/image-size: '0', "
                            "berth.dev/run-duration: 90m}}, spec: {restartPolicy: Never, containers: [{name: c, image: "
                            "i}]}}}}}}");
            cluster.run(125 * 60.0);
            QCOMPARE(cluster.jobs(), 1);
            QVERIFY(cluster.named(replaces ? "tick-29453880" : "tick-29453820"));
            QCOMPARE(cluster.hasEvent("JobAlreadyActive"), !replaces);
        }
    }

    void twoRunsOfOneSeedAreTheSame()
    {
        auto play = [](std::uint64_t seed) {
            Cluster cluster(seed);
            cluster.apply(workload("Deployment", "replicas: 6"));
            cluster.apply(job("completions: 3, parallelism: 2", "berth.dev/run-duration: 10s"));
            cluster.settle();
            cluster.apply(workload("Deployment", "replicas: 4", "v2"), true);
            cluster.settle();
            QStringList log;
            for (const auto& event : cluster.simulation->clusterEvents())
                log << QString::number(event.time.nanoseconds) + QString::fromStdString(event.object + event.message);
            return log + cluster.names();
        };
        QCOMPARE(play(3), play(3));
        QVERIFY(play(3) != play(4));
    }

    /// The server takes some of these as they are; a real one refuses them.
    void whatDoesNotSelectItsOwnPodsMakesNone()
    {
        Cluster cluster;
        for (const auto* kind : {"Deployment", "ReplicaSet", "StatefulSet", "DaemonSet"})
            for (const auto* selector : {"{matchLabels: {app: other}}", "{}", "null"}) {
                const std::string text = workload(kind, "");
                const std::string own = "{matchLabels: {app: a}}";
                auto changed = text;
                changed.replace(text.find(own), own.size(), selector);
                changed.replace(changed.find("spec: {, "), 9, "spec: {");
                cluster.tryApply(changed);
                cluster.settle();
                QVERIFY(cluster.pods().empty());
                QVERIFY(!cluster.hasEvent("ControllersDoNotSettle"));
            }
    }

    void nothingHappensWhereClustersDoNotLive()
    {
        LivingCluster cluster(1, {});
        cluster.node("n1");
        cluster.apply(workload("Deployment", "replicas: 2"));
        cluster.settle();
        QVERIFY(cluster.simulation->state().pods.empty());
    }
};

QTEST_APPLESS_MAIN(TestWorkloadControllers)
#include "tst_workload_controllers.moc"
