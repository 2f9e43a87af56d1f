// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "views/main_window.h"

#include <QActionGroup>
#include <QMenu>

namespace berth::views {

/// The verbs of the window; menus, tool bar and shortcuts share them.
struct MainWindow::Actions {
    QAction* open = nullptr;
    QAction* openFolder = nullptr;
    QMenu* recent = nullptr;
    QAction* exportPicture = nullptr;
    QAction* quit = nullptr;
    QAction* start = nullptr;
    QAction* run = nullptr;
    QAction* step = nullptr;
    QAction* stepPoint = nullptr;
    QAction* stepEvent = nullptr;
    QAction* cancel = nullptr;
    QAction* restart = nullptr;
    QAction* reloadScripts = nullptr;
    QAction* clearSelection = nullptr;
    QAction* find = nullptr;
    QAction* resetLayout = nullptr;
    QActionGroup* themes = nullptr;
    QAction* littleMotion = nullptr;
    QAction* cividis = nullptr;
    QList<QAction*> views;
};

}
