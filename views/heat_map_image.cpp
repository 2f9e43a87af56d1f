// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/heat_map_image.h"

namespace berth::views {

namespace {

double position(std::int64_t value, const models::ValueRange& range)
{
    if (range.high <= range.low)
        return 1;
    return static_cast<double>(value - range.low) / static_cast<double>(range.high - range.low);
}

QColor faded(const QColor& colour, const QColor& surface)
{
    const auto part = [](int a, int b) { return (a * 35 + b * 65) / 100; };
    return QColor(part(colour.red(), surface.red()), part(colour.green(), surface.green()), part(colour.blue(), surface.blue()));
}

}

QColor heatMapCellColour(const models::HeatMap& map, std::size_t row, std::size_t column, models::Measure measure,
                         const models::ValueRange& range, const Palette& palette)
{
    if (map.columns[column].group == models::HeatMapColumn::Group::Filter)
        return palette.verdict(map.filter(row, column).verdict);
    if (!map.rows[row].scored)
        return palette.raised;
    return Palette::ramp(position(map.value(row, column, measure), range));
}

QImage heatMapImage(const models::HeatMap& map, const std::vector<std::uint32_t>& order, models::Measure measure,
                    const Palette& palette, bool evaluateAll)
{
    const int width = static_cast<int>(map.columns.size());
    const int height = static_cast<int>(order.size());
    if (width == 0 || height == 0)
        return {};
    std::vector<models::ValueRange> ranges;
    for (std::size_t column = 0; column < map.columns.size(); ++column)
        ranges.push_back(models::valueRange(map, column, measure));
    QImage image(width, height, QImage::Format_RGB32);
    for (int y = 0; y < height; ++y) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
        const std::size_t row = order[static_cast<std::size_t>(y)];
        for (int x = 0; x < width; ++x) {
            const auto column = static_cast<std::size_t>(x);
            const QColor colour = heatMapCellColour(map, row, column, measure, ranges[column], palette);
            const bool filter = map.columns[column].group == models::HeatMapColumn::Group::Filter;
            const bool real = filter ? map.filter(row, column).real : map.rows[row].evaluated;
            line[x] = (real ? colour : filter && !evaluateAll ? palette.surface : faded(colour, palette.surface)).rgb();
        }
    }
    return image;
}

}
