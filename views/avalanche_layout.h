// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/avalanche.h"

#include <QPainterPath>
#include <QRectF>
#include <QSizeF>

#include <vector>

/// Where the cards of an avalanche stand: pure geometry.
namespace berth::views {

/// A tree from left to right, a column per step: each preemption beside the one that it follows from.
struct AvalancheLayout {
    static constexpr std::size_t mostVictims = 6;      ///< listed on a card; the rest is a number

    struct Box {
        QRectF card;
        std::vector<QRectF> victims;       ///< two lines each
    };
    std::vector<Box> boxes;                ///< by card
    QSizeF size;

    static AvalancheLayout of(const std::vector<models::AvalancheCard>& cards, double lineHeight, double cardWidth);
    /// From a victim to the card that its replacement leads to.
    QPainterPath edge(const models::AvalancheCard& from, std::size_t card, std::size_t victim) const;
    /// The card there; absent: none.
    std::optional<std::size_t> cardAt(QPointF point) const;
};

}
