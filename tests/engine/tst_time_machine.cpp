// SPDX-License-Identifier: GPL-3.0-or-later
// Time turned back: the state of a recorded run at a moment is the state of a run that stops there.
#include "scenario/time_machine.h"
#include "support/random_run.h"

#include <QTest>

#include <rapidcheck.h>
#include <sstream>
#include <thread>

using namespace berth;
using test::generated;
using test::play;
using test::start;

namespace {

std::string listText(const char* name, const std::vector<std::string>& pods)
{
    std::string text(name);
    text += ":";
    for (const auto& pod : pods)
        text.append(" ").append(pod);
    return text + "\n";
}

std::string objectText(const api::Object& object)
{
    std::ostringstream text;
    text << object.label() << " v" << object.meta.resourceVersion;
    if (object.kind == api::Kind::Pod) {
        const auto& pod = static_cast<const api::Pod&>(object);
        text << " on " << pod.spec.nodeName << " " << pod.status.phase << " for " << pod.status.nominatedNodeName;
        for (const auto& condition : pod.status.conditions)
            text << " " << condition.type << "=" << condition.status << " " << condition.message;
    }
    text << "\n";
    return text.str();
}

std::string stateText(const scenario::ClusterState& state)
{
    std::string text = std::to_string(state.time.nanoseconds) + "\n";
    for (const auto& node : state.nodes)
        text += objectText(*node);
    for (const auto& pod : state.pods)
        text += objectText(*pod);
    for (const auto& other : state.others)
        text += objectText(*other);
    text += listText("active", state.queue.active) + listText("backoff", state.queue.backoff)
        + listText("unschedulable", state.queue.unschedulable) + listText("gated", state.queue.gated)
        + listText("waiting", state.queue.waiting) + listText("binding", state.queue.binding);
    for (const auto& [pod, until] : state.queue.backoffUntil)
        text += pod + " rests until " + std::to_string(until.nanoseconds) + "\n";
    for (const auto& [pod, plugin] : state.queue.gatedBy)
        text += pod + " is held by " + plugin + "\n";
    for (const auto& [pod, node] : state.queue.nominated)
        text += pod + " is promised " + node + "\n";
    return text;
}

}

class TestTimeMachine : public QObject {
    Q_OBJECT

private slots:
    void stateAtAMomentIsThatOfARunThatStopsThere()
    {
        QVERIFY(rc::check("after any number of steps", [] {
            const auto run = generated(*rc::gen::arbitrary<std::uint32_t>());
            const auto whole = start(run, true);
            whole->create(run.cluster);
            std::vector<std::size_t> moments = {whole->history().happenings.size()};
            for (const auto& step : run.steps) {
                play(*whole, step);
                moments.push_back(whole->history().happenings.size());
            }
            const scenario::TimeMachine machine(whole->history());
            const auto stop = *rc::gen::inRange<std::size_t>(0, moments.size());
            const auto stopped = start(run, false);
            stopped->create(run.cluster);
            for (std::size_t i = 0; i < stop; ++i)
                play(*stopped, run.steps[i]);
            const auto past = machine.at(moments[stop]);
            RC_ASSERT(stateText(past.state) == stateText(stopped->state()));
            RC_ASSERT(past.attempts == stopped->trace().attempts.size());
            RC_ASSERT(past.events == stopped->trace().events.size());
        }));
    }

    /// Thousands of happenings: with checkpoints, between any two of which there is the same.
    void checkpointsChangeNothing()
    {
        std::string cluster;
        std::mt19937 random(4);
        for (int i = 0; i < 40; ++i)
            cluster += test::nodeText(random, "n" + std::to_string(i));
        for (int i = 0; i < 400; ++i)
            cluster += test::podText(random, "p" + std::to_string(i));
        scenario::FilesRun run;
        run.cluster = test::documents(cluster);
        const auto simulation = start(run, true);
        simulation->create(run.cluster);
        std::vector<std::pair<std::size_t, std::string>> seen;
        for (int i = 0; i < 700; ++i) {
            if (!simulation->attemptOne())
                simulation->advance(1'000'000'000);
            seen.emplace_back(simulation->history().happenings.size(), stateText(simulation->state()));
        }
        const scenario::TimeMachine machine(simulation->history());
        QVERIFY(machine.history().checkpoints.size() > 3);
        for (std::size_t i = 0; i < seen.size(); i += 7)
            QCOMPARE(stateText(machine.at(seen[i].first).state), seen[i].second);
        for (std::size_t n = 0; n < machine.rests(); n += 11)
            QCOMPARE(machine.restsUntil(machine.rest(n)), n + 1);
    }

    void momentsAreFoundByTime()
    {
        const auto run = test::generated(3);
        const auto simulation = start(run, true);
        simulation->create(run.cluster);
        simulation->settle({}, {}, 10);
        const scenario::TimeMachine machine(simulation->history());
        for (std::size_t moment = 1; moment <= machine.size(); ++moment) {
            const auto found = machine.momentAt(machine.timeOf(moment));
            QVERIFY(found >= moment);
            QCOMPARE(machine.timeOf(found), machine.timeOf(moment));
        }
        QCOMPARE(machine.momentAt({0}), std::size_t(0));
        QVERIFY(machine.at(0).state.nodes.empty());
    }

    void keepingHistoryChangesNothing()
    {
        for (std::uint32_t seed = 1; seed < 20; ++seed) {
            const auto run = test::generated(seed);
            std::string texts[2];
            for (const bool keep : {false, true}) {
                const auto simulation = start(run, keep);
                simulation->create(run.cluster);
                for (const auto& step : run.steps)
                    play(*simulation, step);
                for (const auto& move : simulation->trace().moves)
                    texts[keep] += std::to_string(move.time.nanoseconds) + move.pod;
                texts[keep] += stateText(simulation->state());
            }
            QCOMPARE(texts[0], texts[1]);
        }
    }

    /// What others read while the run goes on stays as it was (the sanitizer for threads watches).
    void othersLookBackWhileTheRunGoesOn()
    {
        const auto run = test::generated(7);
        const auto simulation = start(run, true);
        simulation->create(run.cluster);
        const auto early = simulation->history();
        const std::string before = stateText(scenario::TimeMachine(early).at(early.happenings.size()).state);
        std::jthread reader([&] {
            for (int i = 0; i < 200; ++i)
                if (stateText(scenario::TimeMachine(early).at(early.happenings.size()).state) != before)
                    qFatal("the past changed");
        });
        for (const auto& step : run.steps)
            play(*simulation, step);
        simulation->settle({}, {}, 60);
    }
};

QTEST_GUILESS_MAIN(TestTimeMachine)
#include "tst_time_machine.moc"
