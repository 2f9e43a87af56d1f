// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/queue_flow_sankey.h"

#include "models/format.h"
#include "views/palette.h"
#include "views/picture.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace berth::views {

namespace {

constexpr double barWidth = 12;
constexpr double thinnest = 1.5;
constexpr std::size_t arriving = 0;        ///< the bar of pods that come from outside
constexpr std::size_t leaving = models::laneCount + 1;   ///< the first of those that leave, one per end

/// Lanes that a pod passes on the straight way stand in the middle; where it waits, above or below, so that ribbons that
/// skip a lane do not run through it.
double heightOf(models::Lane lane)
{
    switch (lane) {
    case models::Lane::Gated:
    case models::Lane::Permit:
        return 0.16;
    case models::Lane::Backoff:
        return 0.66;
    case models::Lane::Unschedulable:
        return 0.84;
    case models::Lane::Binding:
        return 0.62;
    case models::Lane::Active:
    case models::Lane::InFlight:
    case models::Lane::Bound:
    case models::Lane::Outside:
        break;
    }
    return 0.38;
}

}

QueueFlowSankey::QueueFlowSankey(QWidget* parent) : QWidget(parent)
{
    setObjectName(u"queueSankey"_s);
    setAccessibleName(tr("All moves of the run between the lanes of the queue"));
    setAccessibleDescription(tr("The table of moves below lists what moved along a ribbon."));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
}

void QueueFlowSankey::setMoment(const models::QueueFlowPtr& flow, std::size_t moves, api::Time origin)
{
    flow_ = flow;
    moves_ = moves;
    origin_ = origin;
    edges_ = flow ? models::flowEdges(*flow, moves, models::EdgesBy::LanesAndEnds) : std::vector<models::FlowEdge>();
    arrange();
    update();
}

bool QueueFlowSankey::goesForward(const models::FlowEdge& edge)
{
    return sourceBar(edge) < targetBar(edge);
}

std::size_t QueueFlowSankey::sourceBar(const models::FlowEdge& edge)
{
    return edge.from == models::Lane::Outside ? arriving : static_cast<std::size_t>(edge.from) + 1;
}

std::size_t QueueFlowSankey::targetBar(const models::FlowEdge& edge)
{
    if (edge.to != models::Lane::Outside)
        return static_cast<std::size_t>(edge.to) + 1;
    const auto end = std::find(models::podEnds.begin(), models::podEnds.end(), edge.end);
    return leaving + static_cast<std::size_t>(end == models::podEnds.end() ? 0 : end - models::podEnds.begin());
}

std::shared_ptr<QWidget> QueueFlowSankey::onPaper() const
{
    auto copy = std::make_shared<QueueFlowSankey>();
    copy->setFont(font());
    layOut(*copy, size());
    copy->setMoment(flow_, moves_, origin_);
    return copy;
}

void QueueFlowSankey::arrange()
{
    bars_.assign(leaving + models::podEnds.size(), {});
    for (std::size_t i = 0; i < models::laneCount; ++i) {
        bars_[i + 1].lane = static_cast<models::Lane>(i);
        bars_[i + 1].name = models::laneName(bars_[i + 1].lane);
    }
    bars_[arriving].name = tr("New");
    for (std::size_t i = 0; i < models::podEnds.size(); ++i) {
        bars_[leaving + i].end = models::podEnds[i];
        bars_[leaving + i].name = models::podEndSymbol(models::podEnds[i]) + u' ' + models::podEndName(models::podEnds[i]);
    }
    for (const models::FlowEdge& edge : edges_) {
        Bar& from = bars_[sourceBar(edge)];
        Bar& to = bars_[targetBar(edge)];
        from.out += static_cast<double>(edge.count);
        to.in += static_cast<double>(edge.count);
        // What goes back leaves on the left and comes in from the right.
        const bool forward = goesForward(edge);
        (forward ? from.right : from.left) += static_cast<double>(edge.count);
        (forward ? to.left : to.right) += static_cast<double>(edge.count);
    }
    double most = 1;
    for (const Bar& bar : bars_)
        most = std::max({most, bar.left, bar.right});
    const double unit = height() * 0.2 / most;
    placeBars(unit);
    layRibbons(unit);
    hover_ = -1;
}

void QueueFlowSankey::placeBars(double unit)
{
    // Lanes that nothing went through take no room; all ends together are one stage.
    const auto isUsed = [](const Bar& bar) { return bar.in + bar.out > 0; };
    const auto firstEnd = bars_.begin() + static_cast<std::ptrdiff_t>(leaving);
    const auto ends = static_cast<double>(std::count_if(firstEnd, bars_.end(), isUsed));
    const auto used = static_cast<double>(std::count_if(bars_.begin(), firstEnd, isUsed)) + std::min(1.0, ends);
    const double margin = 64;
    double x = margin;
    double nextEnd = 0;
    const double step = used > 1 ? (width() - 2 * margin - barWidth) / (used - 1) : 0;
    for (Bar& bar : bars_) {
        if (!isUsed(bar))
            continue;
        const double high = std::max(4.0, std::max(bar.left, bar.right) * unit);
        const bool isEnd = bar.end != models::PodEnd::None;
        const double middle = isEnd && ends > 1 ? 0.22 + 0.56 * nextEnd++ / (ends - 1) : heightOf(bar.lane);
        bar.box = QRectF(x, height() * middle - high / 2, barWidth, high);
        if (!isEnd)
            x += step;
    }
}

QString QueueFlowSankey::labelOf(const Bar& bar)
{
    return bar.name + u"  " + models::formatCount(static_cast<qint64>(std::max(bar.in, bar.out)));
}

QString QueueFlowSankey::endText(models::PodEnd end) const
{
    const auto bar = std::find_if(bars_.begin(), bars_.end(), [end](const Bar& b) { return b.end == end && b.in > 0; });
    return bar == bars_.end() ? QString() : labelOf(*bar);
}

void QueueFlowSankey::layRibbons(double unit)
{
    ribbons_.clear();
    std::vector<double> leftTop(bars_.size());
    std::vector<double> rightTop(bars_.size());
    for (std::size_t i = 0; i < bars_.size(); ++i)
        leftTop[i] = rightTop[i] = bars_[i].box.top();
    for (std::size_t i = 0; i < edges_.size(); ++i) {
        const std::size_t from = sourceBar(edges_[i]);
        const std::size_t to = targetBar(edges_[i]);
        const double thick = static_cast<double>(edges_[i].count) * unit;
        const bool forward = goesForward(edges_[i]);
        double& fromTop = (forward ? rightTop : leftTop)[from];
        double& toTop = (forward ? leftTop : rightTop)[to];
        const QPointF start(forward ? bars_[from].box.right() : bars_[from].box.left(), fromTop + thick / 2);
        const QPointF end(forward ? bars_[to].box.left() : bars_[to].box.right(), toTop + thick / 2);
        fromTop += thick;
        toTop += thick;
        const double reach = (end.x() - start.x()) / 2;
        Ribbon ribbon{i, {}, std::max(thinnest, thick)};
        ribbon.path.moveTo(start);
        ribbon.path.cubicTo(start + QPointF(reach, 0), end - QPointF(reach, 0), end);
        ribbons_.push_back(std::move(ribbon));
    }
}

void QueueFlowSankey::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Palette& p = Palette::current();
    painter.fillRect(rect(), p.surface);
    painter.setRenderHint(QPainter::Antialiasing);
    if (edges_.empty()) {
        painter.setPen(p.secondaryText);
        painter.drawText(rect(), Qt::AlignCenter, tr("Nothing has moved yet. Press Run or Step."));
        return;
    }
    painter.setBrush(Qt::NoBrush);
    for (std::size_t i = 0; i < ribbons_.size(); ++i) {
        const models::FlowEdge& edge = edges_[ribbons_[i].edge];
        QColor colour = edge.to == models::Lane::Outside ? p.end(edge.end) : p.lane(edge.to);
        colour.setAlphaF(static_cast<std::ptrdiff_t>(i) == hover_ ? 0.85f : 0.45f);
        painter.setPen(QPen(colour, ribbons_[i].width, Qt::SolidLine, Qt::FlatCap));
        painter.drawPath(ribbons_[i].path);
    }
    if (const std::ptrdiff_t chosen = hasFocus() ? cursorRibbon() : -1; chosen >= 0) {
        const Ribbon& ribbon = ribbons_[static_cast<std::size_t>(chosen)];
        QPainterPathStroker stroker;
        stroker.setCapStyle(Qt::FlatCap);
        stroker.setWidth(ribbon.width + 4);
        painter.setPen(QPen(p.accent, 2));
        painter.drawPath(stroker.createStroke(ribbon.path));
    }
    for (const Bar& bar : bars_) {
        if (bar.in + bar.out == 0)
            continue;
        painter.fillRect(bar.box, bar.end != models::PodEnd::None ? p.end(bar.end) : bar.lane == models::Lane::Outside ? p.secondaryText : p.lane(bar.lane));
        const QString text = labelOf(bar);
        const double wide = fontMetrics().horizontalAdvance(text) + 8;
        QRectF label(bar.box.center().x() - wide / 2, bar.box.top() - fontMetrics().height() - 5, wide, fontMetrics().height() + 2);
        label.moveLeft(std::clamp(label.left(), 4.0, std::max(4.0, width() - wide - 4)));
        QColor ground = p.surface;
        ground.setAlphaF(0.8f);
        painter.fillRect(label, ground);
        painter.setPen(p.text);
        painter.drawText(label, Qt::AlignCenter, text);
    }
    if (hasFocus())
        paintFocusRing(painter, rect());
}

std::ptrdiff_t QueueFlowSankey::cursorRibbon() const
{
    for (std::size_t i = 0; i < ribbons_.size(); ++i)
        if (wayOf(edges_[ribbons_[i].edge]) == cursor_)
            return static_cast<std::ptrdiff_t>(i);
    return -1;
}

QString QueueFlowSankey::placeText() const
{
    const std::ptrdiff_t chosen = cursorRibbon();
    return chosen < 0 ? QString() : models::edgeText(*flow_, moves_, edges_[ribbons_[static_cast<std::size_t>(chosen)].edge], origin_);
}

/// Arrows go from ribbon to ribbon, Return lists the moves along one.
void QueueFlowSankey::keyPressEvent(QKeyEvent* event)
{
    const auto last = static_cast<std::ptrdiff_t>(ribbons_.size()) - 1;
    const std::ptrdiff_t here = cursorRibbon();
    std::ptrdiff_t next = here;
    switch (event->key()) {
    case Qt::Key_Right:
    case Qt::Key_Down: next = here + 1; break;
    case Qt::Key_Left:
    case Qt::Key_Up: next = std::max<std::ptrdiff_t>(here - 1, 0); break;
    case Qt::Key_Home: next = 0; break;
    case Qt::Key_End: next = last; break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (here >= 0)
            emit edgeChosen(cursor_.from, cursor_.to, cursor_.end);
        return;
    default: return QWidget::keyPressEvent(event);
    }
    if (last < 0)
        return;
    cursor_ = wayOf(edges_[ribbons_[static_cast<std::size_t>(std::min(next, last))].edge]);
    announcePlace(this);
    update();
}

std::ptrdiff_t QueueFlowSankey::ribbonAt(QPointF point) const
{
    QPainterPathStroker stroker;
    stroker.setCapStyle(Qt::FlatCap);
    for (std::size_t i = ribbons_.size(); i-- > 0;) {
        stroker.setWidth(std::max(8.0, ribbons_[i].width));
        if (stroker.createStroke(ribbons_[i].path).contains(point))
            return static_cast<std::ptrdiff_t>(i);
    }
    return -1;
}

const models::FlowEdge* QueueFlowSankey::edgeAt(QPointF point) const
{
    const std::ptrdiff_t found = ribbonAt(point);
    return found < 0 ? nullptr : &edges_[ribbons_[static_cast<std::size_t>(found)].edge];
}

std::optional<QPointF> QueueFlowSankey::ribbonPoint(models::Lane from, models::Lane to, models::PodEnd end) const
{
    for (const Ribbon& ribbon : ribbons_)
        if (edges_[ribbon.edge].from == from && edges_[ribbon.edge].to == to && edges_[ribbon.edge].end == end)
            return ribbon.path.pointAtPercent(0.5);
    return {};
}

bool QueueFlowSankey::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const models::FlowEdge* edge = edgeAt(help->pos());
        QToolTip::showText(help->globalPos(), edge ? models::edgeText(*flow_, moves_, *edge, origin_) : QString(), this);
        return true;
    }
    return QWidget::event(event);
}

void QueueFlowSankey::resizeEvent(QResizeEvent*)
{
    arrange();
}

void QueueFlowSankey::mouseMoveEvent(QMouseEvent* event)
{
    const std::ptrdiff_t found = ribbonAt(event->position());
    if (found == hover_)
        return;
    hover_ = found;
    setCursor(found < 0 ? Qt::ArrowCursor : Qt::PointingHandCursor);
    update();
}

void QueueFlowSankey::mousePressEvent(QMouseEvent* event)
{
    const models::FlowEdge* edge = edgeAt(event->position());
    if (!edge)
        return;
    cursor_ = wayOf(*edge);
    emit edgeChosen(cursor_.from, cursor_.to, cursor_.end);
}

void QueueFlowSankey::leaveEvent(QEvent*)
{
    hover_ = -1;
    update();
}

}
