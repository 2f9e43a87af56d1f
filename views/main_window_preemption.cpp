// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/format.h"
#include "views/avalanche_panel.h"
#include "views/changes_panel.h"
#include "views/inspector_view.h"
#include "views/main_window.h"
#include "views/preemption_view.h"
#include "views/table_view.h"

using namespace Qt::StringLiterals;

namespace berth::views {

void MainWindow::connectPreemption()
{
    connect(inspector_->changes(), &ChangesPanel::changesRequested, this, &MainWindow::changesRequested);
    connect(preemption_, &PreemptionView::historyRequested, this, &MainWindow::showHistory);
    for (TableView* view : {preemption_->candidates(), preemption_->pods(), preemption_->unhelpful(), preemption_->avalanches()->table()})
        connect(view, &TableView::message, this, [this](const QString& text, bool error) {
            showMessage(text, error ? models::RowState::Bad : models::RowState::Good);
        });
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
