// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/queued_pod_info.h"
#include "trace/metrics.h"

namespace berth::queue {

/// What the queue counts (queue.md §13); does nothing without metrics.
class QueueMetrics {
public:
    void setMetrics(trace::Metrics* metrics) { metrics_ = metrics; }
    trace::Metrics* metrics() const { return metrics_; }

    /// A pod enters active, backoff or unschedulable, gated ones the last.
    void incoming(std::string_view queue, std::string_view event) const
    {
        if (metrics_)
            metrics_->add(trace::Metric::QueueIncomingPods, {queue, event});
    }
    void gatedBy(api::Symbol plugin, const framework::QueuedPodInfo& pod) const
    {
        if (metrics_ && !pod.rejectedBy(plugin))
            metrics_->add(trace::Metric::UnschedulablePods, {plugin.view(), pod.pod().spec.schedulerName});
    }
    /// The pod is back (1) or has left (-1) with those who rejected it.
    void rejected(const framework::QueuedPodInfo& pod, int delta) const
    {
        if (!metrics_)
            return;
        for (auto plugin : pod.unschedulablePlugins.names())
            metrics_->add(trace::Metric::UnschedulablePods, {plugin.view(), pod.pod().spec.schedulerName}, delta);
        for (auto plugin : pod.pendingPlugins.names())
            if (!pod.unschedulablePlugins.contains(plugin))
                metrics_->add(trace::Metric::UnschedulablePods, {plugin.view(), pod.pod().spec.schedulerName}, delta);
    }

private:
    trace::Metrics* metrics_ = nullptr;
};

}
