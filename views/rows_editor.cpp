// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/rows_editor.h"

#include "models/format.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace berth::views {

namespace {

/// A list to choose from where a column has choices; others can be written, too.
class CellDelegate final : public QStyledItemDelegate {
public:
    CellDelegate(const std::vector<models::FormColumn>& columns, QObject* parent) : QStyledItemDelegate(parent), columns_(columns) {}

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const auto column = static_cast<std::size_t>(index.column());
        if (column >= columns_.size() || columns_[column].choices.isEmpty())
            return QStyledItemDelegate::createEditor(parent, option, index);
        auto* box = new QComboBox(parent);
        box->setEditable(true);
        box->addItems(columns_[column].choices);
        return box;
    }
    void setEditorData(QWidget* editor, const QModelIndex& index) const override
    {
        if (auto* box = qobject_cast<QComboBox*>(editor)) {
            box->setCurrentText(index.data(Qt::EditRole).toString());
            box->lineEdit()->selectAll();
        } else {
            QStyledItemDelegate::setEditorData(editor, index);
        }
    }
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override
    {
        if (auto* box = qobject_cast<QComboBox*>(editor))
            model->setData(index, box->currentText());
        else
            QStyledItemDelegate::setModelData(editor, model, index);
    }

private:
    std::vector<models::FormColumn> columns_;
};

/// Wheels scroll the form around a table that has nothing to scroll up or down.
class Rows final : public QTableWidget {
public:
    explicit Rows(QWidget* parent) : QTableWidget(parent) { horizontalScrollBar()->installEventFilter(this); }

protected:
    void wheelEvent(QWheelEvent* event) override
    {
        if (passes(*event))
            event->ignore();
        else
            QTableWidget::wheelEvent(event);
    }
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (watched == horizontalScrollBar() && event->type() == QEvent::Wheel && passes(*static_cast<QWheelEvent*>(event))) {
            event->ignore();
            return true;
        }
        return QTableWidget::eventFilter(watched, event);
    }

private:
    bool passes(const QWheelEvent& event) const { return event.angleDelta().x() == 0 && verticalScrollBar()->maximum() == 0; }
};

constexpr int mostRows = 8;                ///< shown at once; more are scrolled

}

RowsEditor::RowsEditor(const models::FormField& field, const QString& name, QWidget* parent)
    : QWidget(parent), field_(field), title_(new QLabel(this)), table_(new Rows(this)), add_(new QToolButton(this)), remove_(new QToolButton(this))
{
    if (isTexts()) {
        QStringList keys;
        for (const QString& offer : field_.choices)
            keys << offer.section(u'=', 0, 0);
        field_.columns = {{tr("Key"), {}, models::FormKind::Text, keys, {}}, {tr("Value"), {}, models::FormKind::Text, {}, {}}};
    }
    table_->setObjectName(name);
    table_->setAccessibleName(field_.title.isEmpty() ? name : field_.title);
    table_->setColumnCount(static_cast<int>(field_.columns.size()));
    for (int column = 0; column < table_->columnCount(); ++column) {
        const models::FormColumn& of = field_.columns[static_cast<std::size_t>(column)];
        auto* header = new QTableWidgetItem(of.title);
        header->setToolTip(of.tooltip.isEmpty() ? of.title : of.tooltip);
        header->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
        table_->setHorizontalHeaderItem(column, header);
    }
    table_->setItemDelegate(new CellDelegate(field_.columns, table_));
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 10);
    table_->horizontalHeader()->setStretchLastSection(true);
    table_->horizontalHeader()->setHighlightSections(false);
    table_->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed | QAbstractItemView::AnyKeyPressed | QAbstractItemView::SelectedClicked);
    table_->setSelectionBehavior(QAbstractItemView::SelectItems);
    table_->setTabKeyNavigation(false);
    table_->installEventFilter(this);
    table_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    add_->setObjectName(name + u"-add");
    add_->setText(u"+"_s);
    add_->setToolTip(tr("Add a row (Insert)"));
    add_->setAccessibleName(tr("Add to %1").arg(table_->accessibleName()));
    remove_->setObjectName(name + u"-remove");
    remove_->setText(u"−"_s);
    remove_->setToolTip(tr("Remove the current row (Delete)"));
    remove_->setAccessibleName(tr("Remove from %1").arg(table_->accessibleName()));
    for (QToolButton* button : {add_, remove_}) {
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
    }
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(0, 0, 0, 0);
    title_->setText(field_.title);
    title_->setToolTip(field_.tooltip);
    bar->addWidget(title_, 1);
    bar->addWidget(add_);
    bar->addWidget(remove_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addLayout(bar);
    layout->addWidget(table_);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed); // room that is left over belongs below the form
    connect(add_, &QToolButton::clicked, this, &RowsEditor::add);
    connect(remove_, &QToolButton::clicked, this, &RowsEditor::remove);
    connect(table_, &QTableWidget::itemChanged, this, &RowsEditor::cellChanged);
    connect(table_, &QTableWidget::itemSelectionChanged, this, [this] { remove_->setEnabled(table_->currentRow() >= 0); });
    setValues({});
}

void RowsEditor::setValues(const std::vector<const api::Value*>& values)
{
    showing_ = true;
    const int row = table_->currentRow();
    const int column = table_->currentColumn();
    keys_.clear();
    rows_.clear();
    const auto isAlike = [&values](const api::Value* value) {
        const api::Value* first = values.front();
        return (!first && !value) || (first && value && design::isSame(*first, *value));
    };
    differ_ = !std::all_of(values.begin(), values.end(), isAlike);
    if (isTexts())
        showTexts(values);
    else
        showRows(values);
    const int count = static_cast<int>(isTexts() ? static_cast<std::size_t>(keys_.size()) : rows_.size());
    table_->setRowCount(count);
    title_->setText(differ_ ? tr("%1 (what all share)").arg(field_.title.isEmpty() ? tr("Rows") : field_.title) : field_.title);
    if (row >= count)
        table_->setCurrentCell(count - 1, column);
    remove_->setEnabled(table_->currentRow() >= 0);
    fit();
    showing_ = false;
}

/// In place: a cell that is being edited stays so.
void RowsEditor::put(int row, int column, const QString& text)
{
    if (row == table_->rowCount())
        table_->insertRow(row);
    if (!table_->item(row, column))
        table_->setItem(row, column, new QTableWidgetItem);
    table_->item(row, column)->setText(text);
    table_->item(row, column)->setToolTip(text);
}

void RowsEditor::showTexts(const std::vector<const api::Value*>& values)
{
    if (values.empty() || !values.front())
        return;
    for (const api::Value::Member& member : values.front()->members) {
        const bool isShared = std::all_of(values.begin(), values.end(), [&member](const api::Value* value) {
            const api::Value* other = value ? value->find(member.key) : nullptr;
            return other && design::isSame(*other, member.value);
        });
        if (!isShared)
            continue;
        const auto row = static_cast<int>(keys_.size());
        keys_ << models::toQString(member.key);
        put(row, 0, keys_.back());
        put(row, 1, models::formText(models::FormKind::Text, &member.value));
    }
}

void RowsEditor::showRows(const std::vector<const api::Value*>& values)
{
    if (values.empty() || !values.front())
        return;
    for (const api::Value& item : values.front()->items) {
        const bool isShared = std::all_of(values.begin(), values.end(), [&item](const api::Value* value) {
            return value && std::any_of(value->items.begin(), value->items.end(), [&item](const api::Value& other) { return design::isSame(item, other); });
        });
        if (!isShared)
            continue;
        const auto row = static_cast<int>(rows_.size());
        rows_.push_back(item);
        for (int in = 0; in < table_->columnCount(); ++in) {
            const models::FormColumn& of = field_.columns[static_cast<std::size_t>(in)];
            put(row, in, models::formText(of.kind, design::at(item, of.path)));
        }
    }
}

/// Rows come and go with the keys that they come and go with elsewhere.
bool RowsEditor::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride)
        return QWidget::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (static_cast<QKeyEvent*>(event)->modifiers() != Qt::NoModifier || (key != Qt::Key_Delete && key != Qt::Key_Insert))
        return QWidget::eventFilter(watched, event);
    event->accept();
    if (event->type() == QEvent::KeyPress)
        key == Qt::Key_Delete ? remove() : add();
    return true;
}

/// As high as its rows, as wide as its texts.
void RowsEditor::fit()
{
    table_->setVisible(table_->rowCount() > 0);
    remove_->setVisible(table_->rowCount() > 0);
    if (table_->rowCount() == 0)
        return;
    const int width = std::max(table_->viewport()->width(), 260);
    for (int column = 0; column + 1 < table_->columnCount(); ++column) {
        const int wanted = std::max(table_->horizontalHeader()->sectionSizeHint(column), table_->fontMetrics().averageCharWidth() * 4);
        int widest = wanted;
        for (int row = 0; row < table_->rowCount(); ++row)
            widest = std::max(widest, table_->fontMetrics().horizontalAdvance(table_->item(row, column)->text()) + 20);
        table_->setColumnWidth(column, std::min(widest, width * 6 / 10));
    }
    const int rows = std::min(table_->rowCount(), mostRows);
    const bool scrolls = table_->columnCount() > 3;
    table_->setFixedHeight(table_->horizontalHeader()->sizeHint().height() + rows * table_->verticalHeader()->defaultSectionSize() + 2 * table_->frameWidth() +
                           (scrolls ? table_->horizontalScrollBar()->sizeHint().height() : 0));
}

design::Path RowsEditor::rowPath(int row) const
{
    design::Path path = field_.path;
    path.push_back(isTexts() ? keys_.value(row).toStdString() : std::to_string(row));
    return path;
}

void RowsEditor::add()
{
    const int before = table_->rowCount();
    if (isTexts()) {
        const auto [key, value] = newText();
        design::FieldEdit edit{field_.path, value};
        edit.path.push_back(key.toStdString());
        emit edited({edit});
    } else {
        changeRow(before, field_.row);
    }
    if (table_->rowCount() == 0)
        return;
    table_->setFocus();
    table_->setCurrentCell(table_->rowCount() - 1, 0);
}

/// The first key on offer that is not there yet, else one that is made up.
std::pair<QString, api::Value> RowsEditor::newText() const
{
    for (const QString& offer : field_.choices)
        if (const QString key = offer.section(u'=', 0, 0); !keys_.contains(key))
            return {key, api::Value::string(offer.section(u'=', 1).toStdString())};
    QString key = field_.key;
    for (int i = 2; keys_.contains(key); ++i)
        key = field_.key + u'-' + QString::number(i);
    return {key, field_.row};
}

void RowsEditor::remove()
{
    const int row = table_->currentRow();
    if (row < 0)
        return;
    if (isTexts())
        emit edited({{rowPath(row), {}}});
    else
        changeRow(row, {});
}

/// A row behind the last one is a new one; without a value it goes.
void RowsEditor::changeRow(int row, std::optional<api::Value> after)
{
    const auto index = static_cast<std::size_t>(row);
    if (!differ_)
        emit edited({{rowPath(row), std::move(after)}});
    else
        emit rowChanged({field_.path, index < rows_.size() ? std::optional(rows_[index]) : std::nullopt, std::move(after)});
}

void RowsEditor::cellChanged(QTableWidgetItem* item)
{
    if (showing_)
        return;
    if (isTexts()) {
        textCellChanged(item->row(), item->column(), item->text());
        return;
    }
    const auto index = static_cast<std::size_t>(item->row());
    const auto after = models::formRow(field_.columns[static_cast<std::size_t>(item->column())], rows_.at(index), item->text());
    if (!after)
        emit refused(after.error());
    else if (!design::isSame(*after, rows_[index]))
        changeRow(item->row(), *after);
}

void RowsEditor::textCellChanged(int row, int column, const QString& text)
{
    if (column == 1) {
        emit edited({{rowPath(row), api::Value::string(text.toStdString())}});
        return;
    }
    const std::string key = text.trimmed().toStdString();
    if (key.empty()) {
        emit edited({{rowPath(row), {}}});
        return;
    }
    design::FieldEdit renamed{field_.path, api::Value::string(table_->item(row, 1)->text().toStdString())};
    renamed.path.push_back(key);
    // The new one first: an object that becomes empty in between would go.
    emit edited({renamed, {rowPath(row), {}}});
}

}
