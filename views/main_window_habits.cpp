// SPDX-License-Identifier: GPL-3.0-or-later
// What every program has: command palette, shortcuts sheet, context menus, the tour, About.
#include "models/format.h"
#include "views/about_dialog.h"
#include "views/avalanche_canvas.h"
#include "views/avalanche_panel.h"
#include "views/canvas_habits.h"
#include "views/command_palette.h"
#include "views/design_desk.h"
#include "views/export.h"
#include "views/glossary.h"
#include "views/heat_map_view.h"
#include "views/icons.h"
#include "views/inspector_view.h"
#include "views/main_window.h"
#include "views/main_window_actions.h"
#include "views/map_view.h"
#include "views/metrics_view.h"
#include "views/preemption_view.h"
#include "views/queue_flow_sankey.h"
#include "views/queue_flow_view.h"
#include "views/reading_order.h"
#include "views/shortcuts_dialog.h"
#include "views/table_view.h"
#include "views/time_line_view.h"
#include "views/tour.h"

#include <QAbstractScrollArea>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QDockWidget>
#include <QLineEdit>
#include <QMenuBar>
#include <QMouseEvent>
#include <QStackedWidget>
#include <QTabBar>
#include <QTableView>
#include <QTabWidget>
#include <QToolBar>

#include <functional>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace berth::views {

void MainWindow::makeHabits()
{
    const auto make = [this](const QString& name, const QString& text, const QKeySequence& key, const QString& tip, auto slot) {
        auto* action = new QAction(text, this);
        action->setObjectName(name);
        action->setShortcut(key);
        action->setStatusTip(tip);
        action->setToolTip(tip);
        addAction(action);
        connect(action, &QAction::triggered, this, slot);
        return action;
    };
    palette_ = new CommandPalette(this);
    fillPalette();
    QMenu* help = menuBar()->addMenu(tr("&Help"));
    QAction* ask = make(u"actionPalette"_s, tr("&Command palette…"), QKeySequence(u"Ctrl+K"_s),
                        tr("Do or find anything by its name"), [this] { palette_->ask(); });
    help->addAction(ask);
    ask->setIconText(tr("Search"));
    ask->setToolTip(tr("Do or find anything by its name (Ctrl+K)"));
    findChild<QToolBar*>(u"toolBarRun"_s)->addAction(ask);
    help->addAction(make(u"actionShortcuts"_s, tr("&Keyboard shortcuts"), QKeySequence::HelpContents,
                         tr("All actions with their keys"), &MainWindow::showShortcuts));
    help->addAction(make(u"actionTour"_s, tr("&Tour of the window"), QKeySequence(u"Ctrl+Shift+F1"_s),
                         tr("What is where, in a few steps"), &MainWindow::startTour));
    help->addSeparator();
    help->addAction(make(u"actionAbout"_s, tr("&About Berth"), QKeySequence(u"Shift+F1"_s), tr("Versions and licences"),
                         [this] { (new AboutDialog(this))->open(); }));
    make(u"actionNextPart"_s, tr("Next part of the window"), QKeySequence(u"F6"_s), tr("Moves the keyboard to the next view"), [this] { focusPart(1); });
    make(u"actionPreviousPart"_s, tr("Previous part of the window"), QKeySequence(u"Shift+F6"_s), tr("Moves the keyboard to the view before"),
         [this] { focusPart(-1); });
    new TermTips(this);
    orderDialogs(this);
    makeContextMenus();
    pods_->setEmptyAction(findChild<QAction*>(u"actionGeneratePods"_s));
    nodes_->setEmptyAction(findChild<QAction*>(u"actionGenerateNodes"_s));
    desk_->objects()->setEmptyAction(findChild<QAction*>(u"actionGenerateNodes"_s));
    for (TableView* view : {attempts_, log_, queueFlow_->table(), metrics_->table()})
        view->setEmptyAction(actions_->run);
}

void MainWindow::fillPalette()
{
    palette_->addSource([this](const QString&, const PaletteOffer& offer) {
        for (QAction* action : findChildren<QAction*>())
            if (action->objectName().startsWith(u"action"))
                offer(plainText(action), [action] {
                    const bool view = action->objectName().startsWith(u"actionView-");
                    return PaletteEntry{{}, view ? tr("View") : tr("Action"), action->shortcut().toString(QKeySequence::NativeText),
                                        [action] { action->trigger(); }, action->isEnabled()};
                });
        for (const Sample& sample : start_->samples())
            offer(sample.title, [this, path = sample.path] {
                return PaletteEntry{{}, tr("Sample"), {}, [this, path] { openPaths({path}); }};
            });
        for (const QString& path : start_->recent())
            offer(path, [this, path] {
                return PaletteEntry{{}, tr("Recent"), {}, [this, path] { openPaths({path}); }};
            });
        for (QDockWidget* dock : docks_)
            offer(tr("%1: show or hide").arg(plainText(dock->toggleViewAction())), [this, dock] {
                return PaletteEntry{{}, tr("Dock"), {}, [dock] { dock->toggleViewAction()->trigger(); }, snapshot_ != nullptr};
            });
        for (const QString& term : glossary::terms())
            offer(term, [this, term] {
                return PaletteEntry{{}, tr("Term"), {}, [this, term] { showMessage(term + u": "_s + glossary::explain(term), models::RowState::None); }};
            });
    });
    palette_->addSource([this](const QString& typed, const PaletteOffer& offer) {
        if (!snapshot_ || typed.trimmed().isEmpty())
            return;
        for (const models::NodeRow& node : snapshot_->cluster->nodes)
            offer(node.name, [this, name = node.name] {
                return PaletteEntry{{}, tr("Node"), {}, [this, name] { hub_->selectNode(name); }};
            });
        for (const models::PodRow& pod : snapshot_->cluster->pods)
            offer(pod.key, [this, key = pod.key] { return PaletteEntry{{}, tr("Pod"), {}, [this, key] { selectPod(key); }}; });
        // Nodes and pods are found as what they became in the cluster.
        desk_->designer()->document()->items().forEach([&](std::size_t, const design::ItemPtr& item) {
            if (item->kind() != "Node" && item->kind() != "Pod")
                offer(models::toQString(item->label()), [this, item] {
                    return PaletteEntry{{}, tr("Object"), {}, [this, id = item->id()] { desk_->choose({id}); }};
                });
            return true;
        });
    });
}

void MainWindow::showShortcuts()
{
    QList<QAction*> all;
    for (QAction* action : findChildren<QAction*>())
        if (action->objectName().startsWith(u"action"))
            all << action;
    auto* sheet = new ShortcutsDialog(all, this);
    sheet->setAttribute(Qt::WA_DeleteOnClose);
    connect(sheet, &ShortcutsDialog::keysChosen, this, &MainWindow::keysChosen);
    sheet->open();
}

void MainWindow::setKeys(const QHash<QString, QKeySequence>& keys)
{
    for (QAction* action : findChildren<QAction*>())
        if (const auto own = keys.constFind(action->objectName()); own != keys.cend() && !action->objectName().isEmpty())
            views::setKeys(action, *own);
    // Keys that somebody chose stay theirs: an action that got them as its default later has none.
    for (QAction* action : findChildren<QAction*>())
        if (!action->shortcut().isEmpty() && !keys.contains(action->objectName()) && action->shortcutContext() == Qt::WindowShortcut
            && std::any_of(keys.cbegin(), keys.cend(), [action](const QKeySequence& taken) { return taken == action->shortcut(); }))
            views::setKeys(action, {});
}

/// Qt makes the tab bars of docks when they come together, and gives them no name.
void MainWindow::nameTabBars()
{
    for (QTabBar* bar : findChildren<QTabBar*>())
        if (bar->accessibleName().isEmpty())
            bar->setAccessibleName(bar->parentWidget() == tabs_ ? tr("Views") : bar->parentWidget() == this ? tr("Docks") : tr("Pages"));
}

/// The views that are in sight, the centre first: F6 goes round them.
void MainWindow::focusPart(int by)
{
    QList<QWidget*> parts{pages_->currentWidget() == tabs_ ? tabs_->currentWidget() : pages_->currentWidget()};
    for (const QDockWidget* dock : docks_)
        if (dock->widget() && dock->widget()->isVisible() && !dock->widget()->visibleRegion().isEmpty())
            parts << dock->widget();
    qsizetype now = 0;
    for (qsizetype i = 0; i < parts.size(); ++i)
        if (parts[i]->isAncestorOf(QApplication::focusWidget()))
            now = i;
    QWidget* part = parts[(now + by + parts.size()) % parts.size()];
    QWidget* target = nullptr;
    for (QWidget* inside : part->findChildren<QWidget*>())
        if (inside->focusPolicy() != Qt::NoFocus && inside->isVisibleTo(part) && inside->isEnabled()
            && (!target || qobject_cast<QAbstractScrollArea*>(inside))) {
            target = inside;
            if (qobject_cast<QAbstractScrollArea*>(inside))
                break;
        }
    (target ? target : part)->setFocus(Qt::ShortcutFocusReason);
}

void MainWindow::makeContextMenus()
{
    // Return and the double click lead from what is drawn to what is known of it.
    const auto open = [this](const QString& view) {
        return [this, view] {
            if (!hub_->current().isEmpty())
                showView(view);
        };
    };
    const std::vector<std::pair<QWidget*, std::function<void()>>> canvases = {
        {map_->map(), open(u"editor"_s)},   {heatMap_->canvas(), open(u"why"_s)},      {heatMap_->runCanvas(), {}},
        {queueFlow_->canvas(), open(u"why"_s)}, {queueFlow_->sankey(), {}},            {timeLine_->canvas(), open(u"heatmap"_s)},
        {preemption_->avalanches()->canvas(), open(u"heatmap"_s)}};
    for (const auto& [canvas, opens] : canvases) {
        watchCanvas(canvas, {[this, one = canvas](const QContextMenuEvent& event) { showCanvasMenu(one, event); }, opens});
        connect(hub_, &SelectionHub::changed, canvas, [one = canvas] { announcePlace(one); });
    }
    connect(pods_, &TableView::menuWanted, this, [this](QMenu* menu, const QString& key) {
        const models::PodRow* pod = snapshot_ ? snapshot_->cluster->pod(key) : nullptr;
        fillMenu(menu, {key, pod ? pod->node : QString(), {}, pod ? pod->lastAttempt : -1});
        desk_->fillMenu(menu);
    });
    connect(nodes_, &TableView::menuWanted, this, [this](QMenu* menu, const QString& name) {
        fillMenu(menu, {{}, name, {}, -1});
        desk_->fillMenu(menu);
    });
    connect(attemptNodes_, &TableView::menuWanted, this, [this](QMenu* menu, const QString& name) { fillMenu(menu, {{}, name, {}, -1}); });
    for (TableView* view : {attempts_, log_, queueFlow_->table()})
        connect(view, &TableView::menuWanted, this, [this](QMenu* menu) { fillMenu(menu, hub_->current()); });
}

/// As in other programs: what is clicked with the right button becomes the selection first.
void MainWindow::showCanvasMenu(QWidget* canvas, const QContextMenuEvent& event)
{
    auto* area = qobject_cast<QAbstractScrollArea*>(canvas);
    QWidget* inside = area ? area->viewport() : canvas;
    if (event.reason() == QContextMenuEvent::Mouse) {
        const QPointF at = inside->mapFromGlobal(event.globalPos());
        for (const QEvent::Type type : {QEvent::MouseButtonPress, QEvent::MouseButtonRelease}) {
            QMouseEvent click(type, at, event.globalPos(), Qt::LeftButton, type == QEvent::MouseButtonPress ? Qt::LeftButton : Qt::NoButton, {});
            QApplication::sendEvent(inside, &click);
        }
    }
    QMenu menu(this);
    fillMenu(&menu, hub_->current());
    desk_->fillMenu(&menu);
    menu.addSeparator();
    menu.addAction(icon(u"save"_s), tr("&Export picture…"), this, &MainWindow::exportCurrentPicture);
    // Asked for by a key it opens where the selection is.
    const auto* spoken = dynamic_cast<const SpokenCanvas*>(canvas);
    const QRect place = spoken && event.reason() == QContextMenuEvent::Keyboard ? spoken->placeRect().intersected(inside->rect()) : QRect();
    menu.exec(place.isEmpty() ? event.globalPos() : inside->mapToGlobal(place.center()));
}

void MainWindow::fillMenu(QMenu* menu, const Selection& about)
{
    const auto go = [this, about](const QString& view) {
        return [this, about, view] {
            hub_->select(about);
            showView(view);
        };
    };
    const auto filtered = [this](TableView* table, const QString& view, const QString& query) {
        return [this, table, view, query] {
            showView(view);
            table->filterLine()->setText(query);
        };
    };
    if (!about.pod.isEmpty()) {
        menu->addAction(icon(u"why"_s), tr("&Why is %1 there?").arg(about.pod), this, go(u"why"_s));
        menu->addAction(tr("&Attempts of this pod"), this, filtered(attempts_, u"attempts"_s, u"pod="_s + about.pod));
        menu->addAction(tr("&Log of this pod"), this, filtered(log_, u"events"_s, u"pod="_s + about.pod));
        menu->addAction(tr("Show in &heat map"), this, go(u"heatmap"_s));
        menu->addAction(tr("Copy &name of the pod"), this, [name = about.pod] { QApplication::clipboard()->setText(name); });
    }
    if (!about.node.isEmpty()) {
        menu->addSeparator();
        menu->addAction(icon(u"pods"_s), tr("&Pods on %1").arg(about.node), this, filtered(pods_, u"pods"_s, u"node="_s + about.node));
        menu->addAction(tr("Attempts that &chose it"), this, filtered(attempts_, u"attempts"_s, u"node="_s + about.node));
        menu->addAction(tr("Copy na&me of the node"), this, [name = about.node] { QApplication::clipboard()->setText(name); });
    }
    if (!about.isEmpty())
        menu->addAction(icon(u"nodes"_s), tr("Show on the ma&p"), this, go(u"map"_s));
}

void MainWindow::startTour()
{
    const auto view = [this](const QString& name) {
        return [this, name] {
            showView(name);
            return viewWidget(name);
        };
    };
    std::vector<TourStep> steps;
    if (snapshot_) {
        steps = {{tr("Run and step"), tr("Run schedules until nothing is left to try. Step makes one attempt, F11 goes on by one extension point."),
                  [this]() -> QWidget* {
                      auto* bar = findChild<QToolBar*>(u"toolBarRun"_s);
                      bar->show();
                      return bar;
                  }},
                 {tr("The cluster as a map"), tr("Zones, nodes and their pods; free space stays visible. A click selects, everywhere in the window."), view(u"map"_s)},
                 {tr("Every pod and node"), tr("The filter line knows a small language: status=Pending cpu>500m -ns=kube-system. Ctrl+Space shows what can stand there."), view(u"pods"_s)},
                 {tr("Why?"), tr("Choose a pod to see its attempt: which filters refused which nodes, and how the scores add up."), view(u"why"_s)},
                 {tr("The heat map"), tr("Every filter on every node, and every score. A click on a column sorts by it."), view(u"heatmap"_s)},
                 {tr("The queue"), tr("Where pods wait, what moved them, and which plugin's hint woke them up."), view(u"queue"_s)},
                 {tr("Anything else"), tr("Ctrl+K finds every action, view, pod, node and term by its name. F1 lists the keys."), {}}};
    } else {
        steps = {{tr("Welcome to Berth"), tr("Berth decides as kube-scheduler v1.36.1 does, and shows why."), {}},
                 {tr("Begin here"), tr("Open a sample, or your own YAML: a folder, a file, a kubectl dump; dropping it on the window does as well. Take the tour again (Ctrl+Shift+F1) when a cluster is open."),
                  view(u"start"_s)}};
    }
    delete tour_;
    tour_ = new Tour(std::move(steps), this);
    connect(tour_, &Tour::ended, this, &MainWindow::tourEnded);
    tour_->start();
}

QString MainWindow::currentView() const
{
    for (const QString& name : viewNames())
        if (viewWidget(name) == (pages_->currentWidget() == tabs_ ? tabs_->currentWidget() : pages_->currentWidget()))
            return name;
    return {};
}

}
