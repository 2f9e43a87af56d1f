// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/format.h"
#include "views/branch_dialog.h"
#include "views/design_desk.h"
#include "views/heat_map_view.h"
#include "views/main_window_actions.h"
#include "views/map_view.h"
#include "views/message_bar.h"
#include "views/object_editor.h"
#include "views/profile_view.h"
#include "views/table_view.h"

#include <QDir>
#include <QDockWidget>
#include <QFileInfo>
#include <QMenu>
#include <QStackedWidget>
#include <QUndoView>

using namespace Qt::StringLiterals;

namespace berth::views {

/// The list of objects lies behind the tables of the run, the editor behind the answer to "why".
void MainWindow::makeDesign()
{
    desk_ = new DesignDesk(hub_, this);
    QDockWidget* objects = addDock(u"dockObjects"_s, tr("Objects"), desk_->objects(), Qt::BottomDockWidgetArea);
    QDockWidget* editor = addDock(u"dockEditor"_s, tr("Edit"), desk_->editor(), Qt::RightDockWidgetArea);
    history_ = new QUndoView(desk_->designer()->history(), this);
    history_->setObjectName(u"history"_s);
    history_->setAccessibleName(tr("Every edit, to go back to"));
    history_->setToolTip(tr("A click takes back what was edited after it, or makes it again"));
    history_->setEmptyLabel(tr("As it was opened"));
    QDockWidget* history = addDock(u"dockHistory"_s, tr("History"), history_, Qt::RightDockWidgetArea);
    history->hide(); // for whoever asks for it
    QDockWidget* pods = nullptr;
    QDockWidget* nodes = nullptr;
    QDockWidget* why = nullptr;
    for (QDockWidget* dock : docks_) {
        pods = dock->objectName() == u"dockPods" ? dock : pods;
        nodes = dock->objectName() == u"dockNodes" ? dock : nodes;
        why = dock->objectName() == u"dockWhy" ? dock : why;
    }
    tabifyDockWidget(nodes, objects);
    tabifyDockWidget(why, editor);
    tabifyDockWidget(editor, history);
    pods->raise();
    why->raise();
}

void MainWindow::makeDesignMenus(QMenu* file, QMenu* edit)
{
    QAction* const first = file->actions().isEmpty() ? nullptr : file->actions().front();
    const QList<QAction*>& own = desk_->fileActions();
    file->insertAction(first, own.front());
    file->insertActions(actions_->exportPicture, own.mid(1));
    file->insertSeparator(actions_->exportPicture);
    edit->addActions(desk_->editActions());
    edit->addSeparator();
}

void MainWindow::connectDesign()
{
    connect(branch_, &BranchDialog::adoptRequested, desk_, &DesignDesk::adopt);
    desk_->followTable(pods_, u"Pod"_s);
    desk_->followTable(nodes_, u"Node"_s);
    connect(desk_, &DesignDesk::editRequested, this, &MainWindow::editRequested);
    connect(desk_, &DesignDesk::newRequested, this, [this] {
        const auto begin = [this] { emit newRequested(); };
        if (desk_->mayLeave(begin))
            begin();
    });
    connect(desk_, &DesignDesk::clusterWanted, this, [this](const QString& text) {
        pasted_ = text;
        emit newRequested();
    });
    connect(desk_, &DesignDesk::savedTo, this, [this](const QStringList& paths) {
        if (const QString& name = desk_->designer()->name(); !name.isEmpty())
            setWindowTitle(tr("%1[*] — Berth").arg(name));
        emit savedTo(paths);
    });
    connect(desk_, &DesignDesk::editorWanted, this, [this] { showView(u"editor"_s); });
    connect(desk_, &DesignDesk::objectChosen, this, [this](const QString& kind, const QString& key) {
        if (kind == u"Pod")
            selectPod(key);
        else if (kind == u"Node")
            hub_->selectNode(key, desk_);
    });
    connect(desk_, &DesignDesk::message, this, [this](const QString& text, bool error) {
        showMessage(text, error ? models::RowState::Bad : models::RowState::Good);
    });
    desk_->followCanvas(map_->map());
    connect(map_->map(), &NodeMap::podDropped, this, &MainWindow::placementAsked);
    connect(desk_, &DesignDesk::placementAsked, this, &MainWindow::placementAsked);
    connect(desk_->objects(), &TableView::message, desk_, &DesignDesk::message);
    const models::Designer* designer = desk_->designer();
    connect(designer, &models::Designer::modifiedChanged, this, [this, designer] { setWindowModified(designer->isModified()); });
    const auto showFile = [this, designer] { profileView_->setFile(designer->configurationPath(), designer->isConfigurationSaved(), !designer->hasConfiguration()); };
    for (const auto signal : {&models::Designer::opened, &models::Designer::changed})
        connect(designer, signal, this, showFile);
    connect(designer, &models::Designer::saved, this, showFile);
}

QWidget* MainWindow::editorWidget() const
{
    return desk_->editor();
}

/// Unless something would be lost, or once it is saved.
void MainWindow::openPaths(const QStringList& paths)
{
    for (const QString& path : paths)
        if (!QFileInfo::exists(path))
            return refuseMissing(path);
    const auto open = [this, paths] { emit openRequested(paths); };
    if (desk_->mayLeave(open))
        open();
}

/// Nothing is closed for the sake of a file that was moved or deleted, or lies on a disk that is not there now.
void MainWindow::refuseMissing(const QString& path)
{
    const bool known = start_->recent().contains(path);
    message_->show(tr("%1 is no longer there.").arg(QDir::toNativeSeparators(path)), models::RowState::Bad, known ? tr("Remove from the list") : QString(),
                   [this, path] { emit recentRemoved(path); });
}

/// What was selected before an edit has an attempt again once the run is over.
void MainWindow::followEdited()
{
    const Selection& selection = hub_->current();
    const models::PodRow* pod = snapshot_ && selection.attempt < 0 ? snapshot_->cluster->pod(selection.pod) : nullptr;
    if (pod && pod->lastAttempt >= 0)
        hub_->select({pod->key, pod->node, selection.plugin, pod->lastAttempt}, desk_);
}

void MainWindow::showPlacement(const models::PlacementAnswerPtr& answer)
{
    desk_->showPlacement(*answer);
}

void MainWindow::showEdited(const models::SnapshotPtr& snapshot)
{
    showAttempt(nullptr);
    heatMap_->runMap()->reset();
    branch_->reset();
    if (pages_->currentWidget() == start_)
        showView(u"map"_s);
    showSnapshot(snapshot);
    // Attempts of the run before are no more; what is selected stays, as far as it is still there.
    Selection selection = hub_->current();
    selection.attempt = -1;
    if (!snapshot->cluster->pod(selection.pod))
        selection.pod.clear();
    if (!snapshot->cluster->node(selection.node))
        selection.node.clear();
    hub_->select(selection, desk_);
}

}
