// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/table_view.h"

#include "models/format.h"
#include "models/roles.h"
#include "models/table_model.h"
#include "models/table_text.h"
#include "views/export.h"
#include "views/frozen_column.h"
#include "views/icons.h"
#include "views/query_line.h"
#include "views/row_delegate.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>
#include <QStackedLayout>
#include <QTableView>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;

namespace berth::views {

TableView::TableView(models::TableModel* model, const QString& name, const QString& title, QWidget* parent)
    : QWidget(parent), model_(model), filter_(new QueryLine(model, this)), count_(new QLabel(this)),
      group_(new QComboBox(this)), top_(new QComboBox(this)), table_(new QTableView(this)), empty_(new QLabel(this)),
      filterDelay_(new QTimer(this)), name_(name)
{
    setObjectName(name + u"View");
    filter_->setObjectName(name + u"Filter");
    filter_->setAccessibleName(tr("Filter of %1").arg(title));
    filter_->setMaximumWidth(420);
    count_->setObjectName(name + u"Count");
    count_->setForegroundRole(QPalette::PlaceholderText);
    makeTable(title);
    makeNothing();
    makeChoices(title);
    empty_->setObjectName(name + u"Empty");
    empty_->setAlignment(Qt::AlignCenter);
    empty_->setWordWrap(true);
    empty_->setForegroundRole(QPalette::PlaceholderText);

    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(8, 6, 8, 6);
    bar->setSpacing(8);
    bar->addWidget(filter_, 3);
    bar->addWidget(count_, 1);
    bar->addWidget(group_);
    bar->addWidget(top_);
    auto* content = new QWidget(this);
    auto* stack = new QStackedLayout(content);
    stack->addWidget(table_);
    auto* nothing = new QWidget(content);
    emptyLayout_ = new QVBoxLayout(nothing);
    emptyLayout_->addStretch(1);
    emptyLayout_->addWidget(empty_);
    emptyLayout_->addStretch(1);
    stack->addWidget(nothing);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(content, 1);

    filterDelay_->setSingleShot(true);
    filterDelay_->setInterval(120);
    connect(filter_, &QLineEdit::textChanged, filterDelay_, qOverload<>(&QTimer::start));
    connect(filterDelay_, &QTimer::timeout, this, [this] {
        model_->setFilter(filter_->text());
        showFilterState();
    });
    connect(filter_, &QLineEdit::returnPressed, this, [this] {
        model_->setFilter(filter_->text());
        table_->setFocus();
    });
    const auto update = [this, stack] {
        stack->setCurrentIndex(model_->totalRows() == 0 && !empty_->text().isEmpty() ? 1 : 0);
        nothing_->setVisible(model_->totalRows() > 0 && model_->shownRows() == 0);
        showFilterState();
        restoreCurrent();
    };
    connect(model_, &models::TableModel::rowsArranged, this, update);
    connect(model_, &QAbstractItemModel::rowsInserted, this, update);
    connect(model_, &models::TableModel::columnsChanged, this, [this] {
        const models::TableQuery query = model_->query();
        table_->horizontalHeader()->setSortIndicator(query.sortColumn, query.order);
        fillGroups();
        fitColumns();
    });
    update();
}

void TableView::makeTable(const QString& title)
{
    table_->setObjectName(name_ + u"Table");
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
    table_->horizontalHeader()->setHighlightSections(false);
    table_->horizontalHeader()->setSortIndicatorClearable(true);
    table_->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    table_->horizontalHeader()->setContextMenuPolicy(Qt::CustomContextMenu);
    table_->setSortingEnabled(true);
    new FrozenColumn(table_);
    table_->viewport()->installEventFilter(this);
    table_->installEventFilter(this);
    connect(table_->horizontalHeader(), &QHeaderView::sectionResized, this, [this](int section, int, int width) {
        if (fitting_)
            return;
        if (section == model_->columnCount() - 1)
            lastWidth_ = width;
        else
            fillWidth();
    });

    auto* copyAction = new QAction(tr("&Copy rows"), this);
    copyAction->setObjectName(name_ + u"Copy");
    copyAction->setShortcut(QKeySequence::Copy);
    copyAction->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(copyAction, &QAction::triggered, this, &TableView::copy);
    table_->addAction(copyAction);

    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &TableView::currentRowChanged);
    connect(table_, &QTableView::clicked, this, [this](const QModelIndex& index) {
        if (index.data(models::GroupRole).isValid())
            openGroup(index);
        else
            emit objectSelected(index.data(models::IdRole).toString());
    });
    connect(table_, &QTableView::activated, this, [this](const QModelIndex& index) {
        if (!index.data(models::GroupRole).isValid())
            emit objectActivated(index.data(models::IdRole).toString());
    });
    connect(table_, &QTableView::customContextMenuRequested, this, &TableView::showMenu);
    connect(table_->horizontalHeader(), &QWidget::customContextMenuRequested, this, &TableView::showHeaderMenu);
}

/// An empty table says why it is empty, and has the button that fills it.
void TableView::makeNothing()
{
    nothing_ = new QWidget(table_->viewport());
    nothing_->setObjectName(name_ + u"Nothing"_s);
    auto* text = new QLabel(tr("No row fits the filter."), nothing_);
    text->setForegroundRole(QPalette::PlaceholderText);
    auto* button = new QToolButton(nothing_);
    button->setObjectName(name_ + u"ClearFilter"_s);
    button->setText(tr("Clear the filter"));
    button->setFocusPolicy(Qt::TabFocus);
    connect(button, &QToolButton::clicked, this, [this] {
        clearFilter();
        table_->setFocus();
    });
    auto* layout = new QVBoxLayout(nothing_);
    layout->addStretch(1);
    layout->addWidget(text, 0, Qt::AlignHCenter);
    layout->addWidget(button, 0, Qt::AlignHCenter);
    layout->addStretch(1);
    nothing_->hide();
}

void TableView::clearFilter()
{
    filter_->clear();
    filterDelay_->stop();
    model_->setFilter({});
    showFilterState();
}

int TableView::columnOf(const QString& key) const
{
    const std::vector<models::TableColumn>& columns = model_->columns();
    for (int i = 0; i < model_->columnCount(); ++i)
        if (!key.isEmpty() && columns[static_cast<std::size_t>(i)].key == key)
            return i;
    return -1;
}

QString TableView::keyOf(int column) const
{
    return column < 0 ? QString() : model_->columns()[static_cast<std::size_t>(column)].key;
}

QVariantMap TableView::choices() const
{
    const models::TableQuery& query = model_->query();
    QVariantMap choices;
    if (!filter_->text().isEmpty())
        choices[u"filter"_s] = filter_->text();
    if (query.sortColumn >= 0) {
        choices[u"sort"_s] = keyOf(query.sortColumn);
        choices[u"descending"_s] = query.order == Qt::DescendingOrder;
    }
    if (query.groupColumn >= 0)
        choices[u"group"_s] = keyOf(query.groupColumn);
    if (query.top > 0)
        choices[u"top"_s] = query.top;
    return choices;
}

void TableView::restoreChoices(const QVariantMap& choices)
{
    filter_->setText(choices[u"filter"_s].toString());
    filterDelay_->stop();
    model_->setFilter(filter_->text());
    if (const int column = columnOf(choices[u"sort"_s].toString()); column >= 0)
        table_->sortByColumn(column, choices[u"descending"_s].toBool() ? Qt::DescendingOrder : Qt::AscendingOrder);
    group_->setCurrentIndex(std::max(0, group_->findData(columnOf(choices[u"group"_s].toString()))));
    top_->setCurrentIndex(std::max(0, top_->findData(choices[u"top"_s].toInt())));
    showFilterState();
}

void TableView::makeChoices(const QString& title)
{
    group_->setObjectName(name_ + u"Group");
    group_->setAccessibleName(tr("%1: group by").arg(title));
    group_->setToolTip(tr("Puts rows with the same text in a column under one heading; a click on a heading folds it"));
    fillGroups();
    top_->setObjectName(name_ + u"Top");
    top_->setAccessibleName(tr("%1: how many rows").arg(title));
    top_->setToolTip(tr("Only the first rows of the sorted table, in every group"));
    top_->addItem(tr("All rows"), 0);
    for (const int rows : {5, 10, 20, 50, 100})
        top_->addItem(tr("Top %1").arg(rows), rows);
    for (QComboBox* choice : {group_, top_})
        choice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(group_, &QComboBox::currentIndexChanged, this, [this] { model_->setGroupColumn(group_->currentData().toInt()); });
    connect(top_, &QComboBox::currentIndexChanged, this, [this] { model_->setTop(top_->currentData().toInt()); });
}

void TableView::fillGroups()
{
    const QSignalBlocker quiet(group_);
    group_->clear();
    group_->addItem(tr("No groups"), -1);
    const std::vector<models::TableColumn>& columns = model_->columns();
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (!columns[i].numeric)
            group_->addItem(tr("By %1").arg(columns[i].title), static_cast<int>(i));
    group_->setCurrentIndex(std::max(0, group_->findData(model_->query().groupColumn)));
}

QLineEdit* TableView::filterLine() const
{
    return filter_;
}

void TableView::openGroup(const QModelIndex& index)
{
    model_->toggleGroup(index.row());
}

void TableView::setEmptyText(const QString& text)
{
    empty_->setText(text);
    emit model_->rowsArranged();
}

void TableView::setEmptyAction(QAction* action)
{
    auto* button = new QToolButton(this);
    button->setObjectName(name_ + u"EmptyButton"_s);
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setFocusPolicy(Qt::TabFocus);
    emptyLayout_->insertWidget(2, button, 0, Qt::AlignHCenter);
}

void TableView::offerEmptyAction(bool on)
{
    if (auto* button = findChild<QToolButton*>(name_ + u"EmptyButton"_s))
        button->setVisible(on);
}

void TableView::showObject(const QString& id)
{
    if (id == currentId_ && !id.isEmpty() && together_.isEmpty() && table_->selectionModel()->selectedRows().size() == 1)
        return;
    together_.clear();
    currentId_ = id;
    restoreCurrent();
}

void TableView::showObjects(const QStringList& ids)
{
    if (ids.size() < 2) {
        showObject(ids.value(0));
        return;
    }
    together_ = QSet<QString>(ids.begin(), ids.end());
    currentId_ = ids.front();
    restoreCurrent();
}

QStringList TableView::chosenIds() const
{
    QStringList ids;
    for (const QModelIndex& row : table_->selectionModel()->selectedRows())
        if (!row.data(models::GroupRole).isValid())
            ids << row.data(models::IdRole).toString();
    return ids;
}

void TableView::setColumnCharacters(const QList<int>& characters)
{
    characters_ = characters;
    fitColumns();
}

/// Columns that nobody spoke of are as wide as their titles.
void TableView::fitColumns()
{
    const int unit = fontMetrics().averageCharWidth();
    for (int column = 0; column < model_->columnCount(); ++column)
        table_->setColumnWidth(column, column < characters_.size() ? unit * characters_[column] + 24 : table_->horizontalHeader()->sectionSizeHint(column) + 8);
    fillWidth();
}

/// The last column goes to the edge, but is never pressed together: what does not fit is scrolled to.
void TableView::fillWidth()
{
    const int last = model_->columnCount() - 1;
    if (last < 0 || fitting_)
        return;
    fitting_ = true;
    const int others = table_->horizontalHeader()->length() - table_->columnWidth(last);
    table_->setColumnWidth(last, std::max(lastWidth_, table_->viewport()->width() - others));
    fitting_ = false;
}

bool TableView::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize) {
        fillWidth();
        if (nothing_)
            nothing_->setGeometry(table_->viewport()->rect());
    }
    // Asked for by a key the menu is about the current row, wherever the pointer is.
    if (watched == table_ && event->type() == QEvent::ContextMenu && static_cast<QContextMenuEvent*>(event)->reason() == QContextMenuEvent::Keyboard) {
        if (const QModelIndex current = table_->currentIndex(); current.isValid()) {
            table_->scrollTo(current);
            const QRect cell = table_->visualRect(current).intersected(table_->viewport()->rect());
            showMenu(cell.isEmpty() ? table_->visualRect(current).center() : cell.center());
            return true;
        }
    }
    // Rows are what is chosen here: Home and End go to the first and the last.
    if (watched == table_ && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool isHome = key->key() == Qt::Key_Home;
        if ((isHome || key->key() == Qt::Key_End) && key->modifiers() == Qt::NoModifier && model_->rowCount() > 0) {
            table_->setCurrentIndex(model_->index(isHome ? 0 : model_->rowCount() - 1, 0));
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void TableView::restoreCurrent()
{
    restoring_ = true;
    if (!together_.isEmpty()) {
        restoreTogether();
        restoring_ = false;
        return;
    }
    const int row = currentId_.isEmpty() ? -1 : model_->rowOf(currentId_);
    if (row < 0) {
        table_->clearSelection();
        table_->setCurrentIndex({});
    } else if (table_->currentIndex().row() != row || !table_->selectionModel()->isRowSelected(row)) {
        // Not selectRow: with Ctrl held, as for a shortcut, it would add the row to those that are selected.
        table_->selectionModel()->setCurrentIndex(model_->index(row, 0), QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        table_->scrollTo(model_->index(row, 0));
    }
    restoring_ = false;
}

/// Neighbours become one range: thousands that were made at once mostly are.
void TableView::restoreTogether()
{
    QItemSelection all;
    int first = -1;
    const int last = model_->columnCount() - 1;
    for (int row = 0; row < model_->rowCount(); ++row) {
        if (!together_.contains(model_->index(row, 0).data(models::IdRole).toString()))
            continue;
        if (first < 0)
            first = row;
        if (!all.isEmpty() && all.back().bottom() == row - 1)
            all.back() = QItemSelectionRange(all.back().topLeft(), model_->index(row, last));
        else
            all.append(QItemSelectionRange(model_->index(row, 0), model_->index(row, last)));
    }
    table_->selectionModel()->setCurrentIndex(first < 0 ? QModelIndex() : model_->index(first, 0), QItemSelectionModel::NoUpdate);
    table_->selectionModel()->select(all, QItemSelectionModel::ClearAndSelect);
    if (first >= 0)
        table_->scrollTo(model_->index(first, 0));
}

void TableView::currentRowChanged()
{
    const QModelIndex current = table_->currentIndex();
    if (restoring_ || !current.isValid())
        return;
    together_.clear();
    if (current.data(models::GroupRole).isValid())
        return;
    currentId_ = current.data(models::IdRole).toString();
    emit objectSelected(currentId_);
}

/// Beside the filter line: what is wrong with it, or how many rows it lets through.
void TableView::showFilterState()
{
    const QString error = filter_->errorText();
    const int shown = model_->shownRows();
    const int all = model_->totalRows();
    count_->setForegroundRole(error.isEmpty() ? QPalette::PlaceholderText : QPalette::WindowText);
    count_->setToolTip(error);
    count_->setText(!error.isEmpty() ? error
                    : shown == all   ? models::formatCount(all)
                                     : tr("%1 of %2").arg(models::formatCount(shown), models::formatCount(all)));
}

QList<int> TableView::chosenRows() const
{
    QList<int> rows;
    for (const QModelIndex& index : table_->selectionModel()->selectedRows())
        rows << index.row();
    std::sort(rows.begin(), rows.end());
    if (rows.isEmpty()) {
        rows.resize(model_->rowCount());
        std::iota(rows.begin(), rows.end(), 0);
    }
    return rows;
}

void TableView::copy()
{
    QApplication::clipboard()->setText(models::toText(*model_, chosenRows(), models::TextFormat::Tsv));
}

void TableView::copyCsv()
{
    QApplication::clipboard()->setText(models::toText(*model_, chosenRows(), models::TextFormat::Csv));
}

void TableView::exportTable()
{
    if (!model_->table())
        return;
    exportText(this, tr("Export table"), name_, {TextFile::Csv, TextFile::Tsv},
               [data = model_->table(), columns = model_->columns(), rows = model_->dataRows()](TextFile file) {
                   return models::toText(*data, columns, rows, file == TextFile::Tsv ? models::TextFormat::Tsv : models::TextFormat::Csv);
               },
               [this](const QString& text, bool error) { emit message(text, error); });
}

void TableView::showMenu(const QPoint& at)
{
    const QModelIndex index = table_->indexAt(at);
    const QString id = index.data(models::IdRole).toString();
    QMenu menu(this);
    if (!id.isEmpty()) {
        emit menuWanted(&menu, id);
        const models::TableColumn& column = model_->columns()[static_cast<std::size_t>(index.column())];
        const QString value = index.data(models::CopyRole).toString();
        const auto filter = [this, key = column.key, value](const QString& op) {
            const QString term = key + op + u'"' + QString(value).remove(u'"') + u'"';
            filter_->setText(filter_->text().isEmpty() ? term : QString(filter_->text() + u' ' + term));
        };
        menu.addSeparator();
        menu.addAction(icon(u"filter"_s), tr("Only this %1").arg(column.title), this, [filter] { filter(u"="_s); });
        menu.addAction(tr("Not this %1").arg(column.title), this, [filter] { filter(u"!="_s); });
        menu.addSeparator();
        menu.addAction(tr("Copy ce&ll"), this, [value] { QApplication::clipboard()->setText(value); });
    }
    menu.addAction(icon(u"copy"_s), tr("&Copy rows"), this, &TableView::copy);
    menu.addAction(tr("Copy rows as CS&V"), this, &TableView::copyCsv);
    menu.addAction(icon(u"save"_s), tr("&Export table…"), this, &TableView::exportTable);
    menu.exec(table_->viewport()->mapToGlobal(at));
}

void TableView::showHeaderMenu(const QPoint& at)
{
    const int column = table_->horizontalHeader()->logicalIndexAt(at);
    if (column < 0)
        return;
    QMenu menu(this);
    const int choice = group_->findData(column);
    QAction* group = menu.addAction(tr("&Group by this column"), this, [this, choice] { group_->setCurrentIndex(choice); });
    group->setEnabled(choice >= 0);
    QAction* ungroup = menu.addAction(tr("No &groups"), this, [this] { group_->setCurrentIndex(0); });
    ungroup->setEnabled(group_->currentIndex() > 0);
    menu.addSeparator();
    menu.addAction(tr("Order of the &data"), this, [this] { table_->sortByColumn(-1, Qt::AscendingOrder); });
    menu.exec(table_->horizontalHeader()->viewport()->mapToGlobal(at));
}

}
