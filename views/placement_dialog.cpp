// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/placement_dialog.h"

#include "models/format.h"
#include "views/palette.h"
#include "views/table_actions.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace berth::views {

namespace {

QString headline(const models::PlacementAnswer& answer)
{
    if (!answer.error.isEmpty())
        return answer.error;
    if (!answer.fits)
        return PlacementDialog::tr("%1 does not fit on %2.").arg(answer.pod, answer.node);
    if (answer.scores.empty())
        return PlacementDialog::tr("%1 fits on %2, the only node it fits on.").arg(answer.pod, answer.node);
    return PlacementDialog::tr("%1 fits on %2: score %3, rank %4 of %5.").arg(answer.pod, answer.node, models::formatCount(answer.total), models::formatCount(answer.rank), models::formatCount(answer.fitting));
}

QString comparison(const models::PlacementAnswer& answer)
{
    if (answer.best.isEmpty() || answer.best == answer.node)
        return answer.best.isEmpty() ? QString() : PlacementDialog::tr("The scheduler would choose it, too.");
    return answer.scores.empty() ? PlacementDialog::tr("The scheduler would choose %1.").arg(answer.best)
                                   : PlacementDialog::tr("The scheduler would choose %1, with %2.").arg(answer.best, models::formatCount(answer.bestTotal));
}

QTableWidget* makeTable(const models::PlacementAnswer& answer, QWidget* parent)
{
    const auto rows = static_cast<int>(answer.verdicts.size() + answer.scores.size());
    auto* table = new QTableWidget(rows, 3, parent);
    table->setObjectName(u"placementTable"_s);
    table->setAccessibleName(PlacementDialog::tr("Verdicts and scores"));
    table->setHorizontalHeaderLabels({PlacementDialog::tr("Point"), PlacementDialog::tr("Plugin"), PlacementDialog::tr("Says")});
    table->verticalHeader()->hide();
    table->horizontalHeader()->setStretchLastSection(true);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setShowGrid(false);
    table->setTabKeyNavigation(false);
    int row = 0;
    const auto put = [&](const QString& point, const QString& plugin, const QString& says, models::RowState state) {
        const QString texts[] = {point, plugin, says};
        for (int column = 0; column < 3; ++column) {
            auto* item = new QTableWidgetItem(texts[column]);
            item->setToolTip(texts[column]);
            if (column == 2)
                item->setForeground(Palette::current().stateText(state));
            table->setItem(row, column, item);
        }
        ++row;
    };
    for (const auto& verdict : answer.verdicts)
        put(PlacementDialog::tr("Filter"), verdict.plugin, verdict.says.isEmpty() ? PlacementDialog::tr("✓ no objection") : u"✕ "_s + verdict.says, verdict.says.isEmpty() ? models::RowState::Good : models::RowState::Bad);
    for (const auto& score : answer.scores)
        put(PlacementDialog::tr("Score"), score.plugin, PlacementDialog::tr("%1, normalised %2, × %3 = %4").arg(models::formatCount(score.raw), models::formatCount(score.normalized), models::formatCount(score.weight), models::formatCount(score.weighted)), models::RowState::None);
    table->resizeColumnToContents(0);
    table->resizeColumnToContents(1);
    addTableActions(table, u"placement"_s);
    table->setContextMenuPolicy(Qt::ActionsContextMenu);
    return table;
}

}

PlacementDialog::PlacementDialog(const models::PlacementAnswer& answer, bool canPin, QWidget* parent) : QDialog(parent)
{
    setObjectName(u"placementDialog"_s);
    setWindowTitle(tr("What if?"));
    auto* title = new QLabel(headline(answer), this);
    title->setObjectName(u"placementTitle"_s);
    title->setWordWrap(true);
    title->setTextInteractionFlags(Qt::TextSelectableByMouse);
    QFont bold = title->font();
    bold.setBold(true);
    title->setFont(bold);
    auto* other = new QLabel(comparison(answer), this);
    other->setObjectName(u"placementComparison"_s);
    other->setForegroundRole(QPalette::PlaceholderText);
    other->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    auto* pin = buttons->addButton(tr("&Place it there by hand"), QDialogButtonBox::AcceptRole);
    pin->setObjectName(u"placementPin"_s);
    pin->setToolTip(tr("spec.nodeName: past the scheduler, whatever the filters say"));
    pin->setEnabled(canPin && answer.error.isEmpty());
    auto* select = buttons->addButton(tr("&Ask for this node"), QDialogButtonBox::AcceptRole);
    select->setObjectName(u"placementSelect"_s);
    select->setToolTip(tr("A node selector for kubernetes.io/hostname: the scheduler still decides"));
    select->setEnabled(answer.error.isEmpty());
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(title);
    layout->addWidget(other);
    layout->addWidget(makeTable(answer, this), 1);
    layout->addWidget(buttons);
    resize(640, 440);
    connect(pin, &QPushButton::clicked, this, &PlacementDialog::pinWanted);
    connect(select, &QPushButton::clicked, this, &PlacementDialog::selectorWanted);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

}
