// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/convert_fields.h"
#include "cluster/job.h"
#include "cluster/pod_making.h"

#include <algorithm>

namespace berth::cluster {

using api::Value;
namespace fields = api::fields;

std::shared_ptr<api::Pod> jobPod(const api::Workload& job, std::optional<std::int32_t> index,
                                 std::optional<std::int32_t> failures)
{
    return podFromTemplate(job, valueAt(job, {"spec", "template"}), [&](Value& document) {
        Value& meta = section(document, "metadata");
        meta.set("finalizers", Value::array()).items.push_back(Value::string(jobTrackingFinalizer));
        section(meta, "annotations");
        Value& labels = section(meta, "labels"); // the last member that is added: a new one moves the others
        for (const std::string prefix : {"", "batch.kubernetes.io/"}) {
            setText(labels, prefix + "controller-uid", job.meta.uid);
            setText(labels, prefix + "job-name", job.meta.name);
        }
        if (!index)
            return;
        const auto number = std::to_string(*index);
        setText(meta, "generateName", job.meta.name + "-" + number + "-"); // replaced, not added
        setText(labels, completionIndexKey, number);
        Value& annotations = section(meta, "annotations");
        setText(annotations, completionIndexKey, number);
        if (failures)
            setText(annotations, "batch.kubernetes.io/job-index-failure-count", std::to_string(*failures));
        setText(section(document, "spec"), "hostname", job.meta.name + "-" + number);
    });
}

api::Time endOf(const api::Pod& pod)
{
    std::optional<api::Time> end;
    for (const auto& status : pod.status.containerStatuses)
        if (status.state.finishedAt)
            end = std::max(end, status.state.finishedAt);
    if (end)
        return *end;
    const auto* ready = pod.status.condition("Ready");
    if (ready && ready->lastTransitionTime)
        return *ready->lastTransitionTime;
    return pod.meta.creationTimestamp.value_or(api::Time{});
}

std::shared_ptr<api::Pod> withoutTracking(const api::Pod& pod)
{
    if (std::ranges::find(pod.meta.finalizers, jobTrackingFinalizer) == pod.meta.finalizers.end())
        return nullptr;
    auto counted = std::make_shared<api::Pod>(pod);
    std::erase(counted->meta.finalizers, jobTrackingFinalizer);
    return counted;
}

}
