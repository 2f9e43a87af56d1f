// SPDX-License-Identifier: GPL-3.0-or-later
// Branches: what would have become of the run if something else had been done at some moment.
#include "app/engine_worker.h"

#include "models/format.h"
#include "scenario/branch.h"
#include "scenario/perform.h"
#include "scenario/scenario_file.h"
#include "scenario/time_machine.h"

#include <algorithm>

namespace berth::app {

namespace {

bool hasError(const api::Problems& problems)
{
    return std::any_of(problems.begin(), problems.end(), [](const api::Problem& problem) { return problem.severity == api::Problem::Severity::Error; });
}

/// What the API server refused. It knows no place in the steps for what does not come from a document.
void addRefusals(api::Problems& problems, const std::vector<scenario::Rejected>& rejected)
{
    for (const scenario::Rejected& refused : rejected)
        problems.insert(problems.end(), refused.problems.begin(), refused.problems.end());
}

}

void EngineWorker::branch(const models::BranchRequest& request, quint64 generation, std::stop_token stop)
{
    generation_ = generation;
    auto made = std::make_shared<models::Branch>();
    made->request = request;
    made->origin = origin_;
    const std::vector<scenario::Step> steps = scenario::readScenarioSteps(request.steps.toStdString(), "branch", made->problems);
    const scenario::Recording recording = simulation_->recording();
    const scenario::History history = simulation_->history();
    const scenario::TimeMachine machine(history);
    scenario::Commands past = scenario::commandsUntil(recording, history, machine.rest(std::min(request.rest, machine.rests() - 1)));
    if (past.size() < restored_)
        made->problems.push_back({api::Problem::Severity::Error, tr("What an earlier session did cannot be branched from; choose a later moment.").toStdString(), {}, {}, {}, {}});
    if (hasError(made->problems)) {
        emit branched(made, generation);
        emit done(Outcome::Finished, {}, generation);
        return;
    }
    if (extenders_)
        extenders_->stopWith(stop);
    scenario::Setup setup = recording.setup;
    setup.keepHistory = setup.keepMetrics = false; // nobody looks into a branch
    auto started = scenario::Simulation::start(std::move(setup));
    if (!started) {
        emit done(Outcome::Failed, models::toQString(started.error()), generation);
        return;
    }
    scenario::Simulation& branch = **started;
    if (input_.changes)
        branch.plan(input_.changes, {});
    for (std::size_t i = 0; i < past.size() && !stop.stop_requested(); ++i)
        scenario::replay(branch, {past[i]});
    made->moment = branch.now();
    if (request.configuration)
        if (const auto taken = branch.reconfigure(request.configuration->result); !taken)
            made->problems.push_back({api::Problem::Severity::Error, taken.error(), {}, {}, {}, {}});
    scenario::Outcome outcome = stop.stop_requested() ? scenario::Outcome::Cancelled : scenario::Outcome::Finished;
    for (std::size_t i = 0; i < steps.size() && outcome == scenario::Outcome::Finished; ++i) {
        const auto done = scenario::perform(branch, steps[i], stop);
        outcome = done.outcome;
        addRefusals(made->problems, done.rejected);
        for (const scenario::Checked& checked : done.checked)
            if (!checked.holds())
                made->problems.push_back(checked.toProblem());
    }
    if (outcome == scenario::Outcome::Finished)
        outcome = goOnAsTheRunDid(branch, past.size(), stop);
    if (outcome == scenario::Outcome::Finished) {
        made->wasRun = true;
        made->end = branch.now();
        made->comparison = scenario::compareRuns(scenario::resultOf(*simulation_), scenario::resultOf(branch));
        emit branched(made, generation);
    }
    emit done(outcome == scenario::Outcome::Finished ? Outcome::Finished : Outcome::Cancelled, {}, generation);
}

/// What was left of the run's steps then, and until the run's clock.
scenario::Outcome EngineWorker::goOnAsTheRunDid(scenario::Simulation& branch, std::size_t done, const std::stop_token& stop)
{
    const scenario::Commands commands = simulation_->recording().commands;
    const api::Time end = simulation_->now();
    std::vector<scenario::Step> left = scenario::stepsLeft(input_.steps, stepStarts_, commands, done, branch.now());
    const std::size_t first = input_.steps.size() - left.size();
    // Steps that the run has not begun are not the branch's either; the last one goes as far as the run.
    const std::size_t last = std::min(stepStarts_.size(), input_.steps.size());
    running_.start();
    sinceProgress_.start();
    std::stop_source over;
    bool isLast = false;
    const auto afterEach = [&](const scenario::Progress& progress) {
        if (sinceProgress_.elapsed() >= 50) {
            sinceProgress_.restart();
            emit progressed(static_cast<qint64>(progress.attempts), static_cast<qint64>(progress.pending), static_cast<double>(running_.elapsed()) / 1000, generation_);
        }
        if (stop.stop_requested() || (isLast && progress.time >= end))
            over.request_stop();
    };
    for (std::size_t i = first; i < last && !over.stop_requested(); ++i) {
        isLast = i == nextStep_;
        static_cast<void>(scenario::perform(branch, left[i - first], over.get_token(), afterEach));
    }
    isLast = true;
    if (!stop.stop_requested() && branch.now() < end) {
        over = std::stop_source();
        static_cast<void>(branch.runUntil(end, over.get_token(), afterEach));
    }
    return stop.stop_requested() ? scenario::Outcome::Cancelled : scenario::Outcome::Finished;
}

}
