// SPDX-License-Identifier: GPL-3.0-or-later
// Random runs of the whole engine: every pod is somewhere, exactly once; every move has a reason; equal seeds give equal
// traces, byte for byte, alone and beside other runs.
#include "support/random_run.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <rapidcheck.h>
#include <set>
#include <thread>

using namespace berth;
using test::generated;
using trace::QueuePlace;

namespace {

std::string moveText(const trace::QueueMove& move)
{
    std::string text = std::to_string(move.time.nanoseconds) + " " + move.pod + " "
        + std::string(trace::queuePlaceName(move.from)) + ">" + std::string(trace::queuePlaceName(move.to)) + " "
        + move.cause.str() + " " + move.object + " " + move.during.str();
    for (const auto& [plugin, verdict] : move.verdicts)
        text += " " + plugin.str() + "=" + verdict;
    return text + "\n";
}

/// The golden, and every move with its time to the nanosecond.
std::string traceOf(std::uint32_t seed)
{
    const auto played = scenario::play(generated(seed));
    auto text = scenario::toGolden(played).dump(1);
    for (const auto& move : played.simulation->trace().moves)
        text += moveText(move);
    return text;
}

/// Pods without node at the server are in exactly one place of the queue, on Permit, or being bound.
QString misplaced(const scenario::Simulation& simulation)
{
    const auto state = simulation.state();
    std::map<std::string, int> places;
    for (const auto* list : {&state.queue.active, &state.queue.backoff, &state.queue.unschedulable, &state.queue.gated,
                             &state.queue.waiting, &state.queue.binding})
        for (const auto& pod : *list)
            ++places[pod];
    std::set<std::string> pending;
    for (const auto& pod : state.pods)
        if (pod->spec.nodeName.empty())
            pending.insert(pod->meta.key());
    for (const auto& pod : pending)
        if (places[pod] != 1)
            return QString("%1 is in %2 places").arg(QString::fromStdString(pod)).arg(places[pod]);
    for (const auto& pod : state.queue.binding)
        places.erase(pod); // may have been deleted: its binding will fail
    for (const auto& [pod, count] : places)
        if (count > 0 && !pending.contains(pod))
            return QString("%1 is queued without being pending").arg(QString::fromStdString(pod));
    return {};
}

/// By a hint of a rejector that said Queue, by a timer, or by the pod's own change.
bool hasReason(const trace::QueueMove& move)
{
    static const std::set<std::string> own{"UnschedulablePodAdd", "UnschedulablePodUpdate", "PodDelete", "Pop",
                                           "PopFromBackoffQ"};
    static const std::set<std::string> timers{"BackoffComplete", "UnschedulableTimeout"};
    const auto cause = move.cause.str();
    const bool queued = !move.verdicts.empty() && move.verdicts.back().second != "Skip";
    if (own.contains(cause))
        return move.object.empty() || move.object == "Pod " + move.pod;
    if (timers.contains(cause))
        return move.to == QueuePlace::Active;
    if (cause == "ForceActivate")
        return true;
    if (cause != "ScheduleAttemptFailure")
        return queued;
    // Back from an attempt: it waits for events, an event meanwhile woke it, or it failed by error.
    return move.to == QueuePlace::Unschedulable || move.to == QueuePlace::Gated || move.to == QueuePlace::Backoff
        || (queued && !move.during.empty());
}

}

class RunProperties : public QObject {
    Q_OBJECT

private slots:
    void everyPodIsSomewhereOnce()
    {
        QVERIFY(rc::check("after every step", [] {
            const auto run = generated(*rc::gen::arbitrary<std::uint32_t>());
            scenario::Setup setup;
            setup.seed = run.seed;
            setup.timing = run.timing;
            setup.timing.startSync = trace::StartSync::Handlers; // else pods may not have been delivered yet
            auto simulation = std::move(*scenario::Simulation::start(std::move(setup)));
            std::string story = "create";
            const auto check = [&] {
                const auto text = misplaced(*simulation);
                if (text.isEmpty())
                    return;
                for (const auto& move : simulation->trace().moves)
                    story += "\n" + moveText(move);
                RC_FAIL(text.toStdString() + " after: " + story);
            };
            simulation->create(run.cluster);
            check();
            for (const auto& step : run.steps) {
                story += ", " + step.action + " " + step.name;
                if (step.action == "create" || step.action == "update")
                    simulation->create(step.objects, step.action == "update");
                else if (step.action == "delete")
                    simulation->remove(step.kind, step.namespace_, step.name);
                else if (step.action == "advance")
                    simulation->advance(static_cast<std::int64_t>(step.seconds * 1e9));
                else if (step.action == "flush")
                    simulation->flushUnschedulable();
                else
                    simulation->attemptOne();
                check();
            }
        }));
    }

    void everyMoveHasAReason()
    {
        QVERIFY(rc::check("named in the trace", [] {
            const auto played = scenario::play(generated(*rc::gen::arbitrary<std::uint32_t>()));
            std::map<std::string, QueuePlace> at;
            for (const auto& move : played.simulation->trace().moves) {
                if (!hasReason(move))
                    RC_FAIL(moveText(move));
                RC_ASSERT(move.from == at[move.pod]);
                at[move.pod] = move.to;
            }
        }));
    }

    void backoffNeverExceedsItsMaximum()
    {
        QVERIFY(rc::check("10 seconds from the failure", [] {
            const auto played = scenario::play(generated(*rc::gen::arbitrary<std::uint32_t>()));
            for (const auto& attempt : played.simulation->trace().attempts)
                if (attempt->backoffExpiry)
                    RC_ASSERT(attempt->backoffExpiry->nanoseconds <= attempt->time.nanoseconds + 10'100'000'000);
        }));
    }

    /// With slow bindings and settling at the end, nothing is left half-done.
    void settlingEndsAllBindings()
    {
        QVERIFY(rc::check("no pod is assumed any more", [] {
            auto run = generated(*rc::gen::arbitrary<std::uint32_t>());
            run.timing.bindingDuration = 90'000'000'000;
            run.steps = {{"settle", {}, {}, {}, {}, 0, 0, 0}};
            const auto played = scenario::play(run);
            const auto state = played.simulation->state();
            RC_ASSERT(state.queue.binding.empty());
            for (const auto& attempt : played.simulation->trace().attempts)
                RC_ASSERT(attempt->result != trace::Result::Waiting);
        }));
    }

    void equalSeedsGiveEqualTraces()
    {
        for (std::uint32_t seed = 1; seed <= 12; ++seed) {
            const auto once = traceOf(seed);
            QVERIFY(once.size() > 1000);
            QVERIFY2(once == traceOf(seed), std::to_string(seed).c_str());
        }
        QVERIFY(traceOf(1) != traceOf(2));
    }

    void runsBesideOthersAreTheSame()
    {
        constexpr std::uint32_t seeds = 12;
        std::vector<std::string> alone;
        for (std::uint32_t seed = 1; seed <= seeds; ++seed)
            alone.push_back(traceOf(seed));
        std::vector<std::string> together(seeds);
        std::atomic<std::uint32_t> next = 0;
        {
            std::vector<std::jthread> pool;
            for (int worker = 0; worker < 4; ++worker)
                pool.emplace_back([&] {
                    for (auto i = next++; i < seeds; i = next++)
                        together[i] = traceOf(i + 1);
                });
        }
        for (std::uint32_t i = 0; i < seeds; ++i)
            QVERIFY2(alone[i] == together[i], std::to_string(i + 1).c_str());
    }
};

QTEST_APPLESS_MAIN(RunProperties)
#include "tst_run_properties.moc"
