// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "app/engine_worker.h"
#include "app/file_watch.h"

#include <QObject>
#include <QThread>
#include <QTimer>

#include <stop_token>

namespace berth::app {

/// The engine as the window knows it. Lives on the GUI thread and owns the worker thread; commands go in as values and
/// return at once, results come out as immutable values through queued signals, at most twenty a second, the last one
/// always. Results of a cluster that is no longer open, and answers that were overtaken, are dropped here.
class Session final : public QObject {
    Q_OBJECT
public:
    enum class Activity : std::uint8_t { Idle, Loading, Running };

    explicit Session(QObject* parent = nullptr);
    ~Session() override;

    Activity activity() const { return activity_; }
    const models::SnapshotPtr& snapshot() const { return snapshot_; }
    const models::Walk& walk() const { return walk_; }
    /// The moment of the past that is looked at; null: now.
    const models::SnapshotPtr& past() const { return past_; }

public slots:
    /// Files and folders together are one cluster. Cancels what is under way.
    void open(const QStringList& paths);
    /// Opens what a session that ended by force had kept in that folder, where it was.
    void restore(const QString& folder);
    /// The rest are ignored unless a cluster is open and nothing is under way (cancel: unless something is).
    void run();
    void step();
    /// On by one attempt or event; out of a walk it shows the rest of the attempt.
    void stepEvent();
    /// Goes on with an edited document: everything starts anew from it, and runs at once if attempts is true. Cancels what
    /// is under way; allowed without an open cluster, too. Steps and gates stay those of the open cluster.
    void edit(const berth::design::DocumentPtr& document, bool attempts);
    /// An empty cluster that was never saved.
    void openNew();
    /// One extension point further: makes an attempt if nobody walks through one. Until the walk is over, what the attempt
    /// changed in the cluster is held back. On the way step() does the same, and run() shows the rest at once.
    void stepPoint();
    void restart();
    /// Look at the run as it was after that rest (models::Moments); the last one is now. Made on the thread pool, at most twenty a
    /// second, of several wishes the last.
    void goTo(std::size_t rest);
    void backToNow();
    /// Asks what would have become of the run; answered by branched(). Where one looks stays.
    void branch(const berth::models::BranchRequest& request);
    void setBreakpoints(const std::vector<berth::scenario::Breakpoint>& breakpoints);
    void cancel();
    /// Reads text as the configuration of the open cluster; allowed at any time, only the last question is answered.
    void readConfiguration(const QString& text, const QString& file);
    /// The same for a file's contents.
    void openConfiguration(const QString& path);
    /// Takes the scripts as they are on disk now, from the next cycle on; also done when one of them changes. Allowed at any
    /// time, done when the engine has a moment.
    void reloadScripts();
    /// An attempt's index; allowed at any time, answered when the engine has a moment.
    void explain(qint64 attempt);
    /// What would have made that attempt's pod fit: searched when the engine has a moment, while nothing else is asked of it.
    void findChanges(qint64 attempt);
    /// The tiles of the run's heat map that somebody looks at: computed one after the other when the engine has a moment,
    /// in a run too. Those that were wished for before and are not any more are left undone.
    void wishRunTiles(const berth::models::RunWishes& wishes);
    /// What the scheduler would say if the pod went to the node now; answered when the engine has a moment.
    void ask(const QString& pod, const QString& node);

signals:
    /// Another cluster is being opened from there; empty: a new one.
    void opening(const QStringList& paths);
    void activityChanged(berth::app::Session::Activity activity);
    void loaded(const berth::models::SnapshotPtr& snapshot);
    /// The cluster of an edited document, before any attempt.
    void edited(const berth::models::SnapshotPtr& snapshot);
    void snapshotReady(const berth::models::SnapshotPtr& snapshot);
    void progressed(qint64 attempts, qint64 pending, double elapsedSeconds);
    void explained(const berth::models::AttemptViewPtr& attempt);
    /// See EngineWorker; nothing is said where nothing has changed.
    void scriptsReloaded(const QStringList& names, const QString& error, bool restarted);
    void answered(const berth::models::PlacementAnswerPtr& answer);
    void changesFound(const berth::models::ChangesPtr& changes);
    void runTileReady(const berth::models::RunTilePtr& tile);
    /// A walk began, went on or is over (then it is not active).
    void walkChanged(const berth::models::Walk& walk);
    void configurationRead(const berth::models::ConfigurationPtr& configuration);
    void configurationOpened(const berth::models::ConfigurationPtr& configuration);
    /// The run has grown while the past is looked at.
    void momentsChanged(const berth::models::MomentsPtr& moments);
    void branched(const berth::models::BranchPtr& branch);
    void stoppedAt(const QString& reason, const QString& pod);
    /// What would be lost now (Autosave).
    void workChanged(const berth::app::WorkPtr& work);
    void cancelled();
    void failed(const QString& text);
    /// Whatever was asked for is over, with this outcome.
    void finished(berth::app::Outcome outcome);

private:
    template <typename Command>
    void post(Command command);
    template <typename Read>
    void read(Read work, void (Session::*answer)(const models::ConfigurationPtr&), const QString& failure = {});
    void begin(Activity activity);
    void finish(Outcome outcome, const QString& failure);
    void show(const models::SnapshotPtr& snapshot);
    void beginWalk();
    void endWalk();
    void forgetWalk();
    void makePast();
    void forgetPast();

    QThread thread_;
    FileWatch scripts_;
    std::shared_ptr<RunTileWishes> runTileWishes_;
    EngineWorker* worker_;
    std::stop_source stop_;
    std::stop_source stopChanges_;         ///< whatever else is asked of the engine goes first
    quint64 generation_ = 0;
    quint64 explainRequest_ = 0;
    quint64 readRequest_ = 0;
    Activity activity_ = Activity::Idle;
    models::SnapshotPtr snapshot_;
    models::Walk walk_;
    models::SnapshotPtr past_;
    std::optional<std::size_t> wantedRest_;   ///< asked for, not begun
    bool makingPast_ = false;
    quint64 pastRequest_ = 0;              ///< answers to earlier ones are of no use any more
    QTimer* pastTimer_;
    bool walkRequested_ = false;           ///< the attempt under way is to be walked through
    models::SnapshotPtr held_;             ///< what the attempt that somebody walks through led to
};

}
