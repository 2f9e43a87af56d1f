// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/inspection.h"
#include "views/canvas_habits.h"
#include "views/heat_map_geometry.h"
#include "views/selection_hub.h"

#include <QAbstractScrollArea>
#include <QImage>

#include <memory>

namespace berth::views {

/// Nodes × plugins of one attempt. Cells come from a picture with one pixel per cell; values, hatches and grid are drawn
/// over it where cells are large enough. Click selects node and plugin, a click on a column's header sorts by it.
class HeatMapCanvas final : public QAbstractScrollArea, public SpokenCanvas {
    Q_OBJECT
public:
    explicit HeatMapCanvas(SelectionHub* hub, QWidget* parent = nullptr);

    void setAttempt(models::AttemptViewPtr attempt);
    void setMeasure(models::Measure measure);
    /// Whether filters that kube-scheduler did not run show what they would have said; else their cells are empty.
    void setEvaluateAll(bool all);
    bool evaluatesAll() const { return evaluateAll_; }
    void setOrder(const models::HeatMapOrder& order);
    const models::HeatMapOrder& order() const { return order_; }
    /// Where there is no attempt to show.
    void setEmptyText(const QString& text);
    void zoomRows(double factor);
    const HeatMapGeometry& geometryOfCells() const { return geometry_; }
    /// Node of the row at that place of the order shown.
    QString nodeOfRow(std::size_t row) const;
    QString placeText() const override;
    /// A copy with all rows and columns in sight, for a picture; null: there are too many.
    std::shared_ptr<QWidget> onPaper() const;
    QRect placeRect() const override;
    bool hasPicture() const { return !image_.isNull(); }
    QImage picture() { return viewport()->grab().toImage(); }

    /// Above this many cells rows are ordered and the picture is made on another thread.
    static constexpr std::size_t backgroundCells = 20'000;

signals:
    void orderChanged();

protected:
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    const models::HeatMap* map() const { return attempt_ ? attempt_->heatMap.get() : nullptr; }
    const std::vector<std::uint32_t>& rows() const;
    bool isEmpty() const { return !map() || map()->columns.empty() || map()->rows.empty(); }
    void rearrange();
    void showArranged(const models::HeatMapArrangementPtr& arrangement, const QImage& image);
    void relayout(bool chooseRowHeight);
    void paintEmpty(QPainter& painter) const;
    void paintCells(QPainter& painter, std::size_t first, std::size_t last) const;
    void paintRowMarks(QPainter& painter, std::size_t first, std::size_t last) const;
    void paintRowLabels(QPainter& painter, std::size_t first, std::size_t last) const;
    void paintHeader(QPainter& painter) const;
    void paintColumnTitle(QPainter& painter, std::size_t column) const;
    void paintSelection(QPainter& painter) const;
    QString tooltip(QPoint point) const;
    QString cellText(HeatMapCell cell) const;
    void ensureVisible(std::size_t row);
    void ensureColumnVisible(std::size_t column);
    std::ptrdiff_t selectedColumn() const;
    void goTo(std::ptrdiff_t row, std::ptrdiff_t column);
    std::ptrdiff_t selectedRow() const;

    SelectionHub* hub_;
    models::AttemptViewPtr attempt_;
    models::Measure measure_ = models::Measure::Weighted;
    bool evaluateAll_ = true;
    models::HeatMapOrder order_;
    models::HeatMapArrangementPtr arrangement_;        ///< shown; of attempt_'s map. Null where there is nothing to arrange
    QImage image_;
    std::uint64_t generation_ = 0;
    HeatMapGeometry geometry_;
    double rowHeight_ = 20;
    std::ptrdiff_t cursorColumn_ = -1;     ///< that was chosen last
    QPoint hover_{-1, -1};
    QString emptyText_;
    bool paper_ = false;                   ///< nobody can turn the wheel here
};

}
