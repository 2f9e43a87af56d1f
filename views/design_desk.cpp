// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/design_desk.h"

#include "design/pod_place.h"
#include "models/format.h"
#include "models/object_table.h"
#include "views/icons.h"
#include "views/object_editor.h"
#include "views/table_view.h"
#include "views/yaml_editor.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QMenu>
#include <QPointer>
#include <QTableView>
#include <QTimer>
#include <QUndoStack>

#include <algorithm>
#include <set>
#include <utility>

using namespace Qt::StringLiterals;

namespace berth::views {

namespace {

constexpr int settlePause = 120;           ///< ms: several edits in a row start one run

}

DesignDesk::DesignDesk(SelectionHub* hub, QWidget* window)
    : QObject(window), hub_(hub), window_(window), designer_(new models::Designer(this)), model_(new models::ObjectTableModel(this)),
      objects_(new TableView(model_, u"objects"_s, tr("Objects"), window)), editor_(new ObjectEditor(designer_, window)), stale_(new QLabel(window)),
      settle_(new QTimer(this)), newMenu_(new QMenu(tr("&New"), window))
{
    objects_->setEmptyText(tr("Nothing is here yet. Cluster › New makes an object; Cluster › Nodes of one shape makes a whole pool."));
    objects_->setColumnCharacters({28, 20, 14, 40, 18, 60});
    stale_->setObjectName(u"staleText"_s);
    stale_->hide();
    settle_->setSingleShot(true);
    settle_->setInterval(settlePause);
    connect(settle_, &QTimer::timeout, this, &DesignDesk::restart);
    connect(designer_, &models::Designer::changed, this, &DesignDesk::changed);
    connect(designer_, &models::Designer::opened, this, [this](const design::DocumentPtr& document) { model_->setDocument(document); });
    connect(designer_, &models::Designer::saved, this, [this](const QString& error, const QStringList& paths) {
        const auto then = std::exchange(afterSaving_, nullptr);
        if (!error.isEmpty()) {
            emit message(error, true);
            return;
        }
        showSaved(paths);
        if (then)
            then();
    });
    connect(editor_, &ObjectEditor::message, this, &DesignDesk::message);
    connect(editor_, &ObjectEditor::textLeft, this, [this] {
        if (snapshot_ && snapshot_->document != designer_->document())
            settle_->start();
    });
    makeActions();
    connect(objects_->table()->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] { chooseRows(objects_, {}); });
    // A click on the row that is highlighted already changes no selection, and yet means it.
    connect(objects_->table(), &QTableView::clicked, this, [this] { chooseRows(objects_, {}); });
    connect(objects_, &TableView::objectActivated, this, &DesignDesk::editorWanted);
    connect(objects_, &TableView::menuWanted, this, [this](QMenu* menu) { fillMenu(menu); });
    updateActions();
}

DesignDesk::~DesignDesk() = default;

QAction* DesignDesk::make(const QString& name, const QString& text, const QKeySequence& shortcut, const QString& tip)
{
    auto* action = new QAction(text, this);
    action->setObjectName(name);
    action->setShortcut(shortcut);
    action->setToolTip(shortcut.isEmpty() ? tip : u"%1 (%2)"_s.arg(tip, shortcut.toString(QKeySequence::NativeText)));
    action->setStatusTip(tip);
    window_->addAction(action);
    return action;
}

void DesignDesk::makeActions()
{
    QAction* fresh = make(u"actionNew"_s, tr("&New cluster"), QKeySequence::New, tr("Begin with an empty cluster"));
    save_ = make(u"actionSave"_s, tr("&Save"), QKeySequence::Save, tr("Write what has changed to its files"));
    saveAs_ = make(u"actionSaveAs"_s, tr("Save &as…"), QKeySequence(u"Ctrl+Shift+S"_s), tr("Write everything to one new file"));
    connect(fresh, &QAction::triggered, this, &DesignDesk::newRequested);
    connect(save_, &QAction::triggered, this, [this] { save(false); });
    connect(saveAs_, &QAction::triggered, this, [this] { save(true); });
    fileActions_ = {fresh, save_, saveAs_};

    undo_ = make(u"actionUndo"_s, tr("&Undo"), QKeySequence::Undo, tr("Take back the last edit"));
    redo_ = make(u"actionRedo"_s, tr("&Redo"), QKeySequence::Redo, tr("Make it again"));
    copy_ = make(u"actionCopyYaml"_s, tr("Copy as &YAML"), QKeySequence(u"Ctrl+Shift+C"_s), tr("Copy the chosen objects for another program"));
    paste_ = make(u"actionPasteYaml"_s, tr("&Paste objects"), QKeySequence::Paste, tr("Add the objects of the text that was copied"));
    duplicate_ = make(u"actionDuplicate"_s, tr("&Duplicate"), QKeySequence(u"Ctrl+D"_s), tr("Copies of the chosen objects under free names"));
    remove_ = make(u"actionDelete"_s, tr("De&lete"), QKeySequence::Delete, tr("Delete the chosen objects"));
    cut_ = make(u"actionCut"_s, tr("Cu&t objects"), QKeySequence::Cut, tr("Copy the chosen objects and delete them here"));
    auto* copyHere = new QAction(tr("Copy as YAML"), this);
    copyHere->setShortcut(QKeySequence::Copy);
    // Elsewhere these keys belong to texts and cells; tables of the run copy their rows.
    onTheSpot_ = {cut_, remove_, copyHere};
    for (QAction* action : onTheSpot_)
        action->setShortcutContext(Qt::WidgetShortcut);
    objects_->findChild<QAction*>(u"objectsCopy"_s)->setShortcut({});
    objects_->table()->addActions(onTheSpot_);
    connect(copyHere, &QAction::triggered, this, &DesignDesk::copy);
    connect(cut_, &QAction::triggered, this, [this] {
        copy();
        remove();
    });
    connect(undo_, &QAction::triggered, this, [this] {
        editor_->flush();
        designer_->history()->undo();
    });
    connect(redo_, &QAction::triggered, this, [this] {
        editor_->flush();
        designer_->history()->redo();
    });
    connect(copy_, &QAction::triggered, this, &DesignDesk::copy);
    connect(paste_, &QAction::triggered, this, [this] { paste(QApplication::clipboard()->text()); });
    connect(duplicate_, &QAction::triggered, this, [this] {
        const models::ItemIds made = designer_->duplicate(chosen());
        if (!made.empty())
            choose(made);
    });
    connect(remove_, &QAction::triggered, this, &DesignDesk::remove);
    editActions_ = {undo_, redo_, cut_, copy_, paste_, duplicate_, remove_};
    connect(designer_->history(), &QUndoStack::indexChanged, this, &DesignDesk::updateActions);

    makeNewMenu();
    QAction* nodes = make(u"actionGenerateNodes"_s, tr("Nodes of one &shape…"), QKeySequence(u"Ctrl+Shift+G"_s), tr("A pool of nodes of a machine type, over zones"));
    QAction* pods = make(u"actionGeneratePods"_s, tr("Pods from a &distribution…"), QKeySequence(u"Ctrl+Shift+P"_s), tr("Many pods whose sizes are drawn"));
    QAction* label = make(u"actionSetLabel"_s, tr("Set a &label…"), QKeySequence(u"Ctrl+L"_s), tr("A label in all chosen objects"));
    QAction* taint = make(u"actionAddTaint"_s, tr("Add a &taint…"), QKeySequence(u"Ctrl+T"_s), tr("A taint in all chosen nodes"));
    QAction* requests = make(u"actionSetRequests"_s, tr("Set &requests…"), QKeySequence(u"Ctrl+R"_s), tr("What all chosen pods and workloads ask for"));
    QAction* cordonAll = make(u"actionCordon"_s, tr("&Cordon"), QKeySequence(), tr("No new pods on the chosen nodes"));
    QAction* uncordon = make(u"actionUncordon"_s, tr("&Uncordon"), QKeySequence(), tr("New pods on the chosen nodes again"));
    QAction* accept = make(u"actionAcceptPlacements"_s, tr("&Keep placements"), QKeySequence(u"Ctrl+Shift+K"_s), tr("What the run placed stays where it is: whatever is added next finds it there"));
    connect(accept, &QAction::triggered, this, &DesignDesk::keepPlacements);
    whatIf_ = make(u"actionWhatIf"_s, tr("&What if it went to…"), QKeySequence(u"Ctrl+Shift+W"_s), tr("What the scheduler would say about the chosen pod on a node; or drag the pod to the node on the map"));
    connect(whatIf_, &QAction::triggered, this, &DesignDesk::askPlacement);
    rerun_ = make(u"actionRerun"_s, tr("Run again &after edits"), QKeySequence(), tr("Once a cluster has been run, every edit runs it again"));
    rerun_->setCheckable(true);
    rerun_->setChecked(true);
    connect(nodes, &QAction::triggered, this, &DesignDesk::generateNodes);
    connect(pods, &QAction::triggered, this, &DesignDesk::generatePods);
    connect(label, &QAction::triggered, this, &DesignDesk::setLabel);
    connect(taint, &QAction::triggered, this, &DesignDesk::addTaint);
    connect(requests, &QAction::triggered, this, &DesignDesk::setRequests);
    connect(cordonAll, &QAction::triggered, this, [this] { cordon(true); });
    connect(uncordon, &QAction::triggered, this, [this] { cordon(false); });
    clusterActions_ = {nodes, pods, label, taint, cordonAll, uncordon, requests, accept, whatIf_, rerun_};
    onChosen_ = {cut_, copy_, duplicate_, remove_, label};
    onNodes_ = {taint, cordonAll, uncordon};
    onPods_ = {requests};
}

void DesignDesk::makeNewMenu()
{
    newMenu_->setObjectName(u"menuNew"_s);
    for (const design::Template& from : design::templates()) {
        const QString kind = models::toQString(from.kind);
        if (from.beginsGroup)
            newMenu_->addSeparator();
        QAction* action = newMenu_->addAction(kind, this, [this, &from] { create(from); });
        action->setObjectName(u"actionNew-"_s + kind);
        action->setIconText(tr("New %1").arg(kind)); // where it stands alone
    }
}

void DesignDesk::fillMenu(QMenu* menu)
{
    const std::vector<design::ItemPtr> items = chosenItems();
    if (items.empty()) {
        menu->addSeparator();
        menu->addMenu(newMenu_);
        menu->addAction(paste_);
        return;
    }
    menu->addSection(items.size() == 1 ? models::toQString(items.front()->label()) : tr("%1 objects").arg(items.size()));
    menu->addAction(tr("&Edit"), this, &DesignDesk::editorWanted);
    menu->addActions({cut_, copy_, paste_, duplicate_});
    // Of what the menu names, wherever the focus is.
    menu->addAction(remove_->text(), this, [this] { removeItems(chosen()); });
    menu->addMenu(newMenu_);
    QMenu* more = menu->addMenu(tr("&Change"));
    for (const QList<QAction*>& verbs : {QList<QAction*>{onChosen_.back()}, onNodes_, onPods_})
        for (QAction* verb : verbs)
            if (verb->isEnabled())
                more->addAction(verb);
    if (whatIf_->isEnabled())
        menu->addAction(whatIf_);
}

void DesignDesk::followTable(TableView* view, const QString& kind)
{
    view->table()->addActions({cut_, remove_});
    followed_ << std::pair(view, kind);
    connect(view->table()->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this, view, kind] { chooseRows(view, kind); });
}

/// One row is the selection of the whole program; several are edited together.
void DesignDesk::chooseRows(TableView* view, const QString& kind)
{
    const QStringList rows = view->chosenIds();
    if (choosing_ || rows.isEmpty() || (view != objects_ && rows.size() < 2))
        return;
    const models::ItemIds ids = itemsOfRows(view, kind);
    editor_->setItems(ids);
    updateActions();
    if (view != objects_ || ids.size() != 1)
        return;
    if (const design::ItemPtr item = designer_->document()->find(ids.front())) {
        choosing_ = true;
        emit objectChosen(models::toQString(item->kind()), models::toQString(item->key()));
        choosing_ = false;
    }
}

/// kind: of the rows; empty for the list of objects.
models::ItemIds DesignDesk::itemsOfRows(const TableView* view, const QString& kind) const
{
    models::ItemIds ids;
    std::set<std::string> keys;
    for (const QString& id : view->chosenIds()) {
        if (kind.isEmpty())
            ids.push_back(id.toULongLong());
        else
            keys.insert(id.toStdString());
    }
    if (!keys.empty())
        designer_->document()->items().forEach([&, wanted = kind.toStdString()](std::size_t, const design::ItemPtr& item) {
            if (item->kind() == wanted && keys.contains(item->key()))
                ids.push_back(item->id());
            return true;
        });
    return ids;
}

/// What is highlighted in the list of objects is what the verbs are about.
void DesignDesk::markChosen()
{
    QStringList ids;
    for (const design::Item::Id id : chosen())
        ids << QString::number(id);
    const bool before = std::exchange(choosing_, true);
    objects_->showObjects(ids);
    choosing_ = before;
}

void DesignDesk::choose(const models::ItemIds& ids)
{
    take(ids);
    emit editorWanted();
}

void DesignDesk::take(const models::ItemIds& ids)
{
    editor_->setItems(ids);
    markChosen();
    updateActions();
}

const models::ItemIds& DesignDesk::chosen() const
{
    return editor_->ids();
}

std::vector<design::ItemPtr> DesignDesk::chosenItems(const QString& kind) const
{
    std::vector<design::ItemPtr> items = designer_->document()->find(chosen());
    if (!kind.isEmpty())
        std::erase_if(items, [wanted = kind.toStdString()](const design::ItemPtr& item) { return item->kind() != wanted; });
    return items;
}

void DesignDesk::setLoaded(const models::SnapshotPtr& snapshot)
{
    hasRun_ = false;
    selection_ = {};
    settle_->stop();
    // Restart begins with the same document again: its history, and what is not saved yet, stay.
    if (snapshot->isUnsaved)
        designer_->recover(snapshot->document);
    else if (!snapshot_ || snapshot->document != snapshot_->document)
        designer_->open(snapshot->document);
    setSnapshot(snapshot);
}

void DesignDesk::setSnapshot(const models::SnapshotPtr& snapshot)
{
    snapshot_ = snapshot;
    hasRun_ = hasRun_ || !snapshot->attempts->empty();
    stale_->setVisible(snapshot->document != designer_->document());
    updateActions();
}

void DesignDesk::follow(const Selection& selection, bool byUser)
{
    const Selection before = std::exchange(selection_, selection);
    if (choosing_ || !snapshot_)
        return;
    if (!byUser && !chosenItems().empty()) {
        updateActions();
        return;
    }
    const design::Document& document = *designer_->document();
    const bool isNode = !selection.node.isEmpty() && (selection.pod.isEmpty() || (selection.pod == before.pod && selection.node != before.node));
    design::ItemPtr item;
    QString hint;
    if (isNode) {
        item = document.find("Node", selection.node.toStdString());
    } else if (!selection.pod.isEmpty()) {
        item = document.find("Pod", selection.pod.toStdString());
        const models::PodRow* pod = item ? nullptr : snapshot_->cluster->pod(selection.pod);
        if (pod && (item = makerOf(*pod->pod)))
            hint = tr("%1 was made by this object: edit it here.").arg(selection.pod);
        else if (!item)
            hint = tr("%1 is no object of its own: whatever made it can be edited.").arg(selection.pod);
    } else {
        return;
    }
    choosing_ = true;
    editor_->setItems(item ? models::ItemIds{item->id()} : models::ItemIds(), hint);
    markChosen();
    choosing_ = false;
    updateActions();
}

design::ItemPtr DesignDesk::makerOf(const api::Pod& pod) const
{
    const design::Document& document = *designer_->document();
    const std::string space = pod.meta.namespace_.str();
    for (const api::OwnerReference& owner : pod.meta.ownerReferences) {
        if (design::ItemPtr item = document.find(owner.kind, space + "/" + owner.name))
            return item;
        // A ReplicaSet of a Deployment is called after it, with a hash behind.
        if (owner.kind == "ReplicaSet")
            if (design::ItemPtr item = document.find("Deployment", space + "/" + owner.name.substr(0, owner.name.rfind('-'))))
                return item;
    }
    return nullptr;
}

void DesignDesk::changed(const design::DocumentPtr& document)
{
    choosing_ = true;
    model_->setDocument(document);
    choosing_ = false;
    markChosen();
    stale_->setText(tr("results from before the edit"));
    stale_->show();
    settle_->start();
    updateActions();
}

void DesignDesk::restart()
{
    // In the middle of a word nobody wants to see the object gone from the cluster.
    if (editor_->isBeingWritten()) {
        stale_->setText(tr("results from before the edit: the text has errors"));
        return;
    }
    emit editRequested(designer_->document(), hasRun_ && rerun_->isChecked());
}

/// Whoever runs or saves means what is written now, errors and all: the Issues say what takes no part.
bool DesignDesk::takeEdits(bool attempts)
{
    editor_->commit();
    if (!snapshot_ || snapshot_->document == designer_->document())
        return false;
    settle_->stop();
    emit editRequested(designer_->document(), attempts);
    return true;
}

bool DesignDesk::goTo(const api::Problem& problem)
{
    const auto spot = designer_->document()->spotOf(problem);
    if (!spot)
        return false;
    choose({spot->id});
    editor_->text()->goTo(spot->position);
    return true;
}

void DesignDesk::followCanvas(QWidget* canvas)
{
    canvas->addActions(onTheSpot_);
}

void DesignDesk::updateActions()
{
    const QUndoStack& history = *designer_->history();
    undo_->setEnabled(history.canUndo());
    redo_->setEnabled(history.canRedo());
    undo_->setText(history.undoText().isEmpty() ? tr("&Undo") : tr("&Undo: %1").arg(history.undoText()));
    redo_->setText(history.redoText().isEmpty() ? tr("&Redo") : tr("&Redo: %1").arg(history.redoText()));
    const std::vector<design::ItemPtr> items = chosenItems();
    const bool hasNode = std::any_of(items.begin(), items.end(), [](const design::ItemPtr& item) { return item->kind() == "Node"; });
    const bool hasPods = std::any_of(items.begin(), items.end(), [](const design::ItemPtr& item) { return !design::podSpecOf(item->kind()).empty(); });
    for (QAction* action : clusterActions_ + newMenu_->actions() + QList<QAction*>{save_, saveAs_})
        action->setEnabled(snapshot_ != nullptr);
    for (QAction* action : onChosen_)
        action->setEnabled(!items.empty());
    for (QAction* action : onNodes_)
        action->setEnabled(hasNode);
    for (QAction* action : onPods_)
        action->setEnabled(hasPods);
    whatIf_->setEnabled(snapshot_ && snapshot_->cluster->pod(selection_.pod));
}

void DesignDesk::updateIcons()
{
    copy_->setIcon(icon(u"copy"_s));
    save_->setIcon(icon(u"save"_s));
    undo_->setIcon(icon(u"undo"_s));
    redo_->setIcon(icon(u"redo"_s));
    newMenu_->setIcon(icon(u"new"_s));
}



}
