// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "app/http/qt_http_extender.h"
#include "app/input.h"
#include "app/recovery.h"
#include "app/run_tile_wishes.h"
#include "models/branch.h"
#include "models/changes.h"
#include "models/placement_question.h"
#include "models/queue_flow_recorder.h"
#include "models/snapshot.h"
#include "models/walk.h"
#include "scenario/perform.h"
#include "scenario/refused_pods.h"
#include "scenario/scripts.h"
#include "scenario/simulation.h"
#include "scenario/step_progress.h"

#include <QElapsedTimer>
#include <QObject>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>

namespace berth::app {

enum class Outcome : std::uint8_t { Finished, Cancelled, Failed, Stopped };

/// Where the engine lives. Everything here runs on the worker thread; Session calls it through queued invocations and
/// hears from it through queued signals. Results carry the generation of the cluster that they belong to.
class EngineWorker final : public QObject {
    Q_OBJECT
public:
    /// wishes: what serveRunTiles() takes its work from.
    explicit EngineWorker(std::shared_ptr<RunTileWishes> wishes);
    ~EngineWorker() override;

    /// Reads, decodes and creates everything; no attempts yet.
    void open(const QStringList& paths, quint64 generation, std::stop_token stop);
    /// Does again what was done, up to where the work was kept (RecoveryFolder).
    void restore(const QString& folder, quint64 generation, std::stop_token stop);
    /// A new engine from the documents that were read before.
    void restart(quint64 generation, std::stop_token stop);
    /// A new engine from an edited document, with the same steps. attempts: whether Run is to follow at once.
    void edit(const design::DocumentPtr& document, bool attempts, quint64 generation, std::stop_token stop);
    /// Plays what is left of the steps.
    void run(quint64 generation, std::stop_token stop);
    /// On to the next attempt.
    void step(quint64 generation);
    /// On by one attempt or event, or by what a step of the scenario does.
    void stepEvent(quint64 generation);
    /// Reads the scripts' files again; those that changed take the place of the old ones from the next cycle on. Where functions or
    /// events changed, or a script can be run that could not before, another scheduler takes over the cluster as it is.
    void reloadScripts(quint64 generation);
    /// Where runs stop from now on, in clusters opened later too. Any thread may call it: a run under way heeds them from its next
    /// attempt or event on.
    void setBreakpoints(std::vector<scenario::Breakpoint> breakpoints);
    /// Takes over what setBreakpoints() left, while nothing runs.
    void takeBreakpoints();
    /// known: only what was known after so many extension points, 0 = everything. request: given back with the answer, so
    /// that an overtaken one can be told.
    void explain(qint64 attempt, quint64 known, quint64 generation, quint64 request);
    /// A stopped search answers with what it has found so far.
    void findChanges(qint64 attempt, quint64 generation, std::stop_token stop);
    /// Computes the most urgent tile of the run's heat map that is wished for and comes again for the next, so that other
    /// commands get in between. In the middle of a run tiles are served by the way.
    void serveRunTiles();
    /// What if the pod went to the node now?
    void ask(const QString& pod, const QString& node, quint64 generation);

    /// The run made again up to a moment, something done there, and on as the run went on; then the two are compared. The run itself
    /// stays as it is.
    void branch(const models::BranchRequest& request, quint64 generation, std::stop_token stop);

signals:
    /// Before done(); not if it was cancelled.
    void branched(const berth::models::BranchPtr& branch, quint64 generation);
    /// Before opened(), where restore() has found what had been opened.
    void found(const QStringList& paths, quint64 generation);
    void opened(const berth::models::SnapshotPtr& snapshot, quint64 generation);
    /// The answer to edit(), before the run.
    void edited(const berth::models::SnapshotPtr& snapshot, quint64 generation);
    void snapshotReady(const berth::models::SnapshotPtr& snapshot, quint64 generation);
    void progressed(qint64 attempts, qint64 pending, double elapsedSeconds, quint64 generation);
    void explained(const berth::models::AttemptViewPtr& attempt, quint64 generation, quint64 request);
    /// names: of the plugins that go on with another text; error: why one does not, `file:line: …`.
    /// restarted: another scheduler took over.
    void scriptsReloaded(const QStringList& names, const QString& error, bool restarted, quint64 generation);
    void changesFound(const berth::models::ChangesPtr& changes, quint64 generation);
    /// Before done(): the run met a breakpoint.
    void stopped(const QString& reason, const QString& pod, quint64 generation);
    /// What would be lost now: whenever something is over, and once a second in the middle of a run.
    void workChanged(const berth::app::WorkPtr& work);
    void answered(const berth::models::PlacementAnswerPtr& answer, quint64 generation);
    void runTileReady(const berth::models::RunTilePtr& tile, quint64 generation);
    void done(berth::app::Outcome outcome, const QString& failure, quint64 generation);

private:
    bool start();
    tl::expected<void, std::string> goOnWith(const scenario::ScriptsNow& now);
    tl::expected<void, std::string> startAnewWith(const scenario::ScriptsNow& now);
    void followScripts(const scenario::Command& command);
    bool noteStop();
    void collect(const std::vector<scenario::Rejected>& rejected);
    void note(const scenario::Performed& done);
    scenario::Outcome play(const scenario::Step& step, const std::stop_token& stop);
    bool serveRunTile();
    const models::RunRowsPtr& knownRows();
    scenario::Outcome goOnAsTheRunDid(scenario::Simulation& branch, std::size_t done, const std::stop_token& stop);
    scenario::Step currentStep();
    bool stepOnce();
    void stepUntilMore(quint64 generation, const std::function<std::size_t()>& count);
    void endStep(quint64 generation);
    void afterAttempt();
    void record();
    api::Problems problemsNow(const std::vector<api::ObjectPtr>& others);
    models::SnapshotPtr makeSnapshot();
    void emitSnapshot();
    void emitWork();

    Input input_;
    QStringList paths_;
    QElapsedTimer sinceWork_;
    design::DocumentPtr document_;
    bool isEdited_ = false;                ///< the document says more than was found while opening
    bool isUnsaved_ = false;               ///< it says more than its files, and the window does not know it yet
    models::ConfigurationPtr configuration_;
    models::ConfigurationPtr begunWith_;   ///< the configuration of the simulation's first scheduler
    std::shared_ptr<QtHttpExtender> extenders_;    ///< null for a configuration without extenders
    std::unique_ptr<scenario::Simulation> simulation_;
    api::Problems problems_;               ///< of the input, and what the API server refused
    scenario::RefusedPods refusedPods_;
    api::Problems scriptProblems_;         ///< of the last reload
    std::size_t nextStep_ = 0;
    std::vector<scenario::StepStart> stepStarts_;   ///< of those that have begun
    std::size_t restored_ = 0;             ///< commands that were done by an earlier session; where its steps began is not known
    api::Time origin_;
    models::QueueFlowRecorder recorder_;
    models::MomentsRecorder moments_;
    scenario::AvalancheFinder avalancheFinder_;
    models::AvalanchesPtr avalanches_;     ///< what it found last
    std::shared_ptr<RunTileWishes> runTileWishes_;
    models::RunRowsPtr runRows_;
    std::size_t runRowChanges_ = 0;        ///< changes of the history that runRows_ knows
    std::vector<scenario::Breakpoint> breakpoints_;
    std::mutex breakpointsLock_;           ///< of the next two
    std::vector<scenario::Breakpoint> newBreakpoints_;
    std::atomic<bool> hasNewBreakpoints_ = false;
    struct Explained {
        std::size_t attempt = 0;
        std::shared_ptr<const trace::Explanation> why;
    };
    Explained explained_;                  ///< the last one: whoever walks through an attempt asks for it again and again
    models::ClusterPtr cluster_;
    quint64 generation_ = 0;
    QElapsedTimer running_;
    QElapsedTimer sinceProgress_;
    QElapsedTimer sinceSnapshot_;
    QElapsedTimer sinceRunTile_;
    qint64 runTileCost_ = 0;               ///< ms
    qint64 snapshotCost_ = 0;              ///< ms that the last one took to make
    std::size_t attemptsBefore_ = 0;
};

}
