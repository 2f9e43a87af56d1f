// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/defaults.h"

#include <QTest>

using namespace berth::api;

namespace {

ResourceList amounts(std::initializer_list<std::pair<const char*, const char*>> entries)
{
    ResourceList list;
    for (const auto& [name, text] : entries)
        list.set(Symbol(name), Quantity::parse(text).value());
    return list;
}

QString shown(const ResourceList& list)
{
    QStringList texts;
    for (const auto& [name, quantity] : list)
        texts << QString::fromStdString(name.str() + "=" + quantity.toString());
    return texts.join(QLatin1Char(' '));
}

Pod podWithLimits(ResourceList limits)
{
    Pod pod;
    pod.spec.containers.emplace_back();
    pod.spec.containers[0].resources.limits = std::move(limits);
    return pod;
}

}

class TestDefaults : public QObject {
    Q_OBJECT

private slots:
    void limitsBecomeRequestsInPodsOnly();
    void podFields();
    void hostNetworkPorts();
    void amountsAreRoundedUpToMilli();
    void podLevelResources();
    void nodeAllocatable();
    void workloads();
    void otherKinds();
    void labelKeysAreMerged();
    void disabledFieldsAreDropped();
    void gatedPodsGetTheirCondition();
};

void TestDefaults::limitsBecomeRequestsInPodsOnly()
{
    Pod pod = podWithLimits(amounts({{"cpu", "2"}, {"memory", "1Gi"}}));
    pod.spec.containers[0].resources.requests = amounts({{"cpu", "0"}});
    pod.spec.initContainers = podWithLimits(amounts({{"cpu", "1"}})).spec.containers;
    Workload set(Kind::ReplicaSet, "apps/v1");
    set.podTemplate.spec = pod.spec;
    applyDefaults(pod);
    QCOMPARE(shown(pod.spec.containers[0].resources.requests), QStringLiteral("cpu=0 memory=1Gi"));
    QCOMPARE(shown(pod.spec.initContainers[0].resources.requests), QStringLiteral("cpu=1"));
    applyDefaults(set);
    QCOMPARE(shown(set.podTemplate.spec.containers[0].resources.requests), QStringLiteral("cpu=0"));
    QCOMPARE(set.podTemplate.spec.schedulerName, std::string("default-scheduler"));
}

void TestDefaults::podFields()
{
    Pod pod = podWithLimits({});
    pod.spec.containers[0].ports = {{"", 0, 80, "", ""}, {"", 0, 81, "UDP", ""}};
    pod.spec.volumes.emplace_back();
    applyDefaults(pod);
    QCOMPARE(pod.spec.restartPolicy, std::string("Always"));
    QCOMPARE(pod.spec.terminationGracePeriodSeconds.value_or(0), std::int64_t{30});
    QCOMPARE(pod.spec.volumes[0].source, std::string("emptyDir"));
    QCOMPARE(pod.spec.containers[0].ports[0].protocol, std::string("TCP"));
    QCOMPARE(pod.spec.containers[0].ports[1].protocol, std::string("UDP"));
    QVERIFY(!pod.spec.priority);
    QVERIFY(pod.spec.preemptionPolicy.empty());
}

void TestDefaults::hostNetworkPorts()
{
    Pod pod = podWithLimits({});
    pod.spec.containers[0].ports = {{"", 0, 80, "", ""}, {"", 8081, 81, "", ""}};
    Workload set(Kind::DaemonSet, "apps/v1");
    pod.spec.hostNetwork = true;
    set.podTemplate.spec = pod.spec;
    applyDefaults(pod);
    QCOMPARE(pod.spec.containers[0].ports[0].hostPort, 80);
    QCOMPARE(pod.spec.containers[0].ports[1].hostPort, 8081);
    applyDefaults(set);
    QCOMPARE(set.podTemplate.spec.containers[0].ports[0].hostPort, 0);
}

void TestDefaults::amountsAreRoundedUpToMilli()
{
    Pod pod = podWithLimits(amounts({{"cpu", "100u"}, {"memory", "007"}}));
    pod.spec.overhead = amounts({{"cpu", "0.0001"}});
    applyDefaults(pod);
    QCOMPARE(shown(pod.spec.containers[0].resources.limits), QStringLiteral("cpu=1m memory=007"));
    QCOMPARE(shown(pod.spec.containers[0].resources.requests), QStringLiteral("cpu=1m memory=007"));
    QCOMPARE(shown(pod.spec.overhead), QStringLiteral("cpu=1m"));
}

void TestDefaults::podLevelResources()
{
    Pod pod = podWithLimits(amounts({{"cpu", "1"}, {"hugepages-2Mi", "4Mi"}}));
    pod.spec.resources.emplace();
    pod.spec.resources->limits = amounts({{"cpu", "2"}, {"memory", "1Gi"}});
    applyDefaults(pod);
    QCOMPARE(shown(pod.spec.resources->limits), QStringLiteral("cpu=2 hugepages-2Mi=4Mi memory=1Gi"));
    QCOMPARE(shown(pod.spec.resources->requests), QStringLiteral("cpu=1 hugepages-2Mi=4Mi memory=1Gi"));

    Pod requestsOnly = podWithLimits(amounts({{"cpu", "1"}, {"hugepages-2Mi", "4Mi"}}));
    requestsOnly.spec.resources.emplace();
    requestsOnly.spec.resources->requests = amounts({{"hugepages-2Mi", "8Mi"}});
    applyDefaults(requestsOnly);
    QCOMPARE(shown(requestsOnly.spec.resources->limits), QString());
    QCOMPARE(shown(requestsOnly.spec.resources->requests), QStringLiteral("hugepages-2Mi=8Mi"));

    Pod empty = podWithLimits(amounts({{"cpu", "1"}}));
    empty.spec.resources.emplace();
    applyDefaults(empty);
    QVERIFY(empty.spec.resources->requests.empty());
}

void TestDefaults::nodeAllocatable()
{
    Node node;
    node.status.capacity = amounts({{"cpu", "4"}});
    Node given = node;
    given.status.hasAllocatable = true;
    applyDefaults(node);
    QCOMPARE(shown(node.status.allocatable), QStringLiteral("cpu=4"));
    applyDefaults(given);
    QVERIFY(given.status.allocatable.empty());
}

void TestDefaults::workloads()
{
    for (const Kind kind : {Kind::Deployment, Kind::ReplicaSet, Kind::StatefulSet}) {
        Workload workload(kind, "apps/v1");
        applyDefaults(workload);
        QCOMPARE(workload.replicas.value_or(0), 1);
    }
    Workload job(Kind::Job, "batch/v1");
    job.podTemplate.meta.labels = {{Symbol("a"), Symbol("b")}};
    Workload parallel = job;
    parallel.parallelism = 3;
    Workload complete = job;
    complete.completions = 5;
    for (Workload* workload : {&job, &parallel, &complete})
        applyDefaults(*workload);
    QCOMPARE(job.completions.value_or(0), 1);
    QCOMPARE(job.parallelism.value_or(0), 1);
    QCOMPARE(job.suspend.value_or(true), false);
    QVERIFY(job.meta.labels.contains("a"));
    QVERIFY(!parallel.completions);
    QCOMPARE(complete.parallelism.value_or(0), 1);

    ReplicationController controller;
    controller.podTemplate.emplace();
    controller.podTemplate->meta.labels = {{Symbol("a"), Symbol("b")}};
    applyDefaults(controller);
    QCOMPARE(controller.replicas.value_or(0), 1);
    QVERIFY(controller.selector.contains("a"));
}

void TestDefaults::otherKinds()
{
    Namespace space;
    space.meta.name = "team";
    applyDefaults(space);
    QCOMPARE(space.meta.labels.find("kubernetes.io/metadata.name")->str(), std::string("team"));
    PriorityClass priorityClass;
    applyDefaults(priorityClass);
    QCOMPARE(priorityClass.preemptionPolicy, std::string("PreemptLowerPriority"));
}

void TestDefaults::labelKeysAreMerged()
{
    Pod pod;
    pod.meta.labels = {{Symbol("app"), Symbol("web")}, {Symbol("v"), Symbol("1")}};
    PodAffinityTerm term;
    term.matchLabelKeys = {Symbol("app"), Symbol("gone")};
    term.mismatchLabelKeys = {Symbol("v")};
    PodAffinityTerm withSelector = term;
    withSelector.labelSelector.emplace();
    pod.spec.affinity.emplace();
    pod.spec.affinity->podAntiAffinity.emplace();
    pod.spec.affinity->podAntiAffinity->required = {term, withSelector};
    TopologySpreadConstraint constraint;
    constraint.labelSelector.emplace();
    constraint.matchLabelKeys = {Symbol("v")};
    pod.spec.topologySpreadConstraints = {constraint};
    preparePodForCreate(pod);
    const auto& terms = pod.spec.affinity->podAntiAffinity->required;
    QVERIFY(!terms[0].labelSelector);
    const LabelSelector expected{{}, {{Symbol("app"), "In", {Symbol("web")}}, {Symbol("v"), "NotIn", {Symbol("1")}}}};
    QVERIFY(terms[1].labelSelector == expected);
    const LabelSelector spread{{}, {{Symbol("v"), "In", {Symbol("1")}}}};
    QVERIFY(pod.spec.topologySpreadConstraints[0].labelSelector == spread);
}

void TestDefaults::disabledFieldsAreDropped()
{
    Pod pod;
    pod.spec.schedulingGroup = "g";
    pod.spec.hasSchedulingGroup = true;
    Pod kept = pod;
    preparePodForCreate(pod);
    QVERIFY(!pod.spec.hasSchedulingGroup);
    ApiGates gates;
    gates.genericWorkload = true;
    preparePodForCreate(kept, gates);
    QCOMPARE(kept.spec.schedulingGroup, std::string("g"));
}

void TestDefaults::gatedPodsGetTheirCondition()
{
    Pod pod;
    pod.spec.schedulingGates = {"g"};
    Pod withStatus = pod;
    withStatus.status.conditions = {{"Ready", "False", "", "", std::nullopt, 0}};
    Pod withPhase = withStatus;
    withPhase.status.phase = "Pending";
    for (Pod* each : {&pod, &withStatus, &withPhase})
        preparePodForCreate(*each);
    for (const Pod* each : {&pod, &withStatus}) {
        QCOMPARE(each->status.conditions.size(), std::size_t{1});
        QCOMPARE(each->status.conditions[0].reason, std::string("SchedulingGated"));
        QCOMPARE(each->status.conditions[0].message,
                 std::string("Scheduling is blocked due to non-empty scheduling gates"));
    }
    QCOMPARE(withPhase.status.conditions.size(), std::size_t{1});
    QCOMPARE(withPhase.status.conditions[0].type, std::string("Ready"));
}

QTEST_APPLESS_MAIN(TestDefaults)
#include "tst_defaults.moc"
