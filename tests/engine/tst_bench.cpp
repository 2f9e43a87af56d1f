// SPDX-License-Identifier: GPL-3.0-or-later
// The benchmark's classes make the decisions they are there to measure.
#include "scenario/bench_workloads.h"

#include <QTest>

#include <map>
#include <set>

using namespace berth::scenario;

namespace {

BenchResult measured(const char* name, std::size_t nodes, std::size_t pods, std::size_t init = 0)
{
    auto result = benchDecisions({name, nodes, pods, init});
    return result ? *result : BenchResult{};
}

/// Pods per zone, where node i lies in zone i mod 3.
std::map<int, int> perZone(const std::vector<std::string>& placements)
{
    std::map<int, int> counts{{0, 0}, {1, 0}, {2, 0}};
    for (const auto& node : placements)
        ++counts[std::stoi(node.substr(5)) % 3];
    return counts;
}

std::size_t distinct(const std::vector<std::string>& placements)
{
    return std::set<std::string>(placements.begin(), placements.end()).size();
}

}

class TestBench : public QObject {
    Q_OBJECT

private slots:
    void everyPodOfAClassEndsAsItsNameSays_data()
    {
        QTest::addColumn<int>("init");
        QTest::addColumn<int>("scheduled");
        QTest::addColumn<int>("preempting");
        QTest::newRow("basic") << 30 << 40 << 0;
        QTest::newRow("spread") << 30 << 40 << 0;
        QTest::newRow("affinity") << 30 << 40 << 0;
        QTest::newRow("unschedulable") << 30 << 0 << 0;
        // Each preemptor takes a node of its own: 60 nodes for 40.
        QTest::newRow("preemption") << 240 << 0 << 40;
        // 30 of the 60 nodes are taken, so 30 of the 40 find one.
        QTest::newRow("antiaffinity") << 30 << 30 << 0;
    }
    void everyPodOfAClassEndsAsItsNameSays()
    {
        QFETCH(int, init);
        QFETCH(int, scheduled);
        QFETCH(int, preempting);
        const auto result = measured(QTest::currentDataTag(), 60, 40, 30);
        QCOMPARE(result.initPods, std::size_t(init));
        QCOMPARE(result.scheduled, std::size_t(scheduled));
        QCOMPARE(result.unschedulable, std::size_t(40 - scheduled));
        QCOMPARE(result.preempting, std::size_t(preempting));
        QCOMPARE(result.placements.size(), std::size_t(40));
        QVERIFY(result.seconds > 0);
        QVERIFY(result.p50 > 0 && result.p50 <= result.p99);
    }

    void decisionsSeeThoseBeforeThem()
    {
        QCOMPARE(distinct(measured("antiaffinity", 60, 40).placements), std::size_t(40));
        QCOMPARE(distinct(measured("preemption", 60, 40).placements), std::size_t(40));
        const auto zones = perZone(measured("spread", 60, 100).placements);
        QVERIFY(std::abs(zones.at(0) - zones.at(1)) <= 5 && std::abs(zones.at(1) - zones.at(2)) <= 5);
    }

    /// 3.6 of 4 cores are taken, and a preemptor needs 3: three of the four pods go, one stays. Nobody can have the
    /// node after that, so preemptors beyond the nodes find none.
    void preemptorsBeyondTheNodesFindNone()
    {
        const auto result = measured("preemption", 20, 25);
        QCOMPARE(result.preempting, std::size_t(20));
        QCOMPARE(result.unschedulable, std::size_t(25));
    }

    void equalRunsDecideEqually()
    {
        for (const auto& name : decisionClasses())
            QCOMPARE(measured(name.c_str(), 50, 60).placements, measured(name.c_str(), 50, 60).placements);
    }

    void everyWorkloadPlacesAllItsPods()
    {
        for (const auto& name : workloadNames()) {
            const auto result = benchWorkload({name, 120, 30, 60});
            QVERIFY2(result, (name + ": " + (result ? "" : result.error())).c_str());
            QCOMPARE(result->scheduled, std::size_t(30));
            QCOMPARE(result->unschedulable, std::size_t(0));
        }
    }

    void workloadsAreWhatTheirNamesSay()
    {
        const auto target = *benchWorkload({"SchedulingDaemonset", 20, 30, 0});
        QCOMPARE(target.placements, std::vector<std::string>(30, "scheduler-perf-node"));
        QCOMPARE(distinct(benchWorkload({"SchedulingPodAntiAffinity", 60, 30, 20})->placements), std::size_t(30));
        QCOMPARE(distinct(benchWorkload({"SchedulingRequiredPodAntiAffinityWithNSSelector", 60, 20, 40})->placements),
                 std::size_t(20));
        const auto preemptors = *benchWorkload({"PreemptionBasic", 10, 5, 40});
        QCOMPARE(preemptors.scheduled, std::size_t(5));
        QVERIFY(preemptors.preempting >= 5);
    }

    void unknownClassesAreNamed()
    {
        const auto result = benchDecisions({"quick", 1, 1, 0});
        QVERIFY(!result);
        QCOMPARE(result.error(), std::string("there is no class \"quick\""));
        QVERIFY(!benchDecisions({"basic", 0, 1, 1}));
    }

    void theLineHasTheKeysOfTheRealSchedulersBenchmark()
    {
        const auto line = measured("basic", 10, 5).toJson();
        for (const char* key : {"engine", "class", "nodes", "initPods", "pods", "parallelism", "cpus", "scheduled",
                                "unschedulable", "preempting", "seconds", "podsPerSecond", "p50us", "p99us"})
            QVERIFY2(line.contains(key), key);
        QCOMPARE(line.size(), std::size_t(14));
    }
};

QTEST_APPLESS_MAIN(TestBench)
#include "tst_bench.moc"
