// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/glossary.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QCoreApplication>
#include <QFile>
#include <QHash>
#include <QHeaderView>
#include <QHelpEvent>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QTabBar>
#include <QToolTip>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace berth::views {

namespace glossary {

namespace {

constexpr qsizetype mostTerms = 3;

struct Glossary {
    QStringList terms;
    QStringList longestFirst;
    QHash<QString, QString> explanations;  ///< by the term in lower case

    Glossary()
    {
        QFile file(u":/berth/glossary.json"_s);
        if (!file.open(QIODevice::ReadOnly))
            return;
        const QJsonObject object = QJsonDocument::fromJson(file.readAll()).object();
        for (auto it = object.begin(); it != object.end(); ++it) {
            terms << it.key();
            explanations[it.key().toLower()] = it.value().toString();
        }
        longestFirst = terms;
        std::stable_sort(longestFirst.begin(), longestFirst.end(), [](const QString& a, const QString& b) { return a.size() > b.size(); });
    }
};

const Glossary& all()
{
    static const Glossary glossary;
    return glossary;
}

bool isWord(const QString& text, qsizetype at, qsizetype length)
{
    const auto letter = [&text](qsizetype i) { return i >= 0 && i < text.size() && (text[i].isLetterOrNumber() || text[i] == u'_'); };
    return !letter(at - 1) && !letter(at + length);
}

}

const QStringList& terms()
{
    return all().terms;
}

QString explain(const QString& term)
{
    return all().explanations.value(term.toLower());
}

QStringList termsIn(const QString& text)
{
    QStringList found;
    QString rest = text;
    for (const QString& term : all().longestFirst)
        for (qsizetype at = rest.indexOf(term, 0, Qt::CaseInsensitive); at >= 0 && found.size() < mostTerms;
             at = rest.indexOf(term, at + 1, Qt::CaseInsensitive))
            if (isWord(rest, at, term.size())) {
                found << term;
                // A shorter term inside this one is not meant.
                rest.replace(at, term.size(), QString(term.size(), u' '));
                break;
            }
    return found;
}

QString tooltip(const QString& text)
{
    const QStringList found = termsIn(text);
    if (found.isEmpty())
        return text;
    QString html = Qt::mightBeRichText(text) ? text : u"<p>%1</p>"_s.arg(text.toHtmlEscaped().replace(u'\n', u"<br>"_s));
    for (const QString& term : found)
        html += u"<p><b>%1</b>: %2</p>"_s.arg(term.toHtmlEscaped(), explain(term).toHtmlEscaped());
    return html;
}

}

namespace {

/// What a tooltip at that place would be about; empty: nothing of ours.
QString textUnder(QWidget* widget, QPoint at)
{
    if (auto* header = qobject_cast<QHeaderView*>(widget->parentWidget())) {
        const int section = header->logicalIndexAt(at);
        const QVariant tip = header->model()->headerData(section, header->orientation(), Qt::ToolTipRole);
        const QString title = header->model()->headerData(section, header->orientation(), Qt::DisplayRole).toString();
        return tip.toString().isEmpty() || tip.toString() == title ? title : title + u": "_s + tip.toString();
    }
    if (auto* view = qobject_cast<QAbstractItemView*>(widget->parentWidget())) {
        const QModelIndex index = view->indexAt(at);
        const QString tip = index.data(Qt::ToolTipRole).toString();
        return tip.isEmpty() ? index.data(Qt::DisplayRole).toString() : tip;
    }
    if (auto* tabs = qobject_cast<QTabBar*>(widget)) {
        const int tab = tabs->tabAt(at);
        return tab < 0 ? QString() : tabs->tabToolTip(tab).isEmpty() ? tabs->tabText(tab).remove(u'&') : tabs->tabToolTip(tab);
    }
    if (!widget->toolTip().isEmpty())
        return widget->toolTip();
    if (auto* label = qobject_cast<QLabel*>(widget))
        return label->text();
    if (auto* button = qobject_cast<QAbstractButton*>(widget))
        return button->text().remove(u'&');
    return {};
}

}

TermTips::TermTips(QObject* parent) : QObject(parent)
{
    QCoreApplication::instance()->installEventFilter(this);
}

bool TermTips::eventFilter(QObject* watched, QEvent* event)
{
    auto* widget = event->type() == QEvent::ToolTip ? qobject_cast<QWidget*>(watched) : nullptr;
    if (!widget)
        return false;
    auto* help = static_cast<QHelpEvent*>(event);
    const QString text = textUnder(widget, help->pos());
    if (text.isEmpty() || glossary::termsIn(text).isEmpty())
        return false;
    QToolTip::showText(help->globalPos(), glossary::tooltip(text), widget);
    return true;
}

}
