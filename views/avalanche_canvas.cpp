// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/avalanche_canvas.h"

#include "views/palette.h"
#include "views/picture.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace berth::views {

namespace {

constexpr qreal padding = 8;
constexpr int cardCharacters = 36;

/// The second channel beside colour.
QString symbolOf(models::RowState state)
{
    switch (state) {
    case models::RowState::Good:
        return u"✓ "_s;
    case models::RowState::Waiting:
        return u"◷ "_s;
    case models::RowState::Warning:
        return u"➤ "_s;
    case models::RowState::Muted:
        return u"– "_s;
    default:
        return {};
    }
}

QString shortName(const QString& pod)
{
    return pod.mid(pod.indexOf(u'/') + 1);
}

}

AvalancheCanvas::AvalancheCanvas(SelectionHub* hub, QWidget* parent) : QWidget(parent), hub_(hub)
{
    setObjectName(u"avalanche"_s);
    setAccessibleName(tr("Avalanche: preemptions and what they set off"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    connect(hub_, &SelectionHub::changed, this, &AvalancheCanvas::follow);
}

void AvalancheCanvas::setCards(std::vector<models::AvalancheCard> cards)
{
    cards_ = std::move(cards);
    hovered_.reset();
    arrange();
    follow();
}

void AvalancheCanvas::arrange()
{
    layout_ = AvalancheLayout::of(cards_, fontMetrics().height(), fontMetrics().averageCharWidth() * cardCharacters);
    setMinimumSize(layout_.size.toSize());
    updateGeometry();
    update();
}

std::shared_ptr<QWidget> AvalancheCanvas::onPaper() const
{
    auto copy = std::make_shared<AvalancheCanvas>(hub_);
    copy->setFont(font());
    copy->setCards(cards_);
    const QSize size = copy->sizeHint();
    if (!fitsPicture(size))
        return nullptr;
    layOut(*copy, size);
    return copy;
}

std::optional<std::size_t> AvalancheCanvas::currentCard() const
{
    const std::int64_t attempt = hub_->current().attempt;
    for (std::size_t i = 0; i < cards_.size(); ++i)
        if (attempt >= 0 && cards_[i].attempt == attempt)
            return i;
    return {};
}

void AvalancheCanvas::follow()
{
    const auto card = currentCard();
    setAccessibleDescription(card ? models::cardText(cards_[*card]) : QString());
    if (card)
        emit revealed(layout_.boxes[*card].card.toAlignedRect().adjusted(-8, -8, 8, 8));
    update();
}

void AvalancheCanvas::choose(std::size_t card)
{
    hub_->select({cards_[card].pod, cards_[card].node, hub_->current().plugin, cards_[card].attempt});
}

/// What came back, and the attempt that brought it where it is; of a victim without replacement, the pod itself.
void AvalancheCanvas::chooseVictim(const models::AvalancheCard& card, const models::AvalancheCard::Victim& victim)
{
    if (victim.link)
        choose(*victim.link);
    else if (victim.replacementAttempt >= 0)
        hub_->select({victim.replacement, victim.replacementNode, hub_->current().plugin, victim.replacementAttempt});
    else
        choose(static_cast<std::size_t>(&card - cards_.data()));
}

void AvalancheCanvas::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    const Palette& p = Palette::current();
    const QRectF part(event->rect());
    painter.fillRect(part, p.surface);
    painter.setRenderHint(QPainter::Antialiasing);
    paintEdges(painter, part);
    for (std::size_t i = 0; i < cards_.size(); ++i)
        if (layout_.boxes[i].card.adjusted(-3, -3, 3, 3).intersects(part))
            paintCard(painter, i);
    if (hasFocus() && !currentCard()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(p.accent, 1));
        painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

void AvalancheCanvas::paintEdges(QPainter& painter, const QRectF& part) const
{
    const Palette& p = Palette::current();
    for (std::size_t i = 0; i < cards_.size(); ++i)
        for (std::size_t victim = 0; victim < cards_[i].victims.size(); ++victim) {
            if (!cards_[i].victims[victim].link)
                continue;
            const QPainterPath path = layout_.edge(cards_[i], i, victim);
            if (!path.boundingRect().adjusted(-8, -8, 8, 8).intersects(part))
                continue;
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(p.victim, 2, Qt::SolidLine, Qt::FlatCap));
            painter.drawPath(path);
            const QPointF tip = path.pointAtPercent(1);
            painter.setPen(Qt::NoPen);
            painter.setBrush(p.victim);
            painter.drawPolygon(QPolygonF({tip + QPointF(1, 0), tip + QPointF(-8, -5), tip + QPointF(-8, 5)}));
        }
}

void AvalancheCanvas::paintCard(QPainter& painter, std::size_t index) const
{
    const Palette& p = Palette::current();
    const models::AvalancheCard& card = cards_[index];
    const AvalancheLayout::Box& box = layout_.boxes[index];
    const bool chosen = currentCard() == index;
    painter.setPen(QPen(chosen ? p.accent : hovered_ == index ? p.victim : p.line, chosen ? 2 : 1));
    painter.setBrush(p.raised);
    painter.drawRoundedRect(box.card.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
    const qreal line = fontMetrics().height();
    QRectF text(box.card.left() + padding, box.card.top() + padding, box.card.width() - 2 * padding, line);
    const auto write = [&](const QString& words, const QColor& colour, Qt::TextElideMode elide = Qt::ElideRight) {
        painter.setPen(colour);
        painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, QFontMetricsF(painter.font()).elidedText(words, elide, text.width()));
        text.translate(0, line);
    };
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    painter.setFont(bold);
    write(shortName(card.pod), p.text, Qt::ElideMiddle);
    painter.setFont(font());
    write(tr("evicts on %1 · t = %2").arg(card.node, card.when), p.secondaryText);
    for (std::size_t victim = 0; victim < box.victims.size(); ++victim)
        paintVictim(painter, card.victims[victim], box.victims[victim]);
    text.moveTop(box.victims.empty() ? text.top() + 6 : box.victims.back().bottom());
    if (card.victims.size() > box.victims.size())
        write(tr("and %1 more").arg(card.victims.size() - box.victims.size()), p.secondaryText);
    painter.setPen(QPen(p.line, 1));
    painter.drawLine(QPointF(text.left(), text.top() + 3), QPointF(text.right(), text.top() + 3));
    text.translate(0, 6);
    write(symbolOf(card.state) + card.outcome, p.stateText(card.state));
}

void AvalancheCanvas::paintVictim(QPainter& painter, const models::AvalancheCard::Victim& victim, const QRectF& box) const
{
    const Palette& p = Palette::current();
    const bool chosen = !hub_->current().pod.isEmpty() && (victim.pod == hub_->current().pod || victim.replacement == hub_->current().pod);
    if (chosen) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(p.hover);
        painter.drawRoundedRect(box.adjusted(-4, 0, 4, 0), 4, 4);
    }
    const QRectF upper(box.left(), box.top(), box.width(), box.height() / 2);
    const auto write = [&](const QRectF& line, const QString& words, const QColor& colour, Qt::TextElideMode elide) {
        painter.setPen(colour);
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, fontMetrics().elidedText(words, elide, static_cast<int>(line.width())));
    };
    write(upper, u"✕ "_s + shortName(victim.pod), p.victim, Qt::ElideMiddle);
    write(upper.translated(0, upper.height()).adjusted(12, 0, 0, 0), symbolOf(victim.state) + victim.outcome, p.stateText(victim.state), Qt::ElideRight);
}

void AvalancheCanvas::hover(std::optional<std::size_t> card)
{
    if (hovered_ == card)
        return;
    hovered_ = card;
    setCursor(card ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
}

bool AvalancheCanvas::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto card = layout_.cardAt(help->pos());
        QToolTip::showText(help->globalPos(), card ? models::cardText(cards_[*card]) : QString(), this);
        return true;
    }
    return QWidget::event(event);
}

void AvalancheCanvas::mousePressEvent(QMouseEvent* event)
{
    const auto card = layout_.cardAt(event->position());
    if (event->button() != Qt::LeftButton || !card)
        return;
    const std::vector<QRectF>& victims = layout_.boxes[*card].victims;
    for (std::size_t i = 0; i < victims.size(); ++i)
        if (victims[i].contains(event->position()))
            return chooseVictim(cards_[*card], cards_[*card].victims[i]);
    choose(*card);
}

void AvalancheCanvas::mouseMoveEvent(QMouseEvent* event) { hover(layout_.cardAt(event->position())); }

void AvalancheCanvas::leaveEvent(QEvent*) { hover({}); }

/// Down and up in the order of time, right to what follows, left to what it follows from.
void AvalancheCanvas::keyPressEvent(QKeyEvent* event)
{
    const auto here = currentCard();
    std::optional<std::size_t> next;
    switch (event->key()) {
    case Qt::Key_Down: next = here ? *here + 1 : 0; break;
    case Qt::Key_Up: next = here && *here > 0 ? *here - 1 : 0; break;
    case Qt::Key_Home: next = 0; break;
    case Qt::Key_End: next = cards_.size() - 1; break;
    case Qt::Key_Left: next = here ? cards_[*here].cause : std::nullopt; break;
    case Qt::Key_Right:
        if (here)
            for (const models::AvalancheCard::Victim& victim : cards_[*here].victims)
                if (victim.link && !next)
                    next = victim.link;
        break;
    default: return QWidget::keyPressEvent(event);
    }
    if (next && *next < cards_.size())
        choose(*next);
}

void AvalancheCanvas::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        arrange();
}

}
