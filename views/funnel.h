// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/inspection.h"

#include <QWidget>

namespace berth::views {

/// The steps of an attempt from top to bottom: mark, title, summary, how many nodes are left as a bar, and the most
/// frequent reasons below. Drawn from an Inspection; the same is in the tree below it for reading and copying.
class Funnel final : public QWidget {
    Q_OBJECT
public:
    explicit Funnel(QWidget* parent = nullptr);
    void setInspection(models::InspectionPtr inspection);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {120, sizeHint().height()}; }

    /// What a step means and all its reasons, for a point of the widget.
    QString tooltip(QPoint point) const;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    int stepHeight(const models::InspectionStep& step) const;
    void paintStep(QPainter& painter, const models::InspectionStep& step, std::size_t number, const QRect& box) const;

    models::InspectionPtr inspection_;
};

}
