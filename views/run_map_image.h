// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/run_tile.h"
#include "views/palette.h"

#include <QImage>

namespace berth::views {

/// What the colours of totals are spread over: each pod's own worst to best node, or everything computed of the run.
enum class RunScale : std::uint8_t { EachPod, WholeRun };

struct RunColours {
    Palette palette;
    RunScale scale = RunScale::EachPod;
    models::ValueRange range;              ///< of the run, for WholeRun
};

/// A tile with one pixel per cell, rows in the given order. Pure: for any thread.
QImage runTileImage(const models::RunTile& tile, const std::vector<std::uint32_t>& rows, const RunColours& colours);
/// The colour of one cell.
QColor runCellColour(const models::RunColumn& column, std::size_t row, const RunColours& colours);

/// A tile's part of the mini-map: runStripWidth × runStripHeight pixels, each the mean of what it stands for.
QImage runTileStrip(const QImage& image);
constexpr int runStripWidth = 4;
constexpr int runStripHeight = 64;

/// What is drawn where nothing has been computed yet: slanted lines, unlike any cell.
QBrush notComputedBrush(const Palette& palette);

}
