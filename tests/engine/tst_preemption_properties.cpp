// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/simulation.h"
#include "support/preemption_world.h"

#include <QtTest>

#ifdef BERTH_RAPIDCHECK
#include <rapidcheck.h>
#endif

#include <algorithm>
#include <set>
#include <tuple>

using namespace berth;

namespace {

/// A pod as a plain recomputation needs it.
struct Piece {
    std::string name;
    std::int32_t priority = 0;
    std::int64_t cpu = 0;
    std::int64_t start = 0;
};

struct Shape {
    std::int64_t cpu = 0;
    std::vector<Piece> pods;
};

struct Cluster {
    std::vector<Shape> nodes;
    Piece preemptor;
};

#ifdef BERTH_RAPIDCHECK

/// Nodes are filled as a scheduler would have: pods that do not fit are left out.
Cluster anyCluster()
{
    Cluster cluster;
    const int nodes = *rc::gen::inRange(1, 7);
    for (int n = 0; n < nodes; ++n) {
        Shape node;
        node.cpu = *rc::gen::inRange(1, 20) * 100;
        auto left = node.cpu;
        const int pods = *rc::gen::inRange(0, 18);
        for (int p = 0; p < pods; ++p) {
            Piece pod;
            pod.name = "n" + std::to_string(n) + "p" + std::to_string(p);
            pod.priority = *rc::gen::inRange(-2, 5);
            pod.cpu = *rc::gen::inRange(0, 5) * 50;
            pod.start = *rc::gen::inRange(0, 4);
            if (pod.cpu > left)
                continue;
            left -= pod.cpu;
            node.pods.push_back(pod);
        }
        cluster.nodes.push_back(node);
    }
    cluster.preemptor = {"preemptor", *rc::gen::inRange(0, 6), *rc::gen::inRange(1, 9) * 100, 0};
    return cluster;
}

std::int64_t used(const std::vector<Piece>& pods)
{
    std::int64_t sum = 0;
    for (const auto& pod : pods)
        sum += pod.cpu;
    return sum;
}

/// One preemption played to its end.
struct Played {
    framework::Status status;
    trace::PostFilterRecord record;
    std::string node;
    std::set<std::string> evicted;
};

Played play(const Cluster& cluster, std::uint64_t seed)
{
    test::PreemptionWorld world({}, true, seed);
    for (std::size_t n = 0; n < cluster.nodes.size(); ++n) {
        const auto name = "n" + std::to_string(n);
        world.node(name, cluster.nodes[n].cpu);
        for (const auto& pod : cluster.nodes[n].pods)
            world.pod(name, pod.name, pod.priority, pod.cpu, pod.start);
    }
    const auto& wanted = cluster.preemptor;
    Played played;
    played.status = world.preempt(world.podObject(wanted.name, wanted.priority, wanted.cpu));
    while (world.runDeferred()) {
    }
    played.record = world.record;
    played.node = world.nominatedNode();
    for (const auto& call : world.server.calls)
        if (call.starts_with("delete "))
            RC_ASSERT(played.evicted.insert(call.substr(7)).second);
    return played;
}

const Piece& find(const Shape& node, const std::string& key)
{
    const auto name = key.substr(key.find('/') + 1);
    return *std::find_if(node.pods.begin(), node.pods.end(), [&](const Piece& pod) { return pod.name == name; });
}

const Shape& nodeOf(const Cluster& cluster, const std::string& name)
{
    return cluster.nodes[static_cast<std::size_t>(std::stoi(name.substr(1)))];
}

/// What is compared between candidates, the better the smaller (preemption.md §7).
std::tuple<std::int32_t, std::int64_t, std::size_t, std::int64_t> rank(const Cluster& cluster,
                                                                       const trace::PreemptionCandidate& candidate)
{
    const auto& node = nodeOf(cluster, candidate.node);
    std::int32_t highest = -100;
    std::int64_t sum = 0;
    std::int64_t earliest = 0;
    for (const auto& victim : candidate.victims) {
        const auto& pod = find(node, victim);
        sum += pod.priority + (std::int64_t{1} << 31);
        if (pod.priority > highest || (pod.priority == highest && pod.start < earliest))
            earliest = pod.start;
        highest = std::max(highest, pod.priority);
    }
    return {highest, sum, candidate.victims.size(), -earliest};
}

/// Waves of pods, each a text of documents, on nodes that cannot hold them all. What a pod asks for stands in its name:
/// `w1-3-200-7` is of wave 1, priority 3, 200m.
std::vector<std::string> anyWaves()
{
    std::string nodes;
    const int count = *rc::gen::inRange(1, 5);
    for (int n = 0; n < count; ++n)
        nodes += "apiVersion: v1\nkind: Node\nmetadata: {name: n" + std::to_string(n)
            + "}\nstatus: {allocatable: {cpu: " + std::to_string(*rc::gen::inRange(2, 10)) + "00m, pods: 5}}\n---\n";
    for (int priority = 0; priority < 4; ++priority)
        nodes += "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: c"
            + std::to_string(priority) + "}\nvalue: " + std::to_string(priority) + "\n---\n";
    std::vector<std::string> waves{nodes};
    for (int wave = 1; wave <= 3; ++wave) {
        std::string pods;
        const int size = *rc::gen::inRange(1, 7);
        for (int p = 0; p < size; ++p) {
            const auto priority = std::to_string(*rc::gen::inRange(0, 4));
            const auto cpu = std::to_string(*rc::gen::inRange(1, 6) * 100);
            const auto name = "w" + std::to_string(wave) + "-" + priority + "-" + cpu + "-" + std::to_string(p);
            pods += "apiVersion: v1\nkind: Pod\nmetadata: {name: " + name + "}\nspec:\n  priorityClassName: c"
                + priority + "\n  containers: [{name: c, image: i, resources: {requests: {cpu: " + cpu + "m}}}]\n---\n";
        }
        waves.push_back(pods);
    }
    return waves;
}

/// The part of a pod's name, see anyWaves().
std::int64_t partOf(const std::string& pod, int part)
{
    return QString::fromStdString(pod).split('-').at(part).toLongLong();
}

#endif

}

/// What holds for every preemption, whatever the cluster.
class TestPreemptionProperties : public QObject {
    Q_OBJECT

private slots:
#ifdef BERTH_RAPIDCHECK
    void initTestCase()
    {
        if (!qEnvironmentVariableIsSet("RC_PARAMS"))
            qputenv("RC_PARAMS", "max_success=1000");
    }

    void evictsTheChosenVictimsAndNobodyElse()
    {
        QVERIFY(rc::check("evicted are exactly the victims of the chosen candidate, all less important", [] {
            const auto cluster = anyCluster();
            const auto played = play(cluster, *rc::gen::inRange(0, 3));
            std::set<std::string> victims;
            for (const auto& victim : played.record.victims)
                RC_ASSERT(victims.insert(victim.substr(victim.find('/') + 1)).second);
            RC_TAG(std::string(victims.empty() ? "helps nowhere" : "evicts"));
            RC_ASSERT(victims == played.evicted);
            RC_ASSERT(played.status.isSuccess() == !victims.empty());
            if (!played.status.isSuccess())
                return;
            for (const auto& victim : played.record.victims)
                RC_ASSERT(find(nodeOf(cluster, played.node), victim).priority < cluster.preemptor.priority);
        }));
    }

    void everyCandidateIsEnoughAndNotTooMuch()
    {
        QVERIFY(rc::check("without its victims the preemptor fits, with any one of them it does not", [] {
            const auto cluster = anyCluster();
            const auto played = play(cluster, *rc::gen::inRange(0, 3));
            for (const auto& candidate : played.record.candidates) {
                const auto& node = nodeOf(cluster, candidate.node);
                auto left = node.cpu - used(node.pods) - cluster.preemptor.cpu;
                for (const auto& victim : candidate.victims)
                    left += find(node, victim).cpu;
                RC_ASSERT(left >= 0);
                for (const auto& victim : candidate.victims)
                    RC_ASSERT(find(node, victim).cpu > left);
                const auto lower = std::count_if(node.pods.begin(), node.pods.end(), [&](const Piece& pod) {
                    return pod.priority < cluster.preemptor.priority;
                });
                RC_ASSERT(candidate.victims.size() + candidate.reprieved.size() == static_cast<std::size_t>(lower));
            }
        }));
    }

    void everyNodeThatCouldHelpIsACandidate()
    {
        QVERIFY(rc::check("a node is a candidate iff it has room without its less important pods", [] {
            const auto cluster = anyCluster();
            const auto& wanted = cluster.preemptor;
            std::set<std::string> expected;
            for (std::size_t n = 0; n < cluster.nodes.size(); ++n) {
                const auto& node = cluster.nodes[n];
                std::int64_t staying = 0;
                for (const auto& pod : node.pods)
                    staying += pod.priority < wanted.priority ? 0 : pod.cpu;
                const bool fitsNow = used(node.pods) + wanted.cpu <= node.cpu;
                const bool hasVictims = std::any_of(node.pods.begin(), node.pods.end(),
                                                    [&](const Piece& pod) { return pod.priority < wanted.priority; });
                if (!fitsNow && hasVictims && staying + wanted.cpu <= node.cpu)
                    expected.insert("n" + std::to_string(n));
            }
            const auto played = play(cluster, *rc::gen::inRange(0, 3));
            std::set<std::string> found;
            for (const auto& candidate : played.record.candidates)
                found.insert(candidate.node);
            RC_ASSERT(found == expected);
        }));
    }

    void theChosenCandidateIsBest()
    {
        QVERIFY(rc::check("no candidate ranks before the chosen one, and the ties are named", [] {
            const auto cluster = anyCluster();
            const auto played = play(cluster, *rc::gen::inRange(0, 3));
            if (!played.status.isSuccess())
                return;
            auto best = rank(cluster, played.record.candidates.front());
            for (const auto& candidate : played.record.candidates)
                best = std::min(best, rank(cluster, candidate));
            std::vector<std::string> tied;
            for (const auto& candidate : played.record.candidates)
                if (rank(cluster, candidate) == best)
                    tied.push_back(candidate.node);
            RC_ASSERT(played.node == tied.front());
            RC_ASSERT(played.record.tied == (tied.size() > 1 ? tied : std::vector<std::string>{}));
        }));
    }
    void aRunEvictsWhatItsAttemptsChoseAndNobodyElse()
    {
        QVERIFY(rc::check("a run's evictions are those its attempts chose, and no node is overfull", [] {
            scenario::Setup setup;
            setup.seed = *rc::gen::inRange<std::uint64_t>(0, 3);
            auto simulation = std::move(*scenario::Simulation::start(std::move(setup)));
            for (const auto& wave : anyWaves()) {
                RC_ASSERT(simulation->create(api::decodeStream(wave, "wave")).empty());
                simulation->settle({}, {});
            }
            std::multiset<std::string> chosen;
            for (const auto& attempt : simulation->trace().attempts)
                if (attempt->postFilter)
                    for (const auto& victim : attempt->postFilter->victims) {
                        RC_ASSERT(partOf(victim, 1) < partOf(attempt->pod, 1));
                        chosen.insert(victim);
                    }
            const auto deleted = simulation->deletedPods();
            RC_TAG(std::string(deleted.empty() ? "nobody goes" : "evicts"));
            RC_ASSERT(chosen == std::multiset<std::string>(deleted.begin(), deleted.end()));
            std::map<std::string, std::int64_t> used;
            for (const auto& pod : simulation->state().pods)
                used[pod->spec.nodeName] += partOf(pod->meta.name, 2);
            for (const auto& node : simulation->state().nodes)
                RC_ASSERT(used[node->meta.name] <= node->status.allocatable.find("cpu")->milliValue());
        }));
    }
#else
    void needsRapidCheck() { QSKIP("built without rapidcheck"); }
#endif
};

QTEST_APPLESS_MAIN(TestPreemptionProperties)
#include "tst_preemption_properties.moc"
