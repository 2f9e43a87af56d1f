// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/run_map_canvas.h"

#include "models/attempt_list.h"
#include "models/format.h"
#include "views/heat_map_style.h"

#include <QPaintEngine>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

/// How the heat map of a run is drawn. Whatever is the same from one frame to the next comes from a picture: one has
/// sixteen milliseconds for everything.
namespace berth::views {

using namespace Qt::StringLiterals;

namespace {

using Cell = models::RunColumn::Cell;

constexpr double patternCell = 5;          ///< cells at least so large have hatches and dots
constexpr double outlineCell = 6;          ///< cells at least so large have an outline, and not a spot, if chosen
constexpr double gridCell = 9;
constexpr double resultBand = 5;           ///< below the header: how each attempt ended

/// The second channel of a cell, as large as one: a brush of it fills a run of equal cells at once.
QBrush patternOf(Cell cell, QSizeF size, const Palette& palette, double pixelRatio)
{
    const QColor ink(0, 0, 0, 120);
    QBrush brush(Qt::NoBrush);
    if (cell == Cell::Unschedulable)
        brush = verdictHatch(models::Verdict::Unschedulable, ink);
    else if (cell == Cell::Unresolvable)
        brush = verdictHatch(models::Verdict::Unresolvable, ink);
    else if (cell == Cell::Error)
        brush = verdictHatch(models::Verdict::Error, ink);
    else if (cell == Cell::NotEvaluated)
        brush = QBrush(palette.secondaryText, Qt::Dense7Pattern);
    else
        return brush;
    QImage stamp((size * pixelRatio).toSize(), QImage::Format_ARGB32_Premultiplied);
    stamp.setDevicePixelRatio(pixelRatio);
    stamp.fill(Qt::transparent);
    QPainter painter(&stamp);
    painter.fillRect(QRectF(QPointF(), size), brush);
    return QBrush(stamp);
}

/// fillRect with a brush of stamps, one of them at origin.
void fillStamps(QPainter& painter, const QRectF& rect, const QBrush& brush, QPointF origin)
{
    if (painter.paintEngine()->type() != QPaintEngine::SVG) {
        painter.setBrushOrigin(origin);
        painter.fillRect(rect, brush);
        painter.setBrushOrigin(0, 0);
        return;
    }
    // SVG generators know no such brushes.
    const QImage stamp = brush.textureImage();
    const QSizeF size = stamp.deviceIndependentSize();
    painter.save();
    painter.setClipRect(rect, Qt::IntersectClip);
    const double left = origin.x() + std::floor((rect.left() - origin.x()) / size.width()) * size.width();
    const double top = origin.y() + std::floor((rect.top() - origin.y()) / size.height()) * size.height();
    for (double y = top; y < rect.bottom(); y += size.height())
        for (double x = left; x < rect.right(); x += size.width())
            painter.drawImage(QPointF(x, y), stamp);
    painter.restore();
}

/// `1, 2 or 5 × 10ⁿ` columns, far enough apart for a number.
std::size_t rulerStep(double columnWidth)
{
    constexpr double apart = 56;
    for (std::size_t step = 1;; step *= 10)
        for (const std::size_t times : {1, 2, 5})
            if (static_cast<double>(step * times) * columnWidth >= apart)
                return step * times;
}

}

void RunMapCanvas::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    const Palette& p = colours_.palette;
    painter.fillRect(viewport()->rect(), p.surface);
    if (isEmpty()) {
        painter.setPen(p.secondaryText);
        painter.drawText(viewport()->rect().adjusted(48, 24, -48, -24), Qt::AlignCenter | Qt::TextWordWrap, emptyText_);
        return;
    }
    const Sight seen = sight();
    paintTiles(painter, seen);
    const double smallest = std::min(geometry_.columnWidth, geometry_.rowHeight);
    if (smallest >= patternCell)
        paintPatterns(painter, seen);
    if (geometry_.columnWidth >= valueWidth && geometry_.rowHeight >= labelRow)
        paintValues(painter, seen);
    if (smallest >= gridCell)
        paintGrid(painter, seen);
    paintChosen(painter, seen);
    paintSelection(painter, seen);
    paintRowLabels(painter, seen);
    paintHeader(painter, seen);
    paintOverview(painter);
    if (hasFocus())
        paintFocusRing(painter, viewport()->rect());
}

void RunMapCanvas::paintTiles(QPainter& painter, const Sight& seen) const
{
    const auto rows = static_cast<double>(seen.endRow - seen.firstRow);
    const double top = rowTop(geometry_, seen.firstRow);
    const double height = rows * geometry_.rowHeight;
    const auto rect = [&](std::size_t from, std::size_t to) {
        return QRectF(columnLeft(geometry_, from), top, static_cast<double>(to - from) * geometry_.columnWidth, height);
    };
    const QBrush missing = notComputedBrush(colours_.palette);
    const QPointF origin(-std::fmod(geometry_.scroll.x(), 12), -std::fmod(geometry_.scroll.y(), 12));
    for (std::size_t from = seen.firstColumn; from < seen.endColumn;) {
        const std::size_t tile = from / models::RunTile::width;
        const std::size_t end = std::min(seen.endColumn, (tile + 1) * models::RunTile::width);
        const auto found = pictures_.find(tile);
        std::size_t drawn = from;
        if (found != pictures_.end() && !found->second.image.isNull()) {
            const std::size_t within = from - tile * models::RunTile::width;
            const auto width = static_cast<std::size_t>(found->second.image.width());
            drawn = std::max(from, std::min(end, tile * models::RunTile::width + width));
            if (drawn > from)
                drawPart(painter, rect(from, drawn), found->second.image,
                         QRectF(static_cast<double>(within), static_cast<double>(seen.firstRow), static_cast<double>(drawn - from), rows));
        }
        if (drawn < end)
            fillStamps(painter, rect(drawn, end), missing, origin);
        from = end;
    }
}

void RunMapCanvas::paintPatterns(QPainter& painter, const Sight& seen) const
{
    const QSizeF size(geometry_.columnWidth, geometry_.rowHeight);
    std::array<QBrush, static_cast<std::size_t>(Cell::Scored) + 1> brushes;
    for (std::size_t cell = 0; cell < brushes.size(); ++cell)
        brushes[cell] = patternOf(static_cast<Cell>(cell), size, colours_.palette, devicePixelRatioF());
    const QPointF origin(columnLeft(geometry_, 0), rowTop(geometry_, 0));
    const std::vector<std::uint32_t>& rows = *map_->shownRows();
    for (std::size_t column = seen.firstColumn; column < seen.endColumn; ++column) {
        const models::RunColumn* cells = map_->column(column);
        if (!cells)
            continue;
        for (std::size_t row = seen.firstRow; row < seen.endRow;) {
            const Cell cell = cells->cell(rows[row]);
            std::size_t end = row + 1;
            while (end < seen.endRow && cells->cell(rows[end]) == cell)
                ++end;
            if (const QBrush& brush = brushes[static_cast<std::size_t>(cell)]; brush.style() != Qt::NoBrush)
                fillStamps(painter, QRectF(columnLeft(geometry_, column), rowTop(geometry_, row), size.width(),
                                           static_cast<double>(end - row) * size.height()), brush, origin);
            row = end;
        }
    }
}

const QPixmap& RunMapCanvas::valueStamp(std::int64_t value, bool black)
{
    const auto key = static_cast<std::int64_t>(static_cast<std::uint64_t>(value) * 2 + (black ? 1 : 0));
    if (const QPixmap* known = values_.object(key))
        return *known;
    const QFont small = smaller(font(), 0.86);
    const QString text = models::formatCount(value);
    const QFontMetrics metrics(small);
    const double ratio = devicePixelRatioF();
    auto* made = new QPixmap((QSizeF(metrics.horizontalAdvance(text) + 2, metrics.height()) * ratio).toSize());
    made->setDevicePixelRatio(ratio);
    made->fill(Qt::transparent);
    QPainter painter(made);
    painter.setFont(small);
    painter.setPen(black ? Qt::black : Qt::white);
    painter.drawText(QRectF(QPointF(), made->deviceIndependentSize()), Qt::AlignCenter, text);
    painter.end();
    values_.insert(key, made);
    return *made;
}

void RunMapCanvas::paintValues(QPainter& painter, const Sight& seen)
{
    const std::vector<std::uint32_t>& rows = *map_->shownRows();
    for (std::size_t column = seen.firstColumn; column < seen.endColumn; ++column) {
        const models::RunColumn* cells = map_->column(column);
        for (std::size_t row = seen.firstRow; cells && row < seen.endRow; ++row) {
            const auto total = cells->total(rows[row]);
            if (!total)
                continue;
            const bool black = Palette::textOn(runCellColour(*cells, rows[row], colours_)).lightness() < 128;
            const QPixmap& stamp = valueStamp(*total, black);
            const QRectF cell = cellRect(geometry_, {row, column});
            const QSizeF size = stamp.deviceIndependentSize();
            if (size.width() <= cell.width())
                painter.drawPixmap(QPointF(std::round(cell.center().x() - size.width() / 2), std::round(cell.center().y() - size.height() / 2)), stamp);
        }
    }
}

void RunMapCanvas::paintGrid(QPainter& painter, const Sight& seen) const
{
    painter.setPen(colours_.palette.surface);
    const double left = columnLeft(geometry_, seen.firstColumn);
    const double right = columnLeft(geometry_, seen.endColumn);
    const double top = rowTop(geometry_, seen.firstRow);
    const double bottom = rowTop(geometry_, seen.endRow);
    for (std::size_t row = seen.firstRow; row <= seen.endRow; ++row)
        painter.drawLine(QPointF(left, rowTop(geometry_, row)), QPointF(right, rowTop(geometry_, row)));
    for (std::size_t column = seen.firstColumn; column <= seen.endColumn; ++column)
        painter.drawLine(QPointF(columnLeft(geometry_, column), top), QPointF(columnLeft(geometry_, column), bottom));
}

/// Known from the run itself, and so there before the tiles are.
void RunMapCanvas::paintChosen(QPainter& painter, const Sight& seen) const
{
    const Palette& p = colours_.palette;
    const bool outlined = std::min(geometry_.columnWidth, geometry_.rowHeight) >= outlineCell;
    painter.setBrush(Qt::NoBrush);
    for (std::size_t column = seen.firstColumn; column < seen.endColumn; ++column) {
        const std::int64_t row = map_->chosenRow(column);
        if (row < 0 || static_cast<std::size_t>(row) >= geometry_.rows)
            continue;
        const std::size_t place = map_->placeOf(static_cast<std::uint32_t>(row));
        if (place < seen.firstRow || place >= seen.endRow)
            continue;
        const QRectF cell = cellRect(geometry_, {place, column});
        if (!outlined) {
            const QRectF spot(cell.topLeft(), QSizeF(std::max(2.0, cell.width()), std::max(2.0, cell.height())));
            if (spot.width() > 2 && spot.height() > 4)
                painter.fillRect(spot, p.surface);
            painter.fillRect(spot.height() > 4 ? spot.adjusted(0, 1, 0, -1) : spot, p.chosen);
            continue;
        }
        // Blue on the ramp's blue end would not be seen without the light line around it.
        painter.setPen(QPen(p.surface, 1));
        painter.drawRect(cell.adjusted(2.5, 2.5, -2, -2));
        painter.setPen(QPen(p.chosen, 2));
        painter.drawRect(cell.adjusted(1, 1, -0.5, -0.5));
    }
}

void RunMapCanvas::paintSelection(QPainter& painter, const Sight& seen) const
{
    const Palette& p = colours_.palette;
    painter.setBrush(Qt::NoBrush);
    const double right = std::min<double>(viewport()->width(), columnLeft(geometry_, seen.endColumn));
    const double bottom = std::min<double>(viewport()->height(), rowTop(geometry_, seen.endRow));
    const auto frame = [&](const QRectF& rect) {
        painter.setPen(QPen(p.surface, 3));
        painter.drawRect(rect);
        painter.setPen(QPen(p.text, 1.5));
        painter.drawRect(rect);
    };
    if (const std::ptrdiff_t row = selectedRow(); row >= 0)
        frame({geometry_.labelWidth, rowTop(geometry_, static_cast<std::size_t>(row)), right - geometry_.labelWidth, std::max(3.0, geometry_.rowHeight)});
    if (const std::ptrdiff_t column = selectedColumn(); column >= 0)
        frame({columnLeft(geometry_, static_cast<std::size_t>(column)), geometry_.headerHeight, std::max(3.0, geometry_.columnWidth), bottom - geometry_.headerHeight});
}

void RunMapCanvas::paintRowLabels(QPainter& painter, const Sight& seen) const
{
    const Palette& p = colours_.palette;
    const QString instead = tr("%1 nodes ×\n%2 attempts.\nCtrl+wheel enlarges.").arg(models::formatCount(static_cast<std::int64_t>(geometry_.rows)), models::formatCount(static_cast<std::int64_t>(geometry_.columns)));
    if (!paintLabelGround(painter, geometry_, viewport()->height(), p, font(), instead))
        return;
    const QString selected = hub_->current().node;
    for (std::size_t row = seen.firstRow; row < seen.endRow; ++row) {
        const models::RunRows::Row& about = map_->rowAt(row);
        const QRectF box(8, rowTop(geometry_, row), geometry_.labelWidth - 16, geometry_.rowHeight);
        if (about.name == selected)
            painter.fillRect(QRectF(0, box.top(), geometry_.labelWidth, box.height()), p.hover);
        painter.setPen(p.secondaryText);
        const int zone = std::min(70, painter.fontMetrics().horizontalAdvance(about.zone) + 2);
        painter.drawText(box, Qt::AlignVCenter | Qt::AlignRight, painter.fontMetrics().elidedText(about.zone, Qt::ElideLeft, zone));
        painter.setPen(p.text);
        const int room = static_cast<int>(box.width()) - zone - 6;
        painter.drawText(box.adjusted(0, 0, -zone - 6, 0), Qt::AlignVCenter | Qt::AlignLeft, painter.fontMetrics().elidedText(about.name, Qt::ElideMiddle, room));
    }
}

void RunMapCanvas::paintHeader(QPainter& painter, const Sight& seen)
{
    const Palette& p = colours_.palette;
    painter.fillRect(QRectF(0, 0, viewport()->width(), geometry_.headerHeight), p.raised);
    painter.setPen(p.line);
    painter.drawLine(QPointF(0, geometry_.headerHeight - 0.5), QPointF(viewport()->width(), geometry_.headerHeight - 0.5));
    painter.save();
    painter.setClipRect(QRectF(geometry_.labelWidth, 0, viewport()->width(), geometry_.headerHeight));
    painter.setFont(smaller(font(), 0.86));
    paintRuler(painter, seen);
    if (hasNames())
        paintNames(painter, seen);
    paintResults(painter, seen);
    painter.restore();
    painter.setFont(smaller(font(), 0.9));
    painter.setPen(p.secondaryText);
    const QRectF corner(8, 0, geometry_.labelWidth - 16, geometry_.headerHeight);
    painter.drawText(QRectF(corner.left(), 0, corner.width(), bandHeight), Qt::AlignVCenter | Qt::AlignRight, tr("Attempt #"));
    painter.drawText(corner.adjusted(0, 0, 0, -4), Qt::AlignBottom | Qt::AlignLeft, tr("Node"));
    painter.drawText(corner.adjusted(0, 0, 0, -4), Qt::AlignBottom | Qt::AlignRight, tr("Zone"));
}

void RunMapCanvas::paintRuler(QPainter& painter, const Sight& seen) const
{
    const Palette& p = colours_.palette;
    const std::size_t step = rulerStep(geometry_.columnWidth);
    for (std::size_t number = (seen.firstColumn / step) * step; number <= seen.endColumn; number += step) {
        const std::size_t column = number == 0 ? 0 : number - 1; // attempts are counted from 1
        if (column >= geometry_.columns)
            break;
        const double x = columnLeft(geometry_, column) + geometry_.columnWidth / 2;
        if (x < geometry_.labelWidth)
            continue;
        painter.setPen(p.secondaryText);
        painter.drawLine(QPointF(x, bandHeight - 5), QPointF(x, bandHeight - 1));
        painter.drawText(QRectF(number == 0 ? columnLeft(geometry_, 0) + 1 : x - 60, 0, 120, bandHeight - 5),
                         (number == 0 ? Qt::AlignLeft : Qt::AlignHCenter) | Qt::AlignVCenter, models::formatCount(static_cast<std::int64_t>(column + 1)));
    }
}

/// A pod's name from bottom to top. Turned text is drawn as outlines, which takes ten times as long as letters do.
const QPixmap& RunMapCanvas::nameStamp(std::size_t column, bool chosen)
{
    const std::size_t key = column * 2 + (chosen ? 1 : 0);
    if (const QPixmap* known = names_.object(key))
        return *known;
    const double length = geometry_.headerHeight - bandHeight - resultBand - 6;
    const QFont small = smaller(font(), 0.82);
    const QFontMetrics metrics(small);
    const double ratio = devicePixelRatioF();
    auto* made = new QPixmap((QSizeF(metrics.height(), length) * ratio).toSize());
    made->setDevicePixelRatio(ratio);
    made->fill(Qt::transparent);
    QPainter painter(made);
    painter.setFont(small);
    painter.setPen(chosen ? colours_.palette.accent : colours_.palette.text);
    painter.translate(0, length);
    painter.rotate(-90);
    const QString pod = models::toQString(map_->attempt(column).pod);
    painter.drawText(QRectF(0, 0, length, metrics.height()), Qt::AlignVCenter | Qt::AlignLeft,
                     metrics.elidedText(pod.mid(pod.indexOf(u'/') + 1), Qt::ElideMiddle, static_cast<int>(length)));
    painter.end();
    names_.insert(key, made);
    return *made;
}

void RunMapCanvas::paintNames(QPainter& painter, const Sight& seen)
{
    const std::ptrdiff_t chosen = selectedColumn();
    for (std::size_t column = seen.firstColumn; column < seen.endColumn; ++column) {
        const QPixmap& stamp = nameStamp(column, chosen == static_cast<std::ptrdiff_t>(column));
        const double x = columnLeft(geometry_, column) + (geometry_.columnWidth - stamp.deviceIndependentSize().width()) / 2;
        if (x < geometry_.labelWidth)
            continue; // half of it would be behind the labels, and SVG generators do not clip
        painter.drawPixmap(QPointF(std::round(x), bandHeight + 3), stamp);
    }
}

/// A run of attempts with one result is one rectangle; those that failed reach higher, for those who see no colour.
void RunMapCanvas::paintResults(QPainter& painter, const Sight& seen) const
{
    const double bottom = geometry_.headerHeight - 1;
    for (std::size_t column = seen.firstColumn; column < seen.endColumn;) {
        const trace::Result result = map_->attempt(column).result;
        std::size_t end = column + 1;
        while (end < seen.endColumn && map_->attempt(end).result == result)
            ++end;
        const models::RowState state = models::rowStateOf(result);
        const double height = state == models::RowState::Good ? resultBand - 3 : resultBand;
        const double left = std::max(geometry_.labelWidth, columnLeft(geometry_, column));
        painter.fillRect(QRectF(left, bottom - height, std::max(1.0, columnLeft(geometry_, end) - left), height), colours_.palette.state(state));
        column = end;
    }
    if (map_->order().key == models::RunOrder::Key::Attempt && map_->order().attempt < geometry_.columns) {
        const double x = columnLeft(geometry_, map_->order().attempt) + geometry_.columnWidth / 2;
        painter.setPen(Qt::NoPen);
        painter.setBrush(colours_.palette.accent);
        const QPointF mark[] = {{x - 5, bandHeight + 1}, {x + 5, bandHeight + 1}, {x, bandHeight + 7}};
        painter.drawPolygon(mark, 3);
    }
}

QRectF RunMapCanvas::overviewRect() const
{
    const QSizeF content = contentSize(geometry_);
    const QSizeF room(viewport()->width() - geometry_.labelWidth, viewport()->height() - geometry_.headerHeight);
    if (isEmpty() || (content.width() <= room.width() && content.height() <= room.height()) || room.width() < 420 || room.height() < 220)
        return {};
    const QSizeF size(200, 96);
    return {viewport()->width() - size.width() - 14, viewport()->height() - size.height() - 14, size.width(), size.height()};
}

void RunMapCanvas::paintOverview(QPainter& painter) const
{
    const QRectF box = overviewRect();
    if (box.isNull())
        return;
    const Palette& p = colours_.palette;
    painter.setPen(QPen(p.secondaryText, 1));
    painter.setBrush(p.surface);
    painter.drawRect(box.adjusted(-4, -4, 4, 4));
    fillStamps(painter, box, notComputedBrush(p), box.topLeft());
    const auto all = static_cast<double>(geometry_.columns);
    if (!overview_.isNull()) {
        const double wanted = all / static_cast<double>(models::RunTile::width) * runStripWidth;
        painter.setRenderHint(QPainter::SmoothPixmapTransform, wanted > box.width());
        drawPart(painter, box, overview_, QRectF(0, 0, wanted, runStripHeight));
        painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    }
    const QSizeF content = contentSize(geometry_);
    const double width = (viewport()->width() - geometry_.labelWidth) / content.width() * box.width();
    const double height = (viewport()->height() - geometry_.headerHeight) / content.height() * box.height();
    QRectF here(box.left() + geometry_.scroll.x() / content.width() * box.width(),
                box.top() + geometry_.scroll.y() / content.height() * box.height(), std::max(4.0, width), std::max(4.0, height));
    here &= box.adjusted(-1, -1, 1, 1);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(p.surface, 4));
    painter.drawRect(here);
    painter.setPen(QPen(p.accent, 2));
    painter.drawRect(here);
}

}
