// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/time_line.h"
#include "views/canvas_habits.h"
#include "views/selection_hub.h"

#include <QAbstractScrollArea>

#include <memory>
#include <optional>

namespace berth::views {

/// Pods as rows, their stays in the parts of the queue and in the cycles as bars over virtual time or over the order of
/// moves; below, what the selected attempt called. Ctrl and the wheel zoom about the pointer, dragging pans, a click
/// selects the pod with its attempt. At most one bar per pixel and row is drawn, and only rows in sight.
class TimeLineCanvas final : public QAbstractScrollArea, public SpokenCanvas {
    Q_OBJECT
public:
    explicit TimeLineCanvas(SelectionHub* hub, QWidget* parent = nullptr);

    /// rows: of the line, as they are shown from above.
    void setLine(models::TimeLinePtr line, std::vector<std::uint32_t> rows);
    void setAxis(models::TimeAxis axis);
    models::TimeAxis axis() const { return axis_; }
    void setAttempt(models::AttemptViewPtr attempt);
    /// factor > 1: closer. about: a point of the viewport that stays where it is.
    void zoom(double factor, double about);
    void showAll();
    /// A copy with all rows and all of the time in sight, for a picture; null: there are too many.
    std::shared_ptr<QWidget> onPaper() const;
    std::size_t rowCount() const { return rows_.size(); }
    double pixelsPerUnit() const { return scale_; }

    QRectF spanRect(const QString& pod, std::size_t span) const;
    QString podAt(QPointF point) const;
    QString tooltip(QPointF point) const;
    QString placeText() const override;
    QRect placeRect() const override;

protected:
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void relayout();
    double xOf(double position) const;
    double positionAt(double x) const;
    int rowHeight() const;
    int headerHeight() const;
    int stripHeight() const;
    int labelWidth() const;
    QRect plot() const;
    std::ptrdiff_t rowAt(double y) const;
    const models::TimeSpan* spanAt(QPointF point) const;
    double rulerStep() const;
    void paintRuler(QPainter& painter) const;
    void paintEnds(QPainter& painter, const models::TimeRow& row, const QRect& box) const;
    void paintRow(QPainter& painter, const models::TimeRow& row, const QRect& box) const;
    void paintStrip(QPainter& painter) const;
    void selectRow(std::ptrdiff_t row, const models::TimeSpan* span);
    void ensureVisible(const QString& pod);
    void goToRow(std::ptrdiff_t row);
    void goToSpan(std::ptrdiff_t row, int by);
    QString spanText(const models::TimeSpan& span) const;
    std::int64_t attemptOf(const models::TimeRow& row, const models::TimeSpan* span) const;
    std::optional<std::size_t> selectedSpan() const;

    SelectionHub* hub_;
    models::TimeLinePtr line_;
    std::vector<std::uint32_t> rows_;
    models::TimeAxis axis_ = models::TimeAxis::Virtual;
    double scale_ = 0;                     ///< pixels per second or move
    bool all_ = true;                      ///< the whole run is in sight, and stays so
    models::AttemptViewPtr attempt_;
    std::vector<models::CallSpan> calls_;
    QPoint press_;
    QPoint dragged_;
    bool panning_ = false;
};

}
