// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/rows_editor.h"

#include "models/format.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
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
    : QWidget(parent), field_(field), table_(new Rows(this)), add_(new QToolButton(this)), remove_(new QToolButton(this))
{
    if (isTexts())
        field_.columns = {{tr("Key"), {}, models::FormKind::Text, {}, {}}, {tr("Value"), {}, models::FormKind::Text, {}, {}}};
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
    table_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    add_->setObjectName(name + u"-add");
    add_->setText(u"+"_s);
    add_->setToolTip(tr("Add a row"));
    add_->setAccessibleName(tr("Add to %1").arg(table_->accessibleName()));
    remove_->setObjectName(name + u"-remove");
    remove_->setText(u"−"_s);
    remove_->setToolTip(tr("Remove the current row"));
    remove_->setAccessibleName(tr("Remove from %1").arg(table_->accessibleName()));
    for (QToolButton* button : {add_, remove_}) {
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
    }
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(0, 0, 0, 0);
    auto* title = new QLabel(field_.title, this);
    title->setToolTip(field_.tooltip);
    bar->addWidget(title, 1);
    bar->addWidget(add_);
    bar->addWidget(remove_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addLayout(bar);
    layout->addWidget(table_);
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
    int count = 0;
    keys_.clear();
    const api::Value* first = values.empty() ? nullptr : values.front();
    const auto isAlike = [first](const api::Value* value) { return (!first && !value) || (first && value && design::isSame(*first, *value)); };
    const bool isEditable = isTexts() || std::all_of(values.begin(), values.end(), isAlike);
    // In place: a cell that is being edited stays so.
    const auto put = [this](int at, int in, const QString& text) {
        if (at == table_->rowCount())
            table_->insertRow(at);
        if (!table_->item(at, in))
            table_->setItem(at, in, new QTableWidgetItem);
        table_->item(at, in)->setText(text);
        table_->item(at, in)->setToolTip(text);
    };
    if (first && isTexts()) {
        for (const api::Value::Member& member : first->members) {
            bool isShared = true;
            for (const api::Value* value : values) {
                const api::Value* other = value ? value->find(member.key) : nullptr;
                isShared = isShared && other && design::isSame(*other, member.value);
            }
            if (!isShared)
                continue;
            const int at = count++;
            keys_ << models::toQString(member.key);
            put(at, 0, keys_.back());
            put(at, 1, models::formText(models::FormKind::Text, &member.value));
        }
    } else if (first && isEditable) {
        for (const api::Value& item : first->items) {
            const int at = count++;
            for (int in = 0; in < table_->columnCount(); ++in) {
                const models::FormColumn& of = field_.columns[static_cast<std::size_t>(in)];
                put(at, in, models::formText(of.kind, design::at(item, of.path)));
            }
        }
    }
    table_->setRowCount(count);
    table_->setEnabled(isEditable);
    add_->setEnabled(isEditable);
    table_->setToolTip(isEditable ? field_.tooltip : tr("The chosen objects differ here."));
    if (row >= count)
        table_->setCurrentCell(count - 1, column);
    remove_->setEnabled(isEditable && table_->currentRow() >= 0);
    fit();
    showing_ = false;
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
    design::FieldEdit edit{field_.path, field_.row};
    if (isTexts()) {
        QString key = field_.key;
        for (int i = 2; keys_.contains(key); ++i)
            key = field_.key + u'-' + QString::number(i);
        edit.path.push_back(key.toStdString());
    } else {
        edit.path.push_back(std::to_string(table_->rowCount()));
    }
    emit edited({edit});
    if (table_->rowCount() == 0)
        return;
    table_->setFocus();
    table_->setCurrentCell(table_->rowCount() - 1, 0);
}

void RowsEditor::remove()
{
    if (table_->currentRow() >= 0)
        emit edited({{rowPath(table_->currentRow()), {}}});
}

void RowsEditor::cellChanged(QTableWidgetItem* item)
{
    if (showing_)
        return;
    const int row = item->row();
    const int column = item->column();
    if (isTexts()) {
        textCellChanged(row, column, item->text());
        return;
    }
    const models::FormColumn& of = field_.columns[static_cast<std::size_t>(column)];
    const auto value = models::formValue(of.kind, item->text());
    if (!value) {
        emit refused(value.error());
        return;
    }
    design::FieldEdit edit{rowPath(row), *value};
    edit.path.insert(edit.path.end(), of.path.begin(), of.path.end());
    emit edited({edit});
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
