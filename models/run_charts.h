// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/metric_table.h"
#include "models/snapshot.h"

#include <QPointF>

/// The numbers of a run as charts draw them: pure functions of a snapshot.
namespace berth::models {

/// One line over virtual time: x in seconds since the start, ascending.
struct Curve {
    QString name;
    std::vector<QPointF> points;
};

/// Bars: for each category one number of every set.
struct Bars {
    QStringList categories;
    std::vector<std::pair<QString, std::vector<double>>> sets;
    bool isEmpty() const { return categories.isEmpty(); }
};

struct RunCharts {
    Bars attempts;                         ///< by result
    Bars extensionPoints;                  ///< p50, p90, p99 in microseconds, in the order of a cycle
    Bars plugins;                          ///< the same for the plugins and points that took longest, the longest first
    std::vector<Curve> queues;             ///< pods per part of the queue
    std::vector<Curve> utilisation;        ///< requested / allocatable in percent, cpu, memory, pods
    Bars free;                             ///< nodes by their free share of cpu and memory, ten bins
};

/// The charts in the order of reading.
enum class RunChart : std::uint8_t { Results, Queues, Utilisation, Free, Points, Plugins };
inline constexpr std::size_t runChartCount = 6;
/// What stands above the chart, and the unit of its values; translated.
QString runChartTitle(RunChart chart);
QString runChartUnit(RunChart chart);

using RunChartsPtr = std::shared_ptr<const RunCharts>;

/// Costs as much as the run has moves: not for the GUI thread.
RunCharts makeRunCharts(const Snapshot& snapshot);

/// Above this many points curves are thinned out.
inline constexpr std::size_t mostCurvePoints = 400;
inline constexpr std::size_t mostPluginBars = 12;

}
