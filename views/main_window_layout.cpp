// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/heat_map_view.h"
#include "views/inspector_view.h"
#include "views/main_window.h"
#include "views/map_view.h"
#include "views/profile_table.h"
#include "views/profile_view.h"
#include "views/table_view.h"
#include "views/yaml_editor.h"

#include <QDockWidget>
#include <QLineEdit>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>

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

/// From the centre to the docks below and then to the right, inside each as it reads.
void MainWindow::makeTabOrder()
{
    QWidget* const order[] = {tabs_->tabBar(),  map_->map(),          heatMap_->canvas(),      heatMap_->runCanvas(),
                              heatMap_->runTable(), profileView_->table(),
                              profileView_->editor(), attempts_->filterLine(), attempts_->table(), pods_->filterLine(),
                              pods_->table(),   nodes_->filterLine(), nodes_->table(),         problems_->filterLine(),
                              problems_->table(), inspector_};
    for (std::size_t i = 0; i + 1 < std::size(order); ++i)
        setTabOrder(order[i], order[i + 1]);
}

}
