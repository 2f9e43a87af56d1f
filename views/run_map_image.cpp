// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/run_map_image.h"

#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace berth::views {

namespace {

using Cell = models::RunColumn::Cell;

constexpr std::size_t shades = 256;

/// A score's colour is looked up, not computed: there are millions.
const std::array<QRgb, shades>& rampColours()
{
    const auto make = [](Palette::Ramp ramp) {
        std::array<QRgb, shades> made{};
        for (std::size_t i = 0; i < shades; ++i)
            made[i] = Palette::ramp(ramp, static_cast<double>(i) / (shades - 1)).rgb();
        return made;
    };
    static const std::array<QRgb, shades> viridis = make(Palette::Ramp::Viridis);
    static const std::array<QRgb, shades> cividis = make(Palette::Ramp::Cividis);
    return Palette::currentRamp() == Palette::Ramp::Viridis ? viridis : cividis;
}

QColor between(const QColor& a, const QColor& b, int percent)
{
    const auto part = [percent](int x, int y) { return (x * (100 - percent) + y * percent) / 100; };
    return {part(a.red(), b.red()), part(a.green(), b.green()), part(a.blue(), b.blue())};
}

QColor plainColour(Cell cell, const Palette& palette)
{
    switch (cell) {
    case Cell::Unschedulable: return palette.unschedulable;
    case Cell::Unresolvable: return palette.unresolvable;
    case Cell::Error: return palette.verdict(models::Verdict::Error);
    case Cell::Feasible: return Palette::ramp(1);
    case Cell::NotEvaluated: return between(palette.surface, palette.secondaryText, 14);
    case Cell::Absent:
    case Cell::Scored: break;
    }
    return palette.surface;
}

QRgb scoreColour(std::int64_t total, const models::ValueRange& range)
{
    if (range.high <= range.low)
        return rampColours().back();
    const double position = static_cast<double>(total - range.low) / static_cast<double>(range.high - range.low);
    return rampColours()[static_cast<std::size_t>(std::lround(std::clamp(position, 0.0, 1.0) * (shades - 1)))];
}

models::ValueRange rangeOf(const models::RunColumn& column, const RunColours& colours)
{
    return colours.scale == RunScale::EachPod ? models::ValueRange{column.low, column.high} : colours.range;
}

}

QColor runCellColour(const models::RunColumn& column, std::size_t row, const RunColours& colours)
{
    if (const auto total = column.total(row))
        return scoreColour(*total, rangeOf(column, colours));
    return plainColour(column.cell(row), colours.palette);
}

QImage runTileImage(const models::RunTile& tile, const std::vector<std::uint32_t>& rows, const RunColours& colours)
{
    if (tile.columns.empty() || rows.empty())
        return {};
    QImage image(static_cast<int>(tile.columns.size()), static_cast<int>(rows.size()), QImage::Format_RGB32);
    std::array<QRgb, static_cast<std::size_t>(Cell::Scored) + 1> plain{};
    for (std::size_t cell = 0; cell < plain.size(); ++cell)
        plain[cell] = plainColour(static_cast<Cell>(cell), colours.palette).rgb();
    const auto stride = static_cast<std::size_t>(image.bytesPerLine()) / sizeof(QRgb);
    auto* pixels = reinterpret_cast<QRgb*>(image.bits());
    std::vector<QRgb> byRow(1 + *std::max_element(rows.begin(), rows.end()));
    for (std::size_t x = 0; x < tile.columns.size(); ++x) {
        const models::RunColumn& column = tile.columns[x];
        for (std::size_t row = 0; row < byRow.size(); ++row)
            byRow[row] = plain[static_cast<std::size_t>(column.cell(row))];
        const models::ValueRange range = rangeOf(column, colours);
        for (const auto& total : column.totals)
            if (total.row < byRow.size())
                byRow[total.row] = scoreColour(total.total, range);
        for (std::size_t y = 0; y < rows.size(); ++y)
            pixels[y * stride + x] = byRow[rows[y]];
    }
    return image;
}

QImage runTileStrip(const QImage& image)
{
    if (image.isNull())
        return {};
    const int height = std::min(runStripHeight, image.height());
    const int width = std::min(runStripWidth, image.width());
    return image.scaled(width, height, Qt::IgnoreAspectRatio, Qt::SmoothTransformation)
        .scaled(runStripWidth, runStripHeight, Qt::IgnoreAspectRatio, Qt::FastTransformation);
}

QBrush notComputedBrush(const Palette& palette)
{
    constexpr int size = 12;
    QImage stamp(size, size, QImage::Format_RGB32);
    const QRgb ground = between(palette.surface, palette.raised, 60).rgb();
    const QRgb line = between(palette.surface, palette.secondaryText, 26).rgb();
    for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; ++x)
            stamp.setPixel(x, y, (x + y) % size < 2 ? line : ground);
    return QBrush(stamp);
}

}
