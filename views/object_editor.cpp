// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/object_editor.h"

#include "api/node.h"
#include "api/text.h"
#include "design/pod_place.h"
#include "models/format.h"
#include "views/object_form.h"
#include "views/palette.h"
#include "views/yaml_completion.h"
#include "views/yaml_editor.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QPointer>
#include <QResizeEvent>
#include <QSplitter>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <set>

using namespace Qt::StringLiterals;

namespace berth::views {

namespace {

constexpr int typingPause = 250;           ///< ms without a key until a text is taken over
constexpr int mostLinesOfProblems = 4;

/// The document of an item's text as a value: of a text with unknown fields, too. Null if it cannot be read or is not one.
std::optional<api::Value> valueOf(const design::Item& item)
{
    if (item.documents().size() != 1)
        return {};
    if (const api::Object* object = item.object(); object && object->document)
        return *object->document;
    auto parsed = api::parseYaml(item.text());
    if (!parsed || !parsed->value.isObject())
        return {};
    return std::move(parsed->value);
}

/// What the object says of its pods where objects of another kind say it: for the form of several kinds.
void asOfKind(api::Value& object, const std::string& kind, const std::string& wanted)
{
    const design::Path from = design::podSpecOf(kind);
    if (kind == wanted || from.empty() || from == design::podSpecOf(wanted))
        return;
    design::Path meta = from;
    meta.back() = "metadata";
    std::vector<design::FieldEdit> edits;
    for (const design::Path& part : {from, meta})
        if (const api::Value* there = design::at(object, part); there && (part == from || from.size() > 1))
            if (auto place = design::samePlace(part, kind, wanted); place && *place != part)
                edits.push_back({std::move(*place), *there});
    for (const design::FieldEdit& edit : edits)
        design::apply(object, edit);
}

}

ObjectEditor::ObjectEditor(models::Designer* designer, QWidget* parent)
    : QWidget(parent), designer_(designer), title_(new QLabel(this)), hintLabel_(new QLabel(this)), form_(new ObjectForm(this)),
      text_(new YamlEditor(this)), completion_(new YamlCompletion(text_, [this](std::string_view text, std::size_t cursor) { return design::complete(text, cursor, [this](std::string_view kind) { return namesOf(kind); }); })), problemList_(new QListWidget(this)), content_(new QWidget(this)),
      empty_(new QLabel(this)), split_(new QSplitter(Qt::Vertical, this)), typed_(new QTimer(this))
{
    setObjectName(u"objectEditor"_s);
    title_->setObjectName(u"objectTitle"_s);
    title_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    QFont bold = title_->font();
    bold.setBold(true);
    title_->setFont(bold);
    title_->setContentsMargins(12, 8, 12, 4);
    hintLabel_->setObjectName(u"objectHint"_s);
    hintLabel_->setWordWrap(true);
    hintLabel_->setForegroundRole(QPalette::PlaceholderText);
    hintLabel_->setContentsMargins(12, 0, 12, 4);
    text_->setObjectName(u"objectText"_s);
    text_->setAccessibleName(tr("YAML of the object"));
    text_->setToolTip(tr("Ctrl+Space offers fields and values"));
    text_->setUndoRedoEnabled(false); // the window's history has every edit
    text_->installEventFilter(this);
    problemList_->setObjectName(u"objectProblems"_s);
    problemList_->setAccessibleName(tr("Problems of the object"));
    problemList_->setWordWrap(true);
    problemList_->setFrameShape(QFrame::NoFrame);
    empty_->setObjectName(u"objectEmpty"_s);
    empty_->setAlignment(Qt::AlignCenter);
    empty_->setWordWrap(true);
    empty_->setForegroundRole(QPalette::PlaceholderText);
    empty_->setMargin(24);
    split_->addWidget(form_);
    split_->addWidget(text_);
    split_->setChildrenCollapsible(false);
    split_->setStretchFactor(0, 1);
    split_->setStretchFactor(1, 1);
    auto* inner = new QVBoxLayout(content_);
    inner->setContentsMargins(0, 0, 0, 0);
    inner->setSpacing(0);
    inner->addWidget(title_);
    inner->addWidget(hintLabel_);
    inner->addWidget(split_, 1);
    inner->addWidget(problemList_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(content_);
    layout->addWidget(empty_);
    typed_->setSingleShot(true);
    typed_->setInterval(typingPause);
    connect(typed_, &QTimer::timeout, this, &ObjectEditor::flush);
    connect(text_, &QPlainTextEdit::textChanged, this, [this] {
        if (!showing_)
            typed_->start();
    });
    connect(form_, &ObjectForm::edited, this, &ObjectEditor::edit);
    connect(form_, &ObjectForm::rowChanged, this, &ObjectEditor::changeRow);
    connect(form_, &ObjectForm::refused, this, [this](const QString& reason) {
        emit message(reason, true);
        refresh();
    });
    connect(problemList_, &QListWidget::itemActivated, this, [this](const QListWidgetItem* item) {
        text_->goTo({item->data(Qt::UserRole).toUInt(), item->data(Qt::UserRole + 1).toUInt()});
    });
    connect(problemList_, &QListWidget::itemClicked, problemList_, &QListWidget::itemActivated);
    connect(designer_, &models::Designer::changed, this, &ObjectEditor::refresh);
    connect(designer_, &models::Designer::opened, this, [this] { setItems({}); });
    refresh();
}

void ObjectEditor::setItems(const models::ItemIds& ids, const QString& hint)
{
    if (ids != ids_) {
        // A field that is being written in belongs to the object that was shown.
        if (QWidget* focus = QApplication::focusWidget(); focus && form_->isAncestorOf(focus))
            focus->clearFocus();
        flush();
        designer_->finishStep();
    }
    ids_ = ids;
    hint_ = hint;
    refresh();
}

void ObjectEditor::commit()
{
    QPointer<QWidget> focus = QApplication::focusWidget();
    if (focus && form_->isAncestorOf(focus)) {
        focus->clearFocus(); // a field is written when it is left
        if (focus)
            focus->setFocus(Qt::OtherFocusReason);
    }
    flush();
}

void ObjectEditor::flush()
{
    if (!typed_->isActive() && sender() != typed_)
        return;
    typed_->stop();
    if (ids_.size() == 1)
        designer_->setText(ids_.front(), text_->toPlainText().toStdString());
}

QString ObjectEditor::stepName(const QString& field) const
{
    return tr("Set %1 of %2").arg(field.isEmpty() ? tr("a field") : field, title_->text());
}

/// Paths are those of the first object's kind.
void ObjectEditor::edit(const std::vector<design::FieldEdit>& edits, const QString& title)
{
    flush();
    std::vector<std::pair<design::Item::Id, std::vector<design::FieldEdit>>> each;
    const std::vector<design::ItemPtr> items = designer_->document()->find(ids_);
    for (const design::ItemPtr& item : items) {
        std::vector<design::FieldEdit> own;
        for (const design::FieldEdit& edit : edits)
            if (auto place = design::samePlace(edit.path, items.front()->kind(), item->kind()))
                own.push_back({std::move(*place), edit.value});
        each.emplace_back(item->id(), std::move(own));
    }
    designer_->editEach(each, stepName(title));
}

void ObjectEditor::changeRow(const design::RowChange& change, const QString& title)
{
    flush();
    std::vector<std::pair<design::Item::Id, std::vector<design::FieldEdit>>> each;
    const std::vector<design::ItemPtr> items = designer_->document()->find(ids_);
    for (const design::ItemPtr& item : items) {
        const auto list = design::samePlace(change.list, items.front()->kind(), item->kind());
        const auto value = valueOf(*item);
        if (list && value)
            each.emplace_back(item->id(), design::editsOf(*value, {*list, change.before, change.after}));
    }
    designer_->editEach(each, stepName(title));
}

bool ObjectEditor::isBeingWritten() const
{
    return hasErrors_ && text_->hasFocus();
}

void ObjectEditor::refresh()
{
    const std::vector<design::ItemPtr> items = designer_->document()->find(ids_);
    // Form and text cost tens of milliseconds the first time: nobody who only looks for a reason pays for them.
    isStale_ = !isVisible();
    content_->setVisible(!items.empty());
    empty_->setVisible(items.empty());
    hasErrors_ = false;
    if (items.empty()) {
        empty_->setText(hint_.isEmpty() ? tr("Choose an object to edit it, or make one: Cluster › New.") : hint_);
        return;
    }
    showing_ = true;
    title_->setText(items.size() == 1 ? models::toQString(items.front()->label()) : tr("%1 objects").arg(items.size()));
    const QString hint = hint_.isEmpty() ? hintOf(items) : hint_;
    hintLabel_->setText(hint);
    hintLabel_->setVisible(!hint.isEmpty());
    if (!isStale_) {
        showText(items);
        showForm(items);
    }
    showProblems(items);
    showing_ = false;
}

/// Why less can be edited than of one object.
QString ObjectEditor::hintOf(const std::vector<design::ItemPtr>& items)
{
    std::set<std::string> kinds;
    for (const design::ItemPtr& item : items) {
        if (!valueOf(*item))
            return items.size() == 1 ? tr("The text cannot be read: its form comes back when it can.")
                                     : tr("No form, since the text of %1 cannot be read.").arg(models::toQString(item->label()));
        kinds.insert(item->kind());
    }
    if (items.size() < 2)
        return {};
    return kinds.size() == 1 ? tr("What is set here is set in all of them. Their text is for reading.")
                             : tr("Of different kinds: the form has what all of them share. Their text is for reading.");
}

/// The names that the form of these kinds offers. (Others may change while somebody is writing in it.)
QString ObjectEditor::choicesKey(const QStringList& kinds, const models::FormContext& context)
{
    QStringList names;
    for (const QString& kind : kinds) {
        if (kind.startsWith(u"PersistentVolume") || kind == u"StatefulSet" || kind == u"CSIStorageCapacity")
            names << context.storageClasses;
        if (kind == u"Pod" || kind == u"VolumeAttachment")
            names << context.nodes;
        if (!design::podSpecOf(kind.toStdString()).empty() || kind == u"RuntimeClass")
            names << context.taints << u"|"_s << context.priorityClasses << u"|"_s << context.claims << u"|"_s << context.runtimeClasses;
        names << u"|"_s;
    }
    return names.join(u',');
}

void ObjectEditor::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (isStale_)
        refresh();
}

void ObjectEditor::showForm(const std::vector<design::ItemPtr>& items)
{
    std::vector<std::optional<api::Value>> values;
    QStringList kinds;
    bool isReadable = true;
    for (const design::ItemPtr& item : items) {
        values.push_back(valueOf(*item));
        isReadable = isReadable && values.back();
        if (const QString kind = models::toQString(item->kind()); !kinds.contains(kind))
            kinds << kind;
    }
    // What cannot be read has no form until it can.
    form_->setEnabled(isReadable);
    if (!isReadable)
        return;
    const models::FormContext others = context();
    const QString key = kinds.join(u'+') + (items.size() > 1 ? u"|several"_s : QString()) + choicesKey(kinds, others);
    if (key != formKey_) {
        form_->setForm(items.size() > 1 ? models::formOfSeveral(kinds, others) : models::formOf(kinds.front(), others));
        formKey_ = key;
    }
    std::vector<const api::Value*> objects;
    for (std::size_t i = 0; i < items.size(); ++i) {
        asOfKind(*values[i], items[i]->kind(), items.front()->kind());
        objects.push_back(&*values[i]);
    }
    form_->setObjects(objects);
}

void ObjectEditor::showText(const std::vector<design::ItemPtr>& items)
{
    text_->setReadOnly(items.size() != 1);
    const QString text = models::toQString(items.size() == 1 ? items.front()->text() : designer_->textOf(ids_));
    if (text != text_->toPlainText())
        text_->replaceText(text);
}

void ObjectEditor::showProblems(const std::vector<design::ItemPtr>& items)
{
    problemList_->clear();
    const api::Problems problems = items.size() == 1 ? design::problemsOf(*items.front()) : api::Problems();
    text_->setProblems(problems);
    for (const api::Problem& problem : problems) {
        const bool isError = problem.severity == api::Problem::Severity::Error;
        hasErrors_ = hasErrors_ || isError;
        auto* item = new QListWidgetItem(u"%1:%2  %3"_s.arg(problem.position.line).arg(problem.position.column).arg(models::toQString(problem.message)), problemList_);
        item->setForeground(Palette::current().stateText(isError ? models::RowState::Bad : models::RowState::Warning));
        item->setData(Qt::UserRole, problem.position.line);
        item->setData(Qt::UserRole + 1, problem.position.column);
    }
    problemList_->setVisible(problemList_->count() > 0);
    problemList_->setMaximumHeight(mostLinesOfProblems * (fontMetrics().height() + 6) + 8);
}

models::FormContext ObjectEditor::context() const
{
    constexpr qsizetype most = 200;
    models::FormContext context;
    designer_->document()->items().forEach([&](std::size_t, const design::ItemPtr& item) {
        const QString name = models::toQString(item->name());
        if (item->kind() == "PriorityClass")
            context.priorityClasses << name;
        else if (item->kind() == "PersistentVolumeClaim" && context.claims.size() < most)
            context.claims << name;
        else if (item->kind() == "StorageClass")
            context.storageClasses << name;
        else if (item->kind() == "RuntimeClass")
            context.runtimeClasses << name;
        else if (item->kind() == "Node" && context.nodes.size() < most)
            context.nodes << name;
        const auto* node = item->kind() == "Node" ? dynamic_cast<const api::Node*>(item->object()) : nullptr;
        for (const api::Taint& taint : node ? node->spec.taints : std::vector<api::Taint>())
            if (const QString key = models::toQString(taint.key); !context.taints.contains(key) && context.taints.size() < most)
                context.taints << key;
        return true;
    });
    return context;
}

std::vector<std::string> ObjectEditor::namesOf(std::string_view kind) const
{
    constexpr std::size_t most = 1000;
    std::set<std::string> names;
    designer_->document()->items().forEach([&](std::size_t, const design::ItemPtr& item) {
        if (item->kind() == kind)
            names.insert(item->name());
        return names.size() < most;
    });
    return {names.begin(), names.end()};
}

bool ObjectEditor::eventFilter(QObject* object, QEvent* event)
{
    if (object == text_ && event->type() == QEvent::FocusOut) {
        const Qt::FocusReason reason = static_cast<QFocusEvent*>(event)->reason();
        if (reason != Qt::PopupFocusReason && reason != Qt::ActiveWindowFocusReason)
            emit textLeft();
    }
    // Undo and redo are the window's, which knows more than this text.
    if (object == text_ && event->type() == QEvent::ShortcutOverride) {
        auto* key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
            event->ignore();
            return true;
        }
    }
    return QWidget::eventFilter(object, event);
}

/// Beside each other where there is room, else one above the other.
void ObjectEditor::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const Qt::Orientation wanted = width() > 720 && width() > height() ? Qt::Horizontal : Qt::Vertical;
    if (split_->orientation() != wanted)
        split_->setOrientation(wanted);
}

}
