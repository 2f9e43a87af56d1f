// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/table_actions.h"

#include "models/table_text.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QCoreApplication>

#include <algorithm>
#include <numeric>
#include <set>

using namespace Qt::StringLiterals;

namespace berth::views {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("berth::views::TableActions", text);
}

QString chosenText(const QAbstractItemView& view, models::TextFormat format)
{
    std::set<int> chosen;
    for (const QModelIndex& index : view.selectionModel()->selectedIndexes())
        chosen.insert(index.row());
    QList<int> rows(chosen.begin(), chosen.end());
    if (rows.isEmpty()) {
        rows.resize(view.model()->rowCount());
        std::iota(rows.begin(), rows.end(), 0);
    }
    return models::toText(*view.model(), rows, format);
}

}

QList<QAction*> addTableActions(QAbstractItemView* view, const QString& baseName, const ExportDone& done)
{
    const auto make = [view](const QString& name, const QString& text) {
        auto* action = new QAction(text, view);
        action->setObjectName(name);
        view->addAction(action);
        return action;
    };
    QAction* copy = make(baseName + u"Copy"_s, tr("&Copy rows"));
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    QAction* csv = make(baseName + u"CopyCsv"_s, tr("Copy rows as CS&V"));
    QAction* write = make(baseName + u"Export"_s, tr("&Export table…"));
    QObject::connect(copy, &QAction::triggered, view, [view] { QApplication::clipboard()->setText(chosenText(*view, models::TextFormat::Tsv)); });
    QObject::connect(csv, &QAction::triggered, view, [view] { QApplication::clipboard()->setText(chosenText(*view, models::TextFormat::Csv)); });
    QObject::connect(write, &QAction::triggered, view, [view, baseName, done] {
        const QString comma = models::toText(*view->model(), models::TextFormat::Csv);
        const QString tab = models::toText(*view->model(), models::TextFormat::Tsv);
        exportText(view, tr("Export table"), baseName, {TextFile::Csv, TextFile::Tsv}, [comma, tab](TextFile file) { return file == TextFile::Tsv ? tab : comma; }, done);
    });
    return {copy, csv, write};
}

}
