// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/heat_map_geometry.h"

#include <algorithm>
#include <cmath>

namespace berth::views {

namespace {

double gapsBefore(const HeatMapGeometry& geometry, std::size_t column)
{
    double gaps = 0;
    if (geometry.firstScore > 0 && column >= geometry.firstScore)
        gaps += geometry.groupGap;
    if (geometry.firstTotal > 0 && column >= geometry.firstTotal && geometry.firstTotal != geometry.firstScore)
        gaps += geometry.groupGap;
    return gaps;
}

}

double columnLeft(const HeatMapGeometry& geometry, std::size_t column)
{
    return geometry.labelWidth + static_cast<double>(column) * geometry.columnWidth + gapsBefore(geometry, column) - geometry.scroll.x();
}

double rowTop(const HeatMapGeometry& geometry, std::size_t row)
{
    return geometry.headerHeight + static_cast<double>(row) * geometry.rowHeight - geometry.scroll.y();
}

QRectF cellRect(const HeatMapGeometry& geometry, HeatMapCell cell)
{
    return {columnLeft(geometry, cell.column), rowTop(geometry, cell.row), geometry.columnWidth, geometry.rowHeight};
}

QSizeF contentSize(const HeatMapGeometry& geometry)
{
    if (geometry.columns == 0)
        return {0, static_cast<double>(geometry.rows) * geometry.rowHeight};
    const double gaps = gapsBefore(geometry, geometry.columns - 1);
    return {static_cast<double>(geometry.columns) * geometry.columnWidth + gaps, static_cast<double>(geometry.rows) * geometry.rowHeight};
}

std::optional<std::size_t> columnAtX(const HeatMapGeometry& geometry, double x)
{
    if (x < geometry.labelWidth || geometry.columnWidth <= 0 || geometry.columns == 0)
        return {};
    // A run has tens of thousands of columns; the gaps between groups shift them by less than a few.
    const double without = (x - columnLeft(geometry, 0)) / geometry.columnWidth;
    const double with = (x - columnLeft(geometry, 0) - gapsBefore(geometry, geometry.columns - 1)) / geometry.columnWidth;
    const auto last = std::min(geometry.columns, static_cast<std::size_t>(std::max(0.0, without) + 1));
    for (auto column = static_cast<std::size_t>(std::max(0.0, with)); column < last; ++column) {
        const double left = columnLeft(geometry, column);
        if (x >= left && x < left + geometry.columnWidth)
            return column;
    }
    return {};
}

std::optional<std::size_t> rowAtY(const HeatMapGeometry& geometry, double y)
{
    if (y < geometry.headerHeight || geometry.rowHeight <= 0)
        return {};
    const double row = std::floor((y - geometry.headerHeight + geometry.scroll.y()) / geometry.rowHeight);
    if (row < 0 || row >= static_cast<double>(geometry.rows))
        return {};
    return static_cast<std::size_t>(row);
}

std::optional<HeatMapCell> cellAtPoint(const HeatMapGeometry& geometry, QPointF point)
{
    const auto column = columnAtX(geometry, point.x());
    const auto row = rowAtY(geometry, point.y());
    if (!column || !row)
        return {};
    return HeatMapCell{*row, *column};
}

double initialRowHeight(std::size_t rows, double space, double comfortable)
{
    constexpr std::size_t few = 120;
    if (rows == 0)
        return comfortable;
    const double fitting = space / static_cast<double>(rows);
    if (rows <= few)
        return std::clamp(fitting, comfortable * 0.8, comfortable * 1.2);
    return std::max(1.0, std::min(fitting, comfortable));
}

}
