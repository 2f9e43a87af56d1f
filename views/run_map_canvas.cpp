// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/run_map_canvas.h"

#include "models/attempt_list.h"
#include "models/format.h"
#include "views/heat_map_style.h"
#include "views/picture.h"

#include <QApplication>
#include <QHelpEvent>
#include <QMouseEvent>
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

constexpr double nameColumn = 14;          ///< columns at least so wide have their pod's name
constexpr double widestColumn = 120;
constexpr double highestRow = 40;
constexpr double comfortableColumn = 24;
/// For a picture all cells have to be computed, also those that nobody has looked at: a few seconds for so many.
constexpr std::size_t mostOnPaper = 4'000'000;

}

RunMapCanvas::RunMapCanvas(SelectionHub* hub, models::RunMap* map, QWidget* parent)
    : QAbstractScrollArea(parent), hub_(hub), map_(map)
{
    setObjectName(u"runMap"_s);
    setAccessibleName(tr("Heat map of the run: nodes by attempts"));
    setAccessibleDescription(tr("The same as a table: the Table button."));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    colours_.palette = Palette::current();
    connect(hub_, &SelectionHub::changed, this, [this](const Selection&, const QObject* asker) {
        const std::ptrdiff_t row = selectedRow();
        const std::ptrdiff_t column = selectedColumn();
        if (asker != this && !isEmpty() && (row >= 0 || column >= 0))
            ensureVisible({row >= 0 ? static_cast<std::size_t>(row) : sight().firstRow,
                           column >= 0 ? static_cast<std::size_t>(column) : sight().firstColumn});
        viewport()->update();
    });
    connect(map_, &models::RunMap::changed, this, [this] {
        chosenSizes_ = chosenSizes_ && map_->columns() > 0;
        names_.clear();
        forgetPictures();
        relayout(!chosenSizes_);
    });
    connect(map_, &models::RunMap::grown, this, [this] {
        // As long as all of the run fits, it stays fitted.
        relayout(!chosenSizes_);
    });
    connect(map_, &models::RunMap::rowsChanged, this, [this] {
        forgetPictures();
        relayout(!chosenSizes_);
    });
    connect(map_, &models::RunMap::tileChanged, this, [this](std::size_t tile) {
        makePicture(tile);
        viewport()->update();
    });
    connect(map_, &models::RunMap::rangeChanged, this, [this] {
        if (colours_.scale == RunScale::WholeRun)
            forgetPictures();
    });
}

void RunMapCanvas::setScale(RunScale scale)
{
    colours_.scale = scale;
    forgetPictures();
}

void RunMapCanvas::setEmptyText(const QString& text)
{
    emptyText_ = text;
    viewport()->update();
}

bool RunMapCanvas::hasNames() const
{
    return geometry_.columnWidth >= nameColumn;
}

void RunMapCanvas::relayout(bool chooseSizes)
{
    const QPointF before = geometry_.scroll;
    geometry_ = {};
    geometry_.rows = map_->rows() ? map_->shownRows()->size() : 0;
    geometry_.columns = map_->columns();
    geometry_.firstScore = geometry_.firstTotal = 0;
    if (isEmpty()) {
        horizontalScrollBar()->setRange(0, 0);
        verticalScrollBar()->setRange(0, 0);
        updateLook();
        viewport()->update();
        return;
    }
    const QFontMetrics metrics(smaller(font(), 0.9));
    int label = 60;
    for (std::size_t i = 0; i < geometry_.rows; i += std::max<std::size_t>(1, geometry_.rows / 100))
        label = std::max(label, metrics.horizontalAdvance(map_->rowAt(i).name));
    geometry_.labelWidth = std::min(label, 190) + 62;
    const double spaceX = viewport()->width() - geometry_.labelWidth;
    if (chooseSizes)
        columnWidth_ = std::clamp(spaceX / static_cast<double>(geometry_.columns), 1.0, comfortableColumn);
    geometry_.columnWidth = columnWidth_ >= 3 ? std::floor(columnWidth_) : columnWidth_;
    geometry_.headerHeight = bandHeight + (hasNames() ? 112 : 20);
    const double spaceY = viewport()->height() - geometry_.headerHeight;
    if (chooseSizes)
        rowHeight_ = initialRowHeight(geometry_.rows, spaceY, comfortableRow);
    geometry_.rowHeight = rowHeight_ >= 3 ? std::floor(rowHeight_) : rowHeight_;
    const QSizeF content = contentSize(geometry_);
    horizontalScrollBar()->setPageStep(std::max(1, static_cast<int>(spaceX)));
    horizontalScrollBar()->setSingleStep(static_cast<int>(std::max(20.0, geometry_.columnWidth)));
    horizontalScrollBar()->setRange(0, std::max(0, static_cast<int>(std::ceil(content.width() - spaceX))));
    verticalScrollBar()->setPageStep(std::max(1, static_cast<int>(spaceY)));
    verticalScrollBar()->setSingleStep(static_cast<int>(std::max(20.0, geometry_.rowHeight)));
    verticalScrollBar()->setRange(0, std::max(0, static_cast<int>(std::ceil(content.height() - spaceY))));
    geometry_.scroll = QPointF(horizontalScrollBar()->value(), verticalScrollBar()->value());
    if (geometry_.scroll != before)
        viewport()->update();
    updateLook();
    viewport()->update();
}

RunMapCanvas::Sight RunMapCanvas::sight() const
{
    if (isEmpty())
        return {};
    const auto index = [](double at, std::size_t end) {
        return std::min(end, static_cast<std::size_t>(std::max(0.0, at)));
    };
    const double left = geometry_.scroll.x() / geometry_.columnWidth;
    const double top = geometry_.scroll.y() / geometry_.rowHeight;
    const double width = (viewport()->width() - geometry_.labelWidth) / geometry_.columnWidth;
    const double height = (viewport()->height() - geometry_.headerHeight) / geometry_.rowHeight;
    return {index(std::floor(left), geometry_.columns), index(std::ceil(left + width), geometry_.columns),
            index(std::floor(top), geometry_.rows), index(std::ceil(top + height), geometry_.rows)};
}

/// What is in the middle comes first, and beyond the edges a tile each, for where one goes next.
void RunMapCanvas::updateLook()
{
    std::vector<std::size_t> tiles;
    const Sight seen = sight();
    if (isSeen() && seen.firstColumn < seen.endColumn) {
        const std::size_t first = seen.firstColumn / models::RunTile::width;
        const std::size_t last = (seen.endColumn - 1) / models::RunTile::width;
        for (std::size_t tile = first; tile <= last; ++tile)
            tiles.push_back(tile);
        const std::size_t middle = first + last;
        std::stable_sort(tiles.begin(), tiles.end(), [middle](std::size_t a, std::size_t b) {
            const auto far = [middle](std::size_t tile) { return 2 * tile > middle ? 2 * tile - middle : middle - 2 * tile; };
            return far(a) < far(b);
        });
        if (last + 1 < map_->tiles())
            tiles.push_back(last + 1);
        if (first > 0)
            tiles.push_back(first - 1);
        for (const std::size_t tile : tiles)
            makePicture(tile);
        dropFarPictures();
    }
    map_->lookAt(this, std::move(tiles));
}

void RunMapCanvas::forgetPictures()
{
    ++generation_;
    colours_.palette = Palette::current();
    colours_.range = {map_->low(), map_->high()};
    pictures_.clear();
    overview_ = {};
    updateLook();
    viewport()->update();
}

/// Begun unless it is there or under way; what it looks like is worked out on another thread.
void RunMapCanvas::makePicture(std::size_t tile)
{
    const models::RunTilePtr of = map_->tile(tile);
    if (!of || !isSeen())
        return;
    Picture& picture = pictures_[tile];
    if (picture.of == of)
        return;
    picture.of = of;
    QThreadPool::globalInstance()->start([self = QPointer<RunMapCanvas>(this), generation = generation_, tile, of,
                                          rows = map_->shownRows(), colours = colours_] {
        const QImage image = runTileImage(*of, *rows, colours);
        const QImage strip = runTileStrip(image);
        QMetaObject::invokeMethod(QCoreApplication::instance(), [self, generation, tile, of, image, strip] {
            if (self && self->generation_ == generation)
                self->takePicture(tile, of, image, strip);
        }, Qt::QueuedConnection);
    });
}

void RunMapCanvas::takePicture(std::size_t tile, const models::RunTilePtr& of, const QImage& image, const QImage& strip)
{
    const auto found = pictures_.find(tile);
    if (found == pictures_.end() || found->second.of != of)
        return;
    found->second.image = image;
    const int width = static_cast<int>(map_->tiles()) * runStripWidth;
    if (overview_.width() < width) {
        QImage wider(width, runStripHeight, QImage::Format_ARGB32_Premultiplied);
        wider.fill(Qt::transparent);
        QPainter painter(&wider);
        painter.drawImage(0, 0, overview_);
        painter.end();
        overview_ = wider;
    }
    QPainter painter(&overview_);
    painter.drawImage(static_cast<int>(tile) * runStripWidth, 0, strip);
    viewport()->update();
}

/// Pictures are larger than the tiles that they show: only those near what is in sight are kept.
void RunMapCanvas::dropFarPictures()
{
    const Sight seen = sight();
    const std::size_t first = seen.firstColumn / models::RunTile::width;
    const std::size_t last = seen.endColumn / models::RunTile::width;
    const std::size_t near = last - first + 8;
    std::erase_if(pictures_, [&](const auto& entry) {
        return entry.first + near < first || entry.first > last + near;
    });
}

bool RunMapCanvas::isComplete() const
{
    const Sight seen = sight();
    if (seen.firstColumn >= seen.endColumn)
        return false;
    for (std::size_t tile = seen.firstColumn / models::RunTile::width; tile * models::RunTile::width < seen.endColumn; ++tile) {
        const auto found = pictures_.find(tile);
        if (found == pictures_.end() || found->second.image.isNull())
            return false;
        const std::size_t wanted = std::min(geometry_.columns - tile * models::RunTile::width, models::RunTile::width);
        if (static_cast<std::size_t>(found->second.image.width()) < wanted)
            return false;
    }
    return true;
}

/// Cells are as large as they are on the screen, or as all of them fit.
std::shared_ptr<RunMapCanvas> RunMapCanvas::onPaper() const
{
    if (geometry_.rows * geometry_.columns > mostOnPaper)
        return nullptr;
    const std::shared_ptr<RunMapCanvas> copy(new RunMapCanvas(hub_, map_), [map = QPointer(map_)](RunMapCanvas* canvas) {
        if (map)
            map->lookAt(canvas, {});
        delete canvas;
    });
    copy->setFont(font());
    copy->emptyText_ = emptyText_;
    copy->colours_ = colours_;
    layOut(*copy, viewport()->size());
    if (isEmpty())
        return copy;
    constexpr double room = longestPicture - pictureHead;
    const auto fitting = [](double wanted, double space, std::size_t count) {
        const double most = space / static_cast<double>(count);
        return wanted <= most ? wanted : most >= 3 ? std::floor(most) : most;
    };
    copy->columnWidth_ = fitting(geometry_.columnWidth, room - geometry_.labelWidth, geometry_.columns);
    copy->rowHeight_ = fitting(geometry_.rowHeight, room - geometry_.headerHeight, geometry_.rows);
    const QSizeF content(copy->columnWidth_ * static_cast<double>(geometry_.columns), copy->rowHeight_ * static_cast<double>(geometry_.rows));
    const QSize size = (content + QSizeF(geometry_.labelWidth, geometry_.headerHeight)).toSize();
    if (std::min(copy->columnWidth_, copy->rowHeight_) < 1 || !fitsPicture(size))
        return nullptr;
    copy->paper_ = true;
    copy->chosenSizes_ = true;
    layOut(*copy, size);
    return copy;
}

void RunMapCanvas::zoom(double columns, double rows, QPointF about)
{
    if (isEmpty())
        return;
    if (columns <= 0 || rows <= 0) {
        chosenSizes_ = false;
        relayout(true);
        return;
    }
    chosenSizes_ = true;
    about.setX(std::max(about.x(), geometry_.labelWidth));
    about.setY(std::max(about.y(), geometry_.headerHeight));
    const double column = (about.x() - columnLeft(geometry_, 0)) / geometry_.columnWidth;
    const double row = (about.y() - rowTop(geometry_, 0)) / geometry_.rowHeight;
    columnWidth_ = std::clamp(columnWidth_ * columns, 1.0, widestColumn);
    rowHeight_ = std::clamp(rowHeight_ * rows, 1.0, highestRow);
    relayout(false);
    // The cell under the pointer stays there; the header may have another height now.
    about.setY(std::max(about.y(), geometry_.headerHeight));
    horizontalScrollBar()->setValue(static_cast<int>(std::lround(column * geometry_.columnWidth - (about.x() - geometry_.labelWidth))));
    verticalScrollBar()->setValue(static_cast<int>(std::lround(row * geometry_.rowHeight - (about.y() - geometry_.headerHeight))));
}

std::ptrdiff_t RunMapCanvas::selectedRow() const
{
    if (isEmpty() || hub_->current().node.isEmpty())
        return -1;
    const std::int64_t row = map_->rows()->rowOf(hub_->current().node.toStdString());
    return row < 0 || static_cast<std::size_t>(row) >= geometry_.rows ? -1 : static_cast<std::ptrdiff_t>(map_->placeOf(static_cast<std::uint32_t>(row)));
}

std::ptrdiff_t RunMapCanvas::selectedColumn() const
{
    const std::int64_t attempt = hub_->current().attempt;
    return attempt >= 0 && static_cast<std::size_t>(attempt) < geometry_.columns ? static_cast<std::ptrdiff_t>(attempt) : -1;
}

void RunMapCanvas::select(HeatMapCell cell)
{
    hub_->select({models::toQString(map_->attempt(cell.column).pod), map_->rowAt(cell.row).name, hub_->current().plugin,
                  static_cast<std::int64_t>(cell.column)}, this);
}

void RunMapCanvas::ensureVisible(HeatMapCell cell)
{
    const auto bring = [](QScrollBar* bar, double from, double to, double space) {
        if (from < bar->value())
            bar->setValue(static_cast<int>(std::floor(from)));
        else if (to > bar->value() + space)
            bar->setValue(static_cast<int>(std::ceil(to - space)));
    };
    bring(horizontalScrollBar(), static_cast<double>(cell.column) * geometry_.columnWidth,
          static_cast<double>(cell.column + 1) * geometry_.columnWidth, viewport()->width() - geometry_.labelWidth);
    bring(verticalScrollBar(), static_cast<double>(cell.row) * geometry_.rowHeight,
          static_cast<double>(cell.row + 1) * geometry_.rowHeight, viewport()->height() - geometry_.headerHeight);
}

QString RunMapCanvas::cellText(HeatMapCell cell) const
{
    const trace::Attempt& attempt = map_->attempt(cell.column);
    const std::uint32_t row = (*map_->shownRows())[cell.row];
    const models::RunColumn* column = map_->column(cell.column);
    QString text = map_->rowAt(cell.row).name + u" · "_s + models::toQString(attempt.pod) + u" · #"_s + QString::number(cell.column + 1)
        + u'\n' + (column ? models::cellDescription(*column, row) : tr("Not computed yet"));
    if (map_->chosenRow(cell.column) == static_cast<std::int64_t>(row))
        text += u"\n★ "_s + tr("Chosen");
    return text;
}

QString RunMapCanvas::placeText() const
{
    const std::ptrdiff_t row = isEmpty() ? -1 : selectedRow();
    const std::ptrdiff_t column = isEmpty() ? -1 : selectedColumn();
    return row < 0 || column < 0 ? QString() : cellText({static_cast<std::size_t>(row), static_cast<std::size_t>(column)});
}

QRect RunMapCanvas::placeRect() const
{
    const std::ptrdiff_t row = isEmpty() ? -1 : selectedRow();
    const std::ptrdiff_t column = isEmpty() ? -1 : selectedColumn();
    return row < 0 || column < 0 ? QRect() : cellRect(geometry_, {static_cast<std::size_t>(row), static_cast<std::size_t>(column)}).toAlignedRect();
}

QString RunMapCanvas::tooltip(QPoint point) const
{
    if (isEmpty() || overviewRect().contains(point))
        return {};
    if (const auto cell = cellAtPoint(geometry_, point))
        return cellText(*cell);
    if (const auto column = columnAtX(geometry_, point.x()); column && point.y() < geometry_.headerHeight) {
        const trace::Attempt& attempt = map_->attempt(*column);
        QString text = tr("Attempt #%1 of the run: %2").arg(*column + 1).arg(models::toQString(attempt.pod)) + u'\n' + models::attemptResultName(attempt.result);
        if (!attempt.node.empty())
            text += u" · "_s + models::toQString(attempt.node);
        else if (!attempt.message.empty())
            text += u'\n' + models::toQString(attempt.message);
        return text + u'\n' + tr("Click to sort the nodes by it.");
    }
    if (const auto row = rowAtY(geometry_, point.y()))
        return map_->rowAt(*row).name + (map_->rowAt(*row).zone.isEmpty() ? QString() : u" · "_s + map_->rowAt(*row).zone);
    return {};
}

bool RunMapCanvas::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), tooltip(help->pos()), viewport());
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void RunMapCanvas::resizeEvent(QResizeEvent*)
{
    relayout(!chosenSizes_);
}

void RunMapCanvas::showEvent(QShowEvent* event)
{
    QAbstractScrollArea::showEvent(event);
    relayout(!chosenSizes_);
}

void RunMapCanvas::hideEvent(QHideEvent* event)
{
    QAbstractScrollArea::hideEvent(event);
    map_->lookAt(this, {});
}

void RunMapCanvas::scrollContentsBy(int, int)
{
    geometry_.scroll = QPointF(horizontalScrollBar()->value(), verticalScrollBar()->value());
    updateLook();
    viewport()->update();
}

void RunMapCanvas::sortAt(QPointF point)
{
    using Key = models::RunOrder::Key;
    if (const auto column = columnAtX(geometry_, point.x()))
        map_->setOrder({Key::Attempt, *column});
    else
        map_->setOrder({Key::Name, 0});
}

void RunMapCanvas::goToOverview(QPointF point)
{
    const QRectF box = overviewRect();
    const QSizeF content = contentSize(geometry_);
    const double x = std::clamp((point.x() - box.left()) / box.width(), 0.0, 1.0) * content.width();
    const double y = std::clamp((point.y() - box.top()) / box.height(), 0.0, 1.0) * content.height();
    horizontalScrollBar()->setValue(static_cast<int>(x - (viewport()->width() - geometry_.labelWidth) / 2));
    verticalScrollBar()->setValue(static_cast<int>(y - (viewport()->height() - geometry_.headerHeight) / 2));
}

void RunMapCanvas::mousePressEvent(QMouseEvent* event)
{
    if ((event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton) || isEmpty())
        return;
    dragFrom_ = event->position();
    dragScroll_ = {horizontalScrollBar()->value(), verticalScrollBar()->value()};
    if (overviewRect().contains(dragFrom_)) {
        drag_ = Drag::Overview;
        goToOverview(dragFrom_);
    } else {
        drag_ = Drag::Pressed;
    }
}

void RunMapCanvas::mouseMoveEvent(QMouseEvent* event)
{
    if (drag_ == Drag::Overview)
        goToOverview(event->position());
    const QPointF moved = event->position() - dragFrom_;
    if (drag_ == Drag::Pressed && moved.manhattanLength() >= QApplication::startDragDistance()) {
        drag_ = Drag::Pan;
        viewport()->setCursor(Qt::ClosedHandCursor);
    }
    if (drag_ == Drag::Pan) {
        horizontalScrollBar()->setValue(dragScroll_.x() - static_cast<int>(moved.x()));
        verticalScrollBar()->setValue(dragScroll_.y() - static_cast<int>(moved.y()));
    }
}

void RunMapCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    const Drag was = std::exchange(drag_, Drag::None);
    viewport()->unsetCursor();
    if (was != Drag::Pressed || event->button() != Qt::LeftButton)
        return;
    if (event->position().y() < geometry_.headerHeight)
        sortAt(event->position());
    else if (const auto cell = cellAtPoint(geometry_, event->position()))
        select(*cell);
    else if (const auto row = rowAtY(geometry_, event->position().y()); row && event->position().x() < geometry_.labelWidth)
        hub_->selectNode(map_->rowAt(*row).name, this);
}

void RunMapCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && cellAtPoint(geometry_, event->position()) && !overviewRect().contains(event->position()))
        emit openRequested();
}

void RunMapCanvas::keyPressEvent(QKeyEvent* event)
{
    if (isEmpty()) {
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    const QPointF middle(viewport()->width() / 2.0, viewport()->height() / 2.0);
    const Sight seen = sight();
    const auto page = std::max<std::ptrdiff_t>(1, static_cast<std::ptrdiff_t>(seen.endRow - seen.firstRow) - 1);
    std::ptrdiff_t down = 0;
    std::ptrdiff_t right = 0;
    switch (event->key()) {
    case Qt::Key_Up: down = -1; break;
    case Qt::Key_Down: down = 1; break;
    case Qt::Key_PageUp: down = -page; break;
    case Qt::Key_PageDown: down = page; break;
    case Qt::Key_Left: right = -1; break;
    case Qt::Key_Right: right = 1; break;
    case Qt::Key_Home: right = -static_cast<std::ptrdiff_t>(geometry_.columns); break;
    case Qt::Key_End: right = static_cast<std::ptrdiff_t>(geometry_.columns); break;
    case Qt::Key_Plus: zoom(1.25, 1.25, middle); return;
    case Qt::Key_Minus: zoom(0.8, 0.8, middle); return;
    case Qt::Key_0: zoom(0, 0, middle); return;
    case Qt::Key_Return:
    case Qt::Key_Enter: emit openRequested(); return;
    default: QAbstractScrollArea::keyPressEvent(event); return;
    }
    const auto moved = [](std::ptrdiff_t from, std::ptrdiff_t by, std::size_t first, std::size_t count) {
        const std::ptrdiff_t to = from < 0 ? static_cast<std::ptrdiff_t>(first) : from + by;
        return static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(to, 0, static_cast<std::ptrdiff_t>(count) - 1));
    };
    const HeatMapCell next{moved(selectedRow(), down, seen.firstRow, geometry_.rows),
                           moved(selectedColumn(), right, seen.firstColumn, geometry_.columns)};
    ensureVisible(next);
    select(next);
}

void RunMapCanvas::wheelEvent(QWheelEvent* event)
{
    // With Alt the wheel turns sideways.
    const int delta = event->angleDelta().y() != 0 ? event->angleDelta().y() : event->angleDelta().x();
    const Qt::KeyboardModifiers keys = event->modifiers();
    if (keys.testFlag(Qt::ControlModifier)) {
        const double factor = delta > 0 ? 1.25 : 0.8;
        zoom(keys.testFlag(Qt::AltModifier) ? 1 : factor, keys.testFlag(Qt::ShiftModifier) ? 1 : factor, event->position());
        return;
    }
    if (keys.testFlag(Qt::ShiftModifier)) {
        horizontalScrollBar()->setValue(horizontalScrollBar()->value() - delta);
        return;
    }
    QAbstractScrollArea::wheelEvent(event);
}

void RunMapCanvas::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        names_.clear();
        values_.clear();
        forgetPictures();
        relayout(!chosenSizes_);
    }
    QAbstractScrollArea::changeEvent(event);
}

}
