// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/run_map.h"
#include "views/canvas_habits.h"
#include "views/heat_map_geometry.h"
#include "views/run_map_image.h"
#include "views/selection_hub.h"

#include <QAbstractScrollArea>
#include <QCache>
#include <QPixmap>

#include <memory>

namespace berth::views {

/// Nodes × attempts of a whole run. What is looked at is wished for from the RunMap, tile by tile; tiles become pictures on
/// other threads, one pixel per cell, which painting only has to enlarge. Cells that are large enough get hatches, outlines
/// and values. A click selects pod and node, a click on a column's header sorts by it, dragging pans; Ctrl+wheel
/// zooms about the pointer, with Shift only the columns, with Alt only the rows.
class RunMapCanvas final : public QAbstractScrollArea, public SpokenCanvas {
    Q_OBJECT
public:
    RunMapCanvas(SelectionHub* hub, models::RunMap* map, QWidget* parent = nullptr);

    void setScale(RunScale scale);
    RunScale scale() const { return colours_.scale; }
    void setEmptyText(const QString& text);
    /// By a factor about a point of the viewport; 0 = as it opened.
    void zoom(double columns, double rows, QPointF about);
    const HeatMapGeometry& geometryOfCells() const { return geometry_; }
    /// A copy with all cells in sight, for a picture; wishes for those that are not computed yet. Null: there are too many.
    std::shared_ptr<RunMapCanvas> onPaper() const;
    /// Whether every cell in sight is computed and drawn.
    bool isComplete() const;
    QString tooltip(QPoint point) const;
    QString cellText(HeatMapCell cell) const;
    QString placeText() const override;
    QRect placeRect() const override;

signals:
    void openRequested();

protected:
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    /// Indexes of the cells in sight: [first, end).
    struct Sight {
        std::size_t firstColumn = 0;
        std::size_t endColumn = 0;
        std::size_t firstRow = 0;
        std::size_t endRow = 0;
    };
    struct Picture {
        models::RunTilePtr of;             ///< that it shows, or will when it is made
        QImage image;
    };
    enum class Drag : std::uint8_t { None, Pressed, Pan, Overview };

    bool isEmpty() const { return geometry_.rows == 0 || geometry_.columns == 0; }
    bool hasNames() const;
    bool isSeen() const { return paper_ || isVisible(); }
    Sight sight() const;
    void relayout(bool chooseSizes);
    void updateLook();
    void forgetPictures();
    void makePicture(std::size_t tile);
    void takePicture(std::size_t tile, const models::RunTilePtr& of, const QImage& image, const QImage& strip);
    void dropFarPictures();

    // run_map_paint.cpp
    void paintTiles(QPainter& painter, const Sight& sight) const;
    void paintPatterns(QPainter& painter, const Sight& sight) const;
    void paintValues(QPainter& painter, const Sight& sight);
    void paintGrid(QPainter& painter, const Sight& sight) const;
    void paintChosen(QPainter& painter, const Sight& sight) const;
    void paintSelection(QPainter& painter, const Sight& sight) const;
    void paintRowLabels(QPainter& painter, const Sight& sight) const;
    void paintHeader(QPainter& painter, const Sight& sight);
    void paintNames(QPainter& painter, const Sight& sight);
    void paintRuler(QPainter& painter, const Sight& sight) const;
    void paintResults(QPainter& painter, const Sight& sight) const;
    void paintOverview(QPainter& painter) const;
    const QPixmap& nameStamp(std::size_t column, bool chosen);
    const QPixmap& valueStamp(std::int64_t value, bool black);

    QRectF overviewRect() const;
    void goToOverview(QPointF point);
    void select(HeatMapCell cell);
    void sortAt(QPointF point);
    void ensureVisible(HeatMapCell cell);
    std::ptrdiff_t selectedRow() const;
    std::ptrdiff_t selectedColumn() const;

    SelectionHub* hub_;
    models::RunMap* map_;
    RunColours colours_;
    HeatMapGeometry geometry_;
    double rowHeight_ = 20;
    double columnWidth_ = 4;
    bool chosenSizes_ = false;             ///< by hand: kept when the window or the run grows
    std::unordered_map<std::size_t, Picture> pictures_;
    std::uint64_t generation_ = 0;         ///< of everything that pictures depend on beside their tile
    QImage overview_;                      ///< strips of the tiles that had a picture; transparent elsewhere
    QCache<std::size_t, QPixmap> names_{600};
    QCache<std::int64_t, QPixmap> values_{2000};
    Drag drag_ = Drag::None;
    QPointF dragFrom_;
    QPoint dragScroll_;
    QString emptyText_;
    bool paper_ = false;                   ///< is looked at without being shown
};

}
