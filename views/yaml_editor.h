// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/problem.h"

#include <QPlainTextEdit>

namespace berth::views {

class YamlHighlighter;

/// A text of YAML with line numbers; problems are underlined where they stand and marked beside their line.
class YamlEditor final : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit YamlEditor(QWidget* parent = nullptr);

    /// Replaces the whole text as one step that undo takes back.
    void replaceText(const QString& text);
    /// Those with a position are marked; positions count from 1, columns in bytes of UTF-8.
    void setProblems(const api::Problems& problems);
    /// Moves the cursor there and takes the focus.
    void goTo(api::Position position);
    /// The messages at a line (from 1), one to a line; empty if it is in order.
    QString problemsAt(int line) const;

    int gutterWidth() const;
    void paintGutter(const QRect& rect);

protected:
    bool canInsertFromMimeData(const QMimeData* source) const override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void mark();
    QTextCursor cursorAt(api::Position position) const;

    QWidget* gutter_;
    YamlHighlighter* highlighter_;
    api::Problems problems_;
};

}
