// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/time_line_canvas.h"

#include "models/format.h"
#include "views/palette.h"
#include "views/picture.h"

#include <QApplication>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace berth::views {

namespace {

constexpr double closest = 4000;           ///< pixels per second or move
constexpr double wheelStep = 1.2;

/// 1, 2 or 5 times a power of ten, at least `atLeast`.
double niceStep(double atLeast)
{
    const double power = std::pow(10, std::floor(std::log10(std::max(atLeast, 1e-9))));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= atLeast)
            return factor * power;
    return 10 * power;
}

}

TimeLineCanvas::TimeLineCanvas(SelectionHub* hub, QWidget* parent) : QAbstractScrollArea(parent), hub_(hub)
{
    setObjectName(u"timeLineCanvas"_s);
    setAccessibleName(tr("Time line of pods"));
    setAccessibleDescription(tr("The event log is its table"));
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    viewport()->setMouseTracking(true);
    connect(hub_, &SelectionHub::changed, this, [this](const Selection& selection, const QObject* asker) {
        if (asker != this)
            ensureVisible(selection.pod);
        viewport()->update();
    });
}

int TimeLineCanvas::rowHeight() const { return fontMetrics().height() + 4; }
int TimeLineCanvas::headerHeight() const { return fontMetrics().height() + 12; }
int TimeLineCanvas::stripHeight() const { return calls_.empty() ? 0 : 3 * (fontMetrics().height() + 6) + 12; }
int TimeLineCanvas::labelWidth() const { return std::min(fontMetrics().averageCharWidth() * 28, viewport()->width() / 3); }

QRect TimeLineCanvas::plot() const
{
    return {labelWidth(), headerHeight(), std::max(1, viewport()->width() - labelWidth() - 12),
            std::max(1, viewport()->height() - headerHeight() - stripHeight())};
}

void TimeLineCanvas::setLine(models::TimeLinePtr line, std::vector<std::uint32_t> rows)
{
    line_ = std::move(line);
    rows_ = std::move(rows);
    relayout();
    viewport()->update();
}

void TimeLineCanvas::setAxis(models::TimeAxis axis)
{
    axis_ = axis;
    all_ = true;
    relayout();
    viewport()->update();
}

void TimeLineCanvas::setAttempt(models::AttemptViewPtr attempt)
{
    attempt_ = std::move(attempt);
    calls_ = attempt_ && !attempt_->walk ? models::callSpans(*attempt_->attempt, *attempt_->explanation) : std::vector<models::CallSpan>();
    relayout();
    viewport()->update();
}

void TimeLineCanvas::relayout()
{
    if (!line_)
        return;
    const QRect area = plot();
    const double length = std::max(line_->length(axis_), 1e-9);
    const double fitting = area.width() / length;
    if (all_ || scale_ < fitting)
        scale_ = fitting;
    const int wide = static_cast<int>(std::min(length * scale_, 1e9));
    horizontalScrollBar()->setRange(0, std::max(0, wide - area.width()));
    horizontalScrollBar()->setPageStep(area.width());
    horizontalScrollBar()->setSingleStep(40);
    const int high = static_cast<int>(rows_.size()) * rowHeight();
    verticalScrollBar()->setRange(0, std::max(0, high - area.height()));
    verticalScrollBar()->setPageStep(area.height());
    verticalScrollBar()->setSingleStep(rowHeight());
}

/// Many rows are written smaller.
std::shared_ptr<QWidget> TimeLineCanvas::onPaper() const
{
    auto copy = std::make_shared<TimeLineCanvas>(hub_);
    copy->setFont(font());
    copy->line_ = line_;
    copy->rows_ = rows_;
    copy->axis_ = axis_;
    copy->scale_ = scale_;
    copy->all_ = all_;
    copy->attempt_ = attempt_;
    copy->calls_ = calls_;
    layOut(*copy, viewport()->size());
    if (!line_ || rows_.empty())
        return copy;
    const double length = all_ ? 0 : line_->length(axis_) * scale_;
    for (const double small : {1.0, 0.85, 0.7, 0.6}) {
        QFont written = font();
        written.setPointSizeF(written.pointSizeF() * small);
        copy->setFont(written);
        const int width = std::max(viewport()->width(), copy->labelWidth() + static_cast<int>(std::min(std::ceil(length), 1e6)) + 12);
        const QSize size(width, copy->headerHeight() + static_cast<int>(rows_.size()) * copy->rowHeight() + copy->stripHeight() + 1);
        if (!fitsPicture(size))
            continue;
        layOut(*copy, size);
        return copy;
    }
    return nullptr;
}

double TimeLineCanvas::xOf(double position) const { return plot().left() + position * scale_ - horizontalScrollBar()->value(); }
double TimeLineCanvas::positionAt(double x) const { return (x - plot().left() + horizontalScrollBar()->value()) / scale_; }

void TimeLineCanvas::zoom(double factor, double about)
{
    if (!line_)
        return;
    const double position = positionAt(about);
    scale_ = std::min(scale_ * factor, std::max(closest, scale_));
    all_ = false;
    relayout();
    horizontalScrollBar()->setValue(static_cast<int>(std::lround(position * scale_ - about + plot().left())));
    viewport()->update();
}

void TimeLineCanvas::showAll()
{
    all_ = true;
    relayout();
    viewport()->update();
}

std::ptrdiff_t TimeLineCanvas::rowAt(double y) const
{
    const QRect area = plot();
    if (!line_ || y < area.top() || y > area.bottom())
        return -1;
    const auto row = static_cast<std::ptrdiff_t>((y - area.top() + verticalScrollBar()->value()) / rowHeight());
    return row < static_cast<std::ptrdiff_t>(rows_.size()) ? row : -1;
}

QString TimeLineCanvas::podAt(QPointF point) const
{
    const std::ptrdiff_t row = rowAt(point.y());
    return row < 0 ? QString() : line_->rows[rows_[static_cast<std::size_t>(row)]].pod;
}

/// The stay under a point; of many narrow ones at the same pixel the last that began before it.
const models::TimeSpan* TimeLineCanvas::spanAt(QPointF point) const
{
    const std::ptrdiff_t row = rowAt(point.y());
    if (row < 0 || point.x() < plot().left())
        return nullptr;
    const double position = positionAt(point.x() + 1);
    const models::TimeSpan* found = nullptr;
    for (const models::TimeSpan& span : line_->rows[rows_[static_cast<std::size_t>(row)]].spans)
        if (line_->position(span.begin, axis_) <= position)
            found = &span;
    return found && xOf(line_->position(found->end, axis_)) >= point.x() - 2 ? found : nullptr;
}

QRectF TimeLineCanvas::spanRect(const QString& pod, std::size_t span) const
{
    const auto row = line_ ? std::find_if(rows_.begin(), rows_.end(), [&](std::uint32_t r) { return line_->rows[r].pod == pod; }) : rows_.end();
    if (row == rows_.end())
        return {};
    const models::TimeSpan& stay = line_->rows[*row].spans[span];
    const double left = xOf(line_->position(stay.begin, axis_));
    const double top = plot().top() + static_cast<double>(row - rows_.begin()) * rowHeight() - verticalScrollBar()->value();
    return {left, top, std::max(1.0, xOf(line_->position(stay.end, axis_)) - left), static_cast<double>(rowHeight())};
}

void TimeLineCanvas::paintEvent(QPaintEvent*)
{
    const Palette& p = Palette::current();
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), p.surface);
    if (!line_ || rows_.empty()) {
        painter.setPen(p.secondaryText);
        painter.drawText(viewport()->rect().adjusted(40, 40, -40, -40), Qt::AlignCenter | Qt::TextWordWrap,
                         line_ && !line_->rows.empty() ? tr("No pod has this text in its name.")
                                                       : tr("The time line shows where each pod was when. Press Run or Step."));
        return;
    }
    const QRect area = plot();
    const int first = std::max(0, verticalScrollBar()->value() / rowHeight());
    const int last = std::min(static_cast<int>(rows_.size()) - 1, (verticalScrollBar()->value() + area.height()) / rowHeight());
    painter.setClipRect(0, area.top(), viewport()->width(), area.height());
    // Below the rows, or it would cut the stays into pieces.
    painter.setPen(p.line);
    const double step = rulerStep();
    for (double at = std::ceil(positionAt(area.left()) / step) * step; xOf(at) <= area.right(); at += step)
        painter.drawLine(QPointF(xOf(at), area.top()), QPointF(xOf(at), area.bottom()));
    for (int row = first; row <= last; ++row) {
        const QRect box(0, area.top() + row * rowHeight() - verticalScrollBar()->value(), viewport()->width(), rowHeight());
        paintRow(painter, line_->rows[rows_[static_cast<std::size_t>(row)]], box);
    }
    painter.setClipping(false);
    paintRuler(painter);
    paintStrip(painter);
    if (hasFocus())
        paintFocusRing(painter, viewport()->rect());
}

void TimeLineCanvas::paintRow(QPainter& painter, const models::TimeRow& row, const QRect& box) const
{
    const Palette& p = Palette::current();
    const QRect area = plot();
    const bool selected = row.pod == hub_->current().pod;
    if (selected)
        painter.fillRect(box, p.hover);
    painter.setPen(selected ? p.text : p.secondaryText);
    const QRect label(8, box.top(), area.left() - 16, box.height());
    painter.drawText(label, Qt::AlignVCenter | Qt::AlignLeft, fontMetrics().elidedText(row.pod, Qt::ElideMiddle, label.width()));
    // Bound is where most pods are most of the time: a thin line, so that what went before stands out.
    double done = area.left();
    for (const models::TimeSpan& span : row.spans) {
        const double left = xOf(line_->position(span.begin, axis_));
        const double right = std::max(left + 1, xOf(line_->position(span.end, axis_)));
        if (left > area.right())
            break;
        if (right < done)
            continue;
        const double from = std::max({left, done, static_cast<double>(area.left())});
        const double to = std::min(right, static_cast<double>(area.right()));
        const bool bound = span.lane == models::Lane::Bound;
        const int inset = bound ? box.height() / 2 - 2 : span.lane == models::Lane::InFlight ? 1 : 4;
        painter.fillRect(QRectF(from, box.top() + inset, std::max(1.0, to - from), box.height() - 2 * inset), p.lane(span.lane));
        done = std::max(std::floor(from) + 1, to);
    }
    painter.setPen(p.line);
    painter.drawLine(area.left(), box.bottom(), area.right(), box.bottom());
    paintEnds(painter, row, box);
}

/// Where pods left, and how: a mark that stands beside the end of the last stay.
void TimeLineCanvas::paintEnds(QPainter& painter, const models::TimeRow& row, const QRect& box) const
{
    const QRect area = plot();
    for (const models::TimeEnd& ended : row.ends) {
        const double x = xOf(line_->position(ended.move, axis_));
        if (x < area.left() || x > area.right() + 1)
            continue;
        painter.setPen(Palette::current().end(ended.end));
        const QString mark = models::podEndSymbol(ended.end);
        const int wide = fontMetrics().horizontalAdvance(mark);
        painter.drawText(QPointF(std::min(x + 2, static_cast<double>(viewport()->width() - wide - 4)), box.top() + fontMetrics().ascent() + 2), mark);
    }
}

/// From one mark of the ruler to the next, in the axis's unit.
double TimeLineCanvas::rulerStep() const
{
    const double step = niceStep(90 / scale_);
    return axis_ == models::TimeAxis::Order ? std::max(1.0, step) : step;
}

void TimeLineCanvas::paintRuler(QPainter& painter) const
{
    const Palette& p = Palette::current();
    const QRect area = plot();
    painter.fillRect(0, 0, viewport()->width(), area.top(), p.raised);
    painter.setPen(p.secondaryText);
    painter.drawText(QRect(8, 0, area.left() - 16, area.top()), Qt::AlignVCenter | Qt::AlignLeft,
                     axis_ == models::TimeAxis::Virtual ? tr("virtual time") : tr("order of moves"));
    const double step = rulerStep();
    const int decimals = axis_ == models::TimeAxis::Order ? 0 : std::clamp(static_cast<int>(std::ceil(-std::log10(step))), 0, 6);
    for (double at = std::ceil(positionAt(area.left()) / step) * step; xOf(at) <= area.right(); at += step) {
        const double x = xOf(at);
        painter.setPen(p.line);
        painter.drawLine(QPointF(x, area.top() - 5), QPointF(x, area.top()));
        painter.setPen(p.secondaryText);
        const QString text = axis_ == models::TimeAxis::Order ? models::formatCount(std::llround(at)) : QString::number(at, 'f', decimals) + QChar(0x2009) + u's';
        if (x + 3 + fontMetrics().horizontalAdvance(text) <= viewport()->width() - 2)
            painter.drawText(QPointF(x + 3, area.top() - 7), text);
    }
    painter.setPen(p.line);
    painter.drawLine(0, area.top(), viewport()->width(), area.top());
}

void TimeLineCanvas::paintStrip(QPainter& painter) const
{
    if (calls_.empty())
        return;
    const Palette& p = Palette::current();
    const int line = fontMetrics().height() + 6;
    const QRect box(0, viewport()->height() - stripHeight(), viewport()->width(), stripHeight());
    painter.fillRect(box, p.raised);
    painter.setPen(p.line);
    painter.drawLine(box.topLeft(), box.topRight());
    double all = 0;
    for (const models::CallSpan& span : calls_)
        if (span.depth == 0)
            all = std::max(all, span.begin + span.calls);
    painter.setPen(p.secondaryText);
    painter.drawText(QRect(8, box.top() + 6, box.width() - 16, line), Qt::AlignVCenter | Qt::AlignLeft,
                     fontMetrics().elidedText(tr("Attempt %1 of %2: %3 calls, as wide as they are many")
                                                  .arg(models::formatCount(attempt_->inspection->index + 1), attempt_->inspection->pod,
                                                       models::formatCount(std::llround(all))),
                                              Qt::ElideRight, box.width() - 16));
    const double width = box.width() - 24;
    std::size_t colour = 0;
    for (const models::CallSpan& span : calls_) {
        const QRectF bar(12 + width * span.begin / all, box.top() + 6 + line * (span.depth + 1), std::max(1.0, width * span.calls / all - 1), line - 2);
        const QColor fill = span.depth == 0 ? p.line : p.category(colour++);
        painter.fillRect(bar, fill);
        if (bar.width() < 24)
            continue;
        painter.setPen(Palette::textOn(fill));
        painter.drawText(bar.adjusted(4, 0, -4, 0), Qt::AlignVCenter | Qt::AlignLeft,
                         fontMetrics().elidedText(span.name, Qt::ElideRight, static_cast<int>(bar.width()) - 8));
    }
}

QString TimeLineCanvas::tooltip(QPointF point) const
{
    if (!calls_.empty() && point.y() > viewport()->height() - stripHeight()) {
        const double all = calls_.empty() ? 1 : calls_.back().begin + calls_.back().calls;
        const int line = fontMetrics().height() + 6;
        const int depth = static_cast<int>((point.y() - (viewport()->height() - stripHeight()) - 6) / line) - 1;
        const double at = (point.x() - 12) / (viewport()->width() - 24) * all;
        for (const models::CallSpan& span : calls_)
            if (span.depth == depth && at >= span.begin && at < span.begin + span.calls)
                return tr("%1: %2 calls").arg(span.name, models::formatCount(std::llround(span.calls)));
        return {};
    }
    const models::TimeSpan* span = spanAt(point);
    if (!span)
        return podAt(point);
    return spanText(*span);
}

QString TimeLineCanvas::spanText(const models::TimeSpan& span) const
{
    const models::LaneMove& move = line_->flow->moves[span.begin];
    const double from = line_->position(span.begin, models::TimeAxis::Virtual);
    const double to = line_->position(span.end, models::TimeAxis::Virtual);
    QString text = tr("%1\n%2 from %3 s to %4 s\n%5").arg(move.pod, models::laneName(span.lane)).arg(from, 0, 'f', 3).arg(to, 0, 'f', 3).arg(move.cause);
    if (span.end < line_->flow->moves.size() && line_->flow->moves[span.end].to == models::Lane::Outside)
        text += u'\n' + models::targetName(line_->flow->moves[span.end]);
    const QString verdicts = models::verdictText(move);
    return verdicts.isEmpty() ? text : text + u'\n' + verdicts;
}

/// The stay that the selected attempt belongs to, else the last one.
std::optional<std::size_t> TimeLineCanvas::selectedSpan() const
{
    if (!line_ || !line_->rowOf.contains(hub_->current().pod))
        return {};
    const models::TimeRow& row = line_->rows[line_->rowOf.value(hub_->current().pod)];
    std::optional<std::size_t> chosen;
    for (std::size_t i = 0; i < row.spans.size(); ++i)
        if (hub_->current().attempt >= 0 && attemptOf(row, &row.spans[i]) == hub_->current().attempt)
            chosen = i;
    return chosen || row.spans.empty() ? chosen : row.spans.size() - 1;
}

QString TimeLineCanvas::placeText() const
{
    const QString& pod = hub_->current().pod;
    if (!line_ || !line_->rowOf.contains(pod))
        return {};
    const std::optional<std::size_t> span = selectedSpan();
    return span ? spanText(line_->rows[line_->rowOf.value(pod)].spans[*span]) : pod;
}

QRect TimeLineCanvas::placeRect() const
{
    const std::optional<std::size_t> span = selectedSpan();
    return span ? spanRect(hub_->current().pod, *span).toAlignedRect() : QRect();
}

bool TimeLineCanvas::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), tooltip(help->pos()), viewport());
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void TimeLineCanvas::resizeEvent(QResizeEvent*)
{
    relayout();
}

void TimeLineCanvas::scrollContentsBy(int, int)
{
    viewport()->update();
}

void TimeLineCanvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    press_ = dragged_ = event->pos();
    panning_ = false;
    setFocus(Qt::MouseFocusReason);
}

void TimeLineCanvas::mouseMoveEvent(QMouseEvent* event)
{
    if (!event->buttons().testFlag(Qt::LeftButton))
        return;
    if (!panning_ && (event->pos() - press_).manhattanLength() < QApplication::startDragDistance())
        return;
    panning_ = true;
    const QPoint by = event->pos() - dragged_;
    dragged_ = event->pos();
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() - by.x());
    verticalScrollBar()->setValue(verticalScrollBar()->value() - by.y());
}

void TimeLineCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && !panning_)
        selectRow(rowAt(event->position().y()), spanAt(event->position()));
    panning_ = false;
}

/// The attempt that a stay belongs to: its own, else the last one that began before its end.
std::int64_t TimeLineCanvas::attemptOf(const models::TimeRow& row, const models::TimeSpan* span) const
{
    std::int64_t attempt = -1;
    for (const models::TimeSpan& other : row.spans) {
        if (other.attempt >= 0)
            attempt = other.attempt;
        if (&other == span)
            break;
    }
    return attempt;
}

void TimeLineCanvas::selectRow(std::ptrdiff_t row, const models::TimeSpan* span)
{
    if (row < 0)
        return;
    const models::TimeRow& chosen = line_->rows[rows_[static_cast<std::size_t>(row)]];
    hub_->select({chosen.pod, {}, hub_->current().plugin, attemptOf(chosen, span)}, this);
    viewport()->update();
}

void TimeLineCanvas::ensureVisible(const QString& pod)
{
    if (!line_ || pod.isEmpty() || !line_->rowOf.contains(pod))
        return;
    const auto row = std::find(rows_.begin(), rows_.end(), line_->rowOf.value(pod));
    if (row == rows_.end())
        return;
    const int top = static_cast<int>(row - rows_.begin()) * rowHeight();
    if (top < verticalScrollBar()->value() || top + rowHeight() > verticalScrollBar()->value() + plot().height())
        verticalScrollBar()->setValue(top - plot().height() / 2);
}

void TimeLineCanvas::wheelEvent(QWheelEvent* event)
{
    if (!event->modifiers().testFlag(Qt::ControlModifier)) {
        QAbstractScrollArea::wheelEvent(event);
        return;
    }
    zoom(std::pow(wheelStep, event->angleDelta().y() / 120.0), event->position().x());
    event->accept();
}

void TimeLineCanvas::goToRow(std::ptrdiff_t row)
{
    if (rows_.empty())
        return;
    selectRow(std::clamp<std::ptrdiff_t>(row, 0, static_cast<std::ptrdiff_t>(rows_.size()) - 1), nullptr);
    ensureVisible(hub_->current().pod);
}

/// To the pod's next attempt or the one before; where there is none, sideways.
void TimeLineCanvas::goToSpan(std::ptrdiff_t row, int by)
{
    if (row >= 0) {
        const models::TimeRow& here = line_->rows[rows_[static_cast<std::size_t>(row)]];
        const std::int64_t attempt = hub_->current().attempt;
        const models::TimeSpan* next = nullptr;
        for (const models::TimeSpan& span : here.spans) {
            if (by > 0 && !next && span.attempt > attempt)
                next = &span;
            if (by < 0 && span.attempt >= 0 && span.attempt < attempt)
                next = &span;
        }
        if (next)
            return selectRow(row, next);
    }
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() + by * plot().width() / 8);
}

void TimeLineCanvas::keyPressEvent(QKeyEvent* event)
{
    const QString& pod = hub_->current().pod;
    const auto now = line_ && line_->rowOf.contains(pod) ? std::find(rows_.begin(), rows_.end(), line_->rowOf.value(pod)) : rows_.end();
    const std::ptrdiff_t row = now == rows_.end() ? -1 : now - rows_.begin();
    const std::ptrdiff_t page = std::max(1, plot().height() / rowHeight() - 1);
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoom(wheelStep, plot().center().x());
        return;
    case Qt::Key_Minus:
        zoom(1 / wheelStep, plot().center().x());
        return;
    case Qt::Key_0:
        showAll();
        return;
    case Qt::Key_Down:
        return goToRow(row + 1);
    case Qt::Key_Up:
        return goToRow(row - 1);
    case Qt::Key_PageDown:
        return goToRow(row + page);
    case Qt::Key_PageUp:
        return goToRow(row - page);
    case Qt::Key_Home:
        return goToRow(0);
    case Qt::Key_End:
        return goToRow(static_cast<std::ptrdiff_t>(rows_.size()) - 1);
    case Qt::Key_Left:
    case Qt::Key_Right:
        return goToSpan(row, event->key() == Qt::Key_Right ? 1 : -1);
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

void TimeLineCanvas::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        relayout();
    QAbstractScrollArea::changeEvent(event);
}

}
