// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "views/heat_map_canvas.h"

class QCheckBox;
class QComboBox;
class QLabel;

namespace berth::views {

class Legend;

/// The heat map with its tools: what score columns show, the order of rows, and the legend.
class HeatMapView final : public QWidget {
    Q_OBJECT
public:
    explicit HeatMapView(SelectionHub* hub, QWidget* parent = nullptr);
    HeatMapCanvas* canvas() const { return canvas_; }
    void setAttempt(const models::AttemptViewPtr& attempt);

protected:
    void changeEvent(QEvent* event) override;

private:
    void updateLegend();

    HeatMapCanvas* canvas_;
    QComboBox* measure_;
    QComboBox* order_;
    QCheckBox* evaluateAll_;
    Legend* legend_;
    QLabel* title_;
    models::AttemptViewPtr attempt_;
    bool rawOnly_ = false;
    int measureBefore_ = 0;                ///< what was chosen before only raw scores could be shown
};

}
