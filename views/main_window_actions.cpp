// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/main_window_actions.h"

#include "views/design_desk.h"
#include "views/icons.h"
#include "views/table_view.h"

#include <QApplication>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QTabWidget>
#include <QToolBar>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace berth::views {

namespace {

/// Ctrl and the view's digit, from 1; the tenth has 0, those after it Shift as well.
QKeySequence viewKey(int number)
{
    return QKeySequence((number > 10 ? u"Ctrl+Shift+%1"_s : u"Ctrl+%1"_s).arg(number % 10));
}

}

void MainWindow::makeActions()
{
    actions_ = std::make_unique<Actions>();
    const auto make = [this](const QString& name, const QString& text, const QKeySequence& shortcut, const QString& tip) {
        auto* action = new QAction(text, this);
        action->setObjectName(name);
        action->setShortcut(shortcut);
        action->setToolTip(shortcut.isEmpty() ? tip : u"%1 (%2)"_s.arg(tip, shortcut.toString(QKeySequence::NativeText)));
        action->setStatusTip(tip);
        addAction(action);
        return action;
    };
    Actions& a = *actions_;
    a.open = make(u"actionOpen"_s, tr("&Open files…"), QKeySequence::Open, tr("Open YAML or JSON files as one cluster"));
    a.openFolder = make(u"actionOpenFolder"_s, tr("Open &folder…"), QKeySequence(u"Ctrl+Shift+O"_s), tr("Open a folder as one cluster"));
    a.exportPicture = make(u"actionExportPicture"_s, tr("&Export picture…"), QKeySequence(u"Ctrl+E"_s), tr("Save the centre view as PNG or SVG"));
    a.quit = make(u"actionQuit"_s, tr("&Quit"), QKeySequence(u"Ctrl+Q"_s), tr("Leave Berth"));
    a.start = make(u"actionStartPage"_s, tr("&Start page"), QKeySequence(u"Ctrl+Home"_s), tr("Samples and recent files"));
    a.run = make(u"actionRun"_s, tr("&Run"), QKeySequence(u"F5"_s), tr("Schedule until nothing is left to try"));
    a.step = make(u"actionStep"_s, tr("&Step"), QKeySequence(u"F10"_s), tr("One scheduling attempt, or the next extension point of one that is gone through"));
    a.stepPoint = make(u"actionStepPoint"_s, tr("Step &point"), QKeySequence(u"F11"_s), tr("The next extension point of an attempt: what is found out later stays hidden"));
    a.stepEvent = make(u"actionStepEvent"_s, tr("Step e&vent"), QKeySequence(u"Shift+F11"_s), tr("One attempt, or the next thing that happens in the cluster"));
    a.cancel = make(u"actionCancel"_s, tr("&Cancel"), QKeySequence(u"Shift+F5"_s), tr("Stop after the attempt that is under way"));
    a.restart = make(u"actionRestart"_s, tr("R&estart"), QKeySequence(u"Ctrl+Shift+F5"_s), tr("Back to the cluster as it was opened"));
    a.reloadScripts = make(u"actionReloadScripts"_s, tr("Re&load scripts"), QKeySequence(u"Ctrl+Shift+R"_s), tr("Go on with the scripted plugins as they are on disk now"));
    a.clearSelection = make(u"actionClearSelection"_s, tr("&Clear selection"), QKeySequence(Qt::Key_Escape), tr("Select nothing"));
    a.find = make(u"actionFind"_s, tr("&Filter pods"), QKeySequence::Find, tr("Go to the filter line of the pods"));
    a.resetLayout = make(u"actionResetLayout"_s, tr("Restore &default layout"), QKeySequence(u"Ctrl+Alt+0"_s), tr("Put all docks back"));
    connect(a.open, &QAction::triggered, this, &MainWindow::browseFiles);
    connect(a.openFolder, &QAction::triggered, this, &MainWindow::browseFolder);
    connect(a.exportPicture, &QAction::triggered, this, &MainWindow::exportCurrentPicture);
    connect(a.quit, &QAction::triggered, this, &QWidget::close);
    connect(a.start, &QAction::triggered, this, [this] { showView(u"start"_s); });
    connect(a.run, &QAction::triggered, this, [this] {
        if (!desk_->takeEdits(true))
            emit runRequested();
    });
    connect(a.step, &QAction::triggered, this, &MainWindow::stepRequested);
    connect(a.stepPoint, &QAction::triggered, this, &MainWindow::stepPointRequested);
    connect(a.stepEvent, &QAction::triggered, this, &MainWindow::stepEventRequested);
    connect(a.cancel, &QAction::triggered, this, &MainWindow::cancelRequested);
    connect(a.restart, &QAction::triggered, this, &MainWindow::restartRequested);
    connect(a.reloadScripts, &QAction::triggered, this, &MainWindow::reloadScriptsRequested);
    connect(a.clearSelection, &QAction::triggered, hub_, &SelectionHub::clear);
    connect(a.resetLayout, &QAction::triggered, this, &MainWindow::resetLayout);
    connect(a.find, &QAction::triggered, this, [this] {
        showView(u"pods"_s);
        pods_->filterLine()->setFocus();
        pods_->filterLine()->selectAll();
    });
    const struct {
        const char* name;
        QString text;
    } views[] = {{"map", tr("&Map")}, {"heatmap", tr("&Heat map")}, {"queue", tr("&Queue flow")}, {"preemption", tr("Preemp&tion")}, {"timeline", tr("Time &line")}, {"metrics", tr("M&etrics")}, {"profile", tr("P&rofile")}, {"attempts", tr("&Attempts")}, {"events", tr("&Event log")},
                 {"pods", tr("&Pods")}, {"nodes", tr("&Nodes")}, {"issues", tr("&Issues")}, {"why", tr("&Why?")}, {"objects", tr("&Objects")}, {"editor", tr("E&ditor")}, {"scores", tr("&Filters and scores")}, {"history", tr("Histor&y of edits")}};
    int number = 1;
    for (const auto& view : views) {
        const QString name = QString::fromLatin1(view.name);
        QAction* action = make(u"actionView-"_s + name, view.text, viewKey(number++), tr("Show this view"));
        connect(action, &QAction::triggered, this, [this, name] { showView(name); });
        a.views << action;
    }
    a.themes = new QActionGroup(this);
    for (const auto& [theme, text] : {std::pair(Theme::System, tr("As the s&ystem")), std::pair(Theme::Light, tr("&Light")), std::pair(Theme::Dark, tr("&Dark")), std::pair(Theme::Contrast, tr("High &contrast"))}) {
        QAction* action = make(u"actionTheme-"_s + themeName(theme), text, QKeySequence(u"Ctrl+Alt+%1"_s.arg(1 + static_cast<int>(theme))), tr("Colours of the window"));
        action->setCheckable(true);
        action->setData(static_cast<int>(theme));
        a.themes->addAction(action);
    }
    a.littleMotion = make(u"actionLittleMotion"_s, tr("Little m&otion"), QKeySequence(u"Ctrl+Alt+M"_s), tr("Nothing slides from place to place"));
    a.littleMotion->setCheckable(true);
    connect(a.littleMotion, &QAction::triggered, this, [this](bool little) {
        setLittleMotion(little);
        emit littleMotionChosen(little);
    });
    a.cividis = make(u"actionCividis"_s, tr("Scores from &blue to yellow"), QKeySequence(u"Ctrl+Alt+B"_s), tr("The cividis ramp, for eyes that do not tell red from green"));
    a.cividis->setCheckable(true);
    connect(a.cividis, &QAction::triggered, this, [this](bool on) {
        setRamp(on ? Palette::Ramp::Cividis : Palette::Ramp::Viridis);
        emit rampChosen(Palette::currentRamp());
    });
    connect(a.themes, &QActionGroup::triggered, this, [this](QAction* action) {
        const auto theme = static_cast<Theme>(action->data().toInt());
        setTheme(theme);
        emit themeChosen(theme);
    });
}

void MainWindow::makeMenus()
{
    Actions& a = *actions_;
    QMenu* file = menuBar()->addMenu(tr("&File"));
    file->addAction(a.open);
    file->addAction(a.openFolder);
    a.recent = file->addMenu(tr("Open &recent"));
    a.recent->setEnabled(false);
    file->addAction(a.start);
    file->addSeparator();
    file->addAction(a.exportPicture);
    file->addSeparator();
    file->addAction(a.quit);
    QMenu* edit = menuBar()->addMenu(tr("&Edit"));
    makeDesignMenus(file, edit);
    edit->addAction(a.find);
    edit->addAction(a.clearSelection);
    QMenu* view = menuBar()->addMenu(tr("&View"));
    view->addAction(hub_->backAction());
    view->addAction(hub_->forwardAction());
    view->addSeparator();
    view->addActions(a.views);
    view->addSeparator();
    QMenu* themes = view->addMenu(tr("&Theme"));
    themes->addActions(a.themes->actions());
    themes->addSeparator();
    themes->addAction(a.cividis);
    view->addAction(a.littleMotion);
    QMenu* docks = view->addMenu(tr("&Docks"));
    for (QDockWidget* dock : docks_)
        docks->addAction(dock->toggleViewAction());
    view->addAction(a.resetLayout);
    QMenu* run = menuBar()->addMenu(tr("&Run"));
    run->addActions({a.run, a.step, a.stepPoint, a.stepEvent, a.cancel});
    run->addSeparator();
    run->addAction(a.restart);
    run->addAction(a.reloadScripts);
    makeTimeActions(run);
    QMenu* cluster = menuBar()->addMenu(tr("&Cluster"));
    cluster->addMenu(desk_->newMenu());
    cluster->addActions(desk_->clusterActions());
}

void MainWindow::makeToolBar()
{
    auto* bar = new QToolBar(tr("Run"), this);
    bar->setObjectName(u"toolBarRun"_s);
    bar->setMovable(false);
    bar->setIconSize({18, 18});
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    addToolBar(bar);
    Actions& a = *actions_;
    auto* fresh = new QToolButton(bar);
    fresh->setObjectName(u"newButton"_s);
    fresh->setText(tr("New"));
    fresh->setToolTip(tr("Make an object"));
    fresh->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    fresh->setMenu(desk_->newMenu());
    fresh->setPopupMode(QToolButton::InstantPopup);
    fresh->setDefaultAction(desk_->newMenu()->menuAction());
    fresh->setPopupMode(QToolButton::InstantPopup);
    newButton_ = bar->addWidget(fresh);
    bar->addAction(a.run);
    if (QWidget* button = bar->widgetForAction(a.run))
        button->setObjectName(u"primary"_s);
    bar->addAction(a.step);
    if (auto* button = qobject_cast<QToolButton*>(bar->widgetForAction(a.step))) {
        auto* menu = new QMenu(button);
        menu->addAction(tr("&Attempt"), a.step, &QAction::trigger);
        menu->addAction(tr("Extension &point"), a.stepPoint, &QAction::trigger);
        menu->addAction(tr("&Event"), a.stepEvent, &QAction::trigger);
        button->setMenu(menu);
        button->setPopupMode(QToolButton::MenuButtonPopup);
    }
    bar->addAction(a.cancel);
    bar->addAction(a.restart);
    bar->addSeparator();
    bar->addAction(hub_->backAction());
    bar->addAction(hub_->forwardAction());
    for (QAction* action : {hub_->backAction(), hub_->forwardAction()})
        if (auto* button = qobject_cast<QToolButton*>(bar->widgetForAction(action)))
            button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    walkText_ = new QLabel(bar);
    walkText_->setObjectName(u"walkText"_s);
    walkText_->setContentsMargins(12, 0, 0, 0);
    walkAction_ = bar->addWidget(walkText_);
    walkAction_->setVisible(false);
    bar->addWidget(desk_->staleText());
    auto* gap = new QWidget(bar);
    gap->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(gap);
    auto* label = new QLabel(tr("profile "), bar);
    label->setForegroundRole(QPalette::PlaceholderText);
    bar->addWidget(label);
    profile_ = new QLabel(bar);
    profile_->setObjectName(u"profileName"_s);
    profile_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    profile_->setContentsMargins(0, 0, 8, 0);
    profileLabelAction_ = bar->addWidget(profile_);
    makeProfileChoice(bar);
}

void MainWindow::updateActions()
{
    const bool loaded = snapshot_ != nullptr;
    const bool idle = activity_ == Activity::Idle;
    Actions& a = *actions_;
    a.run->setEnabled(loaded && idle && (snapshot_->canStep || walking_));
    a.step->setEnabled(loaded && idle && (snapshot_->canStep || walking_));
    a.stepPoint->setEnabled(loaded && idle && (snapshot_->canStep || walking_));
    a.stepEvent->setEnabled(loaded && idle && (snapshot_->canStep || walking_));
    a.restart->setEnabled(loaded && idle);
    a.reloadScripts->setEnabled(loaded && !snapshot_->scripts.isEmpty());
    a.cancel->setEnabled(!idle);
    a.clearSelection->setEnabled(!hub_->current().isEmpty());
    a.exportPicture->setEnabled(loaded);
    a.find->setEnabled(loaded);
    for (QAction* action : a.views)
        action->setEnabled(loaded);
    newButton_->setVisible(loaded);
}

void MainWindow::updateIcons()
{
    Actions& a = *actions_;
    a.open->setIcon(icon(u"open"_s));
    a.exportPicture->setIcon(icon(u"save"_s));
    a.run->setIcon(icon(u"run"_s, true));
    a.step->setIcon(icon(u"step"_s));
    a.cancel->setIcon(icon(u"stop"_s));
    a.find->setIcon(icon(u"filter"_s));
    desk_->updateIcons();
    if (auto* palette = findChild<QAction*>(u"actionPalette"_s))
        palette->setIcon(icon(u"search"_s));
    hub_->backAction()->setIcon(icon(u"back"_s));
    hub_->forwardAction()->setIcon(icon(u"forward"_s));
}

}
