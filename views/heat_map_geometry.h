// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QPointF>
#include <QRectF>
#include <QSizeF>

#include <cstddef>
#include <optional>

/// Where the parts of the heat map lie. Pure functions; device-independent pixels of the viewport.
namespace berth::views {

struct HeatMapGeometry {
    double headerHeight = 0;               ///< of the column headers, group band included
    double labelWidth = 0;                 ///< of the row headers
    double rowHeight = 1;
    double columnWidth = 1;
    std::size_t rows = 0;
    std::size_t columns = 0;
    double groupGap = 0;                   ///< extra space before a column group's first column
    std::size_t firstScore = 0;            ///< column where the Score group begins; columns = none
    std::size_t firstTotal = 0;            ///< column of the total; columns = none
    QPointF scroll;
};

struct HeatMapCell {
    std::size_t row = 0;
    std::size_t column = 0;
    friend bool operator==(const HeatMapCell&, const HeatMapCell&) = default;
};

double columnLeft(const HeatMapGeometry& geometry, std::size_t column);
double rowTop(const HeatMapGeometry& geometry, std::size_t row);
QRectF cellRect(const HeatMapGeometry& geometry, HeatMapCell cell);
/// Size of everything below and right of the headers.
QSizeF contentSize(const HeatMapGeometry& geometry);
/// The cell under a point of the viewport; none over headers, gaps and behind the end.
std::optional<HeatMapCell> cellAtPoint(const HeatMapGeometry& geometry, QPointF point);
/// The column whose header or cells are at x, and the row whose label or cells are at y.
std::optional<std::size_t> columnAtX(const HeatMapGeometry& geometry, double x);
std::optional<std::size_t> rowAtY(const HeatMapGeometry& geometry, double y);

/// The row height with which a map opens: comfortable where the rows fit the space or are few, else what fits, but never
/// below one pixel.
double initialRowHeight(std::size_t rows, double space, double comfortable);

}
