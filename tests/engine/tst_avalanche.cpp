// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/avalanche.h"
#include "scenario/open.h"
#include "scenario/perform.h"
#include "scenario/simulation.h"

#include <QTest>

#include <set>

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
    return scenario::findAvalanches(simulation.history(), simulation.trace());
}

/// Everything that is in them.
std::string textOf(const std::vector<scenario::Avalanche>& avalanches)
{
    std::string text;
    const auto placing = [](const std::optional<scenario::AvalanchePlacing>& placed) {
        return placed ? placed->node + "@" + std::to_string(placed->attempt) : std::string("-");
    };
    for (const auto& avalanche : avalanches) {
        text.append(std::to_string(avalanche.links.size()) + " links, " + std::to_string(avalanche.waiting) + " waiting, settled "
                    + std::to_string(avalanche.settled.value_or(api::Time{}).nanoseconds) + "\n");
        for (const auto& link : avalanche.links) {
            text.append(std::to_string(link.attempt) + " " + link.pod + " " + link.nominated + " " + placing(link.placed) + "\n");
            for (const auto& victim : link.victims)
                text.append("  " + victim.pod + " " + victim.replacement + " " + placing(victim.placed) + " "
                            + std::to_string(victim.link.value_or(99)) + "\n");
        }
    }
    return text;
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
        QVERIFY(avalanches[0].links[0].victims[0].placed);
        QCOMPARE(avalanches[0].links[0].victims[0].placed->node, std::string("n3"));
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
        QVERIFY(avalanche.links[0].placed && avalanche.links[1].placed);
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

    /// A replacement that is deleted before it went anywhere is waited for no more.
    void whoIsDeletedIsNotWaitedFor()
    {
        const auto run = start();
        create(*run, node("n1") + pod("low-a", 10, "low", "n1"));
        create(*run, pod("high", 100, ""));
        run->settle({}, {}, 20);
        create(*run, pod("low-b", 10, "low"));
        run->settle({}, {}, 20);
        QCOMPARE(avalanchesOf(*run)[0].waiting, std::size_t(1));
        QVERIFY(run->remove("Pod", "default", "low-b").empty());
        const auto avalanches = avalanchesOf(*run);
        QCOMPARE(avalanches[0].waiting, std::size_t(0));
        QVERIFY(avalanches[0].settled && avalanches[0].settled == avalanches[0].links[0].victims[0].gone);
    }

    /// The sample: found piece by piece, it is the same as found at once, and the same as in a run that stopped there.
    void theSampleIsFoundPieceByPiece()
    {
        const auto opened = scenario::openFiles({BERTH_SAMPLES_DIR "/preemption-avalanche/scenario.yaml"});
        QVERIFY(opened.failure.empty());
        scenario::Setup setup;
        setup.keepHistory = true;
        setup.server = opened.run.server;
        const auto run = std::move(*scenario::Simulation::start(std::move(setup)));
        QVERIFY(run->create(opened.run.cluster).empty());
        scenario::AvalancheFinder finder;
        std::vector<std::string> states;           // at each rest at which something was appended
        std::vector<std::pair<std::size_t, api::Time>> moments;
        const auto note = [&] {
            finder.append(run->history(), run->trace());
            states.push_back(textOf(finder.avalanches()));
            moments.emplace_back(run->trace().attempts.size(), run->now());
        };
        for (const auto& step : opened.run.steps)
            static_cast<void>(scenario::perform(*run, step, {}, [&](const scenario::Progress&) { note(); }));
        note();
        const auto whole = scenario::findAvalanches(run->history(), run->trace());
        QCOMPARE(states.back(), textOf(whole));
        QCOMPARE(whole.size(), std::size_t(1));
        QCOMPARE(whole[0].links.size(), std::size_t(6));
        QCOMPARE(whole[0].depth, std::size_t(4));
        QCOMPARE(whole[0].victims, std::size_t(7));
        QVERIFY(whole[0].settled);
        for (std::size_t i = 0; i < states.size(); ++i)
            QCOMPARE(textOf(scenario::avalanchesUntil(whole, moments[i].first, moments[i].second)), states[i]);
        QVERIFY(std::set<std::string>(states.begin(), states.end()).size() > 10);
    }
};

QTEST_GUILESS_MAIN(TestAvalanche)
#include "tst_avalanche.moc"
