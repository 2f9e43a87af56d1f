// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/support/fake_handle.h"
#include "plugins/node_declared_features.h"

#include <QTest>

using namespace berth;
using framework::QueueingHint;
using plugins::NodeDeclaredFeatures;

namespace {

api::Pod podThatNeeds(bool restart, bool userNamespaces)
{
    api::Pod pod;
    pod.meta.name = "p";
    pod.meta.uid = "u";
    pod.spec.containers.emplace_back();
    pod.spec.initContainers.emplace_back().restartsAllContainers = restart;
    pod.spec.hostNetwork = userNamespaces;
    pod.spec.hostUsers = false;
    return pod;
}

framework::NodeInfo nodeWith(std::vector<std::string> features)
{
    auto node = std::make_shared<api::Node>();
    node->meta.name = "n";
    node->status.declaredFeatures = std::move(features);
    framework::NodeInfo info;
    info.setNode(node);
    return info;
}

bool queues(const QueueingHint& hint)
{
    return hint.verdict == QueueingHint::Verdict::Queue;
}

}

class NodeDeclaredFeaturesTest : public QObject {
    Q_OBJECT

private slots:
    void skipsPodsWithoutNeeds()
    {
        NodeDeclaredFeatures plugin;
        framework::CycleState state;
        framework::PreFilterResult result;
        QVERIFY(plugin.preFilter(state, podThatNeeds(false, false), {}, result).isSkip());
        QCOMPARE(plugin.filter(state, podThatNeeds(false, false), nodeWith({})).message(),
                 "error reading \"PreFilterNodeDeclaredFeatures\" from cycle-state: not found");
    }

    void filters_data()
    {
        QTest::addColumn<QStringList>("declared");
        QTest::addColumn<bool>("fits");
        const QString restart = "RestartAllContainersOnContainerExits";
        const QString users = "UserNamespacesHostNetworkSupport";
        QTest::newRow("both") << QStringList{restart, users} << true;
        QTest::newRow("among others") << QStringList{"A", restart, "Shiny", users, "Z"} << true;
        QTest::newRow("one is missing") << QStringList{restart} << false;
        QTest::newRow("none") << QStringList{} << false;
        QTest::newRow("out of order, the second is lost") << QStringList{users, restart} << false;
    }

    void filters()
    {
        QFETCH(QStringList, declared);
        QFETCH(bool, fits);
        std::vector<std::string> names;
        for (const auto& name : declared)
            names.push_back(name.toStdString());
        NodeDeclaredFeatures plugin;
        framework::CycleState state;
        framework::PreFilterResult result;
        const auto pod = podThatNeeds(true, true);
        QVERIFY(plugin.preFilter(state, pod, {}, result).isSuccess());
        const auto status = plugin.filter(state, pod, nodeWith(names));
        QCOMPARE(status.isSuccess(), fits);
        if (!fits) {
            QCOMPARE(status.code(), trace::Code::UnschedulableAndUnresolvable);
            QCOMPARE(status.message(), "node(s) didn't match Pod's required features");
        }
    }

    void wakesWhenFeaturesOrNeedsChange()
    {
        NodeDeclaredFeatures plugin;
        const auto events = plugin.eventsToRegister();
        const auto pod = podThatNeeds(true, false);
        const auto a = nodeWith({"A"});
        const auto sameA = nodeWith({"A"});
        const auto b = nodeWith({"B"});
        QVERIFY(queues(events[0].hint(pod, nullptr, &a.node())));
        QVERIFY(queues(events[0].hint(pod, &a.node(), &b.node())));
        QVERIFY(!queues(events[0].hint(pod, &a.node(), &sameA.node())));
        const auto relieved = podThatNeeds(false, false);
        QVERIFY(queues(events[1].hint(pod, &pod, &relieved)));
        QVERIFY(!queues(events[1].hint(pod, &pod, &pod)));
        auto other = relieved;
        other.meta.uid = "other";
        QVERIFY(!queues(events[1].hint(pod, &pod, &other)));
    }

    void signsWithOneDigitPerFeature()
    {
        std::vector<framework::SignFragment> fragments;
        QVERIFY(NodeDeclaredFeatures().signPod(podThatNeeds(true, false), fragments).isSuccess());
        QCOMPARE(fragments.at(0).key, "v1.Pod.Spec.RequiredFeatures()");
        QCOMPARE(fragments.at(0).json, "\"00010\"");
    }
};

QTEST_APPLESS_MAIN(NodeDeclaredFeaturesTest)
#include "tst_node_declared_features.moc"
