// SPDX-License-Identifier: GPL-3.0-or-later
// The table of metrics: names, labels, help texts and bucket bounds of kube-scheduler v1.36.1.
#include "trace/metrics.h"

#include <array>

namespace berth::trace {
namespace {

/// As the real bounds are made: each is the one before times the factor.
std::vector<double> exponentialBuckets(double start, double factor, int count)
{
    std::vector<double> bounds;
    for (double bound = start; count > 0; --count, bound *= factor)
        bounds.push_back(bound);
    return bounds;
}

using Families = std::array<MetricFamily, static_cast<std::size_t>(Metric::Count)>;

Families makeFamilies()
{
    const auto attempts = exponentialBuckets(0.001, 2, 15);
    const auto points = exponentialBuckets(0.0001, 2, 12);
    const auto plugins = exponentialBuckets(0.00001, 1.5, 20);
    constexpr auto counter = MetricType::Counter;
    constexpr auto gauge = MetricType::Gauge;
    constexpr auto histogram = MetricType::Histogram;
    return {{
        {"scheduler_schedule_attempts_total",
         "[STABLE] Number of attempts to schedule pods, by the result. 'unschedulable' means a pod could not be "
         "scheduled, while 'error' means an internal scheduler problem.",
         counter, {"result", "profile"}, {}},
        {"scheduler_scheduling_attempt_duration_seconds",
         "[STABLE] Scheduling attempt latency in seconds (scheduling algorithm + binding)",
         histogram, {"result", "profile"}, attempts},
        {"scheduler_scheduling_algorithm_duration_seconds", "[ALPHA] Scheduling algorithm latency in seconds",
         histogram, {}, attempts},
        {"scheduler_framework_extension_point_duration_seconds",
         "[STABLE] Latency for running all plugins of a specific extension point.",
         histogram, {"extension_point", "status", "profile"}, points},
        {"scheduler_plugin_execution_duration_seconds",
         "[ALPHA] Duration for running a plugin at a specific extension point.",
         histogram, {"plugin", "extension_point", "status"}, plugins},
        {"scheduler_plugin_evaluation_total",
         "[BETA] Number of attempts to schedule pods by each plugin and the extension point (available only in "
         "PreFilter, Filter, PreScore, and Score).",
         counter, {"plugin", "extension_point", "profile"}, {}},
        {"scheduler_pod_scheduling_attempts", "[STABLE] Number of attempts to successfully schedule a pod.",
         histogram, {}, exponentialBuckets(1, 2, 5)},
        {"scheduler_pod_scheduling_sli_duration_seconds",
         "[BETA] E2e latency for a pod being scheduled, from the time the pod enters the scheduling queue and might "
         "involve multiple scheduling attempts.",
         histogram, {"attempts"}, exponentialBuckets(0.01, 2, 20)},
        {"scheduler_pod_scheduled_after_flush_total",
         "[ALPHA] Number of pods that were successfully scheduled after being flushed from unschedulablePods due to "
         "timeout. This metric helps detect potential queueing hint misconfigurations or event handling issues.",
         counter, {}, {}},
        {"scheduler_permit_wait_duration_seconds", "[BETA] Duration of waiting on permit.",
         histogram, {"result"}, attempts},
        {"scheduler_cache_size",
         "[ALPHA] Number of nodes, pods, and assumed (bound) pods in the scheduler cache.", gauge, {"type"}, {}},
        {"scheduler_preemption_attempts_total", "[STABLE] Total preemption attempts in the cluster till now",
         counter, {}, {}},
        {"scheduler_preemption_victims", "[STABLE] Number of selected preemption victims",
         histogram, {}, exponentialBuckets(1, 2, 7)},
        {"scheduler_pending_pods",
         "[STABLE] Number of pending pods, by the queue type. 'active' means number of pods in activeQ; 'backoff' "
         "means number of pods in backoffQ; 'unschedulable' means number of pods in unschedulablePods that the "
         "scheduler attempted to schedule and failed; 'gated' is the number of unschedulable pods that the scheduler "
         "never attempted to schedule because they are gated.",
         gauge, {"queue"}, {}},
        {"scheduler_queue_incoming_pods_total",
         "[STABLE] Number of pods added to scheduling queues by event and queue type.",
         counter, {"queue", "event"}, {}},
        {"scheduler_unschedulable_pods",
         "[BETA] The number of unschedulable pods broken down by plugin name. A pod will increment the gauge for all "
         "plugins that caused it to not schedule and so this metric have meaning only when broken down by plugin.",
         gauge, {"plugin", "profile"}, {}},
        {"scheduler_queueing_hint_execution_duration_seconds",
         "[ALPHA] Duration for running a queueing hint function of a plugin.",
         histogram, {"plugin", "event", "hint"}, plugins},
        {"scheduler_event_handling_duration_seconds", "[ALPHA] Event handling latency in seconds.",
         histogram, {"event"}, points},
    }};
}

}

const MetricFamily& familyOf(Metric metric)
{
    static const Families families = makeFamilies();
    return families[static_cast<std::size_t>(metric)];
}

}
