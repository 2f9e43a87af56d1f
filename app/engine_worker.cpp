// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine_worker.h"

#include "config/write.h"
#include "models/background_delete.h"
#include "models/format.h"
#include "plugins/script_loading.h"
#include "scenario/branch.h"
#include "scenario/liveness.h"
#include "scenario/open.h"
#include "scenario/verdicts.h"

#include <algorithm>
#include <utility>

namespace berth::app {

namespace {

constexpr qint64 progressInterval = 50;    ///< ms: twenty a second
constexpr qint64 workInterval = 1000;      ///< ms: so much of a run is made again after a crash, at most
/// Snapshots of large clusters cost more than one wants to pay twenty times a second: they get a tenth of the time.
constexpr qint64 snapshotShare = 10;
/// Tiles of the heat map that somebody looks at in the middle of a run get a quarter of the time.
constexpr qint64 runTileShare = 3;

std::vector<const api::Object*> objectsOf(const design::Document& document)
{
    std::vector<const api::Object*> objects;
    document.items().forEach([&](std::size_t, const design::ItemPtr& item) {
        if (const api::Object* object = item->object())
            objects.push_back(object);
        return true;
    });
    return objects;
}

/// What the next start opens again: what was opened, or the file that all of it was saved in since.
QStringList nextTimeOf(const QStringList& opened, const design::Document& document)
{
    const QString file = models::toQString(document.files().front().path);
    const bool isWithin = std::any_of(opened.begin(), opened.end(), [&file](const QString& path) { return file == path || file.startsWith(path + u'/'); });
    return document.files().size() > 1 || file.isEmpty() || isWithin ? opened : QStringList{file};
}

models::ConfigurationPtr configurationOf(const Input& input)
{
    auto configuration = std::make_shared<models::Configuration>();
    configuration->file = models::toQString(input.configurationFile);
    configuration->gates = input.gates;
    configuration->catalog = input.catalog;
    configuration->result = input.configuration;
    configuration->text = models::toQString(input.configurationText.empty() ? config::toYaml(*input.configuration.config, input.gates)
                                                                            : input.configurationText);
    return configuration;
}

}

EngineWorker::EngineWorker(std::shared_ptr<RunTileWishes> wishes) : runTileWishes_(std::move(wishes)) {}
EngineWorker::~EngineWorker() = default;

void EngineWorker::open(const QStringList& paths, quint64 generation, std::stop_token stop)
{
    generation_ = generation;
    Input input = readInput(paths);
    if (stop.stop_requested()) {
        emit done(Outcome::Cancelled, {}, generation);
        return;
    }
    if (!input.failure.isEmpty()) {
        emit done(Outcome::Failed, input.failure, generation);
        return;
    }
    input_ = std::move(input);
    paths_ = paths;
    configuration_ = configurationOf(input_);
    isEdited_ = false;
    isUnsaved_ = false;
    document_ = std::make_shared<const design::Document>(std::exchange(input_.document, {}));
    restart(generation, std::move(stop));
}

void EngineWorker::restore(const QString& folder, quint64 generation, std::stop_token stop)
{
    generation_ = generation;
    const auto work = RecoveryFolder(folder).read();
    if (!work) {
        emit done(Outcome::Failed, tr("What was kept of the last session cannot be read."), generation);
        return;
    }
    input_ = inputOf(*work);
    paths_ = work->paths;
    configuration_ = configurationOf(input_);
    document_ = std::make_shared<const design::Document>(std::exchange(input_.document, {}));
    isEdited_ = true;
    isUnsaved_ = document_->isModified();
    if (!start())
        return;
    // The first command is what start() does. What was edited since has not been run.
    for (std::size_t i = 1; work->isOfDraft && i < work->commands.size() && !stop.stop_requested(); ++i) {
        scenario::replay(*simulation_, {work->commands[i]});
        followScripts(*work->commands[i]);
    }
    nextStep_ = work->isOfDraft ? std::min(work->nextStep, input_.steps.size()) : 0;
    restored_ = simulation_->recording().commands.size();
    stepStarts_.assign(nextStep_, {restored_, simulation_->now()});
    emit found(nextTimeOf(paths_, *document_), generation);
    emit opened(makeSnapshot(), generation);
    isUnsaved_ = false;
    emitWork();
    emit done(stop.stop_requested() ? Outcome::Cancelled : Outcome::Finished, {}, generation);
}

/// What a command that was done again means for the scripts at work.
void EngineWorker::followScripts(const scenario::Command& command)
{
    if (command.kind == scenario::Command::Kind::ReplaceScripts) {
        input_.scripts = command.scripts;
        input_.configuration = *command.configuration;
        if (auto scripts = plugins::loadScripts(input_.scripts))
            input_.catalog = std::move(scripts->catalog);
        configuration_ = configurationOf(input_);
    } else if (command.kind == scenario::Command::Kind::ReloadScript) {
        for (plugins::ScriptSource& script : input_.scripts)
            if (const auto loaded = plugins::loadScript(script); loaded && loaded->shape.name == command.object)
                script.text = command.text;
    }
}

void EngineWorker::restart(quint64 generation, std::stop_token stop)
{
    generation_ = generation;
    if (!start())
        return;
    if (stop.stop_requested()) {
        emit done(Outcome::Cancelled, {}, generation);
        return;
    }
    emit opened(makeSnapshot(), generation);
    emitWork();
    emit done(Outcome::Finished, {}, generation);
}

void EngineWorker::edit(const design::DocumentPtr& document, bool attempts, quint64 generation, std::stop_token stop)
{
    generation_ = generation;
    const design::ConfigurationText before = document_ ? document_->configuration() : design::ConfigurationText();
    document_ = document;
    isEdited_ = true;
    if (!configuration_ || document->configuration().text != before.text) {
        input_.configurationText = document->configuration().text;
        input_.configurationFile = document->configuration().file;
        if (input_.configurationText.empty())
            input_.configurationFile.clear();
        else if (input_.configurationFile.empty())
            input_.configurationFile = "scheduler.yaml"; // it has yet to be saved
        if (auto loaded = scenario::loadWithScripts(input_.configurationText, input_.configurationFile, input_.gates, input_.scripts))
            input_.configuration = std::move(*loaded);
        configuration_ = configurationOf(input_);
    }
    if (input_.title.isEmpty())
        input_.title = tr("untitled");
    if (input_.steps.empty())
        input_.steps = {settled()};
    if (!start())
        return;
    emit edited(makeSnapshot(), generation);
    if (attempts && !stop.stop_requested())
        return run(generation, std::move(stop));
    emitWork();
    emit done(stop.stop_requested() ? Outcome::Cancelled : Outcome::Finished, {}, generation);
}

bool EngineWorker::start()
{
    const config::LoadResult& configuration = configuration_->result;
    problems_ = isEdited_ ? document_->problems() : input_.problems;
    problems_.insert(problems_.end(), configuration.problems.begin(), configuration.problems.end());
    scriptProblems_.clear();
    nextStep_ = 0;
    stepStarts_.clear();
    restored_ = 0;
    scenario::Setup setup;
    // What can be shown is shown even if the configuration is at fault: with the defaults, and the error in the list.
    if (configuration.ok())
        setup.configuration = configuration;
    setup.gates = input_.gates;
    setup.seed = input_.seed;
    setup.server = scenario::serverFor(objectsOf(*document_), input_.server, input_.validatesWorkloads);
    setup.scripts = input_.scripts;
    setup.timing = input_.timing;
    setup.keepHistory = true;
    extenders_ = nullptr;
    if (!setup.configuration.config->extenders.empty())
        extenders_ = std::make_shared<QtHttpExtender>(setup.configuration.config->extenders);
    setup.httpExtender = extenders_;
    setup.keepMetrics = true;
    auto started = scenario::Simulation::start(std::move(setup));
    if (!started) {
        emit done(Outcome::Failed, models::toQString(started.error()), generation_);
        return false;
    }
    simulation_ = std::move(*started);
    begunWith_ = configuration_;
    takeBreakpoints();
    origin_ = simulation_->now();
    recorder_ = {};
    refusedPods_ = {};
    moments_ = models::MomentsRecorder(origin_);
    avalancheFinder_ = {};
    avalanches_ = nullptr;
    runRows_ = nullptr;
    runRowChanges_ = 0;
    simulation_->setBreakpoints(breakpoints_);
    explained_ = {};
    if (input_.changes)
        simulation_->plan(input_.changes, [this](const scenario::Rejected& refused) { collect({refused}); });
    std::vector<api::DecodedDocument> documents = document_->decoded();
    std::erase_if(documents, [this](const api::DecodedDocument& document) {
        return !document.object || (input_.validatesWorkloads && scenario::isCompletedPod(document));
    });
    collect(simulation_->create(documents));
    return true;
}

void EngineWorker::collect(const std::vector<scenario::Rejected>& rejected)
{
    for (const scenario::Rejected& refused : rejected) {
        const auto place = document_->placeOf(refused.object);
        for (api::Problem problem : refused.problems) {
            // What the document decodes knows its place in its own text alone.
            if (problem.file.empty() && place) {
                problem.file = place->file;
                problem.position.line += place->linesBefore;
            }
            problems_.push_back(std::move(problem));
        }
    }
}

void EngineWorker::run(quint64 generation, std::stop_token stop)
{
    generation_ = generation;
    if (!simulation_) {
        emit done(Outcome::Failed, tr("No cluster is open."), generation);
        return;
    }
    running_.start();
    sinceProgress_.start();
    sinceSnapshot_.start();
    sinceRunTile_.start();
    attemptsBefore_ = simulation_->trace().attempts.size();
    if (extenders_)
        extenders_->stopWith(stop);
    scenario::Outcome outcome = scenario::Outcome::Finished;
    if (nextStep_ >= input_.steps.size())
        outcome = simulation_->settle(stop, [this](const scenario::Progress&) { afterAttempt(); });
    while (outcome == scenario::Outcome::Finished && nextStep_ < input_.steps.size()) {
        outcome = play(currentStep(), stop);
        record();
        if (outcome != scenario::Outcome::Finished)
            break;
        ++nextStep_;
        if (simulation_->breakpointHit())
            outcome = scenario::Outcome::Stopped;
    }
    emitWork();
    const bool isStopped = outcome == scenario::Outcome::Stopped && noteStop();
    emitSnapshot();
    emit done(outcome == scenario::Outcome::Finished ? Outcome::Finished : isStopped ? Outcome::Stopped : Outcome::Cancelled, {}, generation);
}

/// False if there is nothing to tell.
bool EngineWorker::noteStop()
{
    const auto& hit = simulation_->breakpointHit();
    if (!hit)
        return false;
    moments_.append(simulation_->history(), simulation_->trace());
    moments_.addBreakpoint(simulation_->now(), models::toQString(hit->reason));
    emit stopped(models::toQString(hit->reason), models::toQString(hit->pod), generation_);
    return true;
}

void EngineWorker::setBreakpoints(std::vector<scenario::Breakpoint> breakpoints)
{
    const std::lock_guard lock(breakpointsLock_);
    newBreakpoints_ = std::move(breakpoints);
    hasNewBreakpoints_ = true;
}

void EngineWorker::takeBreakpoints()
{
    if (!hasNewBreakpoints_)
        return;
    {
        const std::lock_guard lock(breakpointsLock_);
        breakpoints_ = newBreakpoints_;
        hasNewBreakpoints_ = false;
    }
    if (simulation_)
        simulation_->setBreakpoints(breakpoints_);
}

scenario::Outcome EngineWorker::play(const scenario::Step& step, const std::stop_token& stop)
{
    const auto done = scenario::perform(*simulation_, step, stop, [this](const scenario::Progress&) { afterAttempt(); });
    note(done);
    return done.outcome;
}

void EngineWorker::note(const scenario::Performed& done)
{
    collect(done.rejected);
    for (const scenario::Checked& checked : done.checked)
        if (!checked.holds())
            problems_.push_back(checked.toProblem());
}

void EngineWorker::afterAttempt()
{
    // Somebody may set them while the run goes on; a stop that has come about stays one.
    if (!simulation_->breakpointHit())
        takeBreakpoints();
    if (sinceProgress_.elapsed() < progressInterval)
        return;
    sinceProgress_.restart();
    const std::size_t attempts = simulation_->trace().attempts.size() - attemptsBefore_;
    emit progressed(static_cast<qint64>(attempts), static_cast<qint64>(simulation_->activeCount() + simulation_->backoffCount()),
                    static_cast<double>(running_.elapsed()) / 1000, generation_);
    if (sinceWork_.elapsed() > workInterval)
        emitWork();
    if (sinceRunTile_.elapsed() > runTileShare * runTileCost_)
        serveRunTile();
    if (sinceSnapshot_.elapsed() > std::max(4 * progressInterval, snapshotShare * snapshotCost_))
        emitSnapshot();
}

/// The step that is next, or what is left of it if it was begun.
scenario::Step EngineWorker::currentStep()
{
    const scenario::Commands commands = simulation_->recording().commands;
    while (stepStarts_.size() <= nextStep_)
        stepStarts_.push_back({commands.size(), simulation_->now()});
    return scenario::restOf(input_.steps[nextStep_], stepStarts_[nextStep_], commands, commands.size(), simulation_->now());
}

/// One attempt or event of the step that is next, or what the step does; without steps one that is left. False: nothing is left.
/// It is the same run that Run makes, stopped after the first thing that happens.
bool EngineWorker::stepOnce()
{
    std::stop_source one;
    const auto stopThere = [&one](const scenario::Progress&) { one.request_stop(); };
    if (nextStep_ >= input_.steps.size())
        return simulation_->settle(one.get_token(), stopThere) != scenario::Outcome::Finished;
    const auto done = scenario::perform(*simulation_, currentStep(), one.get_token(), stopThere);
    note(done);
    if (done.outcome == scenario::Outcome::Finished)
        ++nextStep_;
    return true;
}

void EngineWorker::step(quint64 generation)
{
    stepUntilMore(generation, [this] { return simulation_->trace().attempts.size(); });
}

void EngineWorker::stepEvent(quint64 generation)
{
    stepUntilMore(generation, [this] { return simulation_->history().happenings.size(); });
}

/// Steps until there is more of what is counted, or nothing is left: a step that only expects something is nothing to look at.
void EngineWorker::stepUntilMore(quint64 generation, const std::function<std::size_t()>& count)
{
    generation_ = generation;
    if (!simulation_) {
        emit done(Outcome::Failed, tr("No cluster is open."), generation);
        return;
    }
    if (extenders_)
        extenders_->stopWith({});
    constexpr int most = 10000; // what only comes again and again never leads anywhere
    const std::size_t before = count();
    for (int n = 0; n < most && count() == before && stepOnce() && !simulation_->breakpointHit(); ++n)
        takeBreakpoints();
    endStep(generation);
}

void EngineWorker::endStep(quint64 generation)
{
    const bool isStopped = noteStop();
    emitSnapshot();
    emitWork();
    emit done(isStopped ? Outcome::Stopped : Outcome::Finished, {}, generation);
}

void EngineWorker::reloadScripts(quint64 generation)
{
    const scenario::ScriptsNow now = scenario::readScriptsAgain(input_.scriptFiles, input_.scripts);
    scriptProblems_.clear();
    for (const scenario::ScriptsNow::Failure& failure : now.failures)
        scriptProblems_.push_back(scriptProblem(failure.file, failure.text));
    QStringList names;
    for (const std::string& name : now.changed)
        names << models::toQString(name);
    bool restarted = false;
    if (!simulation_)
        names.clear();
    if (!names.isEmpty()) {
        if (const auto taken = now.hasSameShapes ? goOnWith(now) : startAnewWith(now); !taken) {
            scriptProblems_.push_back({api::Problem::Severity::Error, taken.error(), {}, {}, "plugin", {}});
            names.clear();
        } else {
            input_.scripts = now.scripts;
            restarted = !now.hasSameShapes;
        }
    }
    QString error;
    if (!scriptProblems_.empty())
        error = models::toQString(scriptProblems_.front().toString());
    if (simulation_) {
        emitSnapshot();
        emitWork();
    }
    emit scriptsReloaded(names, error, restarted, generation);
}

/// The running scheduler takes up other texts of the same functions.
tl::expected<void, std::string> EngineWorker::goOnWith(const scenario::ScriptsNow& now)
{
    for (const plugins::ScriptSource& script : now.scripts) {
        const auto loaded = plugins::loadScript(script);
        if (std::find(now.changed.begin(), now.changed.end(), loaded->shape.name) == now.changed.end())
            continue;
        if (auto reloaded = simulation_->reloadScript(loaded->shape.name, script.text); !reloaded)
            return reloaded;
    }
    return {};
}

/// What runs at which points, and what is listened to, is settled when a scheduler starts: so another one does.
tl::expected<void, std::string> EngineWorker::startAnewWith(const scenario::ScriptsNow& now)
{
    auto loaded = scenario::loadWithScripts(input_.configurationText, input_.configurationFile, input_.gates, now.scripts);
    if (!loaded)
        return tl::unexpected(loaded.error());
    if (!loaded->ok())
        return tl::unexpected(loaded->error);
    if (auto replaced = simulation_->replaceScripts(now.scripts, *loaded); !replaced)
        return replaced;
    input_.configuration = std::move(*loaded);
    if (auto scripts = plugins::loadScripts(now.scripts))
        input_.catalog = std::move(scripts->catalog);
    configuration_ = configurationOf(input_);
    explained_ = {};
    return {};
}

/// What is wrong with the input, what workloads are refused, and what scripts had to say.
api::Problems EngineWorker::problemsNow(const std::vector<api::ObjectPtr>& others)
{
    api::Problems problems = problems_;
    problems.insert(problems.end(), scriptProblems_.begin(), scriptProblems_.end());
    refusedPods_.append(simulation_->clusterEvents());
    for (api::Problem& problem : refusedPods_.problems(others)) {
        if (const auto place = document_->placeOf(problem.object)) {
            problem.file = place->file;
            problem.position = {place->linesBefore + 1, 1};
        }
        problems.push_back(std::move(problem));
    }
    for (const trace::PluginNote& note : simulation_->trace().notes) {
        const std::string times = note.count > 1 ? " (" + std::to_string(note.count) + " times)" : "";
        problems.push_back({api::Problem::Severity::Note, note.text + times, {}, {}, "plugin " + note.plugin.str(), {}});
    }
    return problems;
}

void EngineWorker::explain(qint64 attempt, quint64 known, quint64 generation, quint64 request)
{
    models::AttemptViewPtr view;
    if (simulation_ && attempt >= 0 && static_cast<std::size_t>(attempt) < simulation_->trace().attempts.size()) {
        const auto index = static_cast<std::size_t>(attempt);
        if (!explained_.why || explained_.attempt != index)
            explained_ = {index, simulation_->explain(index)};
        auto copy = std::make_shared<trace::Attempt>(*simulation_->trace().attempts[index]);
        copy->index = static_cast<std::uint32_t>(index);
        if (!explained_.why) {
            view = models::makeUnexplainedView(std::move(copy), origin_);
        } else {
            view = known > 0 ? models::makeWalkView(*copy, *explained_.why, known, cluster_.get(), origin_)
                             : models::makeAttemptView(std::move(copy), explained_.why, cluster_.get(), origin_);
        }
    }
    emit explained(view, generation, request);
}

/// False if nothing is wished for.
bool EngineWorker::serveRunTile()
{
    const auto tile = runTileWishes_->first(generation_);
    if (!tile || !simulation_)
        return false;
    QElapsedTimer cost;
    cost.start();
    constexpr std::size_t width = models::RunTile::width;
    bool isWanted = true;
    const auto verdicts = scenario::verdictsOf(*simulation_, *tile * width, width, [&] {
        return isWanted = isWanted && runTileWishes_->has(generation_, *tile);
    });
    runTileCost_ = cost.elapsed();
    sinceRunTile_.start();
    if (!isWanted || !runTileWishes_->done(generation_, *tile))
        return true; // it scrolled away
    if (const auto rows = knownRows())
        emit runTileReady(models::makeRunTile(*tile, *rows, verdicts), generation_);
    return true;
}

const models::RunRowsPtr& EngineWorker::knownRows()
{
    return runRows_ = models::withNewNodes(runRows_, simulation_->history(), runRowChanges_);
}

void EngineWorker::serveRunTiles()
{
    if (serveRunTile())
        QMetaObject::invokeMethod(this, &EngineWorker::serveRunTiles, Qt::QueuedConnection);
}

/// Everything that happened since the last time, into flow and log. Costs what was added.
void EngineWorker::record()
{
    recorder_.append(simulation_->trace(), simulation_->clusterEvents(), simulation_->queueRecord(-1, {}), simulation_->history(), simulation_->now());
}

void EngineWorker::findChanges(qint64 attempt, quint64 generation, std::stop_token stop)
{
    auto changes = std::make_shared<models::Changes>();
    changes->attempt = attempt;
    if (extenders_)
        extenders_->stopWith(stop);
    const auto world = simulation_ && attempt >= 0 ? simulation_->worldBefore(static_cast<std::size_t>(attempt)) : std::nullopt;
    if (world)
        changes->found = *scenario::findSmallestChanges(*world, {}, std::move(stop));
    else
        changes->found.error = "the attempt is not known";
    emit changesFound(changes, generation);
}

void EngineWorker::ask(const QString& pod, const QString& node, quint64 generation)
{
    if (!simulation_)
        return;
    scenario::WhatIfWorld world;
    const std::size_t attempts = simulation_->trace().attempts.size();
    if (auto last = attempts > 0 ? simulation_->worldBefore(attempts - 1) : std::nullopt) {
        world = std::move(*last);
    } else {
        const config::LoadResult& own = configuration_->result;
        world.configuration = std::make_shared<const config::LoadResult>(own.ok() ? own : config::defaultConfiguration(input_.gates));
        world.gates = input_.gates;
    }
    emit answered(std::make_shared<const models::PlacementAnswer>(models::askPlacement(std::move(world), simulation_->state(), pod, node)), generation);
}

models::SnapshotPtr EngineWorker::makeSnapshot()
{
    QElapsedTimer cost;
    cost.start();
    auto snapshot = std::make_shared<models::Snapshot>();
    snapshot->title = input_.title;
    snapshot->document = document_;
    snapshot->isUnsaved = isUnsaved_;
    snapshot->seed = input_.seed;
    snapshot->configuration = configuration_;
    for (const auto& profile : simulation_->profiles())
        snapshot->profiles << models::toQString(profile.schedulerName);
    auto attempts = models::makeBackgroundDeleted<models::Attempts>();
    attempts->reserve(simulation_->trace().attempts.size());
    for (const auto& attempt : simulation_->trace().attempts) {
        // An attempt that waits on Permit still changes: the window gets a copy of it.
        const bool settled = attempt->result != trace::Result::Waiting;
        attempts->push_back(settled ? trace::AttemptPtr(attempt) : std::make_shared<const trace::Attempt>(*attempt));
    }
    snapshot->attempts = attempts;
    for (const std::string& script : input_.scriptFiles)
        snapshot->scripts << models::toQString(script);
    const scenario::ClusterState state = simulation_->state();
    snapshot->problems = std::make_shared<api::Problems>(problemsNow(state.others));
    cluster_ = models::makeCluster(state, *attempts, origin_);
    snapshot->cluster = cluster_;
    recorder_.append(simulation_->trace(), simulation_->clusterEvents(), state.queue, simulation_->history(), state.time);
    snapshot->flow = recorder_.flow();
    snapshot->log = recorder_.log();
    snapshot->metrics = simulation_->metrics();
    moments_.append(simulation_->history(), simulation_->trace());
    snapshot->moments = moments_.moments();
    if (avalancheFinder_.append(simulation_->history(), simulation_->trace()))
        avalanches_ = std::make_shared<const models::Avalanches>(avalancheFinder_.avalanches());
    snapshot->avalanches = avalanches_;
    snapshot->runRows = knownRows();
    snapshot->canStep = simulation_->canPop() || nextStep_ < input_.steps.size();
    snapshotCost_ = cost.elapsed();
    sinceSnapshot_.restart();
    return snapshot;
}

void EngineWorker::emitWork()
{
    sinceWork_.restart();
    auto work = std::make_shared<Work>();
    work->cluster = generation_;
    work->title = input_.title;
    work->paths = paths_;
    work->configurationText = begunWith_->text.toStdString();
    work->configurationFile = begunWith_->file.toStdString();
    work->gates = input_.gates;
    work->seed = input_.seed;
    work->document = document_;
    scenario::Recording recording = simulation_->recording();
    work->scripts = std::move(recording.setup.scripts);
    work->commands = std::move(recording.commands);
    work->nextStep = nextStep_;
    emit workChanged(work);
}

void EngineWorker::emitSnapshot()
{
    emit snapshotReady(makeSnapshot(), generation_);
}

}
