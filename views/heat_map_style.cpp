// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/heat_map_style.h"

#include "views/heat_map_geometry.h"
#include "views/palette.h"

#include <QImage>
#include <QPaintEngine>
#include <QPainter>

#include <algorithm>

namespace berth::views {

void drawPart(QPainter& painter, const QRectF& target, const QImage& image, const QRectF& source)
{
    if (painter.paintEngine()->type() == QPaintEngine::SVG)
        painter.drawImage(target, image.copy(source.toAlignedRect()).scaled(target.size().toSize(), Qt::IgnoreAspectRatio, Qt::FastTransformation));
    else
        painter.drawImage(target, image, source);
}

bool paintLabelGround(QPainter& painter, const HeatMapGeometry& geometry, double height, const Palette& palette, const QFont& font, const QString& instead)
{
    const QRectF area(0, geometry.headerHeight, geometry.labelWidth, height - geometry.headerHeight);
    painter.fillRect(area, palette.raised);
    painter.setPen(palette.line);
    painter.drawLine(area.topRight(), area.bottomRight());
    if (geometry.rowHeight < labelRow) {
        painter.setPen(palette.secondaryText);
        painter.setFont(smaller(font, 0.86));
        painter.drawText(area.adjusted(8, 8, -8, -8), Qt::AlignTop | Qt::AlignLeft | Qt::TextWordWrap, instead);
        return false;
    }
    painter.setFont(smaller(font, std::min(0.9, geometry.rowHeight / 20 + 0.1)));
    return true;
}

}
