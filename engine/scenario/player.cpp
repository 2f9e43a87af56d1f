// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/player.h"

#include "scenario/scripts.h"

#include <cmath>

namespace berth::scenario {
namespace {

/// More attempts than any scenario has: an endless loop shows as an end.
constexpr int mostAttempts = 20000;

class StepPlayer {
public:
    StepPlayer(Played& played, bool everyCycle) : played_(played), simulation_(*played.simulation)
    {
        if (everyCycle)
            simulation_.onCycle([this] { played_.queue.push_back(simulation_.queueRecord(index_, "attempt")); });
    }
    ~StepPlayer() { simulation_.onCycle({}); }
    StepPlayer(const StepPlayer&) = delete;
    StepPlayer& operator=(const StepPlayer&) = delete;

    void cluster(const std::vector<api::DecodedDocument>& documents)
    {
        refuse(simulation_.create(documents, false));
        played_.queue.push_back(simulation_.queueRecord(-1, "cluster"));
    }

    void perform(std::int32_t index, const Step& step)
    {
        index_ = index;
        run(step);
        played_.queue.push_back(simulation_.queueRecord(index, step.action));
    }

private:
    void run(const Step& step)
    {
        if (step.action == "create" || step.action == "update")
            refuse(simulation_.create(step.objects, step.action == "update"));
        else if (step.action == "delete")
            refuse(simulation_.remove(step.kind, step.namespace_, step.name));
        else if (step.action == "advance")
            simulation_.advance(static_cast<std::int64_t>(std::llround(step.seconds * 1e9)));
        else if (step.action == "flush")
            simulation_.flushUnschedulable();
        else if (step.action == "schedule")
            schedule();
        else if (step.action == "drain")
            attempts(mostAttempts);
        else if (step.action == "attempt")
            attempts(step.count == 0 ? 1 : step.count);
        else
            simulation_.settle({}, {}, step.rounds == 0 ? 60 : step.rounds);
    }

    void schedule()
    {
        for (int n = 0; n < mostAttempts && simulation_.activeCount() > 0; ++n)
            simulation_.attemptOne();
    }

    void attempts(int count)
    {
        for (int n = 0; n < count && simulation_.attemptOne(); ++n) {
        }
    }

    void refuse(std::vector<Rejected> rejected)
    {
        std::move(rejected.begin(), rejected.end(), std::back_inserter(played_.rejected));
    }

    Played& played_;
    Simulation& simulation_;
    std::int32_t index_ = -1;
};

}

Played play(const Folder& folder)
{
    FilesRun run;
    run.cluster = folder.cluster;
    run.steps = folder.steps;
    if (folder.hasConfiguration) {
        run.configurationText = folder.configurationText;
        run.configurationFile = (folder.path / "scheduler.yaml").string();
    }
    run.gates = folder.gates;
    run.seed = folder.seed;
    run.brief = folder.brief;
    run.timing = folder.timing;
    run.explainEverything = !folder.brief;
    run.scripts = folder.scripts;
    return play(run);
}

Played play(const FilesRun& run)
{
    Played played;
    played.brief = run.brief;
    Setup setup;
    setup.gates = run.gates;
    setup.seed = run.seed;
    setup.timing = run.timing;
    setup.explainEverything = run.explainEverything;
    setup.httpExtender = run.httpExtender;
    setup.keepMetrics = run.keepMetrics;
    setup.server.validatesWorkloads = run.validatesWorkloads;
    setup.scripts = run.scripts;
    auto configuration = loadWithScripts(run.configurationText, run.configurationFile, run.gates, run.scripts);
    if (!configuration) {
        played.configError = configuration.error();
        return played;
    }
    setup.configuration = std::move(*configuration);
    if (!run.configurationFile.empty())
        played.configuration = setup.configuration;
    if (!setup.configuration.ok()) {
        played.configError = setup.configuration.error;
        return played;
    }
    auto simulation = Simulation::start(std::move(setup));
    if (!simulation) {
        played.configError = simulation.error();
        return played;
    }
    played.simulation = std::move(*simulation);
    StepPlayer player(played, !run.brief);
    player.cluster(run.cluster);
    for (std::size_t i = 0; i < run.steps.size(); ++i)
        player.perform(static_cast<std::int32_t>(i), run.steps[i]);
    return played;
}

}
