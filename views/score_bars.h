// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/inspection.h"
#include "views/canvas_habits.h"
#include "views/selection_hub.h"

#include <QWidget>

namespace berth::views {

/// The score algebra: one stacked bar per node, best first, plugin contributions in fixed order and colours;
/// raw → normalised × weight on hover. Shows the first nodes only.
class ScoreBars final : public QWidget, public SpokenCanvas {
    Q_OBJECT
public:
    explicit ScoreBars(SelectionHub* hub, QWidget* parent = nullptr);
    void setInspection(models::InspectionPtr inspection);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {120, sizeHint().height()}; }

    static constexpr std::size_t shownBars = 12;

    QString placeText() const override;

protected:
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    std::size_t barCount() const;
    QRect barRow(std::size_t bar) const;
    QRect track(std::size_t bar) const;
    int legendHeight() const;
    double scale() const;
    void paintBar(QPainter& painter, std::size_t index) const;
    void paintLegend(QPainter& painter) const;
    QString tooltip(QPoint point) const;
    QString barText(const models::ScoreBar& bar) const;
    std::ptrdiff_t currentBar() const;

    void measure();

    SelectionHub* hub_;
    models::InspectionPtr inspection_;
    int nameWidth_ = 0;                    ///< of the widest name, uncut
    int totalWidth_ = 0;
};

}
