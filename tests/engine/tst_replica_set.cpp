// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/object_edit.h"
#include "cluster/pod_ranking.h"
#include "cluster/replica_set.h"
#include "support/workloads.h"

#include <QTest>

using namespace berth;
using namespace berth::test;
using cluster::Pods;

namespace {

const char* const webSet = R"({kind: ReplicaSet, apiVersion: apps/v1, metadata: {name: web},
  spec: {replicas: 3, minReadySeconds: 10, selector: {matchLabels: {app: web}},
         template: {metadata: {labels: {app: web, tier: front}, annotations: {note: hi}},
                    spec: {containers: [{name: c, image: nginx, resources: {limits: {cpu: "1"}}}]}}}})";

api::Time at(std::int64_t seconds) { return api::Time::fromSeconds(seconds); }

cluster::ReplicaSetView viewOf(std::shared_ptr<const api::Workload> set, Pods pods)
{
    return {std::move(set), pods, pods};
}

std::shared_ptr<api::Pod> podOf(const api::Workload& set, const Standing& how)
{
    return standing(*cluster::podFromTemplate(set, cluster::valueAt(set, {"spec", "template"})), how);
}

std::vector<std::string> names(const Pods& pods)
{
    std::vector<std::string> names;
    for (const auto& pod : pods)
        names.push_back(pod->meta.name);
    return names;
}

}

class TestReplicaSet : public QObject {
    Q_OBJECT
private slots:
    void makesWholePods()
    {
        const auto set = stored<api::Workload>(webSet);
        const auto result = cluster::planReplicaSet(viewOf(set, {}), at(0));
        QCOMPARE(result.plan.creations.size(), 3U);
        const auto& pod = dynamic_cast<const api::Pod&>(*result.plan.creations[0]);
        QCOMPARE(pod.meta.generateName, std::string("web-"));
        QVERIFY(pod.meta.name.empty());
        QCOMPARE(pod.meta.namespace_, "default");
        QCOMPARE(pod.meta.labels.size(), 2U);
        QCOMPARE(pod.meta.annotations.find("note")->str(), std::string("hi"));
        QCOMPARE(pod.meta.ownerReferences.size(), 1U);
        QCOMPARE(pod.meta.ownerReferences[0].kind, std::string("ReplicaSet"));
        QCOMPARE(pod.meta.ownerReferences[0].uid, set->meta.uid);
        QVERIFY(pod.meta.ownerReferences[0].controller);
        QCOMPARE(pod.spec.schedulerName, std::string("default-scheduler"));
        QVERIFY(pod.spec.containers[0].resources.requests.contains("cpu")); // what only pods are defaulted to
        QCOMPARE(cluster::valueAt(pod, {"metadata", "labels", "tier"}).text, std::string("front"));
        QVERIFY(cluster::valueAt(pod, {"spec", "containers"}).isArray());
    }

    void endedAndTerminatingPodsAreReplaced()
    {
        const auto set = stored<api::Workload>(webSet);
        auto ended = podOf(*set, {"a", "n1", "Failed"});
        auto going = podOf(*set, {"b"});
        going->meta.deletionTimestamp = at(1);
        const auto result = cluster::planReplicaSet(viewOf(set, {ended, going, podOf(*set, {"c"})}), at(0));
        QCOMPARE(result.plan.creations.size(), 2U);
        QVERIFY(result.plan.deletions.empty());
    }

    void createsAndDeletesAtMost500AtATime()
    {
        auto set = stored<api::Workload>(webSet);
        cluster::setReplicas(*set, 1200);
        QCOMPARE(set->meta.generation, 2);
        QCOMPARE(cluster::planReplicaSet(viewOf(set, {}), at(0)).plan.creations.size(), 500U);
        Pods many;
        for (int i = 0; i < 700; ++i)
            many.push_back(podOf(*set, {"p" + std::to_string(i)}));
        cluster::setReplicas(*set, 0);
        QCOMPARE(cluster::planReplicaSet(viewOf(set, many), at(0)).plan.deletions.size(), 500U);
    }

    void adoptsOrphansAndReleasesStrangers()
    {
        const auto set = stored<api::Workload>(webSet);
        auto orphan = podOf(*set, {"orphan"});
        orphan->meta.ownerReferences.clear();
        auto relabelled = podOf(*set, {"relabelled"});
        relabelled->meta.labels.set(api::Symbol("app"), api::Symbol("other"));
        auto foreign = podOf(*set, {"foreign"});
        foreign->meta.ownerReferences[0].uid = "somebody-else";
        const auto result = cluster::planReplicaSet(viewOf(set, {orphan, relabelled, foreign}), at(0));
        QCOMPARE(names(result.pods), std::vector<std::string>{"orphan"});
        QCOMPARE(result.plan.updates.size(), 2U);
        QCOMPARE(result.plan.updates[0]->meta.ownerReferences[0].name, std::string("web"));
        QVERIFY(result.plan.updates[1]->meta.ownerReferences.empty());
        QCOMPARE(result.plan.creations.size(), 2U);
    }

    void ranksPodsAsDocumented()
    {
        const auto set = stored<api::Workload>(webSet);
        const auto now = at(100'000);
        auto make = [&](const std::string& name, const std::string& node, const std::string& phase,
                        std::optional<std::int64_t> ready, std::int64_t created = 0) {
            auto pod = podOf(*set, {name, node, phase, ready ? std::optional(at(*ready)) : std::nullopt});
            pod->meta.creationTimestamp = at(created);
            return pod;
        };
        auto cheap = make("cheap", "n1", "Running", 10);
        cheap->meta.annotations.set(api::Symbol("controller.kubernetes.io/pod-deletion-cost"), api::Symbol("-5"));
        Pods pods{make("old", "n1", "Running", 10),      make("doubled-1", "n2", "Running", 10),
                  make("doubled-2", "n2", "Running", 10), make("young", "n1", "Running", 99'990),
                  make("unready", "n3", "Running", {}),   make("pending", "n4", "Pending", {}),
                  make("unassigned", "", "Pending", {}),  cheap};
        // n1 has three: young, old and cheap; n2 two; cost goes before crowding, crowding before age.
        const std::vector<std::string> expected{"unassigned", "pending", "unready",   "cheap",
                                                "young",      "old",     "doubled-1", "doubled-2"};
        QCOMPARE(names(cluster::rankForDeletion(pods, pods, now)), expected);
    }

    void agesCountByTheirOrderOfMagnitude()
    {
        const auto set = stored<api::Workload>(webSet);
        // 1000 s and 1050 s are one magnitude: the uid decides. 10 s is another.
        auto z = podOf(*set, {"z", "n1", "Running", at(9'000)});
        auto a = podOf(*set, {"a", "n2", "Running", at(8'950)});
        auto young = podOf(*set, {"zz", "n3", "Running", at(9'990)});
        const std::vector<std::string> expected{"zz", "a", "z"};
        QCOMPARE(names(cluster::rankForDeletion({z, a, young}, {}, at(10'000))), expected);
    }

    void deletionCostReadsIntegersOnly()
    {
        api::Pod pod;
        auto cost = [&pod](const char* text) {
            pod.meta.annotations.set(api::Symbol("controller.kubernetes.io/pod-deletion-cost"), api::Symbol(text));
            return cluster::deletionCost(pod);
        };
        QCOMPARE(cost("100"), 100);
        QCOMPARE(cost("-7"), -7);
        QCOMPARE(cost("many"), 0);
        QCOMPARE(cost("99999999999"), 0);
    }

    void statusCountsWhatIsThere()
    {
        const auto set = stored<api::Workload>(webSet);
        auto bare = podOf(*set, {"b", "n1", "Running", at(95)});
        bare->meta.labels.erase(api::Symbol("tier"));
        auto going = podOf(*set, {"d"});
        going->meta.deletionTimestamp = at(1);
        const Pods pods{podOf(*set, {"a", "n1", "Running", at(10)}), bare, podOf(*set, {"c", "n1", "Pending", {}}), going};
        const auto updated = cluster::withReplicaSetStatus(*set, pods, "quota", at(100));
        QVERIFY(updated);
        const auto status = cluster::replicaSetStatus(*updated);
        QCOMPARE(status.replicas, 3);
        QCOMPARE(status.fullyLabeledReplicas, 2);
        QCOMPARE(status.readyReplicas, 2);
        QCOMPARE(status.availableReplicas, 1); // the other is ready for 5 of 10 seconds
        QCOMPARE(status.terminatingReplicas, 1);
        const auto conditions = cluster::conditionsOf(cluster::statusOf(*updated));
        QCOMPARE(conditions.size(), 1U);
        QCOMPARE(conditions[0].type, std::string("ReplicaFailure"));
        QCOMPARE(conditions[0].message, std::string("quota"));
        QVERIFY(!cluster::withReplicaSetStatus(*updated, pods, "quota", at(100)));
        const auto healed = cluster::withReplicaSetStatus(*updated, pods, {}, at(100));
        QVERIFY(cluster::conditionsOf(cluster::statusOf(*healed)).empty());
        QCOMPARE(cluster::nextAvailability(pods, 10, at(100))->seconds(), 105);
    }
};

QTEST_APPLESS_MAIN(TestReplicaSet)
#include "tst_replica_set.moc"
