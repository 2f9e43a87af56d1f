// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/format.h"
#include "views/branch_dialog.h"
#include "views/breakpoints_dialog.h"
#include "views/main_window.h"
#include "views/message_bar.h"
#include "views/profile_view.h"
#include "views/table_view.h"
#include "views/time_bar.h"

#include <QAction>
#include <QMenu>
#include <QTableView>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace berth::views {

void MainWindow::makeTimeBar()
{
    timeBar_ = new TimeBar(this);
    timeBar_->hide();
    breakpoints_ = new BreakpointsDialog(this);
    connect(timeBar_, &TimeBar::momentRequested, this, &MainWindow::momentRequested);
    connect(timeBar_, &TimeBar::nowRequested, this, &MainWindow::nowRequested);
    connect(timeBar_, &TimeBar::breakpointsRequested, this, &MainWindow::showBreakpoints);
    branch_ = new BranchDialog(hub_, this);
    connect(timeBar_, &TimeBar::branchRequested, this, &MainWindow::showBranchDialog);
    connect(profileView_, &ProfileView::draftChanged, this, &MainWindow::updateBranch);
    connect(branch_, &BranchDialog::branchRequested, this, &MainWindow::branchRequested);
    connect(branch_, &BranchDialog::podChosen, this, [this](const QString& pod) {
        const auto isIt = [&pod](const trace::AttemptPtr& attempt) { return models::toQString(attempt->pod) == pod; };
        if (snapshot_ && !snapshot_->cluster->pod(pod) && std::none_of(snapshot_->attempts->begin(), snapshot_->attempts->end(), isIt))
            return showMessage(tr("%1 is not in the run at the moment that is looked at.").arg(pod), models::RowState::Waiting);
        showHistory(pod);
    });
    connect(branch_, &BranchDialog::attemptChosen, this, [this](qint64 attempt) {
        if (!snapshot_ || static_cast<std::size_t>(attempt) >= snapshot_->attempts->size())
            return showMessage(tr("That attempt is later than the moment that is looked at."), models::RowState::Waiting);
        const trace::Attempt& first = *(*snapshot_->attempts)[static_cast<std::size_t>(attempt)];
        hub_->select({models::toQString(first.pod), models::toQString(first.node), hub_->current().plugin, attempt});
    });
    connect(branch_->placements(), &TableView::message, this, [this](const QString& text, bool error) {
        showMessage(text, error ? models::RowState::Bad : models::RowState::Good);
    });
    connect(breakpoints_, &BreakpointsDialog::changed, this, &MainWindow::breakpointsChanged);
}

void MainWindow::makeTimeActions(QMenu* run)
{
    const auto add = [this, run](const QString& name, const QString& text, const QKeySequence& key, const QString& tip, auto slot) {
        QAction* action = run->addAction(text);
        action->setObjectName(name);
        action->setShortcut(key);
        action->setStatusTip(tip);
        addAction(action);
        connect(action, &QAction::triggered, this, slot);
        return action;
    };
    run->addSeparator();
    // Ctrl+Alt with arrows, Home and End belongs to desktops, which go from workspace to workspace with it.
    timeBar_->sayKeys(u"timeBack"_s, add(u"actionTimeBack"_s, tr("&Previous event"), QKeySequence(u"F7"_s), tr("Look at the moment before this event"), [this] { timeBar_->stepBack(); }));
    timeBar_->sayKeys(u"timeForward"_s, add(u"actionTimeForward"_s, tr("&Next event"), QKeySequence(u"F8"_s), tr("Look at the moment after the next event"), [this] { timeBar_->stepForward(); }));
    timeBar_->sayKeys(u"timePlay"_s, add(u"actionTimePlay"_s, tr("P&lay what happened"), QKeySequence(u"F9"_s), tr("Go through the run in virtual time; again to pause"), [this] { timeBar_->play(!timeBar_->isPlaying()); }));
    timeBar_->sayKeys(u"timeNow"_s, add(u"actionTimeNow"_s, tr("Back to n&ow"), QKeySequence(u"Shift+F8"_s), tr("Look at the newest moment"), [this] { timeBar_->backToNow(); }));
    run->addSeparator();
    add(u"actionBranch"_s, tr("Branc&h from here…"), QKeySequence(u"Ctrl+B"_s), tr("Make the run again up to the moment that is looked at, do something else there, and compare"), [this] { showBranchDialog(); });
    add(u"actionBreakpoints"_s, tr("&Breakpoints…"), QKeySequence(u"Ctrl+Shift+B"_s), tr("Where a run stops"), [this] { showBreakpoints(); });
}

void MainWindow::showMoments(const models::MomentsPtr& moments)
{
    timeBar_->setMoments(moments);
}

void MainWindow::showBreakpoints()
{
    breakpoints_->show();
    breakpoints_->raise();
    breakpoints_->activateWindow();
}

void MainWindow::showBranchDialog()
{
    branch_->show();
    updateBranch();
    branch_->raise();
    branch_->activateWindow();
}

void MainWindow::updateBranch()
{
    if (!branch_->isVisible())
        return;
    const models::MomentsPtr moments = snapshot_ ? snapshot_->moments : nullptr;
    branch_->setIdle(activity_ == Activity::Idle && !walking_);
    branch_->setConfiguration(profileView_->draft());
    if (!moments || moments->rests() == 0)
        return branch_->setMoment({}, {});
    const std::size_t rest = std::min(snapshot_->past.value_or(moments->rests() - 1), moments->rests() - 1);
    const QString time = models::formatMoment(moments->timeOf(rest), moments->origin);
    branch_->setMoment(rest, snapshot_->past ? tr("t = %1").arg(time) : tr("now, t = %1").arg(time));
}

void MainWindow::showBranch(const models::BranchPtr& branch)
{
    branch_->showBranch(branch);
}

/// The run has stopped at a breakpoint.
void MainWindow::showStop(const QString& reason, const QString& pod)
{
    message_->show(tr("Stopped at a breakpoint: %1. Run goes on.").arg(reason), models::RowState::Warning);
    selectPod(pod);
}

/// The list ends with what has just happened: that is where one looks.
void MainWindow::followLog(bool past)
{
    if (!past)
        return;
    QTableView* table = log_->table();
    if (table->model()->rowCount() > 0)
        table->scrollToBottom();
}

}
