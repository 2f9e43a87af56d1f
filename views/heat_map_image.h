// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/heat_map.h"
#include "views/palette.h"

#include <QImage>

namespace berth::views {

/// The cells as a picture, one pixel each, in the given row order. Pure: may be called on any thread. Rows that the real
/// scheduler did not evaluate are faded towards the surface.
QImage heatMapImage(const models::HeatMap& map, const std::vector<std::uint32_t>& order, models::Measure measure,
                    const Palette& palette, bool evaluateAll = true);

/// The colour of one cell, before fading.
QColor heatMapCellColour(const models::HeatMap& map, std::size_t row, std::size_t column, models::Measure measure,
                         const models::ValueRange& range, const Palette& palette);

}
