// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/yaml_highlighter.h"

#include "views/palette.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace berth::views {

namespace {

/// Where a comment starts: a # outside quotes at the start or after a blank; the line's length without one.
qsizetype commentStart(const QString& line)
{
    QChar quote;
    for (qsizetype i = 0; i < line.size(); ++i) {
        const QChar c = line[i];
        if (!quote.isNull()) {
            if (c == quote)
                quote = {};
        } else if (c == u'\'' || c == u'"') {
            quote = c;
        } else if (c == u'#' && (i == 0 || line[i - 1].isSpace())) {
            return i;
        }
    }
    return line.size();
}

}

YamlHighlighter::YamlHighlighter(QTextDocument* document) : QSyntaxHighlighter(document) {}

void YamlHighlighter::highlightBlock(const QString& line)
{
    static const QRegularExpression key(uR"((?:^|[\s{,])("[^"]*"|'[^']*'|[\w./*-]+)\s*:(?=\s|$))"_s);
    const Palette& p = Palette::current();
    const qsizetype end = commentStart(line);
    colourValue(line, 0, end);
    QTextCharFormat keyFormat;
    keyFormat.setForeground(p.dark ? p.category(4) : p.accent);
    for (auto match = key.globalMatch(line); match.hasNext();) {
        const QRegularExpressionMatch found = match.next();
        if (found.capturedStart(1) < end)
            setFormat(static_cast<int>(found.capturedStart(1)), static_cast<int>(found.capturedLength(1)), keyFormat);
    }
    QTextCharFormat comment;
    comment.setForeground(p.secondaryText);
    comment.setFontItalic(true);
    setFormat(static_cast<int>(end), static_cast<int>(line.size() - end), comment);
}

void YamlHighlighter::colourValue(const QString& line, qsizetype from, qsizetype to)
{
    static const QRegularExpression value(
        uR"((?<text>"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')|(?<=[\s:\[{,])(?<word>-?\d[\d.eE+-]*|true|false|null|~)(?=\s*(?:$|[\s,\]}])))"_s);
    const Palette& p = Palette::current();
    QTextCharFormat text;
    text.setForeground(p.good);
    QTextCharFormat word;
    word.setForeground(p.nominated);
    for (auto match = value.globalMatch(line, from); match.hasNext();) {
        const QRegularExpressionMatch found = match.next();
        if (found.capturedStart() < to)
            setFormat(static_cast<int>(found.capturedStart()), static_cast<int>(found.capturedLength()),
                      found.hasCaptured(u"text"_s) ? text : word);
    }
}

}
