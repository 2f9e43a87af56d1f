// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/query_line.h"

#include "models/query_completion.h"
#include "models/table_model.h"
#include "views/palette.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QCoreApplication>
#include <QEvent>
#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QStandardItemModel>
#include <QTextCharFormat>

using namespace Qt::StringLiterals;

namespace berth::views {

QueryLine::QueryLine(models::TableModel* model, QWidget* parent)
    : QLineEdit(parent), model_(model), completer_(new QCompleter(this)), items_(new QStandardItemModel(this))
{
    setPlaceholderText(tr("Filter: text, column=value, column~part, cpu>500m, -not"));
    setToolTip(tr("<p>All terms must hold; press Ctrl+Space for the columns.</p>"
                  "<table>"
                  "<tr><td>web</td><td>some column contains it</td></tr>"
                  "<tr><td>node=n12 &nbsp; node!=n12</td><td>is exactly that, is not (node=: empty)</td></tr>"
                  "<tr><td>message~cpu &nbsp; message!~cpu</td><td>contains it, does not</td></tr>"
                  "<tr><td>cpu&gt;500m memory&lt;=1Gi age&lt;5m cpu&gt;80%</td><td>numbers, in the units people write</td></tr>"
                  "<tr><td>ns=a,b</td><td>one of several</td></tr>"
                  "<tr><td>label:app=web &nbsp; label:app</td><td>a label, where rows have labels</td></tr>"
                  "<tr><td>-status=Running</td><td>a minus turns a term round</td></tr>"
                  "</table>"));
    setClearButtonEnabled(true);
    completer_->setModel(items_);
    completer_->setWidget(this);
    // What fits was chosen already, by place and not by the whole line.
    completer_->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    completer_->popup()->setObjectName(u"queryCompletions"_s);
    completer_->popup()->setAccessibleName(tr("Completions of the filter"));
    completer_->setMaxVisibleItems(12);
    connect(completer_, qOverload<const QModelIndex&>(&QCompleter::activated), this,
            [this](const QModelIndex& index) { take(index.data(Qt::UserRole).toString()); });
    connect(this, &QLineEdit::textChanged, this, &QueryLine::check);
    connect(this, &QLineEdit::textEdited, this, &QueryLine::offer);
    connect(model_, &QAbstractItemModel::modelReset, this, &QueryLine::check);
}

QString QueryLine::errorText() const
{
    if (errors_.empty())
        return {};
    return tr("Character %1: %2").arg(errors_.front().at + 1).arg(errors_.front().text);
}

void QueryLine::check()
{
    if (text().isEmpty())
        completer_->popup()->hide();
    std::vector<models::QueryError> found = model_->filterErrors(text());
    if (found == errors_)
        return;
    errors_ = std::move(found);
    setAccessibleDescription(errorText());
    underline();
    emit errorsChanged();
}

/// A line edit takes formats of its text from an input method, and from nobody else.
void QueryLine::underline()
{
    QList<QInputMethodEvent::Attribute> marks;
    for (const models::QueryError& error : errors_) {
        QTextCharFormat format;
        format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        format.setUnderlineColor(Palette::current().bad);
        format.setForeground(Palette::current().stateText(models::RowState::Bad));
        marks << QInputMethodEvent::Attribute(QInputMethodEvent::TextFormat, static_cast<int>(error.at) - cursorPosition(),
                                              static_cast<int>(error.length), format);
    }
    QInputMethodEvent event({}, marks);
    QCoreApplication::sendEvent(this, &event);
}

QStringList QueryLine::offered() const
{
    QStringList texts;
    for (int row = 0; row < items_->rowCount(); ++row)
        texts << items_->item(row)->data(Qt::UserRole).toString();
    return texts;
}

void QueryLine::offer()
{
    if (taking_)
        return;
    const std::vector<models::QueryField> fields = models::queryFields(model_->columns());
    const auto values = [this, &fields](int field) {
        return fields[static_cast<std::size_t>(field)].kind == models::ValueKind::Text ? model_->valuesOf(field) : QStringList();
    };
    const models::QueryCompletions found = models::completeQuery(text(), cursorPosition(), fields, values);
    replaceAt_ = found.at;
    replaceLength_ = found.length;
    items_->clear();
    const QString typed = text().mid(found.at, found.length);
    for (const models::QueryCompletion& item : found.items) {
        auto* row = new QStandardItem(item.description.isEmpty() ? item.text : item.text + u"   "_s + item.description);
        row->setData(item.text, Qt::UserRole);
        items_->appendRow(row);
    }
    const bool nothingNew = found.items.size() == 1 && found.items.front().text == typed;
    if (items_->rowCount() == 0 || nothingNew)
        completer_->popup()->hide();
    else
        completer_->complete();
}

void QueryLine::take(const QString& completion)
{
    taking_ = true;
    QString line = text();
    line.replace(replaceAt_, replaceLength_, completion);
    setText(line);
    setCursorPosition(static_cast<int>(replaceAt_ + completion.size()));
    taking_ = false;
    underline();
    if (completion.endsWith(u'='))
        offer();
}

void QueryLine::keyPressEvent(QKeyEvent* event)
{
    const bool open = completer_->popup()->isVisible();
    if (open && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Tab)
        && completer_->popup()->currentIndex().isValid()) {
        event->ignore(); // the popup takes it
        return;
    }
    if (event->key() == Qt::Key_Space && event->modifiers().testFlag(Qt::ControlModifier)) {
        offer();
        return;
    }
    QLineEdit::keyPressEvent(event);
}

void QueryLine::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        underline();
    QLineEdit::changeEvent(event);
}

}
