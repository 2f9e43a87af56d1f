// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace berth::trace {

/// The metrics of kube-scheduler that Berth keeps, by their names without `scheduler_` (cycle.md §17, queue.md §13).
enum class Metric : std::uint8_t {
    ScheduleAttempts,                      ///< result, profile
    SchedulingAttemptDuration,             ///< result, profile
    SchedulingAlgorithmDuration,
    FrameworkExtensionPointDuration,       ///< extension_point, status, profile
    PluginExecutionDuration,               ///< plugin, extension_point, status
    PluginEvaluation,                      ///< plugin, extension_point, profile
    PodSchedulingAttempts,
    PodSchedulingSliDuration,              ///< attempts; virtual time
    PodScheduledAfterFlush,
    PermitWaitDuration,                    ///< result; virtual time
    CacheSize,                             ///< type
    PreemptionAttempts,
    PreemptionVictims,
    PendingPods,                           ///< queue
    QueueIncomingPods,                     ///< queue, event
    UnschedulablePods,                     ///< plugin, profile
    QueueingHintExecutionDuration,         ///< plugin, event, hint
    EventHandlingDuration,                 ///< event
    Count
};

enum class MetricType : std::uint8_t { Counter, Gauge, Histogram };

/// What is fixed about a metric.
struct MetricFamily {
    std::string_view name;                 ///< in full
    std::string_view help;                 ///< as kube-scheduler words it, stability level included
    MetricType type = MetricType::Counter;
    std::vector<std::string_view> labels;
    std::vector<double> buckets;           ///< upper bounds of a histogram, ascending, without +Inf
};
const MetricFamily& familyOf(Metric metric);

/// One time series: a number, or a histogram.
struct MetricSeries {
    double value = 0;                      ///< of a counter or gauge; sum of a histogram
    std::uint64_t count = 0;               ///< observations of a histogram
    std::vector<std::uint64_t> buckets;    ///< observations per bucket, not cumulative; those beyond the last bound left out
};

/// Numbers about a run, under kube-scheduler's names. Durations without a note are measured on the wall clock: they are
/// kept beside the trace and are no part of its identity. Copy it to hand it to another thread.
class Metrics {
public:
    using Labels = std::initializer_list<std::string_view>;   ///< values, in the order of the family's labels

    /// Of a counter or gauge.
    void add(Metric metric, Labels labels, double delta = 1) { series(metric, labels).value += delta; }
    void set(Metric metric, Labels labels, double value) { series(metric, labels).value = value; }
    /// Of a histogram.
    void observe(Metric metric, Labels labels, double value);

    /// 0 for a series that is not there.
    double value(Metric metric, Labels labels = {}) const;
    /// Null for a series that is not there. Good as long as the metrics are.
    const MetricSeries* find(Metric metric, Labels labels = {}) const;
    using SeriesMap = std::map<std::vector<std::string>, MetricSeries>;
    /// All series of a metric by label values.
    const SeriesMap& all(Metric metric) const { return series_[static_cast<std::size_t>(metric)]; }

    /// The Prometheus text exposition format, version 0.0.4. Families by name, series by label values.
    std::string text() const;

private:
    MetricSeries& series(Metric metric, Labels labels);

    SeriesMap series_[static_cast<std::size_t>(Metric::Count)];
};

}
