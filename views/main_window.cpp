// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/main_window.h"

#include "models/attempt_list.h"
#include "models/attempt_nodes.h"
#include "models/format.h"
#include "models/node_table.h"
#include "models/pod_table.h"
#include "models/problem_list.h"
#include "models/run_log.h"
#include "models/walk.h"
#include "views/branch_dialog.h"
#include "views/design_desk.h"
#include "views/export.h"
#include "views/heat_map_view.h"
#include "views/icons.h"
#include "views/inspector_view.h"
#include "views/main_window_actions.h"
#include "views/map_view.h"
#include "views/message_bar.h"
#include "views/metrics_view.h"
#include "views/preemption_view.h"
#include "views/profile_view.h"
#include "views/queue_flow_view.h"
#include "views/table_view.h"
#include "views/time_line_view.h"
#include "views/time_bar.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QDropEvent>
#include <QFileDialog>
#include <QLabel>
#include <QMenuBar>
#include <QMimeData>
#include <QProgressBar>
#include <QScreen>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <QUndoView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace berth::views {

namespace {

/// File browsers propose a move, and may throw the file away after it: what is dropped is read, and stays where it is.
void acceptCopy(QDropEvent* event)
{
    event->setDropAction(Qt::CopyAction);
    event->accept();
}

/// The highest of its pages does not say how low the window may become: pages that get less show less of their tables.
class Views final : public QTabWidget {
public:
    using QTabWidget::QTabWidget;
    QSize minimumSizeHint() const override
    {
        constexpr int least = 280;
        const QSize hint = QTabWidget::minimumSizeHint();
        return {hint.width(), std::min(hint.height(), least)};
    }
};

/// The size at the very first start: what the views like to have, or as much of it as the screen has beside its panels.
QSize firstSize(const QScreen* screen)
{
    constexpr int titleBar = 40; // of the desktop, around the window
    const QSize liked(1440, 900);
    return screen ? liked.boundedTo(screen->availableSize() - QSize(0, titleBar)) : liked;
}

}

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent), hub_(new SelectionHub(this)), nodeModel_(new models::NodeTableModel(this)),
      podModel_(new models::PodTableModel(this)), attemptModel_(new models::AttemptListModel(this)),
      attemptNodesModel_(new models::AttemptNodesModel(this)), logModel_(new models::RunLogModel(this)), problemModel_(new models::ProblemsModel(this))
{
    setObjectName(u"mainWindow"_s);
    setWindowTitle(tr("Berth"));
    setWindowIcon(QIcon(emblem(128, 1)));
    setAcceptDrops(true);
    setDockOptions(QMainWindow::AllowTabbedDocks | QMainWindow::AllowNestedDocks);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    resize(firstSize(screen()));
    makeActions();
    makeCentre();
    makeDocks();
    makeDesign();
    makeToolBar();
    makeMenus();
    makeStatusBar();
    connectTables();
    connectHub();
    connectProfile();
    connectPreemption();
    connectDesign();
    makeHabits();
    defaultLayout_ = layoutState();
    setDocksVisible(false);
    updateIcons();
    updateActions();
    updateStatus();
}

MainWindow::~MainWindow() = default;

void MainWindow::makeCentre()
{
    map_ = new MapView(hub_, this);
    heatMap_ = new HeatMapView(hub_, this);
    attempts_ = new TableView(attemptModel_, u"attempts"_s, tr("Attempts"), this);
    log_ = new TableView(logModel_, u"events"_s, tr("Event log"), this);
    queueFlow_ = new QueueFlowView(hub_, this);
    tabs_ = new Views(this);
    tabs_->setObjectName(u"centreTabs"_s);
    tabs_->setAccessibleName(tr("Views"));
    tabs_->setDocumentMode(true);
    tabs_->addTab(map_, tr("&Map"));
    tabs_->addTab(heatMap_, tr("&Heat map"));
    tabs_->addTab(queueFlow_, tr("&Queue flow"));
    preemption_ = new PreemptionView(hub_, this);
    tabs_->addTab(preemption_, tr("Preemp&tion"));
    timeLine_ = new TimeLineView(hub_, this);
    tabs_->addTab(timeLine_, tr("Time &line"));
    metrics_ = new MetricsView(this);
    tabs_->addTab(metrics_, tr("M&etrics"));
    profileView_ = new ProfileView(this);
    tabs_->addTab(profileView_, tr("&Profile"));
    tabs_->addTab(attempts_, tr("&Attempts"));
    tabs_->addTab(log_, tr("E&vent log"));
    start_ = new StartPage(this);
    message_ = new MessageBar(this);
    pages_ = new QStackedWidget(this);
    pages_->addWidget(start_);
    pages_->addWidget(tabs_);
    auto* centre = new QWidget(this);
    auto* layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(message_);
    layout->addWidget(pages_, 1);
    makeTimeBar();
    layout->addWidget(timeBar_);
    setCentralWidget(centre);
    connect(start_, &StartPage::openRequested, this, [this](const QString& path) { openPaths({path}); });
    connect(start_, &StartPage::recentRemoved, this, &MainWindow::recentRemoved);
    connect(start_, &StartPage::newRequested, this, [this] { emit desk_->newRequested(); });
    connect(start_, &StartPage::browseRequested, this, &MainWindow::browseFiles);
    connect(start_, &StartPage::browseFolderRequested, this, &MainWindow::browseFolder);
    heatMap_->canvas()->setEmptyText(tr("The heat map shows one scheduling attempt: every filter on every node, and every score. Press Run, then choose a pod or an attempt."));
    heatMap_->runCanvas()->setEmptyText(tr("The heat map of a run shows every attempt: what became of each node, and its score. Press Run or Step."));
    attempts_->setEmptyText(tr("Each attempt to place a pod is listed here. Press Run or Step."));
    log_->setEmptyText(tr("Everything that happens is listed here in order of time: events, moves between the parts of the queue, attempts. Press Run or Step."));
    attempts_->setColumnCharacters({5, 10, 32, 4, 18, 14, 10, 9, 7, 60});
    log_->setColumnCharacters({10, 9, 28, 33, 90});
}

QDockWidget* MainWindow::addDock(const QString& name, const QString& title, QWidget* content, Qt::DockWidgetArea area)
{
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(name);
    dock->setWidget(content);
    addDockWidget(area, dock);
    docks_ << dock;
    // Tabs already say the name; only a floating dock needs a title of its own.
    if (area == Qt::BottomDockWidgetArea) {
        dock->setTitleBarWidget(new QWidget(dock));
        connect(dock, &QDockWidget::topLevelChanged, dock, [dock](bool floating) {
            QWidget* before = dock->titleBarWidget();
            dock->setTitleBarWidget(floating ? nullptr : new QWidget(dock));
            delete before;
        });
    }
    return dock;
}

void MainWindow::makeDocks()
{
    pods_ = new TableView(podModel_, u"pods"_s, tr("Pods"), this);
    nodes_ = new TableView(nodeModel_, u"nodes"_s, tr("Nodes"), this);
    problems_ = new TableView(problemModel_, u"problems"_s, tr("Issues"), this);
    attemptNodes_ = new TableView(attemptNodesModel_, u"scores"_s, tr("Filters and scores"), this);
    inspector_ = new InspectorView(hub_, this);
    pods_->setEmptyText(tr("This cluster has no pods."));
    nodes_->setEmptyText(tr("This cluster has no nodes."));
    problems_->setEmptyText(tr("Nothing is wrong with what was read."));
    inspector_->setHint(tr("Choose a pod or an attempt to see why it went where it did, or why it could not go anywhere."));
    attemptNodes_->setEmptyText(tr("What every filter and every score said about every node, for one attempt. Choose a pod or an attempt."));
    attemptNodes_->setColumnCharacters({16, 12, 17, 7, 7, 44});
    // Its first rows are the best nodes.
    attemptNodes_->table()->sortByColumn(models::AttemptNodesModel::Rank, Qt::AscendingOrder);
    pods_->setColumnCharacters({24, 11, 10, 23, 13, 12, 6, 8, 8, 60});
    nodes_->setColumnCharacters({16, 12, 20, 10, 13, 18, 24, 34, 60});
    problems_->setColumnCharacters({11, 80, 34, 20, 8});

    QDockWidget* podsDock = addDock(u"dockPods"_s, tr("Pods"), pods_, Qt::BottomDockWidgetArea);
    QDockWidget* nodesDock = addDock(u"dockNodes"_s, tr("Nodes"), nodes_, Qt::BottomDockWidgetArea);
    QDockWidget* scoresDock = addDock(u"dockScores"_s, tr("Filters && scores"), attemptNodes_, Qt::BottomDockWidgetArea);
    QDockWidget* issuesDock = addDock(u"dockIssues"_s, tr("Issues"), problems_, Qt::BottomDockWidgetArea);
    addDock(u"dockWhy"_s, tr("Why?"), inspector_, Qt::RightDockWidgetArea);
    tabifyDockWidget(podsDock, nodesDock);
    tabifyDockWidget(nodesDock, scoresDock);
    tabifyDockWidget(scoresDock, issuesDock);
    podsDock->raise();
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    inspector_->setMinimumWidth(300);
    fitDocks();
}

/// The centre has the first claim on a small window; why something is so must be readable all the same.
void MainWindow::fitDocks()
{
    const auto dock = [this](const char* name) { return findChild<QDockWidget*>(QLatin1String(name)); };
    resizeDocks({dock("dockPods")}, {std::clamp(height() - 540, 110, 270)}, Qt::Vertical);
    resizeDocks({dock("dockWhy")}, {std::clamp(width() - 740, 300, 400)}, Qt::Horizontal);
}

void MainWindow::makeStatusBar()
{
    status_ = new QLabel(this);
    status_->setObjectName(u"statusText"_s);
    progressText_ = new QLabel(this);
    progressText_->setObjectName(u"progressText"_s);
    progress_ = new QProgressBar(this);
    progress_->setObjectName(u"progressBar"_s);
    progress_->setAccessibleName(tr("Progress of the run"));
    progress_->setFixedWidth(180);
    progress_->setMaximumHeight(16);
    progress_->setTextVisible(false);
    terms_ = new QLabel(this);
    terms_->setObjectName(u"termsText"_s);
    terms_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    terms_->setContentsMargins(0, 0, 8, 0);
    status_->setContentsMargins(8, 0, 0, 0);
    statusBar()->addWidget(status_, 1);
    statusBar()->addPermanentWidget(progressText_);
    statusBar()->addPermanentWidget(progress_);
    statusBar()->addPermanentWidget(terms_);
    progress_->hide();
    progressDelay_ = new QTimer(this);
    progressDelay_->setSingleShot(true);
    progressDelay_->setInterval(200);
    connect(progressDelay_, &QTimer::timeout, this, [this] {
        progress_->setVisible(activity_ != Activity::Idle);
    });
}

void MainWindow::connectTables()
{
    connect(pods_, &TableView::objectSelected, this, &MainWindow::selectPod);
    connect(pods_, &TableView::objectActivated, this, [this](const QString& key) {
        selectPod(key);
        showView(u"heatmap"_s);
    });
    connect(nodes_, &TableView::objectSelected, this, [this](const QString& name) { hub_->selectNode(name, nodes_); });
    connect(attemptNodes_, &TableView::objectSelected, this, [this](const QString& name) { hub_->selectNode(name, attemptNodes_); });
    connect(attempts_, &TableView::objectSelected, this, [this](const QString& id) {
        const auto index = static_cast<std::size_t>(id.toLongLong());
        if (!snapshot_ || index >= snapshot_->attempts->size())
            return;
        const trace::Attempt& attempt = *(*snapshot_->attempts)[index];
        hub_->select({models::toQString(attempt.pod), models::toQString(attempt.node), hub_->current().plugin, static_cast<std::int64_t>(index)}, attempts_);
    });
    connect(log_, &TableView::objectSelected, this, [this](const QString& id) {
        const models::RunLog* log = logModel_->log();
        const auto index = static_cast<std::size_t>(id.toLongLong());
        if (!log || index >= log->size() || (*log)[index].pod.isEmpty())
            return;
        const models::LogEntry& entry = (*log)[index];
        const models::PodRow* pod = snapshot_->cluster->pod(entry.pod);
        const std::int64_t attempt = entry.attempt >= 0 ? entry.attempt : pod ? pod->lastAttempt : -1;
        hub_->select({entry.pod, pod ? pod->node : QString(), hub_->current().plugin, attempt}, log_);
    });
    connect(attempts_, &TableView::objectActivated, this, [this] { showView(u"heatmap"_s); });
    for (TableView* view : {pods_, nodes_, attemptNodes_, attempts_, log_, problems_, queueFlow_->table()})
        connect(view, &TableView::message, this, [this](const QString& text, bool error) {
            showMessage(text, error ? models::RowState::Bad : models::RowState::Good);
        });
    connect(metrics_, &MetricsView::message, this, [this](const QString& text, bool error) {
        showMessage(text, error ? models::RowState::Bad : models::RowState::Good);
    });
}

void MainWindow::selectPod(const QString& key)
{
    const models::PodRow* pod = snapshot_ ? snapshot_->cluster->pod(key) : nullptr;
    if (pod)
        hub_->select({pod->key, pod->node, hub_->current().plugin, pod->lastAttempt}, pods_);
}

void MainWindow::connectHub()
{
    connect(hub_, &SelectionHub::changed, this, &MainWindow::follow);
    connect(hub_, &SelectionHub::viewWanted, this, &MainWindow::showView);
    // The start page is no part of the way: nothing is selected there.
    connect(tabs_, &QTabWidget::currentChanged, this, [this] { hub_->visit(currentView()); });
}

void MainWindow::follow(const Selection& selection, const QObject* asker)
{
    pods_->showObject(selection.pod);
    nodes_->showObject(selection.node);
    attemptNodes_->showObject(selection.node);
    attempts_->showObject(selection.attempt >= 0 ? QString::number(selection.attempt) : QString());
    desk_->follow(selection, asker != desk_);
    updateActions();
    if (selection.attempt < 0) {
        inspector_->setHint(selection.pod.isEmpty()
                                ? tr("Choose a pod or an attempt to see why it went where it did, or why it could not go anywhere.")
                                : tr("%1 has not been tried in this run. Pods that were bound when the cluster was opened have no attempt; for others press Run or Step.").arg(selection.pod));
        showAttempt(nullptr);
    } else if (!attempt_ || attempt_->inspection->index != selection.attempt) {
        emit explainRequested(selection.attempt);
    }
}

void MainWindow::setActivity(Activity activity)
{
    activity_ = activity;
    profileView_->setIdle(activity == Activity::Idle);
    if (activity == Activity::Idle) {
        progressDelay_->stop();
        progress_->hide();
        progressText_->clear();
    } else if (!progress_->isVisible() && !progressDelay_->isActive()) {
        progress_->setRange(0, 0);
        progressDelay_->start();
    }
    updateActions();
    updateStatus();
    updateBranch();
    if (activity == Activity::Idle)
        followEdited();
}

void MainWindow::showLoaded(const models::SnapshotPtr& snapshot)
{
    hub_->reset();
    branch_->reset();
    showAttempt(nullptr);
    heatMap_->runMap()->reset();
    clearFilters();
    if (pages_->currentWidget() == start_) {
        pages_->setCurrentWidget(tabs_);
        timeBar_->show();
        setDocksVisible(true);
    }
    hub_->visit(currentView());
    setWindowTitle(tr("%1[*] — Berth").arg(snapshot->title)); // has a place for the mark that the desk may want to set
    desk_->setLoaded(snapshot);
    if (const QString& name = desk_->designer()->name(); !name.isEmpty())
        setWindowTitle(tr("%1[*] — Berth").arg(name));
    showSnapshot(snapshot);
    nameTabBars();
    qsizetype errors = 0;
    for (const api::Problem& problem : *snapshot->problems)
        errors += problem.severity == api::Problem::Severity::Error ? 1 : 0;
    if (errors > 0) {
        message_->show(errors == 1 ? tr("One document could not be used.") : tr("%1 documents could not be used.").arg(errors), models::RowState::Bad, tr("Show issues"),
                       [this] { showView(u"issues"_s); });
    } else {
        message_->hide();
    }
    if (const QString text = std::exchange(pasted_, {}); !text.isEmpty())
        desk_->paste(text);
}

void MainWindow::showSnapshot(const models::SnapshotPtr& snapshot)
{
    snapshot_ = snapshot;
    timeBar_->setMoments(snapshot->moments);
    timeBar_->setPast(snapshot->past);
    nodeModel_->setCluster(snapshot->cluster);
    podModel_->setCluster(snapshot->cluster);
    sayWhyThereAreNoPods(*snapshot);
    attemptModel_->setAttempts(snapshot->attempts, snapshot->cluster->origin);
    logModel_->setLog(snapshot->log, snapshot->cluster->origin);
    followLog(snapshot->past.has_value());
    queueFlow_->setSnapshot(snapshot->flow, snapshot->cluster);
    timeLine_->setSnapshot(snapshot);
    heatMap_->runMap()->setRun(snapshot);
    metrics_->setSnapshot(snapshot);
    preemption_->setRun(snapshot);
    profileView_->setApplied(snapshot->configuration);
    desk_->setSnapshot(snapshot);
    showProblems();
    map_->setCluster(snapshot->cluster);
    showProfiles();
    for (QDockWidget* dock : docks_)
        if (dock->objectName() == u"dockIssues"_s)
            dock->setWindowTitle(snapshot->problems->empty() ? tr("Issues") : tr("Issues (%1)").arg(snapshot->problems->size()));
    updateActions();
    updateStatus();
    updateBranch();
    // A pod that was waiting for its first attempt, or has a newer one now; or, in the past, does not have its last one yet.
    const Selection& selection = hub_->current();
    const models::PodRow* pod = snapshot->cluster->pod(selection.pod);
    const bool isAhead = snapshot->past && selection.attempt >= static_cast<std::int64_t>(snapshot->attempts->size());
    if (activity_ == Activity::Idle && pod && (pod->lastAttempt > selection.attempt || isAhead))
        hub_->select({pod->key, pod->node, selection.plugin, pod->lastAttempt}, desk_);
    else if (activity_ == Activity::Idle && !pod && isAhead)
        hub_->select({{}, selection.node, selection.plugin, -1}, desk_); // of a pod that is not there yet
}

/// A cluster whose pods are all gone does not want others at once.
void MainWindow::sayWhyThereAreNoPods(const models::Snapshot& snapshot)
{
    if (!snapshot.cluster->pods.empty())
        return;
    const QString ended = snapshot.flow->ended.text();
    pods_->setEmptyText(ended.isEmpty() ? tr("This cluster has no pods.") : tr("This cluster has no pods any more. %1.").arg(ended));
    pods_->offerEmptyAction(ended.isEmpty());
}

void MainWindow::showAttempt(const models::AttemptViewPtr& attempt)
{
    attempt_ = attempt;
    inspector_->setAttempt(attempt);
    heatMap_->setAttempt(attempt);
    timeLine_->setAttempt(attempt);
    attemptNodesModel_->setAttempt(attempt);
    map_->setAttempt(attempt);
    preemption_->setAttempt(attempt);
    std::vector<std::int64_t> history;
    if (attempt && snapshot_)
        for (std::size_t i = 0; i < snapshot_->attempts->size(); ++i)
            if ((*snapshot_->attempts)[i]->pod == attempt->attempt->pod)
                history.push_back(static_cast<std::int64_t>(i));
    inspector_->setHistory(std::move(history));
}

void MainWindow::showWalk(const models::Walk& walk)
{
    const bool begins = walk.isActive() && !walking_;
    walking_ = walk.isActive();
    walkText_->setText(models::walkText(walk));
    walkAction_->setVisible(walking_);
    if (begins)
        hub_->select({walk.pod, {}, hub_->current().plugin, walk.attempt});
    updateActions();
}

void MainWindow::showProgress(qint64 attempts, qint64 pending, double elapsedSeconds)
{
    const qint64 all = attempts + pending;
    progress_->setRange(0, static_cast<int>(std::max<qint64>(1, all)));
    progress_->setValue(static_cast<int>(attempts));
    QString text = tr("%1 attempts, %2 in queue").arg(models::formatCount(attempts), models::formatCount(pending));
    if (elapsedSeconds > 2 && attempts > 0) {
        const double rest = elapsedSeconds * static_cast<double>(pending) / static_cast<double>(attempts);
        text += u" · "_s + tr("%1 elapsed, about %2 left").arg(models::formatDuration(static_cast<qint64>(elapsedSeconds) * 1'000'000'000), models::formatDuration(static_cast<qint64>(rest + 1) * 1'000'000'000));
    }
    progressText_->setText(text);
}

void MainWindow::showMessage(const QString& text, models::RowState state)
{
    message_->show(text, state);
}

void MainWindow::updateStatus()
{
    const QString state = activity_ == Activity::Idle ? tr("idle") : activity_ == Activity::Loading ? tr("reading") : tr("running");
    showTerms();
    if (!snapshot_) {
        status_->setText(state);
        return;
    }
    const models::Cluster& cluster = *snapshot_->cluster;
    const std::size_t pods = cluster.pods.size() - cluster.queue.ended;
    QStringList parts = {state,
                               cluster.nodes.size() == 1 ? tr("1 node") : tr("%1 nodes").arg(models::formatCount(static_cast<qint64>(cluster.nodes.size()))),
                               pods == 1 ? tr("1 pod") : tr("%1 pods").arg(models::formatCount(static_cast<qint64>(pods))),
                               tr("%1 pending").arg(models::formatCount(static_cast<qint64>(cluster.queue.pending()))),
                               u"t = "_s + models::formatMoment(cluster.now, cluster.origin)};
    if (const std::size_t ended = snapshot_->flow->ended.all(); ended > 0)
        parts.insert(4, tr("%1 ended").arg(models::formatCount(static_cast<qint64>(ended))));
    status_->setText(parts.join(u" · "));
}

/// Whoever trusts a result has to know what it was computed with.
void MainWindow::showTerms()
{
    QStringList parts{tr("semantics v1.36.1")};
    QString tip = tr("Decides as kube-scheduler v1.36.1 does.");
    if (snapshot_) {
        const config::FeatureGates::Settings& gates = snapshot_->configuration->gates.settings();
        parts << (snapshot_->profiles.size() > 1 ? tr("%1 profiles").arg(snapshot_->profiles.size()) : tr("profile %1").arg(snapshot_->profiles.value(0)))
              << (gates.empty() ? tr("default gates") : gates.size() == 1 ? tr("1 gate set") : tr("%1 gates set").arg(gates.size()))
              << tr("seed %1").arg(snapshot_->seed);
        tip += u'\n' + tr("Profiles: %1").arg(snapshot_->profiles.join(u", "_s));
        for (const auto& [gate, on] : gates)
            tip += u'\n' + models::toQString(gate) + u'=' + (on ? u"true"_s : u"false"_s);
        tip += u'\n' + tr("What the scheduler leaves to chance is drawn from the seed: the same seed gives the same run.");
    }
    terms_->setText(parts.join(u" · "));
    terms_->setToolTip(tip);
}

QStringList MainWindow::viewNames()
{
    return {u"start"_s, u"map"_s, u"heatmap"_s, u"queue"_s, u"preemption"_s, u"timeline"_s, u"metrics"_s, u"profile"_s, u"attempts"_s, u"events"_s, u"pods"_s, u"nodes"_s, u"issues"_s, u"why"_s, u"objects"_s, u"editor"_s, u"scores"_s, u"history"_s};
}

QWidget* MainWindow::viewWidget(const QString& name) const
{
    const QHash<QString, QWidget*> views = {{u"start"_s, start_}, {u"map"_s, map_}, {u"heatmap"_s, heatMap_},
                                            {u"queue"_s, queueFlow_}, {u"preemption"_s, preemption_}, {u"timeline"_s, timeLine_}, {u"metrics"_s, metrics_}, {u"attempts"_s, attempts_}, {u"events"_s, log_}, {u"pods"_s, pods_},
                                            {u"nodes"_s, nodes_}, {u"profile"_s, profileView_}, {u"issues"_s, problems_}, {u"why"_s, inspector_}, {u"objects"_s, desk_->objects()}, {u"editor"_s, editorWidget()}, {u"scores"_s, attemptNodes_}, {u"history"_s, history_}};
    return views.value(name);
}

void MainWindow::showView(const QString& name)
{
    QWidget* view = viewWidget(name);
    if (!view)
        return;
    if (view == start_) {
        pages_->setCurrentWidget(start_);
        timeBar_->hide();
        setDocksVisible(false);
        return;
    }
    if (pages_->currentWidget() == start_ && snapshot_) {
        pages_->setCurrentWidget(tabs_);
        timeBar_->show();
        setDocksVisible(true);
    }
    for (QDockWidget* dock : docks_)
        if (dock->widget() == view && snapshot_) {
            dock->show();
            dock->raise();
        }
    if (tabs_->indexOf(view) >= 0)
        tabs_->setCurrentWidget(view);
}

void MainWindow::setRecent(const QStringList& paths)
{
    start_->setRecent(paths);
    actions_->recent->clear();
    for (const QString& path : paths)
        actions_->recent->addAction(path, this, [this, path] { openPaths({path}); });
    actions_->recent->addSeparator();
    actions_->recent->addAction(tr("&Forget all of them"), this, [this] { emit recentRemoved({}); });
    actions_->recent->setEnabled(!paths.isEmpty());
}

void MainWindow::setTheme(Theme theme)
{
    applyTheme(*static_cast<QApplication*>(QApplication::instance()), theme);
    for (QAction* action : actions_->themes->actions())
        action->setChecked(action->data().toInt() == static_cast<int>(theme));
    updateIcons();
}

void MainWindow::setLittleMotion(bool little)
{
    views::setLittleMotion(little);
    actions_->littleMotion->setChecked(little);
}

void MainWindow::setRamp(Palette::Ramp ramp)
{
    actions_->cividis->setChecked(ramp == Palette::Ramp::Cividis);
    Palette::setRamp(ramp);
    // Pictures that are kept are made anew as for another theme.
    for (QWidget* widget : heatMap_->findChildren<QWidget*>()) {
        QEvent event(QEvent::PaletteChange);
        QApplication::sendEvent(widget, &event);
        widget->update();
    }
}

void MainWindow::browseFiles()
{
    const QStringList paths = QFileDialog::getOpenFileNames(this, tr("Open files as one cluster"), {}, tr("Clusters, scenarios, traces and plugins (*.yaml *.yml *.json *.csv *.sktrace *.lua);;All files (*)"));
    if (!paths.isEmpty())
        openPaths(paths);
}

void MainWindow::browseFolder()
{
    const QString path = QFileDialog::getExistingDirectory(this, tr("Open folder as one cluster"));
    if (!path.isEmpty())
        openPaths({path});
}

void MainWindow::exportCurrentPicture()
{
    exportPicture(this, tr("Export picture"), tabs_->currentWidget()->objectName(), picture(), [this](const QString& text, bool error) {
        showMessage(text, error ? models::RowState::Bad : models::RowState::Good);
    });
}

Picture MainWindow::picture() const
{
    QWidget* view = tabs_->currentWidget();
    const QString cluster = snapshot_ ? snapshot_->title : QString();
    Picture made;
    if (view == map_)
        made = map_->picture();
    else if (view == heatMap_)
        made = heatMap_->picture();
    else if (view == queueFlow_)
        made = queueFlow_->picture();
    else if (view == preemption_)
        made = preemption_->picture();
    else if (view == timeLine_)
        made = timeLine_->picture();
    else if (view == metrics_)
        made = metrics_->picture();
    else if (const auto* table = qobject_cast<TableView*>(view))
        made = {table->table()->accessibleName(), {}, nullptr, inSight(table->table()), {}, tr("The picture shows the rows in sight; exported as a table it has all of them.")};
    else
        made = {tabs_->tabText(tabs_->currentIndex()).remove(u'&'), {}, nullptr, inSight(view)};
    if (!cluster.isEmpty())
        made.title = cluster + u" — "_s + made.title;
    return made;
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls() || event->mimeData()->hasText())
        acceptCopy(event);
}

void MainWindow::dropEvent(QDropEvent* event)
{
    QStringList paths;
    for (const QUrl& url : event->mimeData()->urls())
        if (url.isLocalFile())
            paths << url.toLocalFile();
    if (!paths.isEmpty()) {
        acceptCopy(event);
        openPaths(paths);
    } else if (event->mimeData()->hasText()) {
        acceptCopy(event);
        desk_->paste(event->mimeData()->text());
    }
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!desk_->mayLeave([this] { close(); })) {
        event->ignore();
        return;
    }
    emit cancelRequested();
    emit layoutLeft(saveGeometry(), layoutState());
    if (snapshot_)
        emit sessionLeft(session());
    event->accept();
}

void MainWindow::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange && actions_ && map_)
        updateIcons();
    QMainWindow::changeEvent(event);
}

}
