// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/yaml_completion.h"

#include "models/format.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QStandardItemModel>
#include <QTextBlock>

using namespace Qt::StringLiterals;

namespace berth::views {

namespace {

constexpr int textRole = Qt::UserRole + 1;

}

YamlCompletion::YamlCompletion(QPlainTextEdit* editor, Source source)
    : QObject(editor), editor_(editor), source_(std::move(source)), completer_(new QCompleter(this)), model_(new QStandardItemModel(this))
{
    completer_->setModel(model_);
    completer_->setWidget(editor_);
    completer_->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    completer_->setCompletionRole(textRole);
    completer_->setMaxVisibleItems(12);
    completer_->popup()->setObjectName(u"yamlCompletion"_s);
    connect(completer_, qOverload<const QString&>(&QCompleter::activated), this, &YamlCompletion::insert);
    editor_->installEventFilter(this);
    // Behind the completer's own filter, and so before it: it hands keys to the editor past all filters.
    completer_->popup()->installEventFilter(this);
}

void YamlCompletion::ask()
{
    const QString text = editor_->toPlainText();
    const int at = editor_->textCursor().position();
    completion_ = source_(text.toStdString(), static_cast<std::size_t>(text.left(at).toUtf8().size()));
}

void YamlCompletion::offer()
{
    ask();
    if (completion_.candidates.size() == 1) {
        insert(models::toQString(completion_.candidates.front().text));
        return;
    }
    show();
}

QStringList YamlCompletion::offered() const
{
    QStringList all;
    for (const auto& candidate : completion_.candidates)
        all << models::toQString(candidate.text);
    return all;
}

void YamlCompletion::show()
{
    model_->clear();
    for (const auto& candidate : completion_.candidates) {
        const QString text = models::toQString(candidate.text);
        const QString shown = text.endsWith(u' ') || text.endsWith(u':') ? text.left(text.indexOf(u':')) : text;
        auto* item = new QStandardItem(candidate.about.empty() ? shown : u"%1   %2"_s.arg(shown, models::toQString(candidate.about)));
        item->setData(text, textRole);
        model_->appendRow(item);
    }
    if (completion_.candidates.empty()) {
        completer_->popup()->hide();
        return;
    }
    QRect place = editor_->cursorRect();
    place.translate(editor_->viewport()->pos());
    place.setWidth(completer_->popup()->sizeHintForColumn(0) + completer_->popup()->verticalScrollBar()->sizeHint().width() + 8);
    completer_->complete(place);
    completer_->popup()->setCurrentIndex(completer_->completionModel()->index(0, 0));
}

void YamlCompletion::insert(const QString& text)
{
    ask();
    const QByteArray all = editor_->toPlainText().toUtf8();
    const auto begin = QString::fromUtf8(all.left(static_cast<qsizetype>(completion_.begin))).size();
    QTextCursor cursor = editor_->textCursor();
    cursor.setPosition(static_cast<int>(begin), QTextCursor::KeepAnchor);
    cursor.insertText(text);
    editor_->setTextCursor(cursor);
}

bool YamlCompletion::eventFilter(QObject* object, QEvent* event)
{
    const bool isShown = completer_->popup()->isVisible();
    // Escape would clear the selection, Tab would lead elsewhere.
    if (event->type() == QEvent::ShortcutOverride && isShown && isOfList(*static_cast<QKeyEvent*>(event))) {
        event->accept();
        return true;
    }
    if (event->type() != QEvent::KeyPress || editor_->isReadOnly())
        return QObject::eventFilter(object, event);
    auto* key = static_cast<QKeyEvent*>(event);
    if (isShown && isOfList(*key)) {
        take(*key);
        return true;
    }
    if (object != editor_) {
        followTyping();
        return false;
    }
    if (key->key() == Qt::Key_Space && key->modifiers() == Qt::ControlModifier) {
        offer();
        return true;
    }
    if (isShown)
        followTyping();
    return false;
}

bool YamlCompletion::isOfList(const QKeyEvent& key)
{
    return key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter || key.key() == Qt::Key_Tab || key.key() == Qt::Key_Escape;
}

void YamlCompletion::take(const QKeyEvent& key)
{
    QAbstractItemView* list = completer_->popup();
    const QString text = list->currentIndex().data(textRole).toString();
    list->hide();
    if (key.key() != Qt::Key_Escape && !text.isEmpty())
        insert(text);
}

/// The list follows what is being written, and stays where it is while one goes through it.
void YamlCompletion::followTyping()
{
    QMetaObject::invokeMethod(this, [this, before = editor_->textCursor().position(), length = editor_->document()->characterCount()] {
        if (editor_->textCursor().position() == before && editor_->document()->characterCount() == length)
            return;
        ask();
        show();
    }, Qt::QueuedConnection);
}

}
