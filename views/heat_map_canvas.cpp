// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/heat_map_canvas.h"

#include "models/format.h"
#include "views/glossary.h"
#include "views/heat_map_image.h"
#include "views/heat_map_style.h"
#include "views/palette.h"
#include "views/picture.h"

#include <QCoreApplication>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPaintEngine>
#include <QPainter>
#include <QPointer>
#include <QScrollBar>
#include <QThreadPool>
#include <QToolTip>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace berth::views {

namespace {

constexpr double narrowestColumn = 30;
constexpr double widestColumn = 104;

/// `NodeResourcesFit` as `Node`, `Resources`, `Fit`.
QStringList words(const QString& name)
{
    QStringList result;
    for (const QChar c : name) {
        if (result.isEmpty() || (c.isUpper() && !result.last().isEmpty() && !result.last().back().isUpper()))
            result << QString();
        result.last() += c;
    }
    return result;
}

}

HeatMapCanvas::HeatMapCanvas(SelectionHub* hub, QWidget* parent) : QAbstractScrollArea(parent), hub_(hub)
{
    setObjectName(u"heatMap"_s);
    setAccessibleName(tr("Score heat map: nodes by plugins"));
    setAccessibleDescription(tr("The table of filters and scores has the same."));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    connect(hub_, &SelectionHub::changed, this, [this](const Selection&, const QObject* asker) {
        if (asker != this)
            if (const std::ptrdiff_t row = selectedRow(); row >= 0)
                ensureVisible(static_cast<std::size_t>(row));
        viewport()->update();
    });
}

void HeatMapCanvas::setAttempt(models::AttemptViewPtr attempt)
{
    attempt_ = std::move(attempt);
    arrangement_ = nullptr;
    if (order_.key == models::HeatMapOrder::Key::Column && (!map() || order_.column >= map()->columns.size()))
        order_ = {};
    rearrange();
    verticalScrollBar()->setValue(0);
    relayout(true);
    if (const std::ptrdiff_t row = selectedRow(); row >= 0)
        ensureVisible(static_cast<std::size_t>(row));
}

void HeatMapCanvas::setMeasure(models::Measure measure)
{
    measure_ = measure;
    rearrange();
}

void HeatMapCanvas::setEvaluateAll(bool all)
{
    evaluateAll_ = all;
    rearrange();
}

void HeatMapCanvas::setOrder(const models::HeatMapOrder& order)
{
    if (order == order_)
        return;
    order_ = order;
    rearrange();
    emit orderChanged();
}

void HeatMapCanvas::setEmptyText(const QString& text)
{
    emptyText_ = text;
    viewport()->update();
}

const std::vector<std::uint32_t>& HeatMapCanvas::rows() const
{
    static const std::vector<std::uint32_t> none;
    return arrangement_ ? arrangement_->rows : none;
}

/// A large map keeps showing its rows as they are until they are in the new order.
void HeatMapCanvas::rearrange()
{
    const std::uint64_t generation = ++generation_;
    image_ = {};
    viewport()->update();
    if (isEmpty()) {
        arrangement_ = nullptr;
        return;
    }
    const models::HeatMapArrangementPtr& made = attempt_->arrangement;
    const bool isMade = made->order == order_ && made->measure == measure_;
    const bool small = map()->rows.size() * map()->columns.size() <= backgroundCells;
    if (isMade)
        arrangement_ = made;
    else if (small)
        arrangement_ = models::arrangeHeatMap(*map(), order_, measure_);
    else if (!arrangement_)
        arrangement_ = made;
    if (small) {
        image_ = heatMapImage(*map(), rows(), measure_, Palette::current(), evaluateAll_);
        return;
    }
    QThreadPool::globalInstance()->start([self = QPointer<HeatMapCanvas>(this), generation, shown = attempt_->heatMap,
                                          ready = isMade ? made : nullptr, order = order_, measure = measure_,
                                          palette = Palette::current(), all = evaluateAll_] {
        const auto arrangement = ready ? ready : models::arrangeHeatMap(*shown, order, measure);
        QImage image = heatMapImage(*shown, arrangement->rows, measure, palette, all);
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [self, generation, arrangement, image] {
                if (self && self->generation_ == generation)
                    self->showArranged(arrangement, image);
            },
            Qt::QueuedConnection);
    });
}

void HeatMapCanvas::showArranged(const models::HeatMapArrangementPtr& arrangement, const QImage& image)
{
    const bool moved = arrangement != arrangement_;
    arrangement_ = arrangement;
    image_ = image;
    viewport()->update();
    if (const std::ptrdiff_t row = moved ? selectedRow() : -1; row >= 0)
        ensureVisible(static_cast<std::size_t>(row));
}

void HeatMapCanvas::relayout(bool chooseRowHeight)
{
    geometry_ = {};
    if (isEmpty()) {
        horizontalScrollBar()->setRange(0, 0);
        verticalScrollBar()->setRange(0, 0);
        viewport()->update();
        return;
    }
    const QFontMetrics metrics(smaller(font(), 0.9));
    const QFontMetrics titleMetrics(smaller(font(), 0.82));
    qsizetype lines = 1;
    for (const auto& column : map()->columns)
        lines = std::max(lines, words(column.plugin).size() + (column.weight > 0 ? 1 : 0));
    int label = 60;
    for (std::size_t i = 0; i < map()->rows.size(); i += std::max<std::size_t>(1, map()->rows.size() / 200))
        label = std::max(label, metrics.horizontalAdvance(map()->rows[i].node));
    geometry_.labelWidth = std::min(label, 190) + 62;
    geometry_.headerHeight = bandHeight + static_cast<double>(lines) * titleMetrics.height() + 10;
    geometry_.rows = map()->rows.size();
    geometry_.columns = map()->columns.size();
    geometry_.groupGap = 10;
    geometry_.firstScore = map()->scoreColumns > 0 ? map()->filterColumns : geometry_.columns;
    geometry_.firstTotal = map()->hasTotal() ? geometry_.columns - 1 : geometry_.columns;
    const double spaceX = viewport()->width() - geometry_.labelWidth - 2 * geometry_.groupGap - 8;
    geometry_.columnWidth = std::clamp(std::floor(spaceX / static_cast<double>(geometry_.columns)), narrowestColumn, widestColumn);
    const double spaceY = viewport()->height() - geometry_.headerHeight;
    if (chooseRowHeight)
        rowHeight_ = initialRowHeight(geometry_.rows, spaceY, comfortableRow);
    geometry_.rowHeight = rowHeight_ >= 3 ? std::round(rowHeight_) : rowHeight_;
    const QSizeF content = contentSize(geometry_);
    verticalScrollBar()->setPageStep(std::max(1, static_cast<int>(spaceY)));
    verticalScrollBar()->setSingleStep(static_cast<int>(std::max(20.0, geometry_.rowHeight)));
    verticalScrollBar()->setRange(0, std::max(0, static_cast<int>(std::ceil(content.height() - spaceY))));
    const double right = content.width() - (viewport()->width() - geometry_.labelWidth);
    horizontalScrollBar()->setPageStep(viewport()->width());
    horizontalScrollBar()->setRange(0, std::max(0, static_cast<int>(std::ceil(right))));
    geometry_.scroll = QPointF(horizontalScrollBar()->value(), verticalScrollBar()->value());
    viewport()->update();
}

/// Rows are as high as one reads them best, or as all of them fit.
std::shared_ptr<QWidget> HeatMapCanvas::onPaper() const
{
    auto copy = std::make_shared<HeatMapCanvas>(hub_);
    copy->setFont(font());
    copy->paper_ = true;
    copy->attempt_ = attempt_;
    copy->measure_ = measure_;
    copy->evaluateAll_ = evaluateAll_;
    copy->order_ = order_;
    copy->arrangement_ = arrangement_;
    copy->emptyText_ = emptyText_;
    copy->image_ = !image_.isNull() || isEmpty() ? image_ : heatMapImage(*map(), rows(), measure_, Palette::current(), evaluateAll_);
    layOut(*copy, viewport()->size());
    if (isEmpty())
        return copy;
    const HeatMapGeometry& seen = copy->geometry_;
    const double highest = std::floor((longestPicture - pictureHead - seen.headerHeight) / static_cast<double>(seen.rows));
    const double height = std::min(std::max(rowHeight_, comfortableRow), highest);
    const double width = seen.labelWidth + static_cast<double>(seen.columns) * seen.columnWidth + 2 * seen.groupGap + 8;
    const QSize size = QSizeF(width, seen.headerHeight + static_cast<double>(seen.rows) * height).toSize();
    if (height < 1 || !fitsPicture(size))
        return nullptr;
    layOut(*copy, size);
    copy->rowHeight_ = height;
    copy->relayout(false);
    return copy;
}

void HeatMapCanvas::zoomRows(double factor)
{
    if (isEmpty())
        return;
    const double before = geometry_.rowHeight;
    const double anchor = verticalScrollBar()->value() + (hover_.y() > geometry_.headerHeight ? hover_.y() - geometry_.headerHeight : 0);
    if (factor <= 0) {
        relayout(true);
        return;
    }
    rowHeight_ = std::clamp(rowHeight_ * factor, 1.0, 40.0);
    relayout(false);
    // The row under the pointer stays where it is.
    verticalScrollBar()->setValue(static_cast<int>(verticalScrollBar()->value() + anchor * (geometry_.rowHeight / before - 1)));
}

QString HeatMapCanvas::nodeOfRow(std::size_t row) const
{
    return row < rows().size() ? map()->rows[rows()[row]].node : QString();
}

std::ptrdiff_t HeatMapCanvas::selectedRow() const
{
    if (isEmpty() || hub_->current().node.isEmpty())
        return -1;
    for (std::size_t row = 0; row < rows().size(); ++row)
        if (map()->rows[rows()[row]].node == hub_->current().node)
            return static_cast<std::ptrdiff_t>(row);
    return -1;
}

void HeatMapCanvas::paintEmpty(QPainter& painter) const
{
    painter.setPen(Palette::current().secondaryText);
    const QString text = map() && !map()->emptyReason.isEmpty() ? map()->emptyReason
        : map() ? tr("No filter and no score plugin had anything to do in this attempt.") : emptyText_;
    painter.drawText(viewport()->rect().adjusted(48, 24, -48, -24), Qt::AlignCenter | Qt::TextWordWrap, text);
}

void HeatMapCanvas::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    const Palette& p = Palette::current();
    painter.fillRect(viewport()->rect(), p.surface);
    if (isEmpty()) {
        paintEmpty(painter);
        return;
    }
    const double top = geometry_.scroll.y() / geometry_.rowHeight;
    const double visible = (viewport()->height() - geometry_.headerHeight) / geometry_.rowHeight;
    const auto first = static_cast<std::size_t>(std::max(0.0, std::floor(top)));
    const auto last = std::min(geometry_.rows, static_cast<std::size_t>(std::max(0.0, std::ceil(top + visible))));
    paintCells(painter, first, last);
    paintRowMarks(painter, first, last);
    paintSelection(painter);
    paintRowLabels(painter, first, last);
    paintHeader(painter);
    if (hasFocus())
        paintFocusRing(painter, viewport()->rect());
}

void HeatMapCanvas::paintCells(QPainter& painter, std::size_t first, std::size_t last) const
{
    if (image_.isNull() || first >= last)
        return;
    const Palette& p = Palette::current();
    for (std::size_t column = 0; column < geometry_.columns; ++column) {
        const double left = columnLeft(geometry_, column);
        if (left > viewport()->width() || left + geometry_.columnWidth < geometry_.labelWidth)
            continue;
        const QRectF target(left, rowTop(geometry_, first), geometry_.columnWidth, static_cast<double>(last - first) * geometry_.rowHeight);
        drawPart(painter, target, image_, QRectF(static_cast<double>(column), static_cast<double>(first), 1, static_cast<double>(last - first)));
    }
    if (geometry_.rowHeight < 5)
        return;
    const bool values = geometry_.rowHeight >= labelRow && geometry_.columnWidth >= valueWidth;
    painter.setFont(smaller(font(), std::min(0.86, geometry_.rowHeight / 20 + 0.1)));
    for (std::size_t row = first; row < last; ++row) {
        const std::size_t index = rows()[row];
        const models::HeatMapRow& about = map()->rows[index];
        for (std::size_t column = 0; column < geometry_.columns; ++column) {
            const QRectF cell = cellRect(geometry_, {row, column});
            const bool filter = map()->columns[column].group == models::HeatMapColumn::Group::Filter;
            if (filter) {
                const models::Verdict verdict = map()->filter(index, column).verdict;
                const bool real = map()->filter(index, column).real;
                if (!real && !evaluateAll_)
                    continue;
                if (verdict != models::Verdict::Passed)
                    painter.fillRect(cell, verdictHatch(verdict, real ? QColor(0, 0, 0, 120) : QColor(0, 0, 0, 60)));
                if (!real)
                    painter.fillRect(cell, QBrush(p.secondaryText, Qt::Dense7Pattern));
                continue;
            }
            if (values && about.scored) {
                const QColor background = heatMapCellColour(*map(), index, column, arrangement_->measure, arrangement_->ranges[column], p);
                painter.setPen(Palette::textOn(background));
                painter.drawText(cell, Qt::AlignCenter, models::formatCount(map()->value(index, column, arrangement_->measure)));
            }
            if (!about.evaluated)
                painter.fillRect(cell, QBrush(p.secondaryText, Qt::Dense7Pattern));
        }
    }
    if (geometry_.rowHeight < 9)
        return;
    QColor grid = p.surface;
    painter.setPen(grid);
    for (std::size_t row = first; row <= last; ++row)
        painter.drawLine(QPointF(geometry_.labelWidth, rowTop(geometry_, row)), QPointF(columnLeft(geometry_, geometry_.columns - 1) + geometry_.columnWidth, rowTop(geometry_, row)));
    for (std::size_t column = 0; column < geometry_.columns; ++column)
        painter.drawLine(QPointF(columnLeft(geometry_, column), rowTop(geometry_, first)), QPointF(columnLeft(geometry_, column), rowTop(geometry_, last)));
}

void HeatMapCanvas::paintRowMarks(QPainter& painter, std::size_t first, std::size_t last) const
{
    const Palette& p = Palette::current();
    painter.setBrush(Qt::NoBrush);
    for (std::size_t row = first; row < last; ++row) {
        const models::HeatMapRow& about = map()->rows[rows()[row]];
        if (!about.chosen && !about.runnerUp)
            continue;
        const double right = columnLeft(geometry_, geometry_.columns - 1) + geometry_.columnWidth;
        painter.setPen(QPen(p.chosen, about.chosen ? 2 : 1));
        painter.drawRect(QRectF(QPointF(geometry_.labelWidth, rowTop(geometry_, row)), QPointF(right, rowTop(geometry_, row) + geometry_.rowHeight)).adjusted(1, 0.5, -1, -0.5));
    }
}

void HeatMapCanvas::paintSelection(QPainter& painter) const
{
    const Palette& p = Palette::current();
    painter.setBrush(Qt::NoBrush);
    // Pictures for other programs know no clip: what is scrolled away must not be drawn at all.
    const std::ptrdiff_t row = selectedRow();
    const double top = row < 0 ? 0 : rowTop(geometry_, static_cast<std::size_t>(row));
    if (row >= 0 && top + geometry_.rowHeight > geometry_.headerHeight && top < viewport()->height()) {
        painter.setPen(QPen(p.text, 1.5));
        const double right = columnLeft(geometry_, geometry_.columns - 1) + geometry_.columnWidth;
        painter.drawRect(QRectF(geometry_.labelWidth, top, right - geometry_.labelWidth, std::max(2.0, geometry_.rowHeight)));
    }
    for (std::size_t column = 0; column < geometry_.columns; ++column) {
        if (hub_->current().plugin.isEmpty() || map()->columns[column].plugin != hub_->current().plugin)
            continue;
        painter.setPen(QPen(p.text, 1.5));
        painter.drawRect(QRectF(columnLeft(geometry_, column), geometry_.headerHeight, geometry_.columnWidth, viewport()->height()));
    }
}

void HeatMapCanvas::paintRowLabels(QPainter& painter, std::size_t first, std::size_t last) const
{
    const Palette& p = Palette::current();
    const QString count = models::formatCount(static_cast<std::int64_t>(geometry_.rows));
    const QString instead = paper_ ? tr("%1 nodes.").arg(count) : tr("%1 nodes.\nCtrl+wheel enlarges the rows.").arg(count);
    if (!paintLabelGround(painter, geometry_, viewport()->height(), p, font(), instead))
        return;
    for (std::size_t row = first; row < last; ++row) {
        const models::HeatMapRow& about = map()->rows[rows()[row]];
        const QRectF box(8, rowTop(geometry_, row), geometry_.labelWidth - 16, geometry_.rowHeight);
        if (about.node == hub_->current().node)
            painter.fillRect(QRectF(0, box.top(), geometry_.labelWidth, box.height()), p.hover);
        painter.setPen(about.feasible ? p.text : p.secondaryText);
        painter.drawText(box.adjusted(0, 0, -34, 0), Qt::AlignVCenter | Qt::AlignLeft, painter.fontMetrics().elidedText(about.node, Qt::ElideMiddle, static_cast<int>(box.width()) - 34));
        if (about.rank > 0) {
            painter.setPen(about.chosen ? p.chosen : p.secondaryText);
            painter.drawText(box, Qt::AlignVCenter | Qt::AlignRight, about.chosen ? u"★"_s : QString::number(about.rank));
        }
    }
}

void HeatMapCanvas::paintHeader(QPainter& painter) const
{
    const Palette& p = Palette::current();
    painter.fillRect(QRectF(0, 0, viewport()->width(), geometry_.headerHeight), p.raised);
    painter.setPen(p.line);
    painter.drawLine(QPointF(0, geometry_.headerHeight - 0.5), QPointF(viewport()->width(), geometry_.headerHeight - 0.5));
    painter.save();
    painter.setClipRect(QRectF(geometry_.labelWidth, 0, viewport()->width(), geometry_.headerHeight));
    const auto band = [&](std::size_t from, std::size_t to, const QString& title) {
        if (from >= to)
            return;
        const double left = columnLeft(geometry_, from);
        const double right = columnLeft(geometry_, to - 1) + geometry_.columnWidth;
        painter.setFont(smaller(font(), 0.9));
        painter.setPen(p.text);
        painter.drawText(QRectF(left, 0, right - left, bandHeight), Qt::AlignCenter, title);
        painter.setPen(QPen(p.accent, 2));
        painter.drawLine(QPointF(left + 2, bandHeight - 1), QPointF(right - 2, bandHeight - 1));
    };
    band(0, map()->filterColumns, tr("Filter"));
    band(geometry_.firstScore, geometry_.firstTotal, tr("Score"));
    band(geometry_.firstTotal, geometry_.columns, tr("Total"));
    for (std::size_t column = 0; column < geometry_.columns; ++column)
        paintColumnTitle(painter, column);
    painter.restore();
    painter.setFont(smaller(font(), 0.9));
    painter.setPen(p.secondaryText);
    const QRectF corner(8, bandHeight, geometry_.labelWidth - 16, geometry_.headerHeight - bandHeight - 6);
    painter.drawText(corner, Qt::AlignBottom | Qt::AlignLeft, tr("Node"));
    painter.drawText(corner, Qt::AlignBottom | Qt::AlignRight, tr("Rank"));
}

void HeatMapCanvas::paintColumnTitle(QPainter& painter, std::size_t column) const
{
    const Palette& p = Palette::current();
    const models::HeatMapColumn& about = map()->columns[column];
    const QRectF box(columnLeft(geometry_, column) + 2, bandHeight + 2, geometry_.columnWidth - 4, geometry_.headerHeight - bandHeight - 6);
    const bool sorted = order_.key == models::HeatMapOrder::Key::Column && order_.column == column;
    QStringList lines = words(about.plugin);
    if (about.group == models::HeatMapColumn::Group::Total)
        lines = {tr("sum")};
    if (sorted)
        lines.last() += order_.descending ? u" ▾"_s : u" ▴"_s;
    painter.setFont(smaller(font(), 0.82));
    const QFontMetrics metrics = painter.fontMetrics();
    double bottom = box.bottom();
    if (about.group == models::HeatMapColumn::Group::Score) {
        painter.setPen(p.secondaryText);
        painter.drawText(QRectF(box.left(), bottom - metrics.height(), box.width(), metrics.height()), Qt::AlignCenter, u"× %1"_s.arg(about.weight));
        bottom -= metrics.height();
    }
    painter.setPen(about.plugin == hub_->current().plugin && !about.plugin.isEmpty() ? p.accent : p.text);
    for (qsizetype i = lines.size() - 1; i >= 0; --i) {
        painter.drawText(QRectF(box.left(), bottom - metrics.height(), box.width(), metrics.height()), Qt::AlignCenter, metrics.elidedText(lines[i], Qt::ElideRight, static_cast<int>(box.width())));
        bottom -= metrics.height();
    }
}

QString HeatMapCanvas::cellText(HeatMapCell cell) const
{
    const std::size_t index = rows()[cell.row];
    const models::HeatMapRow& row = map()->rows[index];
    const QString plugin = map()->columns[cell.column].plugin;
    QString text = row.node + (plugin.isEmpty() ? QString() : u" · " + plugin) + u'\n' + models::cellDescription(*map(), index, cell.column);
    if (!row.evaluated)
        text += u'\n' + tr("Not evaluated by the real scheduler");
    return text;
}

/// Without a selected plugin the row's total is what one looks at.
QString HeatMapCanvas::placeText() const
{
    const std::ptrdiff_t row = selectedRow();
    if (row < 0)
        return {};
    const std::ptrdiff_t column = selectedColumn();
    return cellText({static_cast<std::size_t>(row), column < 0 ? geometry_.columns - 1 : static_cast<std::size_t>(column)});
}

QRect HeatMapCanvas::placeRect() const
{
    const std::ptrdiff_t row = selectedRow();
    const std::ptrdiff_t column = selectedColumn();
    return row < 0 ? QRect() : cellRect(geometry_, {static_cast<std::size_t>(row), column < 0 ? geometry_.columns - 1 : static_cast<std::size_t>(column)}).toAlignedRect();
}

std::ptrdiff_t HeatMapCanvas::selectedColumn() const
{
    const QString& plugin = hub_->current().plugin;
    if (isEmpty() || plugin.isEmpty())
        return -1;
    // A plugin may filter and score: the cursor stays where it was put.
    const auto is = [&](std::ptrdiff_t column) { return column >= 0 && column < static_cast<std::ptrdiff_t>(geometry_.columns) && map()->columns[static_cast<std::size_t>(column)].plugin == plugin; };
    if (is(cursorColumn_))
        return cursorColumn_;
    for (std::ptrdiff_t column = 0; column < static_cast<std::ptrdiff_t>(geometry_.columns); ++column)
        if (is(column))
            return column;
    return -1;
}

QString HeatMapCanvas::tooltip(QPoint point) const
{
    if (isEmpty())
        return {};
    if (const auto cell = cellAtPoint(geometry_, point))
        return cellText(*cell);
    if (point.y() < geometry_.headerHeight)
        if (const auto column = columnAtX(geometry_, point.x())) {
            const models::HeatMapColumn& about = map()->columns[*column];
            const QString name = about.plugin.isEmpty() ? tr("Total") : about.plugin;
            return about.weight > 0 ? tr("%1, weight %2. Click to sort.").arg(name).arg(about.weight) : tr("%1. Click to sort.").arg(name);
        }
    return {};
}

bool HeatMapCanvas::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        const QString text = tooltip(help->pos());
        // Of a cell one knows by then what its plugin does.
        QToolTip::showText(help->globalPos(), help->pos().y() < geometry_.headerHeight ? glossary::tooltip(text) : text, viewport());
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void HeatMapCanvas::resizeEvent(QResizeEvent*)
{
    relayout(true);
}

void HeatMapCanvas::scrollContentsBy(int, int)
{
    geometry_.scroll = QPointF(horizontalScrollBar()->value(), verticalScrollBar()->value());
    viewport()->update();
}

void HeatMapCanvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || isEmpty())
        return;
    const QPointF point = event->position();
    if (point.y() < geometry_.headerHeight) {
        models::HeatMapOrder next{models::HeatMapOrder::Key::Rank, 0, false};
        if (const auto column = columnAtX(geometry_, point.x())) {
            const bool same = order_.key == models::HeatMapOrder::Key::Column && order_.column == *column;
            next = {models::HeatMapOrder::Key::Column, *column, same ? !order_.descending : true};
        } else if (point.x() < geometry_.labelWidth / 2) {
            next.key = models::HeatMapOrder::Key::Name;
        }
        setOrder(next);
        return;
    }
    Selection selection = hub_->current();
    if (const auto row = rowAtY(geometry_, point.y()))
        selection.node = nodeOfRow(*row);
    if (const auto column = columnAtX(geometry_, point.x())) {
        selection.plugin = map()->columns[*column].plugin;
        cursorColumn_ = static_cast<std::ptrdiff_t>(*column);
    }
    hub_->select(selection, this);
}

void HeatMapCanvas::mouseMoveEvent(QMouseEvent* event)
{
    hover_ = event->pos();
}

void HeatMapCanvas::ensureVisible(std::size_t row)
{
    const double top = static_cast<double>(row) * geometry_.rowHeight;
    const double space = viewport()->height() - geometry_.headerHeight;
    if (top < geometry_.scroll.y())
        verticalScrollBar()->setValue(static_cast<int>(top));
    else if (top + geometry_.rowHeight > geometry_.scroll.y() + space)
        verticalScrollBar()->setValue(static_cast<int>(top + geometry_.rowHeight - space));
}

void HeatMapCanvas::ensureColumnVisible(std::size_t column)
{
    const double left = columnLeft(geometry_, column);
    const double over = left + geometry_.columnWidth - viewport()->width();
    if (left < geometry_.labelWidth)
        horizontalScrollBar()->setValue(horizontalScrollBar()->value() - static_cast<int>(geometry_.labelWidth - left));
    else if (over > 0)
        horizontalScrollBar()->setValue(horizontalScrollBar()->value() + static_cast<int>(over));
}

/// Selects a cell, or the nearest there is; a column of -1 leaves the plugin alone.
void HeatMapCanvas::goTo(std::ptrdiff_t row, std::ptrdiff_t column)
{
    Selection selection = hub_->current();
    const auto shown = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(row, 0, static_cast<std::ptrdiff_t>(rows().size()) - 1));
    ensureVisible(shown);
    selection.node = nodeOfRow(shown);
    if (column >= 0) {
        cursorColumn_ = std::min<std::ptrdiff_t>(column, static_cast<std::ptrdiff_t>(geometry_.columns) - 1);
        ensureColumnVisible(static_cast<std::size_t>(cursorColumn_));
        selection.plugin = map()->columns[static_cast<std::size_t>(cursorColumn_)].plugin;
    }
    hub_->select(selection, this);
}

void HeatMapCanvas::keyPressEvent(QKeyEvent* event)
{
    if (isEmpty() || (event->modifiers() & ~(Qt::KeypadModifier | Qt::ShiftModifier)) != Qt::NoModifier) {
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    const std::ptrdiff_t row = selectedRow();
    const std::ptrdiff_t here = std::max<std::ptrdiff_t>(row, 0);
    const std::ptrdiff_t column = selectedColumn();
    const auto page = std::max<std::ptrdiff_t>(1, static_cast<std::ptrdiff_t>((viewport()->height() - geometry_.headerHeight) / geometry_.rowHeight) - 1);
    switch (event->key()) {
    case Qt::Key_Up: return goTo(here - 1, -1);
    case Qt::Key_Down: return goTo(row + 1, -1);
    case Qt::Key_PageUp: return goTo(here - page, -1);
    case Qt::Key_PageDown: return goTo(here + page, -1);
    case Qt::Key_Home: return goTo(0, -1);
    case Qt::Key_End: return goTo(static_cast<std::ptrdiff_t>(rows().size()) - 1, -1);
    case Qt::Key_Left: return goTo(here, std::max<std::ptrdiff_t>(column - 1, 0));
    case Qt::Key_Right: return goTo(here, column + 1);
    case Qt::Key_Plus:
    case Qt::Key_Equal: return zoomRows(1.25);
    case Qt::Key_Minus: return zoomRows(0.8);
    case Qt::Key_0: return relayout(true);
    default: QAbstractScrollArea::keyPressEvent(event);
    }
}

void HeatMapCanvas::wheelEvent(QWheelEvent* event)
{
    if (event->modifiers().testFlag(Qt::ControlModifier)) {
        hover_ = event->position().toPoint();
        zoomRows(event->angleDelta().y() > 0 ? 1.25 : 0.8);
        return;
    }
    QAbstractScrollArea::wheelEvent(event);
}

void HeatMapCanvas::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        rearrange();
    QAbstractScrollArea::changeEvent(event);
}

}
