// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "views/export.h"

#include <QList>

class QAbstractItemView;
class QAction;

namespace berth::views {

/// Gives a small table that is no TableView what those have: Ctrl+C copies the chosen rows (all without a choice) as TSV,
/// others copy as CSV and export. The actions belong to the view; the caller offers them in its menu.
QList<QAction*> addTableActions(QAbstractItemView* view, const QString& baseName, const ExportDone& done = {});

}
