// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/frozen_column.h"

#include <QEvent>
#include <QHeaderView>
#include <QScrollBar>
#include <QSignalBlocker>

using namespace Qt::StringLiterals;

namespace berth::views {

FrozenColumn::FrozenColumn(QTableView* table) : QTableView(table), table_(table)
{
    setObjectName(table->objectName() + u"Frozen"_s);
    setAccessibleName(tr("First column of %1").arg(table->accessibleName()));
    setModel(table->model());
    setSelectionModel(table->selectionModel());
    setItemDelegate(table->itemDelegate());
    setSelectionBehavior(table->selectionBehavior());
    setSelectionMode(table->selectionMode());
    setAlternatingRowColors(table->alternatingRowColors());
    setShowGrid(false);
    setWordWrap(false);
    // Keys go to the table: this is a picture of a part of it.
    setFocusPolicy(Qt::NoFocus);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollMode(table->verticalScrollMode());
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(table->verticalHeader()->defaultSectionSize());
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSortIndicatorShown(true);
    horizontalHeader()->setSectionsClickable(true);
    hideOthers();
    connect(model(), &QAbstractItemModel::modelReset, this, &FrozenColumn::hideOthers);

    // A click here is a click there: one header sorts.
    connect(horizontalHeader(), &QHeaderView::sectionClicked, this, [this](int section) {
        QHeaderView* header = table_->horizontalHeader();
        const bool turn = header->sortIndicatorSection() == section && header->sortIndicatorOrder() == Qt::AscendingOrder;
        header->setSortIndicator(section, turn ? Qt::DescendingOrder : Qt::AscendingOrder);
    });
    connect(table->horizontalHeader(), &QHeaderView::sortIndicatorChanged, this, &FrozenColumn::followSort);
    connect(table->horizontalHeader(), &QHeaderView::sectionResized, this, &FrozenColumn::place);
    connect(horizontalHeader(), &QHeaderView::sectionResized, this, [this](int section, int, int width) {
        if (isVisible() && section == 0)
            table_->setColumnWidth(0, width);
    });
    connect(table->horizontalScrollBar(), &QScrollBar::valueChanged, this, &FrozenColumn::place);
    connect(table->horizontalHeader(), &QHeaderView::geometriesChanged, this, &FrozenColumn::place);
    connect(table->verticalScrollBar(), &QScrollBar::valueChanged, verticalScrollBar(), &QScrollBar::setValue);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, table->verticalScrollBar(), &QScrollBar::setValue);
    connect(this, &QTableView::clicked, table, &QTableView::clicked);
    connect(this, &QTableView::activated, table, &QTableView::activated);
    setContextMenuPolicy(Qt::CustomContextMenu);
    connect(this, &QWidget::customContextMenuRequested, table, &QWidget::customContextMenuRequested);
    table->installEventFilter(this);
    followSort();
    place();
}

/// Columns may have come with the rows.
void FrozenColumn::hideOthers()
{
    for (int column = 1; column < model()->columnCount(); ++column)
        setColumnHidden(column, true);
}

void FrozenColumn::followSort()
{
    const QSignalBlocker quiet(horizontalHeader());
    horizontalHeader()->setSortIndicator(table_->horizontalHeader()->sortIndicatorSection(), table_->horizontalHeader()->sortIndicatorOrder());
    horizontalHeader()->viewport()->update();
}

void FrozenColumn::place()
{
    const int width = table_->columnWidth(0);
    const bool needed = table_->horizontalScrollBar()->value() > 0 && width < table_->viewport()->width() / 2;
    if (needed) {
        const QSignalBlocker quiet(horizontalHeader());
        setColumnWidth(0, width);
        horizontalHeader()->setFixedHeight(table_->horizontalHeader()->height());
        setGeometry(table_->frameWidth(), table_->frameWidth(), width + 1,
                    table_->viewport()->height() + table_->horizontalHeader()->height());
        verticalScrollBar()->setRange(table_->verticalScrollBar()->minimum(), table_->verticalScrollBar()->maximum());
        verticalScrollBar()->setValue(table_->verticalScrollBar()->value());
        raise();
    }
    setVisible(needed);
}

bool FrozenColumn::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == table_ && (event->type() == QEvent::Resize || event->type() == QEvent::Show))
        place();
    return QTableView::eventFilter(watched, event);
}

}
