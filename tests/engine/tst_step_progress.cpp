// SPDX-License-Identifier: GPL-3.0-or-later
// Going on with a step after a stop, and with all that is left of a run on a branch of it.
#include "scenario/branch.h"
#include "scenario/compare_runs.h"
#include "scenario/open.h"
#include "scenario/perform.h"
#include "scenario/step_progress.h"
#include "scenario/time_machine.h"
#include "support/random_run.h"

#include <QTest>

#include <rapidcheck.h>

using namespace berth;
using scenario::StepStart;

namespace {

std::unique_ptr<scenario::Simulation> start(const scenario::FilesRun& run)
{
    scenario::Setup setup;
    setup.seed = run.seed;
    setup.timing = run.timing;
    setup.server = run.server;
    setup.keepHistory = true;
    auto simulation = std::move(*scenario::Simulation::start(std::move(setup)));
    simulation->create(run.cluster);
    return simulation;
}

/// Performs all steps and says where each began.
std::vector<StepStart> playAll(scenario::Simulation& simulation, const std::vector<scenario::Step>& steps)
{
    std::vector<StepStart> starts;
    for (const auto& step : steps) {
        starts.push_back({simulation.recording().commands.size(), simulation.now()});
        static_cast<void>(scenario::perform(simulation, step));
    }
    return starts;
}

/// The same, stopped again and again, each time after so many attempts or events.
void playInPieces(scenario::Simulation& simulation, const std::vector<scenario::Step>& steps, int length)
{
    for (const auto& step : steps) {
        const StepStart began{simulation.recording().commands.size(), simulation.now()};
        for (auto outcome = scenario::Outcome::Cancelled; outcome != scenario::Outcome::Finished;) {
            std::stop_source source;
            int left = length;
            const auto commands = simulation.recording().commands;
            const auto rest = scenario::restOf(step, began, commands, commands.size(), simulation.now());
            outcome = scenario::perform(simulation, rest, source.get_token(), [&](const scenario::Progress&) {
                if (--left <= 0)
                    source.request_stop();
            }).outcome;
        }
    }
}

std::string textOf(const scenario::Simulation& simulation)
{
    std::string text;
    for (const auto& attempt : simulation.trace().attempts)
        text.append(std::to_string(attempt->time.nanoseconds) + " " + attempt->pod + " " + attempt->node + "\n");
    for (const auto& move : simulation.trace().moves)
        text.append(std::to_string(move.time.nanoseconds)).append(move.pod).append(trace::queuePlaceName(move.to)).append("\n");
    return text.append(std::to_string(simulation.now().nanoseconds));
}

scenario::FilesRun sample(const char* name)
{
    auto opened = scenario::openFiles({std::string(BERTH_SAMPLES_DIR) + "/" + name});
    if (!opened.failure.empty())
        throw std::runtime_error(opened.failure);
    return std::move(opened.run);
}

constexpr const char* living[] = {"preemption-avalanche/scenario.yaml", "rolling-update/scenario.yaml", "node-failure/scenario.yaml",
                                  "batch-queue/scenario.yaml", "job-queue/scenario.yaml"};

}

class TestStepProgress : public QObject {
    Q_OBJECT

private slots:
    void aRunInPiecesIsTheSameRun()
    {
        for (const char* name : living) {
            const auto run = sample(name);
            const auto whole = start(run);
            playAll(*whole, run.steps);
            for (const int length : {1, 2, 7}) {
                const auto pieces = start(run);
                playInPieces(*pieces, run.steps, length);
                QVERIFY2(textOf(*pieces) == textOf(*whole), name);
            }
        }
    }

    void soIsOneWithoutALife()
    {
        QVERIFY(rc::check("stopped after any number of attempts", [] {
            const auto run = test::generated(*rc::gen::arbitrary<std::uint32_t>());
            const auto whole = start(run);
            playAll(*whole, run.steps);
            const auto pieces = start(run);
            playInPieces(*pieces, run.steps, *rc::gen::inRange(1, 6));
            RC_ASSERT(textOf(*pieces) == textOf(*whole));
        }));
    }

    /// From any moment, with what was left of the steps then.
    void aBranchGoesOnAsTheRunDid()
    {
        for (const char* name : living) {
            const auto run = sample(name);
            const auto whole = start(run);
            const auto starts = playAll(*whole, run.steps);
            const scenario::TimeMachine machine(whole->history());
            for (std::size_t rest = 0; rest < machine.rests(); rest += 1 + machine.rests() / 25) {
                const auto recording = whole->recording();
                const std::size_t moment = machine.rest(rest);
                const auto branch = std::move(*scenario::branch(recording, whole->history(), moment));
                const std::size_t done = scenario::commandsUntil(recording, whole->history(), moment).size();
                for (const auto& step : scenario::stepsLeft(run.steps, starts, recording.commands, done, branch->now()))
                    static_cast<void>(scenario::perform(*branch, step));
                if (textOf(*branch) != textOf(*whole))
                    QFAIL(qPrintable(QStringLiteral("%1, rest %2 of %3").arg(QLatin1String(name)).arg(rest).arg(machine.rests())));
            }
        }
    }

    /// Whoever makes a run again patches again.
    void patchesAreDoneAgain()
    {
        const auto run = sample("rolling-update/scenario.yaml");
        const auto whole = start(run);
        playAll(*whole, run.steps);
        const auto again = std::move(*scenario::branch(whole->recording(), whole->history(), whole->history().happenings.size()));
        QVERIFY(textOf(*again) == textOf(*whole));
    }
};

QTEST_GUILESS_MAIN(TestStepProgress)
#include "tst_step_progress.moc"
