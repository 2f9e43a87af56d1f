// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session.h"

#include "models/format.h"
#include "scenario/folder.h"

#include <QCoreApplication>
#include <QDir>
#include <QMetaType>

#include <QPointer>
#include <QThreadPool>

#include <utility>

using namespace Qt::StringLiterals;

namespace berth::app {

namespace {

models::ConfigurationPtr reading(const QString& text, const QString& file, const models::Configuration& now)
{
    auto configuration = std::make_shared<models::Configuration>();
    configuration->text = text;
    configuration->file = file;
    configuration->gates = now.gates;
    configuration->catalog = now.catalog;
    configuration->result = config::loadConfiguration(text.toStdString(), file.toStdString(), now.gates, now.catalog);
    return configuration;
}

}

Session::Session(QObject* parent)
    : QObject(parent), runTileWishes_(std::make_shared<RunTileWishes>()), worker_(new EngineWorker(runTileWishes_)),
      pastTimer_(new QTimer(this))
{
    pastTimer_->setSingleShot(true);
    pastTimer_->setInterval(50);
    connect(pastTimer_, &QTimer::timeout, this, &Session::makePast);
    qRegisterMetaType<models::MomentsPtr>();
    qRegisterMetaType<models::SnapshotPtr>();
    qRegisterMetaType<models::AttemptViewPtr>();
    qRegisterMetaType<models::ConfigurationPtr>();
    qRegisterMetaType<models::Walk>();
    qRegisterMetaType<models::ChangesPtr>();
    qRegisterMetaType<models::PlacementAnswerPtr>();
    qRegisterMetaType<Outcome>();
    thread_.setObjectName(u"engine"_s);
    worker_->moveToThread(&thread_);
    connect(&thread_, &QThread::finished, worker_, &QObject::deleteLater);
    connect(worker_, &EngineWorker::opened, this, [this](const models::SnapshotPtr& snapshot, quint64 generation) {
        if (generation != generation_)
            return;
        forgetPast();
        snapshot_ = snapshot;
        scripts_.watch(snapshot->scripts);
        emit loaded(snapshot);
    });
    connect(worker_, &EngineWorker::edited, this, [this](const models::SnapshotPtr& snapshot, quint64 generation) {
        if (generation != generation_)
            return;
        // The run that had that past is over.
        forgetPast();
        snapshot_ = snapshot;
        emit edited(snapshot);
    });
    connect(worker_, &EngineWorker::snapshotReady, this, [this](const models::SnapshotPtr& snapshot, quint64 generation) {
        if (generation != generation_)
            return;
        if (walkRequested_)
            held_ = snapshot;
        else
            show(snapshot);
    });
    connect(worker_, &EngineWorker::progressed, this, [this](qint64 attempts, qint64 pending, double elapsed, quint64 generation) {
        if (generation == generation_)
            emit progressed(attempts, pending, elapsed);
    });
    connect(worker_, &EngineWorker::explained, this, [this](const models::AttemptViewPtr& attempt, quint64 generation, quint64 request) {
        if (generation != generation_ || request != explainRequest_)
            return;
        if (attempt && attempt->walk && attempt->walk->attempt == walk_.attempt)
            walk_ = *attempt->walk;
        emit explained(attempt);
        if (attempt && attempt->walk)
            emit walkChanged(walk_);
        if (walk_.isActive() && !walk_.points.empty() && !walk_.next())
            endWalk();
    });
    connect(worker_, &EngineWorker::changesFound, this, [this](const models::ChangesPtr& changes, quint64 generation) {
        if (generation == generation_)
            emit changesFound(changes);
    });
    qRegisterMetaType<models::RunTilePtr>();
    connect(worker_, &EngineWorker::runTileReady, this, [this](const models::RunTilePtr& tile, quint64 generation) {
        if (generation == generation_)
            emit runTileReady(tile);
    });
    connect(&scripts_, &FileWatch::changed, this, &Session::reloadScripts);
    connect(worker_, &EngineWorker::scriptsReloaded, this, [this](const QStringList& names, const QString& error, bool restarted, quint64 generation) {
        if (generation == generation_ && (!names.isEmpty() || !error.isEmpty()))
            emit scriptsReloaded(names, error, restarted);
    });
    qRegisterMetaType<WorkPtr>();
    connect(worker_, &EngineWorker::workChanged, this, [this](const WorkPtr& work) {
        if (work->cluster == generation_)
            emit workChanged(work);
    });
    connect(worker_, &EngineWorker::found, this, [this](const QStringList& paths, quint64 generation) {
        if (generation == generation_)
            emit opening(paths);
    });
    connect(worker_, &EngineWorker::stopped, this, [this](const QString& reason, const QString& pod, quint64 generation) {
        if (generation == generation_)
            emit stoppedAt(reason, pod);
    });
    qRegisterMetaType<models::BranchPtr>();
    connect(worker_, &EngineWorker::branched, this, [this](const models::BranchPtr& branch, quint64 generation) {
        if (generation == generation_)
            emit branched(branch);
    });
    connect(worker_, &EngineWorker::answered, this, [this](const models::PlacementAnswerPtr& answer, quint64 generation) {
        if (generation == generation_)
            emit answered(answer);
    });
    connect(worker_, &EngineWorker::done, this, [this](Outcome outcome, const QString& failure, quint64 generation) {
        if (generation == generation_)
            finish(outcome, failure);
    });
    // The engine keeps whole objects and recurses over documents: more than the default stack of some systems.
    thread_.setStackSize(16 * 1024 * 1024);
    thread_.start();
}

Session::~Session()
{
    runTileWishes_->set(0, {});
    stop_.request_stop();
    stopChanges_.request_stop();
    thread_.quit();
    thread_.wait();
}

template <typename Command>
void Session::post(Command command)
{
    stopChanges_.request_stop();
    QMetaObject::invokeMethod(worker_, std::move(command), Qt::QueuedConnection);
}

void Session::begin(Activity activity)
{
    stop_ = std::stop_source();
    activity_ = activity;
    emit activityChanged(activity);
}

void Session::finish(Outcome outcome, const QString& failure)
{
    activity_ = Activity::Idle;
    if (walkRequested_)
        beginWalk();
    emit activityChanged(activity_);
    if (outcome == Outcome::Cancelled)
        emit cancelled();
    if (outcome == Outcome::Failed)
        emit failed(failure);
    emit finished(outcome);
}

void Session::show(const models::SnapshotPtr& snapshot)
{
    snapshot_ = snapshot;
    if (past_)
        emit momentsChanged(snapshot->moments);
    else
        emit snapshotReady(snapshot);
}

void Session::goTo(std::size_t rest)
{
    if (!snapshot_ || !snapshot_->moments || walk_.isActive())
        return;
    if (rest + 1 >= snapshot_->moments->rests()) {
        backToNow();
        return;
    }
    wantedRest_ = rest;
    if (!makingPast_ && !pastTimer_->isActive())
        makePast();
}

void Session::makePast()
{
    if (!wantedRest_ || makingPast_)
        return;
    makingPast_ = true;
    const quint64 request = pastRequest_;
    const std::size_t rest = *std::exchange(wantedRest_, std::nullopt);
    QThreadPool::globalInstance()->start([self = QPointer<Session>(this), now = snapshot_, rest, request] {
        const models::SnapshotPtr past = models::makePastSnapshot(*now, rest);
        QMetaObject::invokeMethod(QCoreApplication::instance(), [self, past, request] {
            if (!self)
                return;
            self->makingPast_ = false;
            if (request == self->pastRequest_) {
                self->past_ = past;
                emit self->snapshotReady(past);
            }
            self->pastTimer_->start();
        }, Qt::QueuedConnection);
    });
}

void Session::forgetPast()
{
    ++pastRequest_;
    wantedRest_.reset();
    past_ = nullptr;
}

void Session::backToNow()
{
    const bool wasAway = past_ || wantedRest_ || makingPast_;
    forgetPast();
    if (wasAway)
        emit snapshotReady(snapshot_);
}

void Session::setBreakpoints(const std::vector<scenario::Breakpoint>& breakpoints)
{
    worker_->setBreakpoints(breakpoints);
    post([worker = worker_] { worker->takeBreakpoints(); });
}

void Session::branch(const models::BranchRequest& request)
{
    if (!snapshot_ || !snapshot_->moments || snapshot_->moments->rests() == 0 || activity_ != Activity::Idle || walk_.isActive())
        return;
    begin(Activity::Running);
    post([worker = worker_, request, generation = generation_, stop = stop_.get_token()] { worker->branch(request, generation, stop); });
}

void Session::stepPoint()
{
    if (!snapshot_ || activity_ != Activity::Idle)
        return;
    if (walk_.isActive()) {
        ++walk_.known;
        explain(walk_.attempt);
        return;
    }
    backToNow();
    walkRequested_ = true;
    begin(Activity::Running);
    post([worker = worker_, generation = generation_] { worker->step(generation); });
}

void Session::beginWalk()
{
    walkRequested_ = false;
    const models::SnapshotPtr after = std::exchange(held_, nullptr);
    if (!after)
        return;
    if (after->attempts->size() <= snapshot_->attempts->size()) {
        show(after); // there was nothing to try
        return;
    }
    held_ = after;
    const std::size_t index = snapshot_->attempts->size();
    walk_ = {static_cast<qint64>(index), models::toQString((*after->attempts)[index]->pod), {}, 1};
    emit walkChanged(walk_);
    explain(walk_.attempt);
}

void Session::forgetWalk()
{
    walk_ = {};
    walkRequested_ = false;
    held_ = nullptr;
    emit walkChanged(walk_);
}

void Session::endWalk()
{
    const bool whole = walk_.isActive() && walk_.next().has_value();
    const qint64 attempt = walk_.attempt;
    walk_ = {};
    if (const models::SnapshotPtr after = std::exchange(held_, nullptr))
        show(after);
    emit walkChanged(walk_);
    if (whole)
        explain(attempt);
}

void Session::open(const QStringList& paths)
{
    forgetWalk();
    stop_.request_stop();
    const quint64 generation = ++generation_;
    ++readRequest_; // whatever is being read belongs to the cluster before
    emit opening(paths);
    begin(Activity::Loading);
    post([worker = worker_, paths, generation, stop = stop_.get_token()] { worker->open(paths, generation, stop); });
}

void Session::restore(const QString& folder)
{
    forgetWalk();
    stop_.request_stop();
    const quint64 generation = ++generation_;
    ++readRequest_;
    begin(Activity::Loading);
    post([worker = worker_, folder, generation, stop = stop_.get_token()] { worker->restore(folder, generation, stop); });
}

void Session::openNew()
{
    open({});
}

void Session::edit(const design::DocumentPtr& document, bool attempts)
{
    forgetWalk();
    stop_.request_stop();
    const quint64 generation = ++generation_;
    ++readRequest_;
    begin(attempts ? Activity::Running : Activity::Loading);
    post([worker = worker_, document, attempts, generation, stop = stop_.get_token()] { worker->edit(document, attempts, generation, stop); });
}

void Session::run()
{
    if (!snapshot_ || activity_ != Activity::Idle)
        return;
    if (walk_.isActive())
        endWalk();
    backToNow();
    begin(Activity::Running);
    post([worker = worker_, generation = generation_, stop = stop_.get_token()] { worker->run(generation, stop); });
}

void Session::step()
{
    if (!snapshot_ || activity_ != Activity::Idle)
        return;
    if (walk_.isActive()) {
        stepPoint();
        return;
    }
    backToNow();
    begin(Activity::Running);
    post([worker = worker_, generation = generation_] { worker->step(generation); });
}

void Session::stepEvent()
{
    if (!snapshot_ || activity_ != Activity::Idle)
        return;
    if (walk_.isActive()) {
        endWalk();
        return;
    }
    backToNow();
    begin(Activity::Running);
    post([worker = worker_, generation = generation_] { worker->stepEvent(generation); });
}

void Session::restart()
{
    if (!snapshot_ || activity_ != Activity::Idle)
        return;
    forgetWalk();
    const quint64 generation = ++generation_;
    begin(Activity::Loading);
    post([worker = worker_, generation, stop = stop_.get_token()] { worker->restart(generation, stop); });
}

void Session::readConfiguration(const QString& text, const QString& file)
{
    if (!snapshot_)
        return;
    read([text, file, now = snapshot_->configuration] { return reading(text, file, *now); }, &Session::configurationRead);
}

void Session::openConfiguration(const QString& path)
{
    if (!snapshot_)
        return;
    read([path, now = snapshot_->configuration]() -> models::ConfigurationPtr {
        const auto text = scenario::readTextFile(path.toStdString());
        return text ? reading(models::toQString(*text), path, *now) : nullptr;
    }, &Session::configurationOpened, tr("%1 cannot be read.").arg(QDir::toNativeSeparators(path)));
}

/// On the thread pool, since the engine's thread may be in the middle of a long run, of which a configuration knows
/// nothing.
template <typename Read>
void Session::read(Read work, void (Session::*answer)(const models::ConfigurationPtr&), const QString& failure)
{
    const quint64 request = ++readRequest_;
    QThreadPool::globalInstance()->start([self = QPointer<Session>(this), request, work, answer, failure] {
        const models::ConfigurationPtr configuration = work();
        // Through the application object: self may only be looked at on its own thread.
        QMetaObject::invokeMethod(QCoreApplication::instance(), [self, request, answer, configuration, failure] {
            if (!self || self->readRequest_ != request)
                return;
            if (configuration)
                emit (self->*answer)(configuration);
            else
                emit self->failed(failure);
        }, Qt::QueuedConnection);
    });
}

void Session::reloadScripts()
{
    if (snapshot_ && !snapshot_->scripts.isEmpty())
        post([worker = worker_, generation = generation_] { worker->reloadScripts(generation); });
}

void Session::cancel()
{
    if (activity_ != Activity::Idle)
        stop_.request_stop();
}

void Session::explain(qint64 attempt)
{
    const quint64 request = ++explainRequest_;
    const quint64 known = walk_.attempt == attempt && attempt >= 0 ? walk_.known : 0;
    post([worker = worker_, attempt, known, generation = generation_, request] {
        worker->explain(attempt, known, generation, request);
    });
}

void Session::wishRunTiles(const models::RunWishes& wishes)
{
    const bool wasIdle = runTileWishes_->set(generation_, wishes);
    if (wasIdle && !wishes.empty())
        post([worker = worker_] { worker->serveRunTiles(); });
}

void Session::ask(const QString& pod, const QString& node)
{
    if (snapshot_)
        post([worker = worker_, pod, node, generation = generation_] { worker->ask(pod, node, generation); });
}

void Session::findChanges(qint64 attempt)
{
    stopChanges_.request_stop();
    stopChanges_ = std::stop_source();
    // Not by post(), which would stop this search too.
    QMetaObject::invokeMethod(worker_, [worker = worker_, attempt, generation = generation_, stop = stopChanges_.get_token()] {
        worker->findChanges(attempt, generation, stop);
    }, Qt::QueuedConnection);
}

}
