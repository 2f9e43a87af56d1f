// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/queue_flow.h"

#include <QPainterPath>
#include <QRectF>

#include <array>
#include <vector>

/// Where lanes, tokens and edges stand: pure geometry.
namespace berth::views {

struct LaneBoxes {
    struct Box {
        QRectF header;
        QRectF port;                       ///< in the strip where edges run; they begin and end at its centre
        QRectF body;                       ///< tokens
    };
    std::array<Box, models::laneCount> lanes;
    QRectF edges;                          ///< the strip

    static LaneBoxes of(const QRectF& area, double textHeight);
    const Box& operator[](models::Lane lane) const { return lanes[static_cast<std::size_t>(lane)]; }
};

/// Tokens of one lane, in order, top to bottom and left to right.
struct TokenGrid {
    double width = 0;
    double height = 0;
    double gap = 0;
    std::size_t columns = 1;
    std::size_t shown = 0;                 ///< fewer than asked for if even the smallest cells do not fit

    /// Labels first, then smaller and narrower ones, then cells that shrink down to two pixels.
    static TokenGrid fit(const QRectF& body, std::size_t count, double textHeight);
    QRectF at(const QRectF& body, std::size_t index) const;
    /// Cells are squares without a name.
    bool hasLabels() const { return width > height; }
};

/// Edges that go right run above the line of ports, those that go left below it; to and from outside they come from
/// above and leave downwards.
QPainterPath edgePath(const LaneBoxes& boxes, models::Lane from, models::Lane to);
/// Grows with the logarithm of the count.
double edgeWidth(std::size_t count);

}
