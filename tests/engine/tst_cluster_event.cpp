// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/quantity.h"
#include "framework/cluster_event.h"

#include <QTest>

using namespace berth;
using framework::ActionType;
using framework::ClusterEvent;
using framework::EventResource;

namespace {

ClusterEvent eventOf(EventResource resource, ActionType action) { return {resource, action, {}}; }

QString labels(const std::vector<ClusterEvent>& events)
{
    QStringList list;
    for (const auto& each : events)
        list.append(QString::fromStdString(each.label()));
    return list.join(' ');
}

api::Quantity quantity(const char* text) { return *api::Quantity::parse(text); }

template <typename Change>
QString podEvents(Change change)
{
    api::Pod before;
    before.meta.labels.set(api::Symbol("app"), api::Symbol("a"));
    before.spec.schedulingGates = {"g", "h"};
    auto& container = before.spec.containers.emplace_back();
    container.resources.requests.set(api::Symbol("cpu"), quantity("2"));
    api::Pod after = before;
    change(after);
    return labels(framework::podChangeEvents(before, after));
}

template <typename Change>
QString nodeEvents(Change change)
{
    api::Node before;
    before.spec.unschedulable = true;
    before.spec.taints.emplace_back().key = api::Symbol("t");
    before.status.allocatable.set(api::Symbol("cpu"), quantity("1"));
    before.status.conditions.push_back({});
    before.status.conditions.back().type = "Ready";
    before.status.conditions.back().status = "True";
    api::Node after = before;
    change(after);
    return labels(framework::nodeChangeEvents(before, after));
}

}

/// queue.md §9.
class ClusterEventTest : public QObject {
    Q_OBJECT

private slots:
    void labelsAreResourceAndAction()
    {
        QCOMPARE(labels({eventOf(EventResource::Node, ActionType::Add), eventOf(EventResource::AssignedPod, ActionType::Delete),
                         eventOf(EventResource::Node, ActionType::UpdateNodeTaint),
                         eventOf(EventResource::UnschedulablePod, ActionType::UpdatePodSchedulingGatesEliminated),
                         eventOf(EventResource::CSINode, ActionType::Update)}),
                 QString("NodeAdd AssignedPodDelete NodeUpdateNodeTaint "
                         "UnschedulablePodUpdatePodSchedulingGatesEliminated storage.k8s.io/CSINodeUpdate"));
        QCOMPARE(eventOf(EventResource::Pod, ActionType::Add | ActionType::Delete).label(), std::string("Pod"));
        QCOMPARE(framework::events::unschedulableTimeout.label(), std::string("UnschedulableTimeout"));
    }

    void matching_data()
    {
        QTest::addColumn<int>("registeredResource");
        QTest::addColumn<int>("registeredAction");
        QTest::addColumn<int>("resource");
        QTest::addColumn<int>("action");
        QTest::addColumn<bool>("matches");
        auto row = [](const char* name, EventResource r, ActionType a, EventResource i, ActionType ia, bool matches) {
            QTest::newRow(name) << int(r) << int(a) << int(i) << int(ia) << matches;
        };
        using R = EventResource;
        using A = ActionType;
        row("the same", R::Node, A::Add, R::Node, A::Add, true);
        row("another action", R::Node, A::Add, R::Node, A::Delete, false);
        row("another resource", R::Node, A::Add, R::CSINode, A::Add, false);
        row("Pod covers assigned ones", R::Pod, A::Delete, R::AssignedPod, A::Delete, true);
        row("Pod covers unassigned ones", R::Pod, A::Update, R::UnschedulablePod, A::Update, true);
        row("but not the reverse", R::AssignedPod, A::Delete, R::Pod, A::Delete, false);
        row("Update covers a specific one", R::Pod, A::Update, R::UnschedulablePod, A::UpdatePodLabel, true);
        row("a specific one does not cover Update", R::Pod, A::UpdatePodLabel, R::UnschedulablePod, A::Update, false);
        row("259 does not cover 8188", R::Pod, A::Add | A::UpdatePodLabel | A::Delete, R::AssignedPod, A::Update, false);
        row("259 covers UpdatePodLabel", R::Pod, A::Add | A::UpdatePodLabel | A::Delete, R::AssignedPod, A::UpdatePodLabel, true);
        row("wildcard covers all", R::Any, A::All, R::StorageClass, A::Delete, true);
        row("any resource, one action", R::Any, A::Add, R::StorageClass, A::Add, true);
        row("any resource, another action", R::Any, A::Add, R::StorageClass, A::Delete, false);
    }
    void matching()
    {
        QFETCH(int, registeredResource);
        QFETCH(int, registeredAction);
        QFETCH(int, resource);
        QFETCH(int, action);
        QTEST(framework::matches(eventOf(EventResource(registeredResource), ActionType(registeredAction)),
                                 eventOf(EventResource(resource), ActionType(action))),
              "matches");
    }

    void podChanges()
    {
        QCOMPARE(podEvents([](api::Pod&) {}), QString("UnschedulablePodUpdate"));
        QCOMPARE(podEvents([](api::Pod& p) { p.meta.annotations.set(api::Symbol("a"), api::Symbol("b")); }),
                 QString("UnschedulablePodUpdate"));
        QCOMPARE(podEvents([](api::Pod& p) { p.meta.labels = {}; }), QString("UnschedulablePodUpdatePodLabel"));
        QCOMPARE(podEvents([](api::Pod& p) {
                     p.spec.containers[0].resources.requests.set(api::Symbol("cpu"), quantity("1999m"));
                 }),
                 QString("UnschedulablePodUpdatePodScaleDown"));
        QCOMPARE(podEvents([](api::Pod& p) { p.spec.containers[0].resources.requests = {}; }),
                 QString("UnschedulablePodUpdatePodScaleDown"));
        QCOMPARE(podEvents([](api::Pod& p) {
                     p.spec.containers[0].resources.requests.set(api::Symbol("cpu"), quantity("3"));
                 }),
                 QString("UnschedulablePodUpdate"));
        QCOMPARE(podEvents([](api::Pod& p) { p.spec.schedulingGates = {"h"}; }), QString("UnschedulablePodUpdate"));
        QCOMPARE(podEvents([](api::Pod& p) { p.spec.schedulingGates.clear(); }),
                 QString("UnschedulablePodUpdatePodSchedulingGatesEliminated"));
        QCOMPARE(podEvents([](api::Pod& p) { p.spec.tolerations.emplace_back(); }),
                 QString("UnschedulablePodUpdatePodToleration"));
        QCOMPARE(podEvents([](api::Pod& p) {
                     p.meta.labels = {};
                     p.spec.tolerations.emplace_back();
                     p.spec.schedulingGates.clear();
                     p.spec.nodeName = "n";
                 }),
                 QString("AssignedPodUpdatePodLabel AssignedPodUpdatePodSchedulingGatesEliminated "
                         "AssignedPodUpdatePodToleration"));
    }

    void nodeChanges()
    {
        QCOMPARE(nodeEvents([](api::Node&) {}), QString(""));
        QCOMPARE(nodeEvents([](api::Node& n) {
                     n.spec.unschedulable = false;
                     n.spec.taints.clear();
                 }),
                 QString("NodeUpdateNodeTaint NodeUpdateNodeTaint"));
        QCOMPARE(nodeEvents([](api::Node& n) { n.status.allocatable.set(api::Symbol("cpu"), quantity("1000m")); }),
                 QString(""));
        QCOMPARE(nodeEvents([](api::Node& n) { n.status.allocatable.set(api::Symbol("cpu"), quantity("2")); }),
                 QString("NodeUpdateNodeAllocatable"));
        QCOMPARE(nodeEvents([](api::Node& n) { n.status.conditions.back().status = "False"; }),
                 QString("NodeUpdateNodeCondition"));
        QCOMPARE(nodeEvents([](api::Node& n) {
                     n.meta.annotations.set(api::Symbol("a"), api::Symbol("b"));
                     n.meta.labels.set(api::Symbol("a"), api::Symbol("b"));
                     n.status.declaredFeatures.push_back({});
                 }),
                 QString("NodeUpdateNodeLabel NodeUpdateNodeAnnotation NodeUpdateNodeDeclaredFeature"));
        api::Node schedulable;
        api::Node cordoned;
        cordoned.spec.unschedulable = true;
        QCOMPARE(labels(framework::nodeChangeEvents(schedulable, cordoned)), QString(""));
    }
};

QTEST_APPLESS_MAIN(ClusterEventTest)
#include "tst_cluster_event.moc"
