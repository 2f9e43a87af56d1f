// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done with the chosen objects, and with the cluster.
#include "views/design_desk.h"

#include "api/text.h"
#include "design/keep_placements.h"
#include "design/pod_place.h"
#include "design/yaml_rewrite.h"
#include "models/branch_adoption.h"
#include "models/format.h"
#include "views/generate_dialog.h"
#include "views/object_editor.h"
#include "views/placement_dialog.h"
#include "views/table_view.h"

#include <QApplication>
#include <QClipboard>
#include <QInputDialog>
#include <QLineEdit>
#include <QPointer>
#include <QTableView>
#include <QThreadPool>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace berth::views {

void DesignDesk::create(const design::Template& from)
{
    choose({designer_->create(from)});
    if (auto* name = window_->findChild<QLineEdit*>(u"form-metadata.name"_s)) {
        name->setFocus(Qt::OtherFocusReason);
        name->selectAll(); // whoever writes at once means another name
    }
}

std::vector<std::string> DesignDesk::namesOf(const char* kind) const
{
    std::vector<std::string> names;
    designer_->document()->items().forEach([&](std::size_t, const design::ItemPtr& item) {
        if (item->kind() == kind)
            names.push_back(item->name());
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
        choose(designer_->add(design::generateNodes(*wish, namesOf("Node")), tr("Make %1 nodes").arg(wish->count)));
    });
    dialog->open();
}

void DesignDesk::generatePods()
{
    QStringList classes;
    for (const std::string& name : namesOf("PriorityClass"))
        classes << models::toQString(name);
    auto* dialog = new GeneratePodsDialog(classes, window_);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        const auto wish = dialog->wish();
        if (!wish)
            return;
        if (const auto texts = design::generatePods(*wish, namesOf("Pod")))
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
    if (!snapshot_ || std::exchange(isKeeping_, true))
        return;
    editor_->flush();
    // Thousands of texts are written: the document is a value, so the next one is made elsewhere while the window goes on.
    QThreadPool::globalInstance()->start([self = QPointer<DesignDesk>(this), document = designer_->document(), cluster = snapshot_->cluster, isOfDocument = snapshot_->document == designer_->document()] {
        std::vector<api::PodPtr> pods;
        for (const models::PodRow& pod : cluster->pods)
            pods.push_back(pod.pod);
        const auto kept = std::make_shared<const design::Kept>(design::keepPlacements(*document, pods, cluster->replicaSets, isOfDocument));
        // Through the application object: self may only be looked at on its own thread.
        QMetaObject::invokeMethod(QCoreApplication::instance(), [self, document, kept] {
            if (self)
                self->showKept(document, *kept);
        }, Qt::QueuedConnection);
    });
}

void DesignDesk::showKept(const design::DocumentPtr& of, const design::Kept& kept)
{
    isKeeping_ = false;
    if (designer_->document() != of) {
        emit message(tr("No placement was kept: the cluster was edited meanwhile. Keep them once more."), true);
        return;
    }
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

}
