// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/shortcuts_dialog.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QTableWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace berth::views {

QString plainText(const QAction* action)
{
    QString text = action->text();
    text.remove(u'&');
    return text.remove(u'…');
}

ShortcutsDialog::ShortcutsDialog(const QList<QAction*>& actions, QWidget* parent) : QDialog(parent)
{
    setObjectName(u"shortcutsDialog"_s);
    setWindowTitle(tr("Keyboard shortcuts"));
    QList<std::array<QString, 3>> rows;
    for (const QAction* action : actions)
        if (!action->text().isEmpty() && !action->menu())
            rows.push_back({plainText(action), action->shortcut().toString(QKeySequence::NativeText), action->statusTip()});
    rows.append({{tr("In tables"), u"Ctrl+C"_s, tr("Copy the selected rows")},
                 {tr("In filter lines"), u"Ctrl+Space"_s, tr("What could stand here")},
                 {tr("On canvases"), tr("Arrows"), tr("Move the selection")},
                 {tr("On canvases"), tr("+, −, 0, Ctrl+wheel"), tr("Zoom in, out, all in sight")},
                 {tr("Everywhere"), u"Tab, Shift+Tab, F6"_s, tr("The next part, the one before, the next view")}});
    auto* filter = new QLineEdit(this);
    filter->setObjectName(u"shortcutsFilter"_s);
    filter->setAccessibleName(tr("Filter of the shortcuts"));
    filter->setPlaceholderText(tr("Filter"));
    filter->setClearButtonEnabled(true);
    auto* table = new QTableWidget(static_cast<int>(rows.size()), 3, this);
    table->setObjectName(u"shortcutsTable"_s);
    table->setAccessibleName(tr("Keyboard shortcuts"));
    table->setHorizontalHeaderLabels({tr("Action"), tr("Keys"), tr("What it does")});
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setTabKeyNavigation(false);
    table->setShowGrid(false);
    table->verticalHeader()->hide();
    table->horizontalHeader()->setStretchLastSection(true);
    for (int row = 0; row < table->rowCount(); ++row)
        for (int column = 0; column < 3; ++column)
            table->setItem(row, column, new QTableWidgetItem(rows[row][static_cast<std::size_t>(column)]));
    table->resizeColumnsToContents();
    connect(filter, &QLineEdit::textChanged, table, [table](const QString& text) {
        for (int row = 0; row < table->rowCount(); ++row) {
            bool fits = false;
            for (int column = 0; column < 3; ++column)
                fits = fits || table->item(row, column)->text().contains(text, Qt::CaseInsensitive);
            table->setRowHidden(row, !fits);
        }
    });
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(filter);
    layout->addWidget(table, 1);
    layout->addWidget(buttons);
    resize(680, 560);
}

}
