// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/queue_flow_layout.h"

#include <algorithm>
#include <cmath>

namespace berth::views {

namespace {

constexpr double laneGap = 8;
constexpr double narrowLabel = 64;
constexpr double smallestCell = 2;
constexpr double largestCell = 14;

}

LaneBoxes LaneBoxes::of(const QRectF& area, double textHeight)
{
    LaneBoxes boxes;
    const double count = static_cast<double>(models::laneCount);
    const double width = std::max(20.0, (area.width() - laneGap * (count + 1)) / count);
    const double header = 2 * textHeight + 18;
    const double strip = std::clamp(area.height() * 0.24, 56.0, 140.0);
    boxes.edges = QRectF(area.left(), area.top() + header, area.width(), strip);
    for (std::size_t i = 0; i < models::laneCount; ++i) {
        const double left = area.left() + laneGap + static_cast<double>(i) * (width + laneGap);
        Box& box = boxes.lanes[i];
        box.header = QRectF(left, area.top() + 4, width, header - 4);
        const double middle = boxes.edges.center().y();
        box.port = QRectF(left + width / 2 - 5, middle - 5, 10, 10);
        const double top = boxes.edges.bottom() + 4;
        box.body = QRectF(left, top, width, std::max(10.0, area.bottom() - top - 8));
    }
    return boxes;
}

TokenGrid TokenGrid::fit(const QRectF& body, std::size_t count, double textHeight)
{
    const QRectF inner = body.adjusted(6, 6, -6, -6);
    const auto capacity = [&inner](const TokenGrid& grid) {
        const auto rows = static_cast<std::size_t>(std::max(0.0, std::floor((inner.height() + grid.gap) / (grid.height + grid.gap))));
        return rows * grid.columns;
    };
    const double label = textHeight + 8;
    TokenGrid grid{inner.width(), label, 4, 1, count};
    if (capacity(grid) >= count)
        return grid;
    grid = {inner.width(), textHeight + 2, 2, 1, count};
    if (capacity(grid) >= count)
        return grid;
    const auto narrow = static_cast<std::size_t>(std::floor((inner.width() + 4) / (narrowLabel + 4)));
    if (narrow > 1) {
        grid = {(inner.width() - 4 * static_cast<double>(narrow - 1)) / static_cast<double>(narrow), textHeight + 2, 4, narrow, count};
        if (capacity(grid) >= count)
            return grid;
    }
    for (double size = largestCell; size >= smallestCell; --size) {
        const double gap = size > 8 ? 2 : size > 3 ? 1 : 0;
        const auto columns = static_cast<std::size_t>(std::max(1.0, std::floor((inner.width() + gap) / (size + gap))));
        grid = {size, size, gap, columns, count};
        if (capacity(grid) >= count)
            return grid;
    }
    grid.shown = capacity(grid);
    return grid;
}

QRectF TokenGrid::at(const QRectF& body, std::size_t index) const
{
    const auto column = static_cast<double>(index % columns);
    const auto row = static_cast<double>(index / columns);
    return QRectF(body.left() + 6 + column * (width + gap), body.top() + 6 + row * (height + gap), width, height);
}

QPainterPath edgePath(const LaneBoxes& boxes, models::Lane from, models::Lane to)
{
    QPainterPath path;
    if (from == models::Lane::Outside || to == models::Lane::Outside) {
        const bool enters = from == models::Lane::Outside;
        const QPointF port = boxes[enters ? to : from].port.center();
        const QPointF far(port.x(), enters ? boxes.edges.top() + 2 : boxes.edges.bottom() - 2);
        path.moveTo(enters ? far : port + QPointF(0, 6));
        path.lineTo(enters ? port - QPointF(0, 6) : far);
        return path;
    }
    const QPointF start = boxes[from].port.center();
    const QPointF end = boxes[to].port.center();
    const bool forward = end.x() > start.x();
    const double lanes = std::abs(static_cast<double>(to) - static_cast<double>(from));
    const double room = boxes.edges.height() / 2 - 6;
    const double bend = room * std::min(1.0, 0.2 + 0.8 * lanes / static_cast<double>(models::laneCount - 1)) * 4 / 3;
    const double side = forward ? -1 : 1;
    path.moveTo(start + QPointF(0, side * 6));
    path.cubicTo(start + QPointF((end.x() - start.x()) * 0.15, side * (bend + 2)),
                 end - QPointF((end.x() - start.x()) * 0.15, -side * (bend + 2)), end + QPointF(0, side * 6));
    return path;
}

double edgeWidth(std::size_t count)
{
    return 1.5 + std::log2(1.0 + static_cast<double>(count)) * 0.9;
}

}
