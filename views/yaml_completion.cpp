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
    if (event->type() != QEvent::KeyPress || editor_->isReadOnly())
        return QObject::eventFilter(object, event);
    auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() == Qt::Key_Space && key->modifiers() == Qt::ControlModifier) {
        offer();
        return true;
    }
    if (!completer_->popup()->isVisible())
        return false;
    switch (key->key()) {
    // What the list itself wants.
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Tab:
    case Qt::Key_Escape:
        key->ignore();
        return true;
    default:
        break;
    }
    // The list follows what is being written.
    QMetaObject::invokeMethod(this, [this] {
        ask();
        show();
    }, Qt::QueuedConnection);
    return false;
}

}
