// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/format.h"
#include "models/node_groups.h"

#include <QTest>

using namespace berth;
using namespace berth::models;
using namespace Qt::StringLiterals;

namespace {

/// n2 and n10 in zone b, n1 in zone a, n3 in none; n1 and n3 of pool x; cpu: n1 half, n2 full, n3 empty, n10 a quarter.
ClusterPtr fourNodes()
{
    scenario::ClusterState state;
    const auto add = [&](const char* name, const char* zone, const char* pool, const char* cpu) {
        auto node = std::make_shared<api::Node>();
        node->meta.name = name;
        node->meta.labels.set(api::Symbol("kubernetes.io/hostname"), api::Symbol(name));
        node->meta.labels.set(api::Symbol("kubernetes.io/os"), api::Symbol("linux"));
        if (*zone)
            node->meta.labels.set(api::Symbol("topology.kubernetes.io/zone"), api::Symbol(zone));
        if (*pool)
            node->meta.labels.set(api::Symbol("pool"), api::Symbol(pool));
        node->status.allocatable.set(api::Symbol("cpu"), *api::Quantity::parse("4"));
        state.nodes.push_back(node);
        if (!*cpu)
            return;
        auto pod = std::make_shared<api::Pod>();
        pod->meta.namespace_ = api::Symbol("default");
        pod->meta.name = std::string("on-") + name;
        pod->spec.nodeName = name;
        pod->spec.containers.emplace_back().resources.requests.set(api::Symbol("cpu"), *api::Quantity::parse(cpu));
        state.pods.push_back(pod);
    };
    add("n10", "b", "", "1");
    add("n3", "", "x", "");
    add("n2", "b", "", "4");
    add("n1", "a", "x", "2");
    return makeCluster(state, {}, {});
}

QStringList namesOf(const Cluster& cluster, const NodeGroups& groups)
{
    QStringList names;
    for (const std::uint32_t row : groups.nodes)
        names << cluster.nodes[row].name;
    return names;
}

}

class TestNodeGroups : public QObject {
    Q_OBJECT
private slots:
    void zonesInNaturalOrderAndTheNodesWithoutLast()
    {
        const ClusterPtr made = fourNodes();
        const NodeGroups groups = groupNodes(*made, {});
        QCOMPARE(QStringList(groups.names.begin(), groups.names.end()), (QStringList{u"a"_s, u"b"_s, QString()}));
        QCOMPARE(groups.sizes, (std::vector<std::size_t>{1, 2, 1}));
        QCOMPARE(namesOf(*made, groups), (QStringList{u"n1"_s, u"n2"_s, u"n10"_s, u"n3"_s}));
    }

    void anyLabelMakesGroups()
    {
        const ClusterPtr made = fourNodes();
        const NodeGroups groups = groupNodes(*made, {.label = "pool"});
        QCOMPARE(QStringList(groups.names.begin(), groups.names.end()), (QStringList{u"x"_s, QString()}));
        QCOMPARE(namesOf(*made, groups), (QStringList{u"n1"_s, u"n3"_s, u"n2"_s, u"n10"_s}));
    }

    void fullestAndEmptiestComeFirstWhereAsked()
    {
        const ClusterPtr made = fourNodes();
        using Order = NodeGrouping::Order;
        QCOMPARE(namesOf(*made, groupNodes(*made, {.label = "", .order = Order::FullestFirst})), (QStringList{u"n2"_s, u"n1"_s, u"n10"_s, u"n3"_s}));
        QCOMPARE(namesOf(*made, groupNodes(*made, {.label = "", .order = Order::EmptiestFirst})), (QStringList{u"n3"_s, u"n10"_s, u"n1"_s, u"n2"_s}));
    }

    /// Neither what all nodes share nor what no two share.
    void onlyLabelsThatGroupAreOffered()
    {
        QCOMPARE(fourNodes()->groupingLabels, (std::vector<std::string>{"pool", "topology.kubernetes.io/zone"}));
    }

    void aClusterWithoutNodesHasNoGroups()
    {
        const ClusterPtr none = makeCluster({}, {}, {});
        QVERIFY(groupNodes(*none, {}).names.empty());
        QVERIFY(none->groupingLabels.empty());
    }
};

QTEST_APPLESS_MAIN(TestNodeGroups)
#include "tst_node_groups.moc"
