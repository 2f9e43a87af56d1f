// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/table_model.h"
#include "trace/metrics.h"

#include <memory>

namespace berth::models {

using MetricsPtr = std::shared_ptr<const trace::Metrics>;

/// The value below which that share of a histogram's observations lies, as Prometheus' histogram_quantile estimates it:
/// observations are thought to be spread evenly in their bucket; beyond the last bound it answers with that. Nothing
/// without observations. bounds: ascending, without +Inf.
std::optional<double> quantile(const trace::MetricSeries& series, const std::vector<double>& bounds, double share);
/// Adds a series of the same family.
void addSeries(trace::MetricSeries& sum, const trace::MetricSeries& other);

/// Every time series under the real scheduler's names. IdRole: name and labels.
class MetricTableModel final : public TableModel {
    Q_OBJECT
public:
    enum Column { Name, Labels, Type, Value, Count, Mean, P50, P90, P99, ColumnCount };

    explicit MetricTableModel(QObject* parent = nullptr);
    void setMetrics(MetricsPtr metrics);
};

}
