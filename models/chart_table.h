// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/run_charts.h"
#include "models/table_model.h"

namespace berth::models {

/// What the charts of a run draw, number by number. IdRole: chart, series and place.
class ChartTableModel final : public TableModel {
    Q_OBJECT
public:
    enum Column { Chart, Series, At, Value, Unit, ColumnCount };

    explicit ChartTableModel(QObject* parent = nullptr);
    void setCharts(const RunChartsPtr& charts);
};

}
