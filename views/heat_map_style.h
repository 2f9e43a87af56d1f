// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QFont>

class QImage;
class QPainter;
class QRectF;

/// What the heat map of an attempt and that of a run have in common beside their geometry.
namespace berth::views {

struct HeatMapGeometry;
struct Palette;

constexpr double bandHeight = 22;
constexpr double comfortableRow = 20;
constexpr double labelRow = 10;            ///< rows at least so high have a label
constexpr double valueWidth = 28;          ///< cells at least so wide show their value

inline QFont smaller(QFont font, double by)
{
    font.setPointSizeF(font.pointSizeF() * by);
    return font;
}

/// Part of an image with one pixel per cell, each cell a sharp rectangle on paper, too: SVG generators draw the whole image,
/// whatever part they are asked for, and viewers blur what they enlarge.
void drawPart(QPainter& painter, const QRectF& target, const QImage& image, const QRectF& source);

/// The ground of the row labels down to the height of the viewport. True: rows are high enough for labels, whose font is set; false:
/// the text stands there instead.
bool paintLabelGround(QPainter& painter, const HeatMapGeometry& geometry, double height, const Palette& palette, const QFont& font, const QString& instead);

}
