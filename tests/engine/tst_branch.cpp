// SPDX-License-Identifier: GPL-3.0-or-later
// Breakpoints, branches, and two runs side by side.
#include "scenario/branch.h"
#include "scenario/compare_runs.h"
#include "scenario/time_machine.h"
#include "support/random_run.h"

#include <QTest>

#include <rapidcheck.h>
#include <set>

using namespace berth;
using test::play;
using test::start;

namespace {

std::string movesText(const scenario::Simulation& simulation)
{
    std::string text;
    for (const auto& move : simulation.trace().moves)
        text.append(std::to_string(move.time.nanoseconds)).append(move.pod).append(trace::queuePlaceName(move.to)).append("\n");
    return text;
}

}

class TestBranch : public QObject {
    Q_OBJECT

private slots:
    /// Done again up to some moment and then on in the same way, a run is the same to the nanosecond.
    void aBranchThatDoesTheSameIsTheSame()
    {
        QVERIFY(rc::check("from any step", [] {
            const auto run = test::generated(*rc::gen::arbitrary<std::uint32_t>());
            const auto from = *rc::gen::inRange<std::size_t>(0, run.steps.size());
            const auto whole = start(run, true);
            whole->create(run.cluster);
            std::size_t moment = whole->history().happenings.size();
            for (std::size_t i = 0; i < run.steps.size(); ++i) {
                if (i == from)
                    moment = whole->history().happenings.size();
                play(*whole, run.steps[i]);
            }
            const auto other = std::move(*scenario::branch(whole->recording(), whole->history(), moment));
            for (std::size_t i = from; i < run.steps.size(); ++i)
                play(*other, run.steps[i]);
            RC_ASSERT(movesText(*other) == movesText(*whole));
            const auto comparison = scenario::compareRuns(scenario::resultOf(*whole), scenario::resultOf(*other));
            RC_ASSERT(!comparison.divergence);
            RC_ASSERT(comparison.placements.empty());
            RC_ASSERT(comparison.a == comparison.b);
        }));
    }

    void anEditMakesBranchesPart()
    {
        const auto whole = start({}, true);
        whole->create(test::documents("{apiVersion: v1, kind: Node, metadata: {name: n1}, status: {allocatable: {cpu: '1', memory: 1Gi, pods: '5'}}}"));
        const auto pod = [](const std::string& name) {
            return test::documents("{apiVersion: v1, kind: Pod, metadata: {name: " + name + "}, spec: {containers: [{name: c, image: i, resources: {requests: {cpu: 600m}}}]}}");
        };
        whole->create(pod("a"));
        const auto moment = whole->history().happenings.size();
        whole->settle({}, {}, 1);
        const auto other = std::move(*scenario::branch(whole->recording(), whole->history(), moment));
        QCOMPARE(other->trace().attempts.size(), std::size_t(0));
        other->remove("Pod", "default", "a");
        other->create(pod("b"));
        other->settle({}, {}, 1);
        const auto comparison = scenario::compareRuns(scenario::resultOf(*whole), scenario::resultOf(*other));
        QVERIFY(comparison.divergence);
        QCOMPARE(comparison.divergence->attempt, std::size_t(0));
        QCOMPARE(QString::fromStdString(comparison.divergence->what), QStringLiteral("default/a went to n1; in the other run default/b went to n1"));
        QCOMPARE(comparison.placements.size(), std::size_t(2));
        QCOMPARE(comparison.placements[0], (scenario::PlacementDifference{"default/a", "n1", std::nullopt}));
        QCOMPARE(comparison.b.deleted, std::size_t(1));
    }

    /// Another scheduler takes over: with all bigger pods packed rather than spread, say.
    void anotherConfigurationTakesOver()
    {
        const auto whole = start({}, true);
        std::string cluster;
        for (const char* name : {"n1", "n2"})
            cluster.append("{apiVersion: v1, kind: Node, metadata: {name: ").append(name).append("}, status: {allocatable: {cpu: '8', memory: 8Gi, pods: '20'}}}\n---\n");
        const auto pod = [](const std::string& name) {
            return test::documents("{apiVersion: v1, kind: Pod, metadata: {name: " + name + "}, spec: {containers: [{name: c, image: i, resources: {requests: {cpu: '1', memory: 1Gi}}}]}}");
        };
        whole->create(test::documents(cluster));
        whole->create(pod("a"));
        whole->settle({}, {}, 2);
        const auto moment = whole->history().happenings.size();
        const auto goOn = [&](scenario::Simulation& simulation) {
            for (const char* name : {"b", "c", "d"})
                simulation.create(pod(name));
            simulation.settle({}, {}, 5);
        };
        const auto packed = std::move(*scenario::branch(whole->recording(), whole->history(), moment));
        const auto configuration = config::loadConfiguration(
            "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\nprofiles:\n- pluginConfig:\n  - name: NodeResourcesFit\n    args:\n"
            "      scoringStrategy: {type: MostAllocated, resources: [{name: cpu, weight: 1}]}\n  plugins:\n    score:\n      disabled: [{name: '*'}]\n"
            "      enabled: [{name: NodeResourcesFit, weight: 1}]\n", "test", {});
        QVERIFY(configuration.ok());
        QVERIFY(packed->reconfigure(configuration));
        goOn(*whole);
        goOn(*packed);
        const auto comparison = scenario::compareRuns(scenario::resultOf(*whole), scenario::resultOf(*packed));
        QVERIFY(comparison.divergence);
        QVERIFY(comparison.divergence->attempt >= 1);
        QCOMPARE(comparison.a.bound, std::size_t(4));
        QCOMPARE(comparison.b.bound, std::size_t(4));
        std::set<std::string> nodes;
        for (const auto& bound : packed->state().pods)
            nodes.insert(bound->spec.nodeName);
        QCOMPARE(nodes.size(), std::size_t(1));
        // The trace goes on, and the past is still there.
        QCOMPARE(packed->trace().attempts.size(), std::size_t(4));
        QVERIFY(!packed->explain(0));
        QVERIFY(packed->explain(3));
        const scenario::TimeMachine machine(packed->history());
        QCOMPARE(machine.at(machine.size()).state.pods.size(), std::size_t(4));
    }

    void runsStopAtBreakpoints()
    {
        auto run = test::generated(5);
        run.timing = {}; // an attempt's outcome is known at once
        const auto whole = start(run, true);
        whole->create(run.cluster);
        whole->settle({}, {}, 5);
        const auto& last = *whole->trace().attempts.back();
        const auto again = start(run, true);
        again->create(run.cluster);
        again->setBreakpoints({{.pod = "nobody/*"}, {.pod = last.pod}});
        std::size_t stops = 0;
        while (again->settle({}, {}, 5) == scenario::Outcome::Stopped) {
            ++stops;
            QCOMPARE(again->breakpointHit()->breakpoint, std::size_t(1));
            QCOMPARE(again->breakpointHit()->pod, last.pod);
            QCOMPARE(*again->breakpointHit()->attempt, again->trace().attempts.size() - 1);
            QVERIFY(again->breakpointHit()->reason.starts_with(last.pod));
        }
        // Every call has its five rounds, so it may go further.
        QVERIFY(static_cast<std::int32_t>(stops) >= last.attempt);
        QVERIFY(movesText(*again).starts_with(movesText(*whole)));
    }

    void breakpointsSayWhatTheyMean()
    {
        trace::Attempt attempt;
        attempt.pod = "shop/cart-7";
        attempt.result = trace::Result::Unschedulable;
        attempt.unschedulablePlugins = {api::Symbol("NodeResourcesFit")};
        using scenario::Breakpoint;
        QVERIFY(matches(Breakpoint{.pod = "shop/*"}, attempt));
        QVERIFY(matches(Breakpoint{.pod = "*-7", .plugin = "NodeResourcesFit", .result = trace::Result::Unschedulable}, attempt));
        QVERIFY(!matches(Breakpoint{.pod = "shop/*", .plugin = "NodeName"}, attempt));
        QVERIFY(!matches(Breakpoint{.node = "n1"}, attempt));
        QVERIFY(!matches(Breakpoint{.result = trace::Result::Scheduled}, attempt));
        QVERIFY(!matches(Breakpoint{.preempting = true}, attempt));
        QVERIFY(!matches(Breakpoint{.pod = "shop/*", .enabled = false}, attempt));
        attempt.postFilter.emplace();
        attempt.postFilter->victims = {"shop/other"};
        attempt.postFilter->nominatedNode = "n1";
        QVERIFY(matches(Breakpoint{.node = "n*", .preempting = true}, attempt));
        const trace::QueueMove move{{}, "shop/cart-7", trace::QueuePlace::Backoff, trace::QueuePlace::Active, api::Symbol("BackoffComplete"), {}, {}};
        QVERIFY(matches(Breakpoint{.to = trace::QueuePlace::Active}, move));
        QVERIFY(matches(Breakpoint{.pod = "shop/*", .from = trace::QueuePlace::Backoff, .cause = "Backoff*"}, move));
        QVERIFY(!matches(Breakpoint{.from = trace::QueuePlace::Gated}, move));
        QVERIFY(!matches(Breakpoint{.pod = "shop/*"}, move));
        QVERIFY(!matches(Breakpoint{.to = trace::QueuePlace::Active}, attempt));
    }
};

QTEST_GUILESS_MAIN(TestBranch)
#include "tst_branch.moc"
