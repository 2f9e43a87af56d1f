// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/queue_flow_canvas.h"

#include "models/format.h"
#include "views/glossary.h"
#include "views/palette.h"
#include "views/picture.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStyle>
#include <QToolTip>
#include <QVariantAnimation>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace berth::views {

namespace {

constexpr int slideTime = 150;             ///< ms
constexpr int mostSliding = 2000;          ///< above so many tokens nobody can follow one, and drawing them costs

std::array<models::Lane, models::laneCount> allLanes()
{
    std::array<models::Lane, models::laneCount> lanes{};
    for (std::size_t i = 0; i < lanes.size(); ++i)
        lanes[i] = static_cast<models::Lane>(i);
    return lanes;
}

/// The second channel beside colour and place.
QString laneSymbol(models::Lane lane)
{
    switch (lane) {
    case models::Lane::Gated:
        return u"⊘"_s;
    case models::Lane::Active:
        return u"▶"_s;
    case models::Lane::Backoff:
        return u"◷"_s;
    case models::Lane::Unschedulable:
        return u"✕"_s;
    case models::Lane::InFlight:
        return u"➤"_s;
    case models::Lane::Permit:
        return u"⚑"_s;
    case models::Lane::Binding:
        return u"⇄"_s;
    case models::Lane::Bound:
        return u"✓"_s;
    case models::Lane::Outside:
        break;
    }
    return {};
}

QColor faint(QColor colour, double alpha)
{
    colour.setAlphaF(static_cast<float>(alpha));
    return colour;
}

QString shortName(const QString& pod)
{
    return pod.mid(pod.indexOf(u'/') + 1);
}

}

QueueFlowCanvas::QueueFlowCanvas(SelectionHub* hub, QWidget* parent)
    : QWidget(parent), hub_(hub), slide_(new QVariantAnimation(this))
{
    setObjectName(u"queueFlow"_s);
    setAccessibleName(tr("Queue flow: pods in the lanes of the scheduling queue"));
    setAccessibleDescription(tr("The table of moves below has the history of the selected pod."));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    slide_->setDuration(slideTime);
    slide_->setEasingCurve(QEasingCurve::OutCubic);
    slide_->setStartValue(0.0);
    slide_->setEndValue(1.0);
    connect(slide_, &QVariantAnimation::valueChanged, this, [this](const QVariant& value) {
        progress_ = value.toDouble();
        update();
    });
    connect(hub_, &SelectionHub::changed, this, qOverload<>(&QWidget::update));
}

void QueueFlowCanvas::setMoment(const models::QueueFlowPtr& flow, const models::ClusterPtr& cluster, std::size_t moves)
{
    const bool goesOn = flow && flow_ && flow->moves.continues(flow_->moves);
    flow_ = flow;
    cluster_ = cluster;
    board_.goTo(flow ? *flow : models::QueueFlow(), moves);
    edges_ = flow ? models::flowEdges(*flow, board_.moves()) : std::vector<models::FlowEdge>();
    backoffEnds_.clear();
    for (const QString& pod : board_.pods(models::Lane::Backoff))
        if (const auto end = backoffEnd(pod))
            backoffEnds_.insert(pod, *end);
    arrange(goesOn);
    update();
}

api::Time QueueFlowCanvas::time() const
{
    if (!flow_ || !cluster_)
        return {};
    if (board_.moves() == flow_->moves.size())
        return cluster_->now;
    return board_.moves() > 0 ? flow_->moves[board_.moves() - 1].time : cluster_->origin;
}

std::shared_ptr<QWidget> QueueFlowCanvas::onPaper() const
{
    auto copy = std::make_shared<QueueFlowCanvas>(hub_);
    copy->setFont(font());
    layOut(*copy, size());
    copy->setMoment(flow_, cluster_, board_.moves());
    return copy;
}

void QueueFlowCanvas::arrange(bool slide)
{
    boxes_ = LaneBoxes::of(rect(), fontMetrics().height());
    QHash<QString, Slot> next;
    bool moved = false;
    for (const models::Lane lane : allLanes()) {
        const std::vector<QString> pods = board_.pods(lane);
        const QRectF& body = boxes_[lane].body;
        const TokenGrid grid = TokenGrid::fit(body, pods.size(), fontMetrics().height());
        for (std::size_t i = 0; i < grid.shown; ++i) {
            Slot slot{{}, grid.at(body, i), lane};
            const auto before = slots_.constFind(pods[i]);
            slot.from = before != slots_.cend() ? place(*before) : slot.to;
            moved = moved || slot.from != slot.to;
            next.insert(pods[i], slot);
        }
    }
    slots_ = std::move(next);
    slide_->stop();
    const bool slides = slide && moved && isVisible() && slots_.size() <= mostSliding
        && style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) > 0;
    progress_ = slides ? 0 : 1;
    if (slides)
        slide_->start();
}

bool QueueFlowCanvas::isSliding() const
{
    return slide_->state() == QAbstractAnimation::Running;
}

QRectF QueueFlowCanvas::place(const Slot& slot) const
{
    if (progress_ >= 1)
        return slot.to;
    const auto between = [this](double a, double b) { return a + (b - a) * progress_; };
    return QRectF(between(slot.from.left(), slot.to.left()), between(slot.from.top(), slot.to.top()),
                  between(slot.from.width(), slot.to.width()), between(slot.from.height(), slot.to.height()));
}

std::optional<api::Time> QueueFlowCanvas::backoffEnd(const QString& pod) const
{
    const std::size_t since = board_.token(pod).since;
    if (board_.moves() < flow_->moves.size())
        return models::backoffEnd(*flow_, since, cluster_ ? cluster_->pod(pod) : nullptr);
    // At the end of the flow there is no later move to look for: what the queue says now is enough.
    const models::PodRow* row = cluster_ ? cluster_->pod(pod) : nullptr;
    return row && row->backoffUntil ? row->backoffUntil : flow_->moves[since].until;
}

std::optional<std::int64_t> QueueFlowCanvas::backoffLeft(const QString& pod) const
{
    const auto end = backoffEnds_.constFind(pod);
    if (end == backoffEnds_.cend())
        return {};
    return std::max<std::int64_t>(0, end->nanoseconds - time().nanoseconds);
}

/// Below the name of a lane: when the first pod comes back from backoff, how many have left Bound and all others.
QString QueueFlowCanvas::laneNote(models::Lane lane) const
{
    if (const std::size_t ended = board_.ended().all(); lane == models::Lane::Bound && ended > 0)
        return tr("%1 ended").arg(models::formatCount(static_cast<qint64>(ended)));
    if (lane != models::Lane::Backoff)
        return {};
    std::optional<std::int64_t> first;
    for (auto end = backoffEnds_.cbegin(); end != backoffEnds_.cend(); ++end)
        if (const auto left = backoffLeft(end.key()); left && (!first || *left < *first))
            first = left;
    return first ? tr("next in %1").arg(models::formatDuration(*first)) : QString();
}

void QueueFlowCanvas::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Palette& p = Palette::current();
    painter.fillRect(rect(), p.surface);
    painter.setRenderHint(QPainter::Antialiasing);
    for (const models::Lane lane : allLanes())
        paintLane(painter, lane);
    paintEdges(painter);
    paintTokens(painter);
    if (hasFocus())
        paintFocusRing(painter, rect());
}

void QueueFlowCanvas::paintLane(QPainter& painter, models::Lane lane) const
{
    const Palette& p = Palette::current();
    const LaneBoxes::Box& box = boxes_[lane];
    const QColor colour = p.lane(lane);
    painter.setPen(QPen(p.line, 1));
    painter.setBrush(p.raised);
    painter.drawRoundedRect(box.body, 6, 6);
    painter.fillRect(QRectF(box.header.left(), box.header.top(), box.header.width(), 3), colour);
    const double line = fontMetrics().height();
    const QRectF top(box.header.left(), box.header.top() + 6, box.header.width(), line + 2);
    const QString count = models::formatCount(static_cast<qint64>(board_.count(lane)));
    const QString title = laneSymbol(lane) + u' ' + models::laneName(lane);
    painter.setPen(p.text);
    painter.drawText(top.adjusted(2, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(title, Qt::ElideRight, static_cast<int>(top.width()) - 2));
    const QRectF below(top.left() + 2, top.bottom(), top.width() - 4, line);
    QFont bold = font();
    bold.setWeight(QFont::Bold);
    painter.setFont(bold);
    painter.drawText(below, Qt::AlignLeft | Qt::AlignVCenter, count);
    painter.setFont(font());
    const QString note = laneNote(lane);
    if (!note.isEmpty()) {
        const QRectF rest = below.adjusted(QFontMetricsF(bold).horizontalAdvance(count) + 8, 0, 0, 0);
        painter.setPen(p.secondaryText);
        painter.drawText(rest, Qt::AlignRight | Qt::AlignVCenter,
                         fontMetrics().elidedText(note, Qt::ElideRight, static_cast<int>(rest.width())));
    }
    painter.setPen(QPen(colour, 1.5));
    painter.setBrush(p.surface);
    painter.drawEllipse(box.port);
}

void QueueFlowCanvas::paintEdges(QPainter& painter) const
{
    const Palette& p = Palette::current();
    for (const models::FlowEdge& edge : edges_) {
        const QPainterPath path = edgePath(boxes_, edge.from, edge.to);
        const bool hovered = hoverEdge_ == std::pair(edge.from, edge.to);
        const bool leaves = edge.to == models::Lane::Outside;
        const QColor colour = faint(leaves ? p.secondaryText : p.lane(edge.to), hovered ? 1.0 : 0.75);
        const double width = edgeWidth(edge.count) + (hovered ? 1.5 : 0);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(colour, width, Qt::SolidLine, Qt::FlatCap));
        painter.drawPath(path);
        // The head says which way.
        const QPointF tip = path.pointAtPercent(1);
        const QPointF back = tip - path.pointAtPercent(0.93);
        const double length = std::max(0.01, std::hypot(back.x(), back.y()));
        const QPointF along = back / length;
        const QPointF across(-along.y(), along.x());
        const double size = 4 + width;
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        painter.drawPolygon(QPolygonF({tip + along * 3, tip - along * size + across * size * 0.6, tip - along * size - across * size * 0.6}));
        if (edge.from == models::Lane::Outside || leaves)
            continue;
        const QString count = models::formatCount(static_cast<qint64>(edge.count));
        const QPointF middle = path.pointAtPercent(0.5);
        const QRectF text(middle.x() - 24, middle.y() - fontMetrics().height() / 2.0, 48, fontMetrics().height());
        const double half = fontMetrics().horizontalAdvance(count) / 2.0 + 4;
        painter.setBrush(p.surface);
        painter.drawRoundedRect(QRectF(middle.x() - half, text.top() + 1, 2 * half, text.height() - 2), 4, 4);
        painter.setPen(hovered ? p.text : p.secondaryText);
        painter.drawText(text, Qt::AlignCenter, count);
    }
}

void QueueFlowCanvas::paintTokens(QPainter& painter) const
{
    const QString& chosen = hub_->current().pod;
    for (auto it = slots_.cbegin(); it != slots_.cend(); ++it)
        if (it.key() != chosen)
            paintToken(painter, it.key(), it.value());
    if (const auto it = slots_.constFind(chosen); it != slots_.cend())
        paintToken(painter, it.key(), it.value());
    painter.setPen(Palette::current().secondaryText);
    for (const models::Lane lane : allLanes()) {
        const std::size_t count = board_.count(lane);
        const TokenGrid grid = TokenGrid::fit(boxes_[lane].body, count, fontMetrics().height());
        if (grid.shown < count)
            painter.drawText(boxes_[lane].body.adjusted(0, 0, -4, -2), Qt::AlignRight | Qt::AlignBottom,
                             tr("and %1 more").arg(models::formatCount(static_cast<qint64>(count - grid.shown))));
    }
}

void QueueFlowCanvas::paintToken(QPainter& painter, const QString& pod, const Slot& slot) const
{
    const Palette& p = Palette::current();
    const QRectF box = place(slot);
    const QColor colour = p.lane(slot.lane);
    const bool chosen = pod == hub_->current().pod;
    const bool hovered = pod == hoverPod_;
    const bool labelled = box.width() > box.height() + 1;
    if (!labelled) {
        painter.fillRect(box, colour);
        if (chosen || hovered) {
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(chosen ? p.text : p.secondaryText, 2));
            painter.drawRect(box.adjusted(-1.5, -1.5, 1.5, 1.5));
        }
        return;
    }
    painter.setPen(QPen(chosen ? p.accent : hovered ? colour : p.line, chosen ? 2 : 1));
    painter.setBrush(p.surface);
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawRoundedRect(QRectF(box.left() + 3, box.top() + 4, 4, box.height() - 8), 2, 2);
    QRectF text = box.adjusted(12, 0, -6, 0);
    if (const auto left = backoffLeft(pod)) {
        const QString rest = models::formatDuration(*left);
        const double width = fontMetrics().horizontalAdvance(rest);
        if (width < text.width() * 0.6) {
            painter.setPen(p.secondaryText);
            painter.drawText(text, Qt::AlignRight | Qt::AlignVCenter, rest);
            text.setRight(text.right() - width - 4);
        }
    }
    painter.setPen(p.text);
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(shortName(pod), Qt::ElideMiddle, static_cast<int>(text.width())));
}

QString QueueFlowCanvas::podAt(QPointF point) const
{
    for (auto it = slots_.cbegin(); it != slots_.cend(); ++it)
        if (it->to.adjusted(-0.5, -0.5, 0.5, 0.5).contains(point))
            return it.key();
    return {};
}

const models::FlowEdge* QueueFlowCanvas::edgeAt(QPointF point) const
{
    if (!boxes_.edges.contains(point))
        return nullptr;
    QPainterPathStroker stroker;
    for (auto edge = edges_.rbegin(); edge != edges_.rend(); ++edge) {
        stroker.setWidth(std::max(9.0, edgeWidth(edge->count) + 4));
        if (stroker.createStroke(edgePath(boxes_, edge->from, edge->to)).contains(point))
            return &*edge;
    }
    return nullptr;
}

QRectF QueueFlowCanvas::tokenRect(const QString& pod) const
{
    return slots_.value(pod).to;
}

QPointF QueueFlowCanvas::edgePoint(models::Lane from, models::Lane to) const
{
    return edgePath(boxes_, from, to).pointAtPercent(0.5);
}

QString QueueFlowCanvas::podText(const QString& pod) const
{
    const models::LaneBoard::Token token = board_.token(pod);
    if (!flow_ || token.lane == models::Lane::Outside)
        return {};
    const models::LaneMove& move = flow_->moves[token.since];
    const api::Time origin = cluster_ ? cluster_->origin : api::Time();
    QStringList lines{pod, tr("%1 since %2: %3").arg(models::laneName(token.lane), models::formatMoment(move.time, origin), move.cause)};
    if (!move.object.isEmpty())
        lines << move.object;
    if (const auto left = backoffLeft(pod))
        lines << tr("backoff ends in %1").arg(models::formatDuration(*left));
    if (!move.verdicts.empty())
        lines << models::verdictText(move);
    const models::PodRow* row = cluster_ ? cluster_->pod(pod) : nullptr;
    if (row && token.lane == models::Lane::Gated && !row->gatedBy.isEmpty())
        lines << tr("gated by %1").arg(row->gatedBy);
    return lines.join(u'\n');
}

/// What the lane is, and how many are in it.
QString QueueFlowCanvas::laneText(QPointF point) const
{
    for (const models::Lane lane : allLanes())
        if (boxes_[lane].header.united(boxes_[lane].body).contains(point))
            return glossary::tooltip(u"%1: %2"_s.arg(models::laneName(lane), models::formatCount(static_cast<qint64>(board_.count(lane)))));
    return {};
}

void QueueFlowCanvas::hover(QPointF point)
{
    const QString pod = podAt(point);
    const models::FlowEdge* edge = pod.isEmpty() ? edgeAt(point) : nullptr;
    const auto ends = edge ? std::pair(edge->from, edge->to) : std::pair(models::Lane::Outside, models::Lane::Outside);
    if (pod == hoverPod_ && ends == hoverEdge_)
        return;
    hoverPod_ = pod;
    hoverEdge_ = ends;
    setCursor(pod.isEmpty() && !edge ? Qt::ArrowCursor : Qt::PointingHandCursor);
    update();
}

bool QueueFlowCanvas::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QString pod = podAt(help->pos());
        const models::FlowEdge* edge = edgeAt(help->pos());
        QString text = pod.isEmpty() ? QString() : podText(pod);
        if (text.isEmpty() && edge)
            text = models::edgeText(*flow_, board_.moves(), *edge, cluster_ ? cluster_->origin : api::Time());
        if (text.isEmpty())
            text = laneText(help->pos());
        QToolTip::showText(help->globalPos(), text, this);
        return true;
    }
    return QWidget::event(event);
}

void QueueFlowCanvas::resizeEvent(QResizeEvent*)
{
    arrange(false);
}

void QueueFlowCanvas::mouseMoveEvent(QMouseEvent* event)
{
    hover(event->position());
}

void QueueFlowCanvas::leaveEvent(QEvent*)
{
    hover({-1, -1});
}

void QueueFlowCanvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const QString pod = podAt(event->position());
    if (!pod.isEmpty())
        emit podChosen(pod);
    else if (const models::FlowEdge* edge = edgeAt(event->position()))
        emit edgeChosen(edge->from, edge->to);
}

/// Through the tokens of a lane, and to the next lane that has any.
void QueueFlowCanvas::go(int lanes, int places)
{
    const models::LaneBoard::Token token = board_.token(hub_->current().pod);
    int lane = token.lane == models::Lane::Outside ? (lanes < 0 ? static_cast<int>(models::laneCount) : -1) : static_cast<int>(token.lane);
    if (token.lane == models::Lane::Outside && lanes == 0)
        lanes = 1;
    std::size_t at = 0;
    if (token.lane != models::Lane::Outside) {
        const std::vector<QString> here = board_.pods(token.lane);
        at = static_cast<std::size_t>(std::find(here.begin(), here.end(), hub_->current().pod) - here.begin());
    }
    if (lanes != 0)
        for (lane += lanes; lane >= 0 && lane < static_cast<int>(models::laneCount); lane += lanes)
            if (board_.count(static_cast<models::Lane>(lane)) > 0)
                break;
    if (lane < 0 || lane >= static_cast<int>(models::laneCount))
        return;
    const std::vector<QString> pods = board_.pods(static_cast<models::Lane>(lane));
    const auto next = std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(at) + places, 0, static_cast<std::ptrdiff_t>(pods.size()) - 1);
    emit podChosen(pods[static_cast<std::size_t>(next)]);
}

void QueueFlowCanvas::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Left:
        return go(-1, 0);
    case Qt::Key_Right:
        return go(1, 0);
    case Qt::Key_Up:
        return go(0, -1);
    case Qt::Key_Down:
        return go(0, 1);
    // The first and the last of the lane.
    case Qt::Key_Home:
        return go(0, -static_cast<int>(board_.moves()) - 1);
    case Qt::Key_End:
        return go(0, static_cast<int>(board_.moves()) + 1);
    default:
        QWidget::keyPressEvent(event);
    }
}

}
