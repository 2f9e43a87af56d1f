// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/design_desk.h"

#include "api/text.h"
#include "design/keep_placements.h"
#include "design/pod_place.h"
#include "design/yaml_rewrite.h"
#include "models/branch_adoption.h"
#include "models/format.h"
#include "models/object_table.h"
#include "views/generate_dialog.h"
#include "views/icons.h"
#include "views/object_editor.h"
#include "views/placement_dialog.h"
#include "views/table_view.h"
#include "views/yaml_editor.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QDir>
#include <QFileInfo>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>
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

void DesignDesk::create(const design::Template& from)
{
    choose({designer_->create(from)});
    if (auto* name = window_->findChild<QLineEdit*>(u"form-metadata.name"_s)) {
        name->setFocus(Qt::OtherFocusReason);
        name->selectAll(); // whoever writes at once means another name
    }
}

QStringList DesignDesk::namesOf(const char* kind) const
{
    QStringList names;
    designer_->document()->items().forEach([&](std::size_t, const design::ItemPtr& item) {
        if (item->kind() == kind)
            names << models::toQString(item->name());
        return true;
    });
    return names;
}

void DesignDesk::generateNodes()
{
    auto* dialog = new GenerateNodesDialog(window_);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        const auto wish = dialog->wish();
        if (!wish)
            return;
        std::vector<std::string> taken;
        for (const QString& name : namesOf("Node"))
            taken.push_back(name.toStdString());
        choose(designer_->add(design::generateNodes(*wish, taken), tr("Make %1 nodes").arg(wish->count)));
    });
    dialog->open();
}

void DesignDesk::generatePods()
{
    auto* dialog = new GeneratePodsDialog(namesOf("PriorityClass"), window_);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        const auto wish = dialog->wish();
        if (!wish)
            return;
        std::vector<std::string> taken;
        for (const QString& name : namesOf("Pod"))
            taken.push_back(name.toStdString());
        if (const auto texts = design::generatePods(*wish, taken))
            choose(designer_->add(*texts, tr("Make %1 pods").arg(wish->count)));
    });
    dialog->open();
}

void DesignDesk::copy()
{
    const std::string text = designer_->textOf(chosen());
    if (text.empty())
        return;
    QApplication::clipboard()->setText(models::toQString(text));
    const std::size_t count = chosenItems().size();
    emit message(count == 1 ? tr("One object was copied as YAML.") : tr("%1 objects were copied as YAML.").arg(count), false);
}

void DesignDesk::paste(const QString& text)
{
    if (!snapshot_ && !design::paste({}, text.toStdString()).ids.empty()) {
        emit clusterWanted(text);
        return;
    }
    const design::Pasted pasted = designer_->paste(text.toStdString());
    if (!pasted.ids.empty())
        choose(pasted.ids);
    QStringList said;
    if (pasted.ids.empty() && pasted.unreadable.size() <= 1)
        said << tr("The text has no Kubernetes objects.");
    if (!pasted.renamed.empty())
        said << tr("%1 was there already: the new one is %2.").arg(models::toQString(pasted.renamed.front().first), models::toQString(pasted.renamed.front().second));
    if (pasted.renamed.size() > 1)
        said << tr("Others that got other names, too: %1.").arg(pasted.renamed.size() - 1);
    if (!pasted.unreadable.empty() && (!pasted.ids.empty() || pasted.unreadable.size() > 1))
        said << tr("Documents that are no objects: %1.").arg(pasted.unreadable.size());
    if (!pasted.unreadable.empty()) {
        const api::Problem& first = pasted.unreadable.front();
        said << tr("Line %1: %2").arg(first.position.line).arg(models::toQString(first.message));
    }
    if (said.isEmpty())
        said << (pasted.ids.size() == 1 ? tr("One object was added.") : tr("%1 objects were added.").arg(pasted.ids.size()));
    emit message(said.join(u' '), pasted.ids.empty() || !pasted.unreadable.empty());
}

/// From a table: what is highlighted there, never what else is shown in the editor, be it what made those pods.
void DesignDesk::remove()
{
    models::ItemIds ids = chosen();
    for (const auto& [view, kind] : followed_)
        if (view->table()->hasFocus()) {
            ids = itemsOfRows(view, kind);
            if (ids.empty() && !view->chosenIds().isEmpty()) {
                emit message(tr("%1 is no object of its own: delete what made it, or scale it down.").arg(view->chosenIds().front()), true);
                return;
            }
        }
    removeItems(ids);
}

void DesignDesk::removeItems(const models::ItemIds& ids)
{
    if (designer_->document()->find(ids).empty())
        return;
    designer_->remove(models::ItemIds(ids)); // chosen() changes meanwhile
    take({});
    emit message(tr("%1. Undo brings it back.").arg(designer_->history()->undoText()), false);
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

void DesignDesk::setLabel()
{
    bool ok = false;
    const QString text = QInputDialog::getText(window_, tr("Set a label"), tr("key=value for %n object(s); key= takes it away", nullptr, static_cast<int>(chosen().size())), QLineEdit::Normal, {}, &ok);
    const auto equals = text.indexOf(u'=');
    if (!ok || text.trimmed().isEmpty())
        return;
    if (equals <= 0) {
        emit message(tr("“%1” is no label: write key=value.").arg(text), true);
        return;
    }
    const std::string value = text.mid(equals + 1).trimmed().toStdString();
    design::FieldEdit edit{{"metadata", "labels", text.left(equals).trimmed().toStdString()}, {}};
    if (!value.empty())
        edit.value = api::Value::string(value);
    designer_->edit(chosen(), {edit}, tr("Set label %1").arg(text));
}

void DesignDesk::addTaint()
{
    bool ok = false;
    const QString text = QInputDialog::getText(window_, tr("Add a taint"), tr("key=value:effect, with NoSchedule, PreferNoSchedule or NoExecute"), QLineEdit::Normal, {}, &ok);
    if (!ok || text.trimmed().isEmpty())
        return;
    const auto taint = design::taintOf(text.trimmed().toStdString());
    if (!taint) {
        emit message(models::toQString(taint.error()) + u'.', true);
        return;
    }
    api::Value value = api::Value::object();
    value.set("key", api::Value::string(taint->key));
    if (!taint->value.empty())
        value.set("value", api::Value::string(taint->value));
    value.set("effect", api::Value::string(taint->effect));
    std::vector<std::pair<design::Item::Id, std::string>> texts;
    for (const design::ItemPtr& item : chosenItems(u"Node"_s)) {
        const api::Object* node = item->object();
        const api::Value* there = node && node->document ? design::at(*node->document, {"spec", "taints"}) : nullptr;
        const std::size_t count = there ? there->items.size() : 0;
        if (const auto edited = design::edited(item->text(), {{{"spec", "taints", std::to_string(count)}, value}}))
            texts.emplace_back(item->id(), *edited);
    }
    designer_->setTexts(texts, tr("Add taint %1").arg(text));
}

void DesignDesk::setRequests()
{
    bool ok = false;
    const QString text = QInputDialog::getText(window_, tr("Set requests"), tr("Of the first container: cpu=500m, memory=1Gi"), QLineEdit::Normal, {}, &ok);
    const auto wanted = design::labelsOf(text.toStdString());
    if (!ok || (wanted && wanted->empty()))
        return;
    if (!wanted) {
        emit message(models::toQString(wanted.error()) + u'.', true);
        return;
    }
    std::vector<std::pair<design::Item::Id, std::string>> texts;
    for (const design::ItemPtr& item : chosenItems()) {
        design::Path path = design::podSpecOf(item->kind());
        if (path.empty())
            continue;
        for (const char* step : {"containers", "0", "resources", "requests", ""})
            path.emplace_back(step);
        std::vector<design::FieldEdit> edits;
        for (const auto& [resource, amount] : *wanted) {
            path.back() = resource;
            edits.push_back({path, amount.empty() ? std::nullopt : std::optional(api::Value::string(amount))});
        }
        if (const auto edited = design::edited(item->text(), edits))
            texts.emplace_back(item->id(), *edited);
    }
    designer_->setTexts(texts, tr("Set requests %1").arg(text));
}

void DesignDesk::cordon(bool cordoned)
{
    models::ItemIds ids;
    for (const design::ItemPtr& item : chosenItems(u"Node"_s))
        ids.push_back(item->id());
    designer_->edit(ids, {{{"spec", "unschedulable"}, cordoned ? std::optional(api::Value::boolean_(true)) : std::nullopt}},
                    cordoned ? tr("Cordon %n node(s)", nullptr, static_cast<int>(ids.size())) : tr("Uncordon %n node(s)", nullptr, static_cast<int>(ids.size())));
}

/// As if everything that runs had been there from the start.
void DesignDesk::keepPlacements()
{
    std::vector<api::PodPtr> pods;
    for (const models::PodRow& pod : snapshot_->cluster->pods)
        pods.push_back(pod.pod);
    const design::Kept kept = design::keepPlacements(*designer_->document(), pods, snapshot_->cluster->replicaSets, snapshot_->document == designer_->document());
    const QString without = kept.ofJobs ? u" "_s + tr("%n pod(s) of Jobs are left out: a Job begins anew with each run.", nullptr, static_cast<int>(kept.ofJobs)) : QString();
    if (!kept.isChange()) {
        emit message(tr("The run has placed no pod that is not kept already.") + without, true);
        return;
    }
    designer_->replace(kept.document, tr("Keep %n placement(s)", nullptr, static_cast<int>(kept.placements)));
    const QString gone = kept.gone ? u" "_s + tr("%n pod(s) that the run has deleted are gone.", nullptr, static_cast<int>(kept.gone)) : QString();
    emit message(tr("Kept %n placement(s): the next run begins with them.", nullptr, static_cast<int>(kept.placements)) + gone + without, false);
}

void DesignDesk::adopt(const models::BranchPtr& branch)
{
    const models::BranchAdoption adopted = models::adoptBranch(*designer_->document(), branch->request);
    const QString left = adopted.left.isEmpty() ? QString() : u" "_s + tr("Left out: %1").arg(adopted.left.join(u' '));
    if (!adopted.isChange()) {
        emit message(tr("The branch did nothing that a design can hold.") + left, true);
        return;
    }
    designer_->replace(adopted.document, tr("Make the branch from %1 the run").arg(models::formatMoment(branch->moment, branch->origin)));
    takeEdits(true);
    emit message(tr("The branch is part of the design now: %1.").arg(adopted.taken.join(u", "_s)) + left, false);
}

void DesignDesk::save(bool as)
{
    takeEdits(hasRun_ && rerun_->isChecked());
    if (!mayLeaveSteps()) {
        afterSaving_ = nullptr;
        return;
    }
    QString path;
    if (as || designer_->needsPath()) {
        path = askWhere(as ? designer_->pathOf(0) : u"cluster.yaml"_s);
        if (path.isEmpty()) {
            afterSaving_ = nullptr;
            return;
        }
    }
    const bool writesConfiguration = as ? designer_->hasConfiguration() : !designer_->isConfigurationSaved();
    const QString configuration = path.isEmpty() ? designer_->configurationPath() : designer_->configurationPathIn(path);
    if (writesConfiguration && configuration != path && !mayReplace(configuration)) {
        afterSaving_ = nullptr;
        return;
    }
    if (as)
        designer_->saveAs(path);
    else
        designer_->save(path);
}

/// A name that is typed without an ending gets one, or nothing that opens clusters would show the file.
QString DesignDesk::askWhere(const QString& proposal)
{
    QFileDialog dialog(window_, tr("Save the cluster"), QFileInfo(proposal).path(), tr("Kubernetes objects (*.yaml *.yml *.json);;All files (*)"));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setFileMode(QFileDialog::AnyFile);
    dialog.setDefaultSuffix(u"yaml"_s);
    dialog.selectFile(QFileInfo(proposal).fileName());
    return dialog.exec() == QDialog::Accepted ? dialog.selectedFiles().value(0) : QString();
}

/// Says what was written. A configuration is no cluster: it is found where it is by opening what it was saved with.
void DesignDesk::showSaved(const QStringList& paths)
{
    QStringList clusters = paths;
    const QString configuration = designer_->configurationPath();
    const bool isBeside = clusters.removeAll(configuration) > 0 && !paths.isEmpty() && configuration != designer_->pathOf(0);
    if (!isBeside)
        clusters = paths;
    QString text = clusters.isEmpty() ? QString() : tr("Saved %1.").arg(clusters.join(u", "_s));
    if (const std::string& scenario = designer_->document()->takenFrom(); !scenario.empty() && !clusters.isEmpty())
        text = tr("Wrote the cluster alone to %1. The scenario %2 is as it was.").arg(clusters.join(u", "_s), models::toQString(scenario));
    if (isBeside) {
        const QString opened = QFileInfo(configuration).fileName() == u"scheduler.yaml" ? QFileInfo(configuration).dir().dirName() : QFileInfo(designer_->pathOf(0)).fileName();
        text += (text.isEmpty() ? QString() : u" "_s) + tr("Saved the scheduler's configuration in %1: opening %2 reads it, too.").arg(configuration, opened);
    }
    const bool hasErrors = !text.isEmpty() && designer_->hasErrors();
    if (hasErrors)
        text += u" "_s + tr("It has errors: the Issues say which objects take no part.");
    emit message(text.isEmpty() ? tr("Everything is saved already.") : text, hasErrors);
    emit savedTo(clusters);
}

/// Of a scenario that names other files only the objects can be written, somewhere else: whoever saves is to know it before.
bool DesignDesk::mayLeaveSteps()
{
    const std::string& scenario = designer_->document()->takenFrom();
    if (scenario.empty())
        return true;
    return agrees(tr("Save the cluster alone?"),
                  tr("%1 takes objects from other files, so edits cannot be written back into it. What is saved is the cluster alone, in another file: steps and expectations stay in the scenario, which is not changed.").arg(models::toQString(scenario)),
                  tr("&Save the cluster alone"), QMessageBox::Information);
}

/// Whether a file that is there, and that this program knows nothing of, may be written over with the configuration.
bool DesignDesk::mayReplace(const QString& path)
{
    if (path.isEmpty() || !designer_->isNewFile(path) || !QFile::exists(path))
        return true;
    return agrees(tr("Replace?"), tr("The scheduler's configuration is saved in %1, which is there already.").arg(path), tr("&Replace"), QMessageBox::Warning);
}

/// Asks before something is done that the button says; the other button is Cancel.
bool DesignDesk::agrees(const QString& title, const QString& text, const QString& button, QMessageBox::Icon icon)
{
    QMessageBox box(icon, title, text, QMessageBox::Cancel, window_);
    const QPushButton* agreed = box.addButton(button, QMessageBox::AcceptRole);
    box.button(QMessageBox::Cancel)->setText(tr("&Cancel"));
    box.exec();
    return box.clickedButton() == agreed;
}

void DesignDesk::askPlacement()
{
    QStringList nodes;
    for (const models::NodeRow& node : snapshot_->cluster->nodes)
        nodes << node.name;
    bool ok = false;
    const QString node = QInputDialog::getItem(window_, tr("What if?"), tr("%1 on which node?").arg(selection_.pod), nodes, static_cast<int>(std::max<qsizetype>(nodes.indexOf(selection_.node), 0)), true, &ok);
    if (ok)
        emit placementAsked(selection_.pod, node);
}

void DesignDesk::showPlacement(const models::PlacementAnswer& answer)
{
    const design::ItemPtr own = designer_->document()->find("Pod", answer.pod.toStdString());
    const models::PodRow* pod = snapshot_ ? snapshot_->cluster->pod(answer.pod) : nullptr;
    const design::ItemPtr item = own || !pod ? own : makerOf(*pod->pod);
    const models::NodeRow* node = snapshot_ ? snapshot_->cluster->node(answer.node) : nullptr;
    auto* dialog = new PlacementDialog(answer, own != nullptr, window_);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    if (item && node) {
        const models::ItemIds ids = {item->id()};
        connect(dialog, &PlacementDialog::pinWanted, this, [this, ids, answer] {
            designer_->edit(ids, {{{"spec", "nodeName"}, api::Value::string(answer.node.toStdString())}}, tr("Place %1 on %2").arg(answer.pod, answer.node));
        });
        const api::Symbol* host = node->node->meta.labels.find(std::string_view("kubernetes.io/hostname"));
        design::Path path = design::podSpecOf(item->kind());
        path.insert(path.end(), {"nodeSelector", "kubernetes.io/hostname"});
        connect(dialog, &PlacementDialog::selectorWanted, this, [this, ids, answer, path, name = host ? host->str() : answer.node.toStdString()] {
            designer_->edit(ids, {{path, api::Value::string(name)}}, tr("Ask for %2 for %1").arg(answer.pod, answer.node));
        });
    }
    dialog->open();
}

bool DesignDesk::mayLeave(const std::function<void()>& then)
{
    editor_->commit();
    if (!designer_->isModified())
        return true;
    const QString name = designer_->name().isEmpty() && snapshot_ ? snapshot_->title : designer_->name();
    QMessageBox box(QMessageBox::Question, tr("Unsaved edits"), tr("“%1” was edited and is not saved.").arg(name), QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, window_);
    box.setDefaultButton(QMessageBox::Save);
    box.button(QMessageBox::Save)->setText(tr("&Save"));
    box.button(QMessageBox::Discard)->setText(tr("&Discard"));
    box.button(QMessageBox::Cancel)->setText(tr("&Cancel"));
    const int answer = box.exec();
    if (answer == QMessageBox::Save) {
        afterSaving_ = then;
        save(false);
    }
    return answer == QMessageBox::Discard;
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
