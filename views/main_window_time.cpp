// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/format.h"
#include "views/breakpoints_dialog.h"
#include "views/main_window.h"
#include "views/message_bar.h"
#include "views/table_view.h"
#include "views/time_bar.h"

#include <QAction>
#include <QMenu>
#include <QTableView>

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
    add(u"actionTimeBack"_s, tr("&Previous event"), QKeySequence(u"Ctrl+Alt+Left"_s), tr("Look at the moment before this event"), [this] { timeBar_->stepBack(); });
    add(u"actionTimeForward"_s, tr("&Next event"), QKeySequence(u"Ctrl+Alt+Right"_s), tr("Look at the moment after the next event"), [this] { timeBar_->stepForward(); });
    add(u"actionTimePlay"_s, tr("P&lay what happened"), QKeySequence(u"Ctrl+Alt+Space"_s), tr("Go through the run in virtual time; again to pause"), [this] { timeBar_->play(!timeBar_->isPlaying()); });
    add(u"actionTimeNow"_s, tr("Back to n&ow"), QKeySequence(u"Ctrl+Alt+End"_s), tr("Look at the newest moment"), [this] { timeBar_->backToNow(); });
    run->addSeparator();
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
