// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/liveness.h"

#include "api/cluster_objects.h"
#include "api/convert_fields.h"
#include "api/selector.h"
#include "cluster/object_edit.h"

#include <algorithm>

namespace berth::scenario {
namespace {

using api::Kind;

bool isWorkload(const api::Object& object)
{
    constexpr Kind kinds[] = {Kind::Deployment, Kind::ReplicaSet, Kind::StatefulSet, Kind::DaemonSet, Kind::Job, Kind::CronJob};
    return std::ranges::find(kinds, object.kind) != std::end(kinds);
}

bool isFinished(const api::Object& job)
{
    const auto conditions = cluster::conditionsOf(cluster::statusOf(job));
    return std::ranges::any_of(conditions, [](const auto& condition) {
        return (condition.type == "Complete" || condition.type == "Failed") && condition.status == "True";
    });
}

bool wantsPods(const api::Object& object)
{
    if (object.kind == Kind::DaemonSet)
        return true;
    if (object.kind == Kind::Job || object.kind == Kind::CronJob)
        return !api::fields::flag(cluster::valueAt(object, {"spec"}), "suspend") && !isFinished(object);
    const auto* workload = dynamic_cast<const api::Workload*>(&object);
    return !workload || workload->replicas.value_or(1) > 0;
}

/// Made by it, or by what it has made. Orphans are nobody's.
bool isPodOf(const api::Object& owner, const api::Pod& pod)
{
    if (owner.meta.namespace_ != pod.meta.namespace_)
        return false;
    for (const auto& reference : pod.meta.ownerReferences) {
        if (reference.kind == owner.kindText && reference.name == owner.meta.name)
            return true;
        if (owner.kind == Kind::CronJob && reference.kind == "Job" && reference.name.starts_with(owner.meta.name + "-"))
            return true;
    }
    const auto* workload = dynamic_cast<const api::Workload*>(&owner);
    if (!workload || !workload->selector || pod.meta.ownerReferences.empty())
        return false;
    const auto selector = api::Selector::from(workload->selector);
    return selector && selector->matches(pod.meta.labels);
}

}

bool hasPodsToMake(const std::vector<const api::Object*>& objects)
{
    std::vector<const api::Pod*> owned;
    for (const api::Object* object : objects)
        if (object->kind == Kind::Pod && !object->meta.ownerReferences.empty())
            owned.push_back(static_cast<const api::Pod*>(object));
    return std::ranges::any_of(objects, [&](const api::Object* object) {
        if (!isWorkload(*object) || !wantsPods(*object))
            return false;
        const bool isFromDump = !object->meta.uid.empty() && !owned.empty();
        return !isFromDump && std::ranges::none_of(owned, [&](const api::Pod* pod) { return isPodOf(*object, *pod); });
    });
}

cluster::ServerBehaviour serverFor(const std::vector<const api::Object*>& objects, cluster::ServerBehaviour given, bool isPlain)
{
    if (isPlain && !given.living && hasPodsToMake(objects))
        given = cluster::ServerBehaviour::livingCluster();
    given.validatesWorkloads = given.living || isPlain;
    return given;
}

}
