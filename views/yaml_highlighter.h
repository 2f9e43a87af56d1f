// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QSyntaxHighlighter>

namespace berth::views {

/// Colours YAML line by line: keys, text in quotes, numbers and words with a meaning, comments. Block scalars are text
/// like any other.
class YamlHighlighter final : public QSyntaxHighlighter {
    Q_OBJECT
public:
    explicit YamlHighlighter(QTextDocument* document);

protected:
    void highlightBlock(const QString& line) override;

private:
    void colourValue(const QString& line, qsizetype from, qsizetype to);
};

}
