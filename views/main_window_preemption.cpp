// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/change_edit.h"
#include "models/format.h"
#include "views/avalanche_panel.h"
#include "views/changes_panel.h"
#include "views/design_desk.h"
#include "views/inspector_view.h"
#include "views/main_window.h"
#include "views/preemption_view.h"
#include "views/table_view.h"

using namespace Qt::StringLiterals;

namespace berth::views {

void MainWindow::connectPreemption()
{
    connect(inspector_->changes(), &ChangesPanel::changesRequested, this, &MainWindow::changesRequested);
    inspector_->changes()->setObstacle([this](const scenario::Change& change) {
        if (!snapshot_ || !snapshot_->document)
            return tr("There is no document to make the change in.");
        const auto after = models::withChange(change, *desk_->designer()->document(), *snapshot_->document);
        return after ? QString() : after.error();
    });
    connect(desk_->designer(), &models::Designer::changed, inspector_->changes(), &ChangesPanel::updateApply);
    connect(inspector_->changes(), &ChangesPanel::applyRequested, this, &MainWindow::applyChange);
    connect(preemption_, &PreemptionView::historyRequested, this, &MainWindow::showHistory);
    for (TableView* view : {preemption_->list(), preemption_->candidates(), preemption_->pods(), preemption_->unhelpful(), preemption_->avalanches()->table()})
        connect(view, &TableView::message, this, [this](const QString& text, bool error) {
            showMessage(text, error ? models::RowState::Bad : models::RowState::Good);
        });
}

/// Through the designer, as one step of its history. Nothing is run yet: the user says when.
void MainWindow::applyChange(const scenario::Change& change)
{
    const auto after = models::withChange(change, *desk_->designer()->document(), *snapshot_->document);
    if (!after)
        return showMessage(after.error(), models::RowState::Warning);
    const QString text = models::toQString(change.text);
    desk_->designer()->become(after->document, tr("Make %1 fit: %2").arg(hub_->current().pod, text));
    models::ItemIds chosen = after->touched;
    if (chosen.empty()) // what the change is about is gone: whom it is for is next
        if (const design::ItemPtr pod = desk_->designer()->document()->find("Pod", hub_->current().pod.toStdString()))
            chosen = {pod->id()};
    desk_->take(chosen);
    showMessage(tr("Applied: %1. Undo takes it back.").arg(text), models::RowState::Good);
}

void MainWindow::showChanges(const models::ChangesPtr& changes)
{
    inspector_->changes()->setChanges(changes);
}

/// A victim may be gone from the cluster: its attempts are still there.
void MainWindow::showHistory(const QString& pod)
{
    if (!snapshot_)
        return;
    for (std::size_t i = snapshot_->attempts->size(); i-- > 0;) {
        const trace::Attempt& attempt = *(*snapshot_->attempts)[i];
        if (models::toQString(attempt.pod) != pod)
            continue;
        hub_->select({pod, models::toQString(attempt.node), hub_->current().plugin, static_cast<std::int64_t>(i)});
        return;
    }
    if (snapshot_->cluster->pod(pod))
        selectPod(pod);
    showMessage(tr("%1 was bound when the cluster was opened: this run has no attempt of it.").arg(pod), models::RowState::Waiting);
}

}
