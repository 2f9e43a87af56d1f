// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/branch.h"
#include "models/changes.h"
#include "models/inspection.h"
#include "models/placement_question.h"
#include "models/snapshot.h"
#include "scenario/breakpoint.h"
#include "views/palette.h"
#include "views/picture.h"
#include "views/start_page.h"
#include "views/theme.h"
#include "views/window_session.h"

#include <QMainWindow>

#include <optional>

class QComboBox;
class QContextMenuEvent;
class QLabel;
class QMenu;
class QProgressBar;
class QStackedWidget;
class QTabWidget;
class QUndoView;
class QTimer;

namespace berth::models {
class AttemptNodesModel;
class NodeTableModel;
class PodTableModel;
class AttemptListModel;
class RunLogModel;
class ProblemsModel;
struct Walk;
}

namespace berth::views {

class CommandPalette;
class DesignDesk;
class HeatMapView;
class InspectorView;
class MapView;
class MessageBar;
class MetricsView;
class PreemptionView;
class ProfileView;
class BranchDialog;
class BreakpointsDialog;
class QueueFlowView;
class TableView;
class TimeLineView;
class Tour;
class TimeBar;

/// What the engine is doing, as far as the window must know.
enum class Activity : std::uint8_t { Idle, Loading, Running };

/// The main window: shows values that it is given and asks for what the user wants by signals. Knows no engine.
class MainWindow final : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(QWidget* parent = nullptr);
    ~MainWindow() override;

    SelectionHub* hub() const { return hub_; }
    InspectorView* inspector() const { return inspector_; }
    MapView* mapView() const { return map_; }
    PreemptionView* preemptionView() const { return preemption_; }
    HeatMapView* heatMapView() const { return heatMap_; }
    QueueFlowView* queueFlowView() const { return queueFlow_; }
    TimeLineView* timeLineView() const { return timeLine_; }
    MetricsView* metricsView() const { return metrics_; }
    TableView* logView() const { return log_; }
    TableView* podsView() const { return pods_; }
    TableView* nodesView() const { return nodes_; }
    ProfileView* profileView() const { return profileView_; }
    TableView* problemsView() const { return problems_; }
    /// The heat map of the attempt as a table.
    TableView* attemptNodesView() const { return attemptNodes_; }
    /// Everything that edits.
    DesignDesk* desk() const { return desk_; }
    StartPage* startPage() const { return start_; }
    TimeBar* timeBar() const { return timeBar_; }
    BreakpointsDialog* breakpointsDialog() const { return breakpoints_; }
    BranchDialog* branchDialog() const { return branch_; }

    /// The names that --view takes: start, map, heatmap, queue, preemption, timeline, metrics, profile, attempts, events, nodes, pods, issues, why, objects, editor, scores.
    static QStringList viewNames();
    void showView(const QString& name);
    QWidget* viewWidget(const QString& name) const;
    void setTheme(Theme theme);
    void setLittleMotion(bool little);
    /// The colours of scores.
    void setRamp(Palette::Ramp ramp);
    /// Keys of actions by their object names; the others keep theirs.
    void setKeys(const QHash<QString, QKeySequence>& keys);
    void setRecent(const QStringList& paths);
    /// What layoutLeft gave in an earlier run; anything else (another version, damage) changes nothing.
    void restoreLayout(const QByteArray& geometry, const QByteArray& state);
    /// Gives the docks that are shown what becomes a window of this size.
    void fitDocks();
    /// What is exported as a picture: the view in the centre.
    Picture picture() const;
    /// The view in the centre, by its name in viewNames.
    QString currentView() const;
    /// What is on show, for restoreSession at another start.
    WindowSession session() const;
    /// What an earlier start showed last, as far as it is there: of the selection the pod, or else the node.
    void restoreSession(const WindowSession& session);
    CommandPalette* commandPalette() const { return palette_; }
    /// Adds what can be done with a pod, node or attempt to a menu.
    void fillMenu(QMenu* menu, const Selection& about);

public slots:
    void startTour();
    void setActivity(berth::views::Activity activity);
    void showLoaded(const berth::models::SnapshotPtr& snapshot);
    /// The cluster of a document that was edited in this window.
    void showEdited(const berth::models::SnapshotPtr& snapshot);
    /// The answer to placementAsked.
    void showPlacement(const berth::models::PlacementAnswerPtr& answer);
    void showSnapshot(const berth::models::SnapshotPtr& snapshot);
    void showAttempt(const berth::models::AttemptViewPtr& attempt);
    void showChanges(const berth::models::ChangesPtr& changes);
    /// Somebody goes through an attempt one extension point after the other, or no longer does.
    void showWalk(const berth::models::Walk& walk);
    /// Answers to configurationTyped and configurationFileChosen.
    void showConfigurationRead(const berth::models::ConfigurationPtr& configuration);
    void showConfigurationOpened(const berth::models::ConfigurationPtr& configuration);
    /// The run as the time bar has it; it grows while a moment of the past is shown.
    void showMoments(const berth::models::MomentsPtr& moments);
    /// The answer to branchRequested.
    void showBranch(const berth::models::BranchPtr& branch);
    void showStop(const QString& reason, const QString& pod);
    void showProgress(qint64 attempts, qint64 pending, double elapsedSeconds);
    void showMessage(const QString& text, berth::models::RowState state);

signals:
    void openRequested(const QStringList& paths);
    /// An empty cluster.
    void newRequested();
    /// The cluster is to start anew from an edited document, and to run if attempts is true.
    void editRequested(const berth::design::DocumentPtr& document, bool attempts);
    void savedTo(const QStringList& paths);
    /// The user wants that path no longer in the list of recent ones; empty: none of them.
    void recentRemoved(const QString& path);
    /// A pod was dragged to a node: what if?
    void placementAsked(const QString& pod, const QString& node);
    void runRequested();
    void stepRequested();
    void stepPointRequested();
    void stepEventRequested();
    void restartRequested();
    void reloadScriptsRequested();
    void cancelRequested();
    void explainRequested(qint64 attempt);
    /// Look at the run as it was after that rest; as it is now.
    void momentRequested(std::size_t rest);
    void nowRequested();
    void branchRequested(const berth::models::BranchRequest& request);
    void breakpointsChanged(const std::vector<berth::scenario::Breakpoint>& breakpoints);
    void changesRequested(qint64 attempt);
    void configurationTyped(const QString& text, const QString& file);
    void configurationFileChosen(const QString& path);
    /// The window closes: how it and its docks lay.
    void layoutLeft(const QByteArray& geometry, const QByteArray& state);
    void themeChosen(berth::views::Theme theme);
    void littleMotionChosen(bool little);
    void rampChosen(berth::views::Palette::Ramp ramp);
    /// The user gave an action other keys; empty: none.
    void keysChosen(const QString& action, const QKeySequence& keys);
    /// The window closes with a cluster open: what restoreSession takes.
    void sessionLeft(const berth::views::WindowSession& session);
    /// The tour is over, by its last step or by skipping.
    void tourEnded();

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    struct Actions;

    void makeActions();
    void makeMenus();
    void makeToolBar();
    void makeCentre();
    void makeDocks();
    void makeStatusBar();
    QDockWidget* addDock(const QString& name, const QString& title, QWidget* content, Qt::DockWidgetArea area);
    void connectTables();
    void connectHub();
    void follow(const Selection& selection, const QObject* asker);
    void updateActions();
    void updateStatus();
    void sayWhyThereAreNoPods(const models::Snapshot& snapshot);
    void showTerms();
    void updateIcons();
    void setDocksVisible(bool visible);
    void browseFiles();
    void browseFolder();
    void exportCurrentPicture();
    void resetLayout();
    void clearFilters();
    void refuseMissing(const QString& path);
    void selectPod(const QString& key);
    void connectPreemption();
    void showHistory(const QString& pod);
    void applyChange(const scenario::Change& change);
    void makeProfileChoice(QToolBar* bar);
    void connectProfile();
    void showProfiles();
    void showProblems();
    void openProblem(const QString& id);
    void makeTimeBar();
    void makeTimeActions(QMenu* run);
    void showBreakpoints();
    void showBranchDialog();
    void updateBranch();
    void followLog(bool past);
    void makeDesign();
    void makeDesignMenus(QMenu* file, QMenu* edit);
    void connectDesign();
    void followEdited();
    void openPaths(const QStringList& paths);
    QWidget* editorWidget() const;
    void hideDocks();
    QByteArray layoutState() const;
    void makeHabits();
    void fillPalette();
    void showShortcuts();
    void focusPart(int by);
    void nameTabBars();
    void makeContextMenus();
    void showCanvasMenu(QWidget* canvas, const QContextMenuEvent& event);

    SelectionHub* hub_;
    std::unique_ptr<Actions> actions_;
    models::NodeTableModel* nodeModel_;
    models::PodTableModel* podModel_;
    models::AttemptListModel* attemptModel_;
    models::AttemptNodesModel* attemptNodesModel_;
    models::RunLogModel* logModel_;
    models::ProblemsModel* problemModel_;
    MapView* map_ = nullptr;
    HeatMapView* heatMap_ = nullptr;
    TableView* attempts_ = nullptr;
    TableView* log_ = nullptr;
    QueueFlowView* queueFlow_ = nullptr;
    ProfileView* profileView_ = nullptr;
    DesignDesk* desk_ = nullptr;
    TableView* nodes_ = nullptr;
    TableView* pods_ = nullptr;
    TableView* problems_ = nullptr;
    TableView* attemptNodes_ = nullptr;
    PreemptionView* preemption_ = nullptr;
    TimeLineView* timeLine_ = nullptr;
    MetricsView* metrics_ = nullptr;
    TimeBar* timeBar_ = nullptr;
    BreakpointsDialog* breakpoints_ = nullptr;
    BranchDialog* branch_ = nullptr;
    InspectorView* inspector_ = nullptr;
    QUndoView* history_ = nullptr;
    MessageBar* message_ = nullptr;
    CommandPalette* palette_ = nullptr;
    Tour* tour_ = nullptr;
    StartPage* start_ = nullptr;
    QStackedWidget* pages_ = nullptr;
    QTabWidget* tabs_ = nullptr;
    QList<QDockWidget*> docks_;
    QLabel* status_ = nullptr;
    QLabel* terms_ = nullptr;              ///< on which the results hold: semantics, profiles, gates, seed
    QLabel* profile_ = nullptr;
    QComboBox* profileChoice_ = nullptr;
    QAction* profileChoiceAction_ = nullptr;
    QAction* profileLabelAction_ = nullptr;
    QAction* newButton_ = nullptr;
    QLabel* walkText_ = nullptr;
    QAction* walkAction_ = nullptr;
    bool walking_ = false;
    QLabel* progressText_ = nullptr;
    QProgressBar* progress_ = nullptr;
    QTimer* progressDelay_ = nullptr;
    QByteArray defaultLayout_;
    QByteArray layout_;                    ///< of the docks while the start page hides them
    bool docksAway_ = false;
    QString pasted_;                       ///< objects as text that a new cluster is being made for
    models::ProblemsPtr shownProblems_;
    models::SnapshotPtr snapshot_;
    models::AttemptViewPtr attempt_;
    Activity activity_ = Activity::Idle;
};

}
