// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/main_window.h"
#include "views/reading_order.h"

#include <QDockWidget>

using namespace Qt::StringLiterals;

namespace berth::views {

namespace {

/// Raised whenever docks come or go, so that an old layout does not hide a new one.
constexpr int layoutVersion = 4;

}

/// How the docks lie, be they hidden behind the start page.
QByteArray MainWindow::layoutState() const
{
    return docksAway_ ? layout_ : saveState(layoutVersion);
}

void MainWindow::restoreLayout(const QByteArray& geometry, const QByteArray& state)
{
    if (!geometry.isEmpty())
        restoreGeometry(geometry);
    if (state.isEmpty() || !restoreState(state, layoutVersion))
        return;
    if (docksAway_) {
        layout_ = state;
        hideDocks();
    }
}

/// The start page has no use for docks: they leave, and come back as they lay.
void MainWindow::setDocksVisible(bool visible)
{
    if (visible != docksAway_)
        return;
    docksAway_ = !visible;
    if (visible) {
        restoreState(layout_, layoutVersion);
    } else {
        layout_ = saveState(layoutVersion);
        hideDocks();
    }
}

void MainWindow::hideDocks()
{
    for (QDockWidget* dock : docks_)
        dock->hide();
}

void MainWindow::resetLayout()
{
    layout_ = defaultLayout_;
    if (docksAway_)
        return;
    restoreState(layout_, layoutVersion);
    for (QDockWidget* dock : docks_)
        if (dock->objectName() == u"dockPods"_s)
            dock->raise();
}

/// Docks move, forms are made anew: the order of Tab is that in which things stand on the screen now.
bool MainWindow::focusNextPrevChild(bool next)
{
    QWidget* now = focusWidget();
    while (now && now->focusProxy())
        now = now->focusProxy();
    const QList<QWidget*> order = inReadingOrder(this);
    if (order.isEmpty())
        return false;
    qsizetype at = order.indexOf(now);
    // Not there itself: an editor inside a table goes on from its table.
    for (QWidget* around = now; at < 0 && around && around != this; around = around->parentWidget())
        at = order.indexOf(around);
    const qsizetype to = at < 0 ? (next ? 0 : order.size() - 1) : (at + (next ? 1 : -1) + order.size()) % order.size();
    order[to]->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    return true;
}

}
