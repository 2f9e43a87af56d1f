// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/yaml_editor.h"

#include "models/format.h"
#include "views/palette.h"
#include "views/yaml_highlighter.h"

#include <QFontDatabase>
#include <QHelpEvent>
#include <QMimeData>
#include <QPainter>
#include <QTextBlock>
#include <QToolTip>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace berth::views {

namespace {

class Gutter final : public QWidget {
public:
    explicit Gutter(YamlEditor* editor) : QWidget(editor), editor_(editor) { setObjectName(u"yamlGutter"_s); }
    QSize sizeHint() const override { return {editor_->gutterWidth(), 0}; }

protected:
    void paintEvent(QPaintEvent* event) override { editor_->paintGutter(event->rect()); }

private:
    YamlEditor* editor_;
};

constexpr int markWidth = 14;

bool isBad(const api::Problem& problem)
{
    return problem.severity == api::Problem::Severity::Error;
}

}

YamlEditor::YamlEditor(QWidget* parent)
    : QPlainTextEdit(parent), gutter_(new Gutter(this)), highlighter_(new YamlHighlighter(document()))
{
    setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setFrameShape(QFrame::NoFrame);
    // YAML knows no tabs, and Tab leaves as it does everywhere.
    setTabChangesFocus(true);
    document()->setDocumentMargin(6);
    connect(this, &QPlainTextEdit::blockCountChanged, this, [this] { setViewportMargins(gutterWidth(), 0, 0, 0); });
    connect(this, &QPlainTextEdit::updateRequest, gutter_, [this](const QRect& rect, int dy) {
        if (dy != 0)
            gutter_->scroll(0, dy);
        else
            gutter_->update(0, rect.y(), gutter_->width(), rect.height());
    });
    setViewportMargins(gutterWidth(), 0, 0, 0);
}

void YamlEditor::replaceText(const QString& text)
{
    if (text == toPlainText())
        return;
    const int line = textCursor().blockNumber();
    QTextCursor all(document());
    all.beginEditBlock();
    all.select(QTextCursor::Document);
    all.insertText(text);
    all.endEditBlock();
    setTextCursor(QTextCursor(document()->findBlockByNumber(std::min(line, blockCount() - 1))));
}

void YamlEditor::setProblems(const api::Problems& problems)
{
    problems_ = problems;
    mark();
}

QTextCursor YamlEditor::cursorAt(api::Position position) const
{
    const QTextBlock block = document()->findBlockByNumber(static_cast<int>(position.line) - 1);
    QTextCursor cursor(block.isValid() ? block : document()->lastBlock());
    const QByteArray bytes = cursor.block().text().toUtf8();
    const auto column = static_cast<qsizetype>(std::max(position.column, 1U)) - 1;
    cursor.setPosition(cursor.block().position() + static_cast<int>(QString::fromUtf8(bytes.left(column)).size()));
    return cursor;
}

void YamlEditor::mark()
{
    QList<QTextEdit::ExtraSelection> selections;
    for (const api::Problem& problem : problems_) {
        if (problem.position.line == 0)
            continue;
        QTextEdit::ExtraSelection selection;
        selection.cursor = cursorAt(problem.position);
        selection.cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
        if (!selection.cursor.hasSelection()) // at the end of the line
            selection.cursor.movePosition(QTextCursor::StartOfBlock, QTextCursor::KeepAnchor);
        selection.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        selection.format.setUnderlineColor(isBad(problem) ? Palette::current().bad : Palette::current().warning);
        selections << selection;
    }
    setExtraSelections(selections);
    gutter_->update();
}

void YamlEditor::goTo(api::Position position)
{
    setTextCursor(cursorAt(position));
    centerCursor();
    setFocus(Qt::OtherFocusReason);
}

QString YamlEditor::problemsAt(int line) const
{
    QStringList messages;
    for (const api::Problem& problem : problems_)
        if (static_cast<int>(problem.position.line) == line)
            messages << models::toQString(problem.message);
    return messages.join(u'\n');
}

int YamlEditor::gutterWidth() const
{
    const auto digits = QString::number(std::max(99, blockCount())).size();
    return markWidth + static_cast<int>(digits) * fontMetrics().horizontalAdvance(u'9') + 8;
}

void YamlEditor::paintGutter(const QRect& rect)
{
    const Palette& p = Palette::current();
    QPainter painter(gutter_);
    painter.fillRect(rect, p.raised);
    painter.setRenderHint(QPainter::Antialiasing);
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF line = blockBoundingGeometry(block).translated(contentOffset());
        if (line.top() > rect.bottom())
            break;
        const int number = block.blockNumber() + 1;
        const auto problem = std::find_if(problems_.begin(), problems_.end(), [number](const api::Problem& candidate) {
            return static_cast<int>(candidate.position.line) == number;
        });
        painter.setPen(problem == problems_.end() ? p.secondaryText : p.text);
        painter.drawText(QRectF(0, line.top(), gutter_->width() - 6, fontMetrics().height()), Qt::AlignRight | Qt::AlignVCenter, QString::number(number));
        if (problem == problems_.end())
            continue;
        const QPointF centre(markWidth / 2.0 + 1, line.top() + fontMetrics().height() / 2.0);
        painter.setPen(Qt::NoPen);
        painter.setBrush(isBad(*problem) ? p.bad : p.warning);
        painter.drawPolygon(QPolygonF({centre + QPointF(0, -5), centre + QPointF(5, 0), centre + QPointF(0, 5), centre + QPointF(-5, 0)}));
    }
}

/// Files that are dropped here are for the window to open: their addresses are no YAML.
bool YamlEditor::canInsertFromMimeData(const QMimeData* source) const
{
    return !source->hasUrls() && QPlainTextEdit::canInsertFromMimeData(source);
}

void YamlEditor::resizeEvent(QResizeEvent* event)
{
    QPlainTextEdit::resizeEvent(event);
    gutter_->setGeometry(QRect(contentsRect().topLeft(), QSize(gutterWidth(), contentsRect().height())));
}

void YamlEditor::changeEvent(QEvent* event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && highlighter_) {
        highlighter_->rehighlight();
        mark();
    }
}

bool YamlEditor::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        const QPoint at = viewport()->mapFromGlobal(help->globalPos());
        QToolTip::showText(help->globalPos(), problemsAt(cursorForPosition({std::max(at.x(), 0), at.y()}).blockNumber() + 1), this);
        return true;
    }
    return QPlainTextEdit::event(event);
}

/// A new line starts where the one before did.
void YamlEditor::keyPressEvent(QKeyEvent* event)
{
    if (event->key() != Qt::Key_Return || event->modifiers() != Qt::NoModifier || isReadOnly()) {
        QPlainTextEdit::keyPressEvent(event);
        return;
    }
    const QString before = textCursor().block().text().left(textCursor().positionInBlock());
    qsizetype indent = 0;
    while (indent < before.size() && before[indent] == u' ')
        ++indent;
    textCursor().insertText(u'\n' + QString(indent, u' '));
    ensureCursorVisible();
}

}
