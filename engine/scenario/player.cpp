// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/player.h"

#include "scenario/liveness.h"
#include "scenario/perform.h"
#include "scenario/scripts.h"

namespace berth::scenario {
namespace {

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
        auto done = scenario::perform(simulation_, step);
        refuse(std::move(done.rejected));
        std::move(done.checked.begin(), done.checked.end(), std::back_inserter(played_.checked));
        played_.queue.push_back(simulation_.queueRecord(index, step.action));
    }

private:
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
    setup.keepHistory = run.keepHistory;
    setup.scripts = run.scripts;
    std::vector<const api::Object*> objects;
    for (const auto& document : run.cluster)
        if (document.object)
            objects.push_back(document.object.get());
    setup.server = serverFor(objects, run.server, run.validatesWorkloads);
    played.lives = setup.server.living;
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
    if (!run.changes.empty())
        played.simulation->plan(std::make_shared<const std::vector<formats::Change>>(run.changes),
                                [&](const Rejected& rejected) { played.rejected.push_back(rejected); });
    player.cluster(run.cluster);
    for (std::size_t i = 0; i < run.steps.size(); ++i)
        player.perform(static_cast<std::int32_t>(i), run.steps[i]);
    return played;
}

}
