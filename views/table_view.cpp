// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/table_view.h"

#include "models/format.h"
#include "models/roles.h"
#include "models/table_model.h"
#include "models/table_text.h"
#include "views/export.h"
#include "views/icons.h"
#include "views/row_delegate.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QStackedLayout>
#include <QTableView>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace berth::views {

TableView::TableView(models::TableModel* model, const QString& name, const QString& title, QWidget* parent)
    : QWidget(parent), model_(model), filter_(new QLineEdit(this)), count_(new QLabel(this)),
      table_(new QTableView(this)), empty_(new QLabel(this)), filterDelay_(new QTimer(this)), name_(name)
{
    setObjectName(name + u"View");
    filter_->setObjectName(name + u"Filter");
    filter_->setAccessibleName(tr("Filter of %1").arg(title));
    filter_->setPlaceholderText(tr("Filter: text, column=value, label=value, column~part"));
    filter_->setToolTip(tr("All terms must hold. web: some column contains it; node=n12: is exactly that; message~cpu: contains it"));
    filter_->setClearButtonEnabled(true);
    filter_->setMaximumWidth(420);
    count_->setObjectName(name + u"Count");
    count_->setForegroundRole(QPalette::PlaceholderText);

    table_->setObjectName(name + u"Table");
    table_->setAccessibleName(title);
    table_->setModel(model_);
    table_->setItemDelegate(new RowDelegate(table_));
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    table_->setAlternatingRowColors(true);
    table_->setShowGrid(false);
    table_->setWordWrap(false);
    table_->setTabKeyNavigation(false);
    table_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table_->setContextMenuPolicy(Qt::CustomContextMenu);
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table_->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 10);
    table_->horizontalHeader()->setStretchLastSection(true);
    table_->horizontalHeader()->setHighlightSections(false);
    table_->horizontalHeader()->setSortIndicatorClearable(true);
    table_->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    table_->setSortingEnabled(true);

    empty_->setObjectName(name + u"Empty");
    empty_->setAlignment(Qt::AlignCenter);
    empty_->setWordWrap(true);
    empty_->setForegroundRole(QPalette::PlaceholderText);

    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(8, 6, 8, 6);
    bar->setSpacing(10);
    bar->addWidget(filter_, 1);
    bar->addWidget(count_);
    bar->addStretch();
    auto* content = new QWidget(this);
    auto* stack = new QStackedLayout(content);
    stack->addWidget(table_);
    stack->addWidget(empty_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(content, 1);

    auto* copyAction = new QAction(tr("&Copy rows"), this);
    copyAction->setObjectName(name + u"Copy");
    copyAction->setShortcut(QKeySequence::Copy);
    copyAction->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(copyAction, &QAction::triggered, this, &TableView::copy);
    table_->addAction(copyAction);

    filterDelay_->setSingleShot(true);
    filterDelay_->setInterval(120);
    connect(filter_, &QLineEdit::textChanged, filterDelay_, qOverload<>(&QTimer::start));
    connect(filterDelay_, &QTimer::timeout, this, [this] { model_->setFilter(filter_->text()); });
    connect(filter_, &QLineEdit::returnPressed, this, [this] {
        model_->setFilter(filter_->text());
        table_->setFocus();
    });
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &TableView::currentRowChanged);
    connect(table_, &QTableView::clicked, this, [this](const QModelIndex& index) {
        emit objectSelected(index.data(models::IdRole).toString());
    });
    connect(table_, &QTableView::activated, this, [this](const QModelIndex& index) {
        emit objectActivated(index.data(models::IdRole).toString());
    });
    connect(table_, &QTableView::customContextMenuRequested, this, &TableView::showMenu);
    const auto update = [this, stack] {
        stack->setCurrentIndex(model_->totalRows() == 0 && !empty_->text().isEmpty() ? 1 : 0);
        updateCount();
        restoreCurrent();
    };
    connect(model_, &models::TableModel::rowsArranged, this, update);
    connect(model_, &QAbstractItemModel::rowsInserted, this, update);
    update();
}

void TableView::setEmptyText(const QString& text)
{
    empty_->setText(text);
    emit model_->rowsArranged();
}

void TableView::showObject(const QString& id)
{
    if (id == currentId_ && !id.isEmpty())
        return;
    currentId_ = id;
    restoreCurrent();
}

void TableView::setColumnCharacters(const QList<int>& characters)
{
    const int unit = fontMetrics().averageCharWidth();
    for (int column = 0; column < characters.size(); ++column)
        table_->setColumnWidth(column, unit * characters[column] + 24);
}

void TableView::restoreCurrent()
{
    restoring_ = true;
    const int row = currentId_.isEmpty() ? -1 : model_->rowOf(currentId_);
    if (row < 0) {
        table_->clearSelection();
        table_->setCurrentIndex({});
    } else if (table_->currentIndex().row() != row || !table_->selectionModel()->isRowSelected(row)) {
        table_->selectRow(row);
        table_->scrollTo(model_->index(row, 0));
    }
    restoring_ = false;
}

void TableView::currentRowChanged()
{
    const QModelIndex current = table_->currentIndex();
    if (restoring_ || !current.isValid())
        return;
    currentId_ = current.data(models::IdRole).toString();
    emit objectSelected(currentId_);
}

void TableView::updateCount()
{
    const int shown = model_->rowCount();
    const int all = model_->totalRows();
    count_->setText(shown == all ? models::formatCount(all)
                                 : tr("%1 of %2").arg(models::formatCount(shown), models::formatCount(all)));
}

void TableView::copy()
{
    QList<int> rows;
    for (const QModelIndex& index : table_->selectionModel()->selectedRows())
        rows << index.row();
    std::sort(rows.begin(), rows.end());
    if (!rows.isEmpty())
        QApplication::clipboard()->setText(models::toTsv(*model_, rows));
}

void TableView::exportCsv()
{
    const QString error = exportText(this, tr("Export table"), name_ + u".csv", models::toCsv(*model_));
    if (!error.isEmpty())
        emit message(error, true);
}

void TableView::showMenu(const QPoint& at)
{
    QMenu menu(this);
    menu.addAction(icon(u"copy"_s), tr("&Copy rows"), this, &TableView::copy);
    menu.addAction(icon(u"save"_s), tr("&Export table as CSV…"), this, &TableView::exportCsv);
    menu.exec(table_->viewport()->mapToGlobal(at));
}

}
