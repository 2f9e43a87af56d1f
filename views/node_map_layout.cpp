// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/node_map_layout.h"

#include <algorithm>
#include <cmath>

namespace berth::views {

namespace {

constexpr double outerMargin = 12;
constexpr double zoneGap = 12;
constexpr double zonePadding = 8;
constexpr double headerHeight = 28;
constexpr double narrowestZone = 140;
constexpr double smallestCard = 9;
constexpr double widestCard = 240;
constexpr double highestCard = 76;

double gapFor(double cardWidth)
{
    return cardWidth >= 60 ? 6 : cardWidth >= 20 ? 3 : 1;
}

struct Grid {
    std::size_t perRow = 1;
    QSizeF card;
};

/// Cards in rows of perRow; how good that is: the larger dimension-wise fit into a comfortable card, the better.
Grid gridWith(std::size_t perRow, std::size_t count, QSizeF inner)
{
    const std::size_t rows = (count + perRow - 1) / perRow;
    const double roughWidth = inner.width() / static_cast<double>(perRow);
    const double gap = gapFor(roughWidth);
    const double width = std::min(widestCard, roughWidth - gap);
    const double height = std::min({highestCard, width, inner.height() / static_cast<double>(rows) - gap});
    return {perRow, QSizeF(width, height)};
}

double comfort(QSizeF card)
{
    return std::min(card.width() / 150, card.height() / 50);
}

Grid bestGrid(std::size_t count, QSizeF inner)
{
    Grid best{1, QSizeF(smallestCard, smallestCard)};
    double bestComfort = -1;
    const auto most = static_cast<std::size_t>(std::max(1.0, inner.width() / smallestCard));
    for (std::size_t perRow = 1; perRow <= most; ++perRow) {
        const Grid grid = gridWith(perRow, count, inner);
        if (grid.card.width() < smallestCard || grid.card.height() < smallestCard)
            continue;
        if (comfort(grid.card) > bestComfort) {
            bestComfort = comfort(grid.card);
            best = grid;
        }
    }
    return best;
}

}

NodeMapLayout layoutNodeMap(const std::vector<std::size_t>& nodesPerZone, QSizeF viewport, double zoom)
{
    NodeMapLayout layout;
    const std::size_t zoneCount = nodesPerZone.size();
    if (zoneCount == 0 || viewport.width() < 2 * outerMargin + narrowestZone / 2)
        return layout;
    const double width = viewport.width() - 2 * outerMargin;
    const auto perBand = std::clamp<std::size_t>(static_cast<std::size_t>((width + zoneGap) / (narrowestZone + zoneGap)), 1, zoneCount);
    const std::size_t bands = (zoneCount + perBand - 1) / perBand;
    const double zoneWidth = (width - zoneGap * static_cast<double>(perBand - 1)) / static_cast<double>(perBand);
    const double bandHeight = (viewport.height() - 2 * outerMargin - zoneGap * static_cast<double>(bands - 1)) / static_cast<double>(bands);
    const QSizeF inner(zoneWidth - 2 * zonePadding, std::max(smallestCard, bandHeight - headerHeight - zonePadding));
    const std::size_t largest = *std::max_element(nodesPerZone.begin(), nodesPerZone.end());

    const Grid grid = bestGrid(std::max<std::size_t>(largest, 1), inner);
    const double cardWidth = std::clamp(grid.card.width() * zoom, smallestCard, inner.width());
    const double cardHeight = std::clamp(grid.card.height() * zoom, smallestCard, highestCard * 1.5);
    const double gap = gapFor(cardWidth);
    const auto perRow = std::max<std::size_t>(1, static_cast<std::size_t>((inner.width() + gap + 0.5) / (cardWidth + gap)));
    layout.cardSize = QSizeF(cardWidth, cardHeight);

    double top = outerMargin;
    for (std::size_t band = 0; band < bands; ++band) {
        double bandBottom = top;
        for (std::size_t i = band * perBand; i < std::min(zoneCount, (band + 1) * perBand); ++i) {
            const double left = outerMargin + static_cast<double>(i % perBand) * (zoneWidth + zoneGap);
            const std::size_t rows = (nodesPerZone[i] + perRow - 1) / perRow;
            const double height = headerHeight + static_cast<double>(rows) * (cardHeight + gap) + zonePadding;
            layout.zones.push_back({QRectF(left, top, zoneWidth, headerHeight), QRectF(left, top, zoneWidth, height),
                                    layout.cards.size(), nodesPerZone[i]});
            for (std::size_t n = 0; n < nodesPerZone[i]; ++n)
                layout.cards.emplace_back(left + zonePadding + static_cast<double>(n % perRow) * (cardWidth + gap),
                                          top + headerHeight + static_cast<double>(n / perRow) * (cardHeight + gap),
                                          cardWidth, cardHeight);
            bandBottom = std::max(bandBottom, top + height);
        }
        // Zones of a band end at the same line.
        for (std::size_t i = band * perBand; i < layout.zones.size(); ++i)
            layout.zones[i].area.setBottom(bandBottom);
        top = bandBottom + zoneGap;
    }
    layout.size = QSizeF(viewport.width(), top - zoneGap + outerMargin);
    return layout;
}

std::ptrdiff_t cardAt(const NodeMapLayout& layout, QPointF point)
{
    for (const NodeMapLayout::Zone& zone : layout.zones) {
        if (!zone.area.contains(point))
            continue;
        for (std::size_t i = zone.firstCard; i < zone.firstCard + zone.cardCount; ++i)
            if (layout.cards[i].contains(point))
                return static_cast<std::ptrdiff_t>(i);
    }
    return -1;
}

}
