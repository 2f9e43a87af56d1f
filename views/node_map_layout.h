// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QRectF>
#include <QSizeF>

#include <cstddef>
#include <vector>

/// Where zones and node cards of the map lie. Pure functions; device-independent pixels.
namespace berth::views {

struct NodeMapLayout {
    struct Zone {
        QRectF header;
        QRectF area;                       ///< header and cards
        std::size_t firstCard = 0;         ///< into cards
        std::size_t cardCount = 0;
    };
    std::vector<Zone> zones;
    std::vector<QRectF> cards;             ///< zone by zone
    QSizeF cardSize;
    QSizeF size;                           ///< of everything; at least the viewport's width
};

/// Lays zones out as columns of equal width, wrapping into bands where they would be too narrow, and chooses the largest
/// cards with which everything fits the viewport; where even the smallest do not, the map is higher than the viewport.
/// zoom multiplies the card size that fits (1 = fit). Without zones or in an empty viewport the layout is empty.
NodeMapLayout layoutNodeMap(const std::vector<std::size_t>& nodesPerZone, QSizeF viewport, double zoom = 1);

/// The card at the point (in the layout's coordinates), or -1.
std::ptrdiff_t cardAt(const NodeMapLayout& layout, QPointF point);

}
