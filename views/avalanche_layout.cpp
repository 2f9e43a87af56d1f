// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/avalanche_layout.h"

#include <algorithm>
#include <numeric>

namespace berth::views {

namespace {

constexpr double margin = 12;
constexpr double padding = 8;
constexpr double between = 48;             ///< columns; the edges run there
constexpr double gap = 14;                 ///< cards below each other

std::size_t shownVictims(const models::AvalancheCard& card) { return std::min(card.victims.size(), AvalancheLayout::mostVictims); }

/// Who evicts, where and when; two lines per victim; how many more; where the evicting pod went.
double heightOf(const models::AvalancheCard& card, double line)
{
    const std::size_t lines = 2 + 2 * shownVictims(card) + (card.victims.size() > shownVictims(card) ? 1 : 0) + 1;
    return static_cast<double>(lines) * line + 2 * padding + 12;
}

}

AvalancheLayout AvalancheLayout::of(const std::vector<models::AvalancheCard>& cards, double lineHeight, double cardWidth)
{
    AvalancheLayout layout;
    layout.boxes.resize(cards.size());
    // Causes come before what follows from them, so that one way through the cards sums up and the other one hands out.
    std::vector<double> heights(cards.size()), below(cards.size(), 0), taken(cards.size(), 0), tops(cards.size(), margin);
    for (std::size_t i = cards.size(); i-- > 0;) {
        heights[i] = std::max(heightOf(cards[i], lineHeight), below[i]);
        if (cards[i].cause)
            below[*cards[i].cause] += heights[i] + (below[*cards[i].cause] > 0 ? gap : 0);
    }
    double bottom = margin;
    double right = 0;
    for (std::size_t i = 0; i < cards.size(); ++i) {
        double top = bottom;
        if (const auto cause = cards[i].cause) {
            top = tops[*cause] + (heights[*cause] - below[*cause]) / 2 + taken[*cause];
            taken[*cause] += heights[i] + gap;
        } else {
            bottom += heights[i] + gap;
        }
        tops[i] = top;
        const double height = heightOf(cards[i], lineHeight);
        const double left = margin + static_cast<double>(cards[i].depth - 1) * (cardWidth + between);
        Box& box = layout.boxes[i];
        box.card = QRectF(left, top + (heights[i] - height) / 2, cardWidth, height);
        for (std::size_t victim = 0; victim < shownVictims(cards[i]); ++victim)
            box.victims.emplace_back(left + padding, box.card.top() + padding + 6 + (2.0 + 2.0 * static_cast<double>(victim)) * lineHeight,
                                     cardWidth - 2 * padding, 2 * lineHeight);
        right = std::max(right, box.card.right());
    }
    layout.size = QSizeF(right + margin, bottom - gap + margin);
    return layout;
}

QPainterPath AvalancheLayout::edge(const models::AvalancheCard& from, std::size_t card, std::size_t victim) const
{
    const Box& box = boxes[card];
    const QRectF& to = boxes[*from.victims[victim].link].card;
    const double y = victim < box.victims.size() ? box.victims[victim].center().y() : box.card.bottom() - padding - 1;
    const QPointF begin(box.card.right(), y);
    const QPointF end(to.left(), std::clamp(y, to.top() + 12, to.bottom() - 12));
    QPainterPath path(begin);
    const double middle = (begin.x() + end.x()) / 2;
    path.cubicTo({middle, begin.y()}, {middle, end.y()}, end);
    return path;
}

std::optional<std::size_t> AvalancheLayout::cardAt(QPointF point) const
{
    for (std::size_t i = 0; i < boxes.size(); ++i)
        if (boxes[i].card.contains(point))
            return i;
    return {};
}

}
