// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/object_form.h"

#include "models/format.h"
#include "views/rows_editor.h"

#include <QAbstractItemView>
#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace berth::views {

namespace {

/// What the field is, and what Kubernetes calls it: that is explained, too, where it is a term.
QString tipOf(const models::FormField& field)
{
    return (field.tooltip.isEmpty() ? field.title : field.tooltip) + u'\n' + field.name();
}

/// What all objects show for a field; absent where they differ.
std::optional<QString> sharedText(models::FormKind kind, const std::vector<const api::Value*>& values)
{
    std::optional<QString> shared;
    for (const api::Value* value : values) {
        const QString text = models::formText(kind, value);
        if (shared && *shared != text)
            return {};
        shared = text;
    }
    return shared.value_or(QString());
}

}

ObjectForm::ObjectForm(QWidget* parent) : QScrollArea(parent)
{
    setObjectName(u"objectForm"_s);
    setAccessibleName(tr("Fields of the object"));
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
}

void ObjectForm::setForm(std::vector<models::FormSection> sections)
{
    fields_.clear();
    // Whoever asked may be a widget of the old form; and what it says when it loses the focus is no edit.
    showing_ = true;
    if (QWidget* old = takeWidget())
        old->deleteLater();
    showing_ = false;
    auto* content = new QWidget(this);
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(12, 4, 12, 12);
    layout->setSpacing(4);
    for (const models::FormSection& section : sections)
        addSection(section, content);
    layout->addStretch(1);
    setWidget(content);
}

void ObjectForm::addSection(const models::FormSection& section, QWidget* into)
{
    auto* head = new QToolButton(into);
    head->setObjectName(u"formSection-"_s + section.title);
    head->setText(section.title);
    head->setCheckable(true);
    head->setChecked(section.isOpen);
    head->setAutoRaise(true);
    head->setProperty("formSection", true);
    head->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    head->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    QFont bold = head->font();
    bold.setBold(true);
    head->setFont(bold);
    auto* body = new QWidget(into);
    auto* form = new QFormLayout(body);
    form->setContentsMargins(8, 0, 0, 8);
    form->setVerticalSpacing(6);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    for (const models::FormField& field : section.fields) {
        QWidget* widget = makeField(field);
        if (field.kind == models::FormKind::Rows || field.kind == models::FormKind::Texts) {
            form->addRow(widget);
            continue;
        }
        auto* label = new QLabel(field.title, body);
        label->setToolTip(tipOf(field));
        label->setBuddy(widget);
        form->addRow(label, widget);
    }
    const auto open = [head, body](bool isOpen) {
        head->setArrowType(isOpen ? Qt::DownArrow : Qt::RightArrow);
        body->setVisible(isOpen);
    };
    connect(head, &QToolButton::toggled, body, open);
    open(section.isOpen);
    // A section that says something is not hidden.
    if (!section.isOpen)
        for (const models::FormField& field : section.fields)
            fields_.push_back({field.path, [head](const std::vector<const api::Value*>& values) {
                                   if (std::any_of(values.begin(), values.end(), [](const api::Value* value) { return value != nullptr; }))
                                       head->setChecked(true);
                               }});
    into->layout()->addWidget(head);
    into->layout()->addWidget(body);
}

QWidget* ObjectForm::makeField(const models::FormField& field)
{
    QWidget* widget = nullptr;
    switch (field.kind) {
    case models::FormKind::Rows:
    case models::FormKind::Texts: return makeRows(field);
    case models::FormKind::Flag: widget = makeFlag(field); break;
    case models::FormKind::Choice: widget = makeChoice(field); break;
    default: widget = makeLine(field); break;
    }
    widget->setObjectName(u"form-"_s + field.name());
    widget->setAccessibleName(field.title);
    widget->setToolTip(tipOf(field));
    return widget;
}

QWidget* ObjectForm::makeLine(const models::FormField& field)
{
    auto* line = new QLineEdit(this);
    line->installEventFilter(this);
    connect(line, &QLineEdit::editingFinished, this, [this, field, line] {
        if (line->isModified()) {
            line->setModified(false);
            commit(field, line->text());
        }
    });
    fields_.push_back({field.path, [line, field](const std::vector<const api::Value*>& values) {
                           const auto text = sharedText(field.kind, values);
                           // Also where it says so already: what was typed before is history of the window, no more of the line.
                           const int cursor = line->cursorPosition();
                           line->setText(text.value_or(QString()));
                           line->setCursorPosition(cursor);
                           line->setModified(false);
                           line->setPlaceholderText(text ? QString() : tr("(they differ)"));
                       }});
    return line;
}

QWidget* ObjectForm::makeChoice(const models::FormField& field)
{
    auto* box = new QComboBox(this);
    box->setEditable(true);
    box->lineEdit()->setAccessibleName(field.title);
    box->lineEdit()->installEventFilter(this);
    box->setInsertPolicy(QComboBox::NoInsert);
    box->addItem(QString());
    box->addItems(field.choices);
    // Wheels scroll the form: they edit only where somebody is.
    box->setFocusPolicy(Qt::StrongFocus);
    box->installEventFilter(this);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    connect(box, &QComboBox::activated, this, [this, field, box](int index) { commit(field, box->itemText(index)); });
    connect(box->lineEdit(), &QLineEdit::editingFinished, this, [this, field, box] {
        if (box->lineEdit()->isModified()) {
            box->lineEdit()->setModified(false);
            commit(field, box->currentText());
        }
    });
    fields_.push_back({field.path, [box, field](const std::vector<const api::Value*>& values) {
                           const auto text = sharedText(field.kind, values);
                           box->setCurrentText(text.value_or(QString()));
                           box->lineEdit()->setModified(false);
                           box->lineEdit()->setPlaceholderText(text ? QString() : tr("(they differ)"));
                       }});
    return box;
}

QWidget* ObjectForm::makeFlag(const models::FormField& field)
{
    auto* box = new QCheckBox(this);
    connect(box, &QCheckBox::clicked, this, [this, field](bool checked) { commit(field, checked ? u"true"_s : QString()); });
    fields_.push_back({field.path, [box, field](const std::vector<const api::Value*>& values) {
                           const auto text = sharedText(field.kind, values);
                           if (text)
                               box->setChecked(*text == u"true");
                           else
                               box->setCheckState(Qt::PartiallyChecked);
                       }});
    return box;
}

QWidget* ObjectForm::makeRows(const models::FormField& field)
{
    auto* rows = new RowsEditor(field, u"form-"_s + field.name(), this);
    const QString title = field.title.isEmpty() ? models::toQString(field.path.back()) : field.title;
    connect(rows, &RowsEditor::edited, this, [this, title](const std::vector<design::FieldEdit>& edits) { emit edited(edits, title); });
    connect(rows, &RowsEditor::rowChanged, this, [this, title](const design::RowChange& change) { emit rowChanged(change, title); });
    connect(rows, &RowsEditor::refused, this, &ObjectForm::refused);
    fields_.push_back({field.path, [rows](const std::vector<const api::Value*>& values) { rows->setValues(values); }});
    return rows;
}

/// Wheels over a field that nobody is in are for the form around it.
/// In the middle of typing Undo belongs to the line; a line that says what the object says has nothing to take back.
bool ObjectForm::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Wheel && qobject_cast<QComboBox*>(watched) && !static_cast<QWidget*>(watched)->hasFocus()) {
        event->ignore();
        return true;
    }
    if (event->type() == QEvent::ShortcutOverride) {
        auto* line = qobject_cast<QLineEdit*>(watched);
        const auto* key = static_cast<QKeyEvent*>(event);
        if (line && !line->isModified() && (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo))) {
            event->ignore();
            return true;
        }
    }
    return QScrollArea::eventFilter(watched, event);
}

void ObjectForm::commit(const models::FormField& field, const QString& text)
{
    if (showing_)
        return;
    const auto value = models::formValue(field.kind, text);
    if (value)
        emit edited({{field.path, *value}}, field.title);
    else
        emit refused(value.error());
}

void ObjectForm::setObjects(const std::vector<const api::Value*>& objects)
{
    showing_ = true;
    for (const Shown& field : fields_) {
        std::vector<const api::Value*> values;
        for (const api::Value* object : objects)
            values.push_back(object ? design::at(*object, field.path) : nullptr);
        field.show(values);
    }
    showing_ = false;
}

}
