// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/avalanche.h"
#include "scenario/simulation.h"

#include <QTest>

using namespace berth;

namespace {

std::string pod(const std::string& name, int priority, const std::string& owner, const std::string& node = {})
{
    std::string text = "{apiVersion: v1, kind: Pod, metadata: {name: " + name;
    if (!owner.empty())
        text.append(", ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: " + owner + ", uid: uid-" + owner + ", controller: true}]");
    text.append("}, spec: {priority: " + std::to_string(priority));
    if (!node.empty())
        text.append(", nodeName: ").append(node);
    return text.append(", containers: [{name: c, image: i, resources: {requests: {cpu: '2'}}}]}}\n---\n");
}

std::string node(const std::string& name)
{
    return "{apiVersion: v1, kind: Node, metadata: {name: " + name + "}, status: {allocatable: {cpu: '2', memory: 4Gi, pods: '9'}}}\n---\n";
}

void create(scenario::Simulation& simulation, const std::string& text)
{
    QVERIFY(simulation.create(api::decodeStream(text, "test")).empty());
}

std::unique_ptr<scenario::Simulation> start()
{
    scenario::Setup setup;
    setup.keepHistory = true;
    return std::move(*scenario::Simulation::start(std::move(setup)));
}

std::vector<scenario::Avalanche> avalanchesOf(const scenario::Simulation& simulation)
{
    return scenario::findAvalanches(simulation.history(), {simulation.trace().attempts.begin(), simulation.trace().attempts.end()});
}

}

class TestAvalanche : public QObject {
    Q_OBJECT

private slots:
    /// high evicts mid's pod, the replacement evicts low's, whose replacement waits until a node comes.
    void oneEvictionSetsOffTheNext()
    {
        const auto run = start();
        create(*run, node("n1") + node("n2") + pod("mid-a", 50, "mid", "n1") + pod("low-a", 10, "low", "n2"));
        create(*run, pod("high", 100, ""));
        // The cheaper victim first: low's pod goes.
        run->settle({}, {}, 20);
        create(*run, pod("low-b", 10, "low"));
        run->settle({}, {}, 20);
        auto avalanches = avalanchesOf(*run);
        QCOMPARE(avalanches.size(), std::size_t(1));
        QCOMPARE(avalanches[0].depth, std::size_t(1));
        QCOMPARE(avalanches[0].links[0].victims[0].pod, std::string("default/low-a"));
        QCOMPARE(avalanches[0].links[0].victims[0].owner, std::string("ReplicaSet low"));
        QCOMPARE(avalanches[0].links[0].victims[0].replacement, std::string("default/low-b"));
        QCOMPARE(avalanches[0].waiting, std::size_t(1));
        QVERIFY(!avalanches[0].settled);
        create(*run, node("n3"));
        run->settle({}, {}, 20);
        avalanches = avalanchesOf(*run);
        QCOMPARE(avalanches[0].waiting, std::size_t(0));
        QCOMPARE(avalanches[0].links[0].victims[0].replacementNode, std::string("n3"));
        QCOMPARE(*avalanches[0].settled, run->trace().attempts.back()->time);
    }

    void theChainGoesDown()
    {
        const auto run = start();
        // Only n1 takes "high" (by name of a label), so that it must evict mid rather than low.
        create(*run, node("n1") + node("n2") + pod("mid-a", 50, "mid", "n1") + pod("low-a", 10, "low", "n2"));
        create(*run, "{apiVersion: v1, kind: Pod, metadata: {name: high}, spec: {priority: 100, affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
                     "{nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [n1]}]}]}}}, containers: [{name: c, image: i, resources: {requests: {cpu: '2'}}}]}}");
        run->settle({}, {}, 20);
        create(*run, pod("mid-b", 50, "mid"));
        run->settle({}, {}, 20);
        create(*run, pod("low-b", 10, "low"));
        run->settle({}, {}, 20);
        const auto avalanches = avalanchesOf(*run);
        QCOMPARE(avalanches.size(), std::size_t(1));
        const auto& avalanche = avalanches[0];
        QCOMPARE(avalanche.links.size(), std::size_t(2));
        QCOMPARE(avalanche.depth, std::size_t(2));
        QCOMPARE(avalanche.victims, std::size_t(2));
        QCOMPARE(avalanche.links[1].pod, std::string("default/mid-b"));
        QCOMPARE(*avalanche.links[1].cause, std::size_t(0));
        QCOMPARE(*avalanche.links[0].victims[0].link, std::size_t(1));
        QCOMPARE(avalanche.links[1].victims[0].replacement, std::string("default/low-b"));
        QVERIFY(avalanche.links[0].isPlaced && avalanche.links[1].isPlaced);
        QCOMPARE(avalanche.waiting, std::size_t(1));
    }

    void whoHasNoOwnerIsNotReplaced()
    {
        const auto run = start();
        create(*run, node("n1") + pod("alone", 10, "", "n1"));
        create(*run, pod("high", 100, ""));
        run->settle({}, {}, 20);
        const auto avalanches = avalanchesOf(*run);
        QCOMPARE(avalanches.size(), std::size_t(1));
        QVERIFY(avalanches[0].links[0].victims[0].owner.empty());
        QVERIFY(avalanches[0].settled);
    }
};

QTEST_GUILESS_MAIN(TestAvalanche)
#include "tst_avalanche.moc"
