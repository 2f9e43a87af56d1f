// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/time_track.h"

#include "models/format.h"
#include "views/palette.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace berth::views {

namespace {

using Kind = models::TimeMark::Kind;

constexpr qreal margin = 10;
constexpr qreal middle = 20;               ///< of the lane of attempts
constexpr std::uint8_t bitOf(Kind kind) { return static_cast<std::uint8_t>(1 << static_cast<int>(kind)); }

}

TimeTrack::TimeTrack(QWidget* parent) : QWidget(parent)
{
    setObjectName(u"timeTrack"_s);
    setAccessibleName(tr("Time of the run"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void TimeTrack::setMoments(const models::MomentsPtr& moments)
{
    if (moments_ == moments)
        return;
    moments_ = moments;
    layOut();
    update();
}

void TimeTrack::setPosition(std::optional<std::size_t> rest)
{
    if (position_ == rest)
        return;
    position_ = rest;
    if (moments_ && moments_->rests() > 0)
        setAccessibleDescription(models::formatMoment(moments_->timeOf(position()), moments_->origin));
    update();
}

std::size_t TimeTrack::position() const
{
    const std::size_t rests = moments_ ? moments_->rests() : 0;
    if (rests == 0)
        return 0;
    return std::min(position_.value_or(rests - 1), rests - 1);
}

QRectF TimeTrack::groove() const
{
    return {margin, 0, std::max<qreal>(1, width() - 2 * margin), static_cast<qreal>(height())};
}

qreal TimeTrack::xOf(api::Time time) const
{
    const QRectF area = groove();
    if (!moments_)
        return area.left();
    const auto span = static_cast<qreal>(moments_->end().nanoseconds - moments_->origin.nanoseconds);
    const auto since = static_cast<qreal>(time.nanoseconds - moments_->origin.nanoseconds);
    return area.left() + (span > 0 ? std::clamp(since / span, 0.0, 1.0) : 0.0) * (area.width() - 1);
}

/// Marks become columns once, not in every painting: a run may have a hundred thousand.
void TimeTrack::layOut()
{
    columns_.assign(static_cast<std::size_t>(std::max<qreal>(1, std::ceil(groove().width()))), {});
    if (!moments_)
        return;
    for (std::size_t i = 0; i < moments_->marks.size(); ++i) {
        const models::TimeMark& mark = moments_->marks[i];
        const auto column = static_cast<std::size_t>(xOf(mark.time) - groove().left());
        columns_[std::min(column, columns_.size() - 1)].kinds |= bitOf(mark.kind);
    }
}

QString TimeTrack::textAt(qreal x) const
{
    if (!moments_)
        return {};
    constexpr qsizetype most = 8;
    constexpr qreal reach = 3;
    QStringList lines;
    qsizetype more = 0;
    for (std::size_t i = 0; i < moments_->marks.size(); ++i) {
        const models::TimeMark& mark = moments_->marks[i];
        if (std::abs(xOf(mark.time) - x) > reach)
            continue;
        if (lines.size() < most)
            lines << models::formatMoment(mark.time, moments_->origin) + u"  "_s + mark.text;
        else
            ++more;
    }
    if (more > 0)
        lines << tr("and %1 more").arg(models::formatCount(more));
    return lines.join(u'\n');
}

void TimeTrack::paintEvent(QPaintEvent*)
{
    const Palette& colours = Palette::current();
    QPainter painter(this);
    painter.fillRect(rect(), colours.surface);
    const QRectF area = groove();
    painter.setPen(QPen(colours.line, 1));
    painter.drawLine(QPointF(area.left(), middle), QPointF(area.right(), middle));
    const qreal here = moments_ && moments_->rests() > 0 ? xOf(moments_->timeOf(position())) : area.left();
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        const std::uint8_t kinds = columns_[i].kinds;
        if (kinds == 0)
            continue;
        const qreal x = area.left() + static_cast<qreal>(i) + 0.5;
        // What is still to come, seen from there, is faint.
        painter.setOpacity(x <= here + 1 ? 1.0 : 0.4);
        const auto line = [&](const QColor& colour, qreal from, qreal to, qreal thickness) {
            painter.setPen(QPen(colour, thickness));
            painter.drawLine(QPointF(x, from), QPointF(x, to));
        };
        if (kinds & bitOf(Kind::Change))
            line(colours.secondaryText, 4, 9, 1);
        if (kinds & bitOf(Kind::Placed))
            line(colours.good, middle - 3, middle + 3, 1);
        if (kinds & bitOf(Kind::Failed))
            line(colours.unschedulable, middle - 8, middle + 8, 1);
        if (kinds & bitOf(Kind::Preempted)) {
            line(colours.victim, middle - 8, middle + 8, 2);
            painter.drawLine(QPointF(x - 2.5, middle - 10), QPointF(x + 2.5, middle - 6));
            painter.drawLine(QPointF(x + 2.5, middle - 10), QPointF(x - 2.5, middle - 6));
        }
        if (kinds & bitOf(Kind::Breakpoint)) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(colours.bad);
            painter.setRenderHint(QPainter::Antialiasing);
            painter.drawEllipse(QPointF(x, 33), 3.5, 3.5);
            painter.setRenderHint(QPainter::Antialiasing, false);
        }
    }
    painter.setOpacity(1);
    if (moments_ && moments_->rests() > 0) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(colours.accent, 2));
        painter.drawLine(QPointF(here, 2), QPointF(here, height() - 2));
        QPainterPath handle;
        handle.moveTo(here - 6, 0);
        handle.lineTo(here + 6, 0);
        handle.lineTo(here, 8);
        handle.closeSubpath();
        painter.fillPath(handle, colours.accent);
    }
    if (hasFocus()) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(QPen(colours.accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void TimeTrack::chooseAt(qreal x)
{
    if (!moments_ || moments_->rests() == 0)
        return;
    const QRectF area = groove();
    const qreal share = std::clamp((x - area.left()) / std::max<qreal>(1, area.width() - 1), 0.0, 1.0);
    const auto span = static_cast<qreal>(moments_->end().nanoseconds - moments_->origin.nanoseconds);
    std::size_t rest = moments_->restAt({moments_->origin.nanoseconds + static_cast<std::int64_t>(share * span)});
    // Whoever aims at a mark hits it, also a little before it.
    constexpr qreal reach = 5;
    if (rest + 1 < moments_->rests()) {
        const qreal after = xOf(moments_->timeOf(rest + 1)) - x;
        if (after <= reach && after < x - xOf(moments_->timeOf(rest)))
            ++rest;
    }
    emit chosen(rest);
}

void TimeTrack::stepBy(std::ptrdiff_t rests)
{
    if (!moments_ || moments_->rests() == 0)
        return;
    const auto last = static_cast<std::ptrdiff_t>(moments_->rests()) - 1;
    emit chosen(static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(position()) + rests, 0, last)));
}

void TimeTrack::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        chooseAt(event->position().x());
}

void TimeTrack::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons() & Qt::LeftButton)
        chooseAt(event->position().x());
}

void TimeTrack::keyPressEvent(QKeyEvent* event)
{
    const auto all = static_cast<std::ptrdiff_t>(moments_ ? moments_->rests() : 0);
    switch (event->key()) {
    case Qt::Key_Left: stepBy(-1); break;
    case Qt::Key_Right: stepBy(1); break;
    case Qt::Key_PageUp: stepBy(-std::max<std::ptrdiff_t>(1, all / 20)); break;
    case Qt::Key_PageDown: stepBy(std::max<std::ptrdiff_t>(1, all / 20)); break;
    case Qt::Key_Home: stepBy(-all); break;
    case Qt::Key_End: stepBy(all); break;
    default: QWidget::keyPressEvent(event);
    }
}

void TimeTrack::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    layOut();
}

bool TimeTrack::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        if (const QString text = textAt(help->pos().x()); !text.isEmpty())
            QToolTip::showText(help->globalPos(), text, this);
        else
            QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

}
