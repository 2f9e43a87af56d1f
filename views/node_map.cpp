// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/node_map.h"

#include "models/format.h"
#include "models/natural_order.h"
#include "models/node_table.h"
#include "views/palette.h"
#include "views/picture.h"

#include <QApplication>
#include <QHelpEvent>
#include <QImage>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <cmath>

using namespace Qt::StringLiterals;

namespace berth::views {

namespace {

constexpr double nameWidth = 52;           ///< cards at least so wide show the node's name
constexpr double nameHeight = 26;
constexpr double figuresHeight = 46;       ///< cards at least so high show numbers too
constexpr int chipSize = 14;
constexpr int chipGap = 4;
constexpr int trayLabelWidth = 120;

/// Taints that say no more than the marks of nodes that are not ready, or cordoned, do not count.
bool isTainted(const api::Node& node)
{
    return std::any_of(node.spec.taints.begin(), node.spec.taints.end(), [](const api::Taint& taint) { return !taint.key.view().starts_with("node.kubernetes.io/"); });
}

QFont smaller(QFont font, double by = 0.86)
{
    font.setPointSizeF(font.pointSizeF() * by);
    return font;
}

}

NodeMap::NodeMap(SelectionHub* hub, QWidget* parent) : QAbstractScrollArea(parent), hub_(hub)
{
    setObjectName(u"nodeMap"_s);
    setAccessibleName(tr("Map of nodes"));
    setAccessibleDescription(tr("The table of nodes has the same."));
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    connect(hub_, &SelectionHub::changed, viewport(), qOverload<>(&QWidget::update));
}

void NodeMap::setCluster(models::ClusterPtr cluster)
{
    cluster_ = std::move(cluster);
    namespaceIndex_.clear();
    tainted_.clear();
    if (cluster_) {
        for (const models::NodeRow& node : cluster_->nodes)
            tainted_.push_back(isTainted(*node.node));
        for (std::size_t i = 0; i < cluster_->namespaces.size(); ++i)
            namespaceIndex_.insert(cluster_->namespaces[i], i);
        if (resource_ >= cluster_->resources.size())
            resource_ = models::Cluster::Cpu;
    }
    regroup();
}

void NodeMap::setGrouping(models::NodeGrouping grouping)
{
    grouping.resource = resource_;
    if (grouping == grouping_)
        return;
    grouping_ = std::move(grouping);
    regroup();
}

void NodeMap::setAttempt(models::AttemptViewPtr attempt)
{
    attempt_ = std::move(attempt);
    domains_ = nullptr;
    viewport()->update();
}

void NodeMap::setDomains(const models::DomainPanel* panel)
{
    domains_ = panel;
    viewport()->update();
}

const models::NodeJudgement* NodeMap::judgementOf(const models::NodeRow& node) const
{
    return attempt_ ? attempt_->judgements->find(node.name) : nullptr;
}

std::int32_t NodeMap::barOf(const models::NodeRow& node) const
{
    const auto& rows = attempt_->judgements->rowOfNode;
    const auto row = rows.constFind(node.name);
    return row == rows.cend() || *row >= domains_->nodeBar.size() ? -1 : domains_->nodeBar[*row];
}

QColor NodeMap::domainColour(const models::DomainPanel& panel, std::size_t bar)
{
    constexpr std::size_t tellApart = 8;
    const Palette& p = Palette::current();
    if (panel.bars.size() <= tellApart)
        return p.category(bar);
    return panel.bars[bar].allowed ? p.good : p.bad;
}

void NodeMap::setResource(std::size_t resource)
{
    resource_ = resource;
    if (grouping_.order == models::NodeGrouping::Order::Name)
        viewport()->update();
    else
        regroup();
}

void NodeMap::zoom(double factor)
{
    zoom_ = factor <= 0 ? 1 : std::clamp(zoom_ * factor, 0.2, 8.0);
    relayout();
}

int NodeMap::trayHeight() const
{
    return pending().empty() ? 0 : 36;
}

const std::vector<std::uint32_t>& NodeMap::pending() const
{
    static const std::vector<std::uint32_t> none;
    return cluster_ ? cluster_->pendingByPlace : none;
}

void NodeMap::regroup()
{
    grouping_.resource = resource_;
    groups_ = cluster_ ? models::groupNodes(*cluster_, grouping_) : models::NodeGroups();
    relayout();
}

void NodeMap::relayout()
{
    const QSizeF area(viewport()->width(), viewport()->height() - trayHeight());
    layout_ = layoutNodeMap(groups_.sizes, area, zoom_);
    verticalScrollBar()->setPageStep(static_cast<int>(area.height()));
    verticalScrollBar()->setSingleStep(24);
    verticalScrollBar()->setRange(0, std::max(0, static_cast<int>(std::ceil(layout_.size.height() - area.height()))));
    viewport()->update();
}

std::shared_ptr<QWidget> NodeMap::onPaper() const
{
    const bool isEmpty = !cluster_ || cluster_->nodes.empty();
    const QSize size = isEmpty ? viewport()->size() : QSize(viewport()->width(), static_cast<int>(std::ceil(layout_.size.height())) + trayHeight());
    if (!fitsPicture(size))
        return nullptr;
    auto copy = std::make_shared<NodeMap>(hub_);
    copy->setFont(font());
    copy->cluster_ = cluster_;
    copy->attempt_ = attempt_;
    copy->domains_ = domains_;
    copy->namespaceIndex_ = namespaceIndex_;
    copy->tainted_ = tainted_;
    copy->grouping_ = grouping_;
    copy->groups_ = groups_;
    copy->resource_ = resource_;
    layOut(*copy, size);
    // Cards as large as they are on the screen, not as large as there is room.
    copy->layout_ = layout_;
    return copy;
}

QPointF NodeMap::toLayout(QPoint point) const
{
    return QPointF(point) + QPointF(0, verticalScrollBar()->value());
}

const models::NodeRow& NodeMap::nodeOfCard(std::size_t card) const
{
    return cluster_->nodes[order()[card]];
}

QString NodeMap::nodeAt(QPoint point) const
{
    if (point.y() >= viewport()->height() - trayHeight())
        return {};
    const std::ptrdiff_t card = cardAt(layout_, toLayout(point));
    return card < 0 ? QString() : nodeOfCard(static_cast<std::size_t>(card)).name;
}

QRect NodeMap::cardRect(const QString& node) const
{
    for (std::size_t card = 0; card < layout_.cards.size(); ++card)
        if (nodeOfCard(card).name == node)
            return layout_.cards[card].translated(0, -verticalScrollBar()->value()).toAlignedRect();
    return {};
}

QRect NodeMap::trayChip(std::size_t index) const
{
    const int left = trayLabelWidth + static_cast<int>(index) * (chipSize + chipGap);
    return {left, viewport()->height() - trayHeight() + (trayHeight() - chipSize) / 2, chipSize, chipSize};
}

QString NodeMap::pendingPodAt(QPoint point) const
{
    for (std::size_t i = 0; i < pending().size(); ++i) {
        const QRect chip = trayChip(i);
        if (chip.left() > viewport()->width())
            break;
        if (chip.adjusted(-2, -4, 2, 4).contains(point))
            return cluster_->pods[pending()[i]].key;
    }
    return {};
}

QRectF NodeMap::barRect(const QRectF& card) const
{
    if (card.width() < nameWidth || card.height() < nameHeight)
        return card.adjusted(1, 1, -1, -1);
    const QRectF inside = card.adjusted(9, 0, -6, -6);
    const double height = card.height() >= figuresHeight ? 12 : std::clamp(card.height() - 20, 5.0, 12.0);
    const double bottom = card.height() >= figuresHeight ? inside.bottom() - 15 : inside.bottom() + 1;
    return {inside.left(), bottom - height, inside.width(), height};
}

const models::PodRow* NodeMap::podAt(QPoint point) const
{
    const QPointF at = toLayout(point);
    const std::ptrdiff_t card = point.y() < viewport()->height() - trayHeight() ? cardAt(layout_, at) : -1;
    if (card < 0)
        return nullptr;
    const QRectF bar = barRect(layout_.cards[static_cast<std::size_t>(card)]);
    const models::NodeRow& node = nodeOfCard(static_cast<std::size_t>(card));
    const models::Amount& amount = node.amounts[resource_];
    if (!bar.adjusted(0, -3, 0, 3).contains(at) || amount.allocatable <= 0 || bar.width() < 40)
        return nullptr;
    const double scale = bar.width() / static_cast<double>(std::max(amount.allocatable, amount.requested));
    double left = bar.left();
    for (std::uint32_t row : node.pods) {
        left += static_cast<double>(cluster_->pods[row].requests[resource_]) * scale;
        if (at.x() < left)
            return &cluster_->pods[row];
    }
    return nullptr;
}

QColor NodeMap::podColour(const models::PodRow& pod) const
{
    return Palette::current().category(namespaceIndex_.value(pod.namespace_));
}

void NodeMap::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    const Palette& p = Palette::current();
    painter.fillRect(viewport()->rect(), p.surface);
    if (!cluster_ || cluster_->nodes.empty()) {
        painter.setPen(p.secondaryText);
        painter.drawText(viewport()->rect().adjusted(24, 24, -24, -24), Qt::AlignCenter | Qt::TextWordWrap,
                         tr("The map shows nodes, and the pods on them. This cluster has no nodes: Ctrl+Shift+G makes a pool of them, Ctrl+Shift+P pods."));
        if (cluster_)
            paintTray(painter);
        return;
    }
    const double scroll = verticalScrollBar()->value();
    painter.save();
    painter.setClipRect(0, 0, viewport()->width(), viewport()->height() - trayHeight());
    painter.translate(0, -scroll);
    const QRectF visible(0, scroll, viewport()->width(), viewport()->height());
    paintZones(painter, visible);
    paintCards(painter, visible);
    painter.restore();
    paintTray(painter);
    if (hasFocus())
        paintFocusRing(painter, viewport()->rect());
    if (dragging_)
        paintDrag(painter);
}

void NodeMap::paintZones(QPainter& painter, const QRectF& visible) const
{
    const Palette& p = Palette::current();
    for (std::size_t i = 0; i < layout_.zones.size(); ++i) {
        const NodeMapLayout::Zone& zone = layout_.zones[i];
        if (!zone.area.intersects(visible))
            continue;
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(p.line);
        painter.setBrush(p.window);
        painter.drawRoundedRect(zone.area.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
        const QString& group = groups_.names[i];
        const QString name = !group.isEmpty() ? group : grouping_.label.empty() ? tr("All nodes") : grouping_.label == models::NodeGrouping().label ? tr("no zone") : tr("without the label");
        QFont bold = font();
        bold.setWeight(QFont::DemiBold);
        painter.setFont(bold);
        painter.setPen(p.text);
        const QRectF header = zone.header.adjusted(10, 0, -10, 0);
        painter.drawText(header, Qt::AlignVCenter | Qt::AlignLeft, painter.fontMetrics().elidedText(name, Qt::ElideRight, static_cast<int>(header.width() * 0.6)));
        painter.setFont(smaller(font()));
        painter.setPen(p.secondaryText);
        painter.drawText(header, Qt::AlignVCenter | Qt::AlignRight, zone.cardCount == 1 ? tr("1 node") : tr("%1 nodes").arg(zone.cardCount));
        painter.setRenderHint(QPainter::Antialiasing, false);
    }
}

void NodeMap::paintCards(QPainter& painter, const QRectF& visible) const
{
    for (std::size_t i = 0; i < layout_.cards.size(); ++i)
        if (layout_.cards[i].intersects(visible))
            paintCard(painter, layout_.cards[i], nodeOfCard(i));
}

void NodeMap::paintCard(QPainter& painter, const QRectF& card, const models::NodeRow& node) const
{
    const Palette& p = Palette::current();
    const models::NodeJudgement* judged = judgementOf(node);
    const bool hasName = card.width() >= nameWidth && card.height() >= nameHeight;
    const bool selected = hub_->current().node == node.name;
    const bool isMarked = tainted_[static_cast<std::size_t>(&node - cluster_->nodes.data())];
    painter.fillRect(card, p.raised);
    if (domains_) {
        const std::int32_t bar = barOf(node);
        const auto index = static_cast<std::size_t>(std::max(0, bar));
        paintDomain(painter, card, bar < 0 ? nullptr : &domains_->bars[index], bar < 0 ? p.muted : domainColour(*domains_, index));
    } else if (judged) {
        paintJudgement(painter, card, *judged);
    }
    paintBar(painter, barRect(card), node);
    if (hasName) {
        const QRectF line = card.adjusted(9, 3, -6, 0);
        QString mark;
        if (!node.ready)
            mark = u"✕ "_s;
        else if (node.unschedulable)
            mark = u"⊘ "_s;
        if (isMarked)
            mark += u"▲ "_s;
        QString right;
        if (judged && judged->chosen)
            right = u"★"_s;
        else if (judged && judged->runnerUp)
            right = u"2"_s;
        painter.setFont(smaller(font()));
        painter.setPen(judged && !judged->evaluated ? p.secondaryText : p.text);
        const int height = painter.fontMetrics().height();
        const QRectF nameBox(line.left(), line.top(), line.width() - (right.isEmpty() ? 0 : 14), height);
        painter.drawText(nameBox, Qt::AlignVCenter, painter.fontMetrics().elidedText(mark + node.name, Qt::ElideMiddle, static_cast<int>(nameBox.width())));
        painter.setPen(p.chosen);
        painter.drawText(QRectF(line.left(), line.top(), line.width(), height), Qt::AlignVCenter | Qt::AlignRight, right);
        if (card.height() >= figuresHeight) {
            const models::ResourceUnit unit = models::unitOf(cluster_->resources[resource_]);
            const models::Amount& amount = node.amounts[resource_];
            painter.setFont(smaller(font(), 0.78));
            painter.setPen(p.secondaryText);
            const QRectF box = card.adjusted(9, 0, -6, -4);
            const QString figures = models::formatAmount(amount.requested, unit) + u" / " + models::formatAmount(amount.allocatable, unit);
            painter.drawText(box, Qt::AlignBottom | Qt::AlignLeft, figures);
            const QString pods = node.pods.size() == 1 ? tr("1 pod") : tr("%1 pods").arg(node.pods.size());
            const QFontMetrics metrics = painter.fontMetrics();
            if (metrics.horizontalAdvance(figures) + metrics.horizontalAdvance(pods) + 12 < box.width())
                painter.drawText(box, Qt::AlignBottom | Qt::AlignRight, pods);
        }
    }
    // Cards without a name have a corner instead.
    if (isMarked && !hasName && card.width() >= 6) {
        const double side = std::min(7.0, std::min(card.width(), card.height()) / 2);
        const std::array corner{card.topRight(), card.topRight() - QPointF(side, 0), card.topRight() + QPointF(0, side)};
        painter.setPen(Qt::NoPen);
        painter.setBrush(p.text);
        painter.drawConvexPolygon(corner.data(), static_cast<int>(corner.size()));
    }
    painter.setBrush(Qt::NoBrush);
    const QRectF frame = card.adjusted(0.5, 0.5, -0.5, -0.5);
    if (judged && (judged->chosen || judged->runnerUp)) {
        painter.setPen(QPen(p.chosen, judged->chosen ? 2 : 1));
        painter.drawRect(judged->chosen ? frame.adjusted(0.5, 0.5, -0.5, -0.5) : frame);
    } else {
        painter.setPen(judged && !judged->evaluated ? QPen(p.secondaryText, 1, Qt::DotLine) : QPen(p.line));
        painter.drawRect(frame);
    }
    if (selected || hoveredNode_ == node.name) {
        painter.setPen(QPen(selected ? p.text : p.secondaryText, selected ? 2 : 1));
        painter.drawRect(frame.adjusted(-1, -1, 1, 1));
    }
}

void NodeMap::paintJudgement(QPainter& painter, const QRectF& card, const models::NodeJudgement& judgement) const
{
    const Palette& p = Palette::current();
    if (judgement.verdict == models::Verdict::Passed)
        return;
    QColor tint = p.verdict(judgement.verdict);
    tint.setAlphaF(p.dark ? 0.20f : 0.12f);
    painter.fillRect(card, tint);
    // Text stays readable: on cards that have some, the hatch is a strip at the edge.
    QRectF strip = card;
    if (card.width() >= nameWidth && card.height() >= nameHeight)
        strip.setWidth(5);
    painter.fillRect(strip, p.verdict(judgement.verdict));
    painter.fillRect(strip, verdictHatch(judgement.verdict, QColor(0, 0, 0, 110)));
}

/// Without a domain (null) the node lacks the label. Nodes that the constraint forbids are hatched.
void NodeMap::paintDomain(QPainter& painter, const QRectF& card, const models::DomainBar* bar, const QColor& colour) const
{
    const Palette& p = Palette::current();
    const bool forbidden = domains_->filters && (!bar || !bar->allowed);
    QColor tint = colour;
    tint.setAlphaF(p.dark ? 0.30f : 0.20f);
    painter.fillRect(card, tint);
    QRectF strip = card;
    const bool hasText = card.width() >= nameWidth && card.height() >= nameHeight;
    if (hasText)
        strip.setWidth(6);
    painter.fillRect(strip, colour);
    if (!forbidden)
        return;
    const QColor ink = p.dark ? QColor(255, 255, 255, 45) : QColor(0, 0, 0, 45);
    painter.fillRect(card, verdictHatch(bar ? models::Verdict::Unschedulable : models::Verdict::Unresolvable, ink));
}

void NodeMap::paintBar(QPainter& painter, const QRectF& bar, const models::NodeRow& node) const
{
    const Palette& p = Palette::current();
    const models::Amount& amount = node.amounts[resource_];
    const bool large = bar.width() >= 40;
    QColor track = p.line;
    track.setAlphaF(large ? 0.7f : 0.35f);
    painter.fillRect(bar, track);
    if (amount.allocatable <= 0)
        return;
    if (!large) {
        QRectF filled = bar;
        filled.setTop(bar.bottom() - bar.height() * std::min(1.0, amount.share()));
        painter.fillRect(filled, amount.share() > 0.9 ? p.category(0).darker(p.dark ? 90 : 130) : p.category(0));
        return;
    }
    const double scale = bar.width() / static_cast<double>(std::max(amount.allocatable, amount.requested));
    double left = bar.left();
    for (std::uint32_t row : node.pods) {
        const models::PodRow& pod = cluster_->pods[row];
        const double width = static_cast<double>(pod.requests[resource_]) * scale;
        const double gap = width > 4 ? 1 : 0;
        const QRectF segment(left, bar.top(), std::max(0.5, width - gap), bar.height());
        const bool selected = pod.key == hub_->current().pod;
        painter.fillRect(segment, podColour(pod));
        if (selected) {
            painter.setPen(QPen(p.text, 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(segment.adjusted(0, -1, 0, 1));
        }
        left += width;
    }
}

void NodeMap::paintTray(QPainter& painter) const
{
    if (pending().empty())
        return;
    const Palette& p = Palette::current();
    const QRect tray(0, viewport()->height() - trayHeight(), viewport()->width(), trayHeight());
    painter.fillRect(tray, p.window);
    painter.setPen(p.line);
    painter.drawLine(tray.topLeft(), tray.topRight());
    painter.setFont(font());
    painter.setPen(p.text);
    painter.drawText(tray.adjusted(12, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft,
                     tr("Pending %1").arg(models::formatCount(static_cast<std::int64_t>(pending().size()))));
    const int most = (viewport()->width() - trayLabelWidth - 60) / (chipSize + chipGap);
    const std::size_t shown = std::min(pending().size(), static_cast<std::size_t>(std::max(0, most)));
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t i = 0; i < shown; ++i) {
        const models::PodRow& pod = cluster_->pods[pending()[i]];
        const QRectF chip = QRectF(trayChip(i)).adjusted(0.5, 0.5, -0.5, -0.5);
        const QColor colour = p.place(pod.place);
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        painter.drawRoundedRect(chip, 3, 3);
        // The letter is the second channel: A active, B backoff, U unschedulable, G gated, W waiting.
        const QString letter = models::placeName(pod.place).left(1);
        painter.setFont(smaller(font(), 0.72));
        painter.setPen(Palette::textOn(colour));
        painter.drawText(chip, Qt::AlignCenter, letter);
        if (pod.key == hub_->current().pod) {
            painter.setPen(QPen(p.text, 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(chip.adjusted(-2, -2, 2, 2), 4, 4);
        }
    }
    if (shown < pending().size()) {
        painter.setFont(font());
        painter.setPen(p.secondaryText);
        painter.drawText(tray.adjusted(0, 0, -12, 0), Qt::AlignVCenter | Qt::AlignRight,
                         tr("+%1").arg(models::formatCount(static_cast<std::int64_t>(pending().size() - shown))));
    }
}

QString NodeMap::tooltip(QPoint point) const
{
    if (!cluster_)
        return {};
    const QString pending = pendingPodAt(point);
    if (const models::PodRow* pod = pending.isEmpty() ? podAt(point) : cluster_->pod(pending)) {
        QString text = u"%1\n%2"_s.arg(pod->key, models::placeName(pod->place));
        for (std::size_t i = 0; i < pod->requests.size(); ++i)
            if (pod->requests[i] != 0 && i != models::Cluster::Pods)
                text += u"\n%1 %2"_s.arg(models::toQString(cluster_->resources[i]), models::formatAmount(pod->requests[i], models::unitOf(cluster_->resources[i])));
        return pod->isPending() && !pod->lastMessage.isEmpty() ? text + u"\n" + pod->lastMessage : text;
    }
    const models::NodeRow* node = cluster_->node(nodeAt(point));
    if (!node)
        return {};
    return nodeText(*node);
}

QString NodeMap::nodeText(const models::NodeRow& node) const
{
    QString text = node.name;
    if (!node.ready)
        text += u"\n✕ " + tr("Not ready");
    if (node.unschedulable)
        text += u"\n⊘ " + tr("Cordoned");
    if (const QString taints = models::taintText(*node.node); !taints.isEmpty())
        text += u"\n▲ " + tr("Taints: %1").arg(taints);
    for (std::size_t i = 0; i < node.amounts.size(); ++i) {
        const models::ResourceUnit unit = models::unitOf(cluster_->resources[i]);
        text += u"\n%1: %2 / %3"_s.arg(models::toQString(cluster_->resources[i]), models::formatAmount(node.amounts[i].requested, unit), models::formatAmount(node.amounts[i].allocatable, unit));
    }
    if (domains_) {
        const std::int32_t bar = barOf(node);
        text += u"\n" + (bar < 0 ? tr("%1: the node has no such label").arg(domains_->title)
                                 : u"%1: %2, %3"_s.arg(domains_->title, domains_->bars[static_cast<std::size_t>(bar)].value, domains_->bars[static_cast<std::size_t>(bar)].says));
    }
    const models::NodeJudgement* judged = judgementOf(node);
    if (judged) {
        if (!judged->evaluated)
            text += u"\n" + tr("Not evaluated by the real scheduler");
        if (!judged->reasons.isEmpty())
            text += u"\n" + judged->reasons;
    }
    return text;
}

QString NodeMap::placeText() const
{
    const models::NodeRow* node = cluster_ ? cluster_->node(hub_->current().node) : nullptr;
    return node ? nodeText(*node) : QString();
}

bool NodeMap::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), tooltip(help->pos()), viewport());
        return true;
    }
    if (event->type() == QEvent::Leave && !hoveredNode_.isEmpty()) {
        hoveredNode_.clear();
        viewport()->update();
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void NodeMap::resizeEvent(QResizeEvent*)
{
    relayout();
}

void NodeMap::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !cluster_)
        return;
    const QString pending = pendingPodAt(event->pos());
    const models::PodRow* pod = pending.isEmpty() ? podAt(event->pos()) : cluster_->pod(pending);
    if (pod) {
        pressedPod_ = pod->key;
        pressedAt_ = event->pos();
        hub_->select({pod->key, pod->node, hub_->current().plugin, pod->lastAttempt});
        return;
    }
    hub_->selectNode(nodeAt(event->pos()));
}

void NodeMap::mouseMoveEvent(QMouseEvent* event)
{
    const bool isHeld = !pressedPod_.isEmpty() && event->buttons().testFlag(Qt::LeftButton);
    if (isHeld && (dragging_ || (event->pos() - pressedAt_).manhattanLength() >= QApplication::startDragDistance())) {
        dragging_ = true;
        draggedTo_ = event->pos();
        viewport()->setCursor(Qt::ClosedHandCursor);
        viewport()->update();
    }
    const QString node = cluster_ ? nodeAt(event->pos()) : QString();
    if (node == hoveredNode_)
        return;
    hoveredNode_ = node;
    viewport()->update();
}

void NodeMap::mouseReleaseEvent(QMouseEvent* event)
{
    const QString pod = pressedPod_;
    const QString node = dragging_ && cluster_ ? nodeAt(event->pos()) : QString();
    endDrag();
    if (!node.isEmpty())
        emit podDropped(pod, node);
}

void NodeMap::endDrag()
{
    pressedPod_.clear();
    dragging_ = false;
    viewport()->unsetCursor();
    viewport()->update();
}

/// The pod's name beside the pointer; the node under it is marked as one that the mouse is over.
void NodeMap::paintDrag(QPainter& painter) const
{
    const Palette& p = Palette::current();
    const QRect text = painter.fontMetrics().boundingRect(pressedPod_).translated(draggedTo_ + QPoint(14, 24)).adjusted(-6, -3, 6, 3);
    painter.setPen(p.accent);
    painter.setBrush(p.raised);
    painter.drawRoundedRect(text, 4, 4);
    painter.setPen(p.text);
    painter.drawText(text, Qt::AlignCenter, pressedPod_);
}

void NodeMap::moveSelection(int key)
{
    std::size_t current = 0;
    const auto selected = std::find_if(order().begin(), order().end(), [this](std::uint32_t row) {
        return cluster_->nodes[row].name == hub_->current().node;
    });
    if (selected != order().end()) {
        current = static_cast<std::size_t>(selected - order().begin());
        const QPointF centre = layout_.cards[current].center();
        const QSizeF step = layout_.cardSize;
        const double dx = key == Qt::Key_Left ? -1 : key == Qt::Key_Right ? 1 : 0;
        const double dy = key == Qt::Key_Up ? -1 : key == Qt::Key_Down ? 1 : 0;
        // The gaps between cards and zones are narrower than a card: a few small steps find the neighbour.
        for (double reach = 0.6; reach < 4; reach += 0.1) {
            const std::ptrdiff_t next = cardAt(layout_, centre + QPointF(dx * reach * step.width(), dy * reach * step.height()));
            if (next >= 0 && static_cast<std::size_t>(next) != current) {
                current = static_cast<std::size_t>(next);
                break;
            }
        }
    }
    goToCard(current);
}

void NodeMap::goToCard(std::size_t index)
{
    hub_->selectNode(nodeOfCard(index).name);
    const QRectF card = layout_.cards[index];
    if (card.top() < verticalScrollBar()->value())
        verticalScrollBar()->setValue(static_cast<int>(card.top()) - 8);
    else if (card.bottom() > verticalScrollBar()->value() + verticalScrollBar()->pageStep())
        verticalScrollBar()->setValue(static_cast<int>(card.bottom()) - verticalScrollBar()->pageStep() + 8);
}

void NodeMap::keyPressEvent(QKeyEvent* event)
{
    const int key = event->key();
    if (dragging_ && key == Qt::Key_Escape) {
        endDrag();
        return;
    }
    const bool arrow = key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Up || key == Qt::Key_Down;
    if (arrow && !order().empty() && event->modifiers() == Qt::NoModifier) {
        moveSelection(key);
        return;
    }
    const bool plain = (event->modifiers() & ~(Qt::KeypadModifier | Qt::ShiftModifier)) == Qt::NoModifier && !order().empty();
    if (plain && (key == Qt::Key_Home || key == Qt::Key_End))
        return goToCard(key == Qt::Key_Home ? 0 : order().size() - 1);
    if (plain && (key == Qt::Key_Plus || key == Qt::Key_Equal || key == Qt::Key_Minus))
        return zoom(key == Qt::Key_Minus ? 1 / 1.2 : 1.2);
    if (plain && key == Qt::Key_0)
        return zoom(0); // what fits
    QAbstractScrollArea::keyPressEvent(event);
}

void NodeMap::wheelEvent(QWheelEvent* event)
{
    if (event->modifiers().testFlag(Qt::ControlModifier)) {
        zoom(event->angleDelta().y() > 0 ? 1.2 : 1 / 1.2);
        return;
    }
    QAbstractScrollArea::wheelEvent(event);
}

void NodeMap::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        viewport()->update();
    QAbstractScrollArea::changeEvent(event);
}

QImage NodeMap::picture()
{
    return viewport()->grab().toImage();
}

}
