// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/pod_garbage_collector.h"

#include "cluster/container_states.h"
#include "cluster/node_taints.h"

#include <algorithm>

namespace berth::cluster {

void PodGarbageCollector::onChange(const api::ObjectPtr& before, const api::ObjectPtr& after)
{
    const auto& object = after ? after : before;
    if (object->kind == api::Kind::Node) {
        markedNodes_.insert(object->meta.name);
        return;
    }
    if (object->kind != api::Kind::Pod)
        return;
    const auto& pod = static_cast<const api::Pod&>(*object);
    const auto key = pod.meta.key();
    const std::pair ended(pod.meta.creationTimestamp.value_or(api::Time{}), key);
    if (after && pod.isTerminal())
        ended_.insert(ended);
    else
        ended_.erase(ended);
    if (pods_.note(before, after).empty())
        return;
    const bool isBound = before && !static_cast<const api::Pod&>(*before).spec.nodeName.empty();
    if (after && (!isBound || pod.isTerminating()))
        markedNodes_.insert(pod.spec.nodeName);
}

bool PodGarbageCollector::sync()
{
    bool any = false;
    for (const auto& name : std::exchange(markedNodes_, {}))
        any |= syncNode(name);
    return removeEnded() || any;
}

bool PodGarbageCollector::syncNode(const std::string& name)
{
    const auto node = std::static_pointer_cast<const api::Node>(world_.server.find(api::Kind::Node, name));
    const auto keys = pods_.on(name); // a copy: deleting changes it
    bool any = false;
    if (node) {
        missing_.erase(name);
        const bool isOut = !isReady(*node) && std::ranges::any_of(node->spec.taints, [](const api::Taint& taint) {
            return taint.key == taints::outOfService;
        });
        for (const auto& key : keys)
            if (const auto pod = std::static_pointer_cast<const api::Pod>(world_.server.find(api::Kind::Pod, key));
                isOut && pod && pod->isTerminating())
                any |= forceDelete(*pod, false);
        return any;
    }
    if (keys.empty())
        return false;
    const auto now = world_.clock.moment();
    const auto quarantine = world_.server.behaviour().controllers.podGcQuarantine;
    const auto [since, isNew] = missing_.try_emplace(name, now);
    if (isNew)
        world_.timeLine.after(quarantine, [this, name] { markedNodes_.insert(name); });
    if (now.nanoseconds - since->second.nanoseconds < quarantine)
        return false;
    for (const auto& key : keys)
        if (const auto pod = std::static_pointer_cast<const api::Pod>(world_.server.find(api::Kind::Pod, key)))
            any |= forceDelete(*pod, true);
    return any;
}

/// A pod that has not ended ends first, so that whoever owns it sees a failure and not a disappearance.
bool PodGarbageCollector::forceDelete(const api::Pod& pod, bool isOrphan)
{
    // One that only waits for its finalizers has been dealt with.
    if (pod.isTerminal() && pod.isTerminating() && pod.meta.deletionGracePeriodSeconds.value_or(0) == 0)
        return false;
    if (!pod.isTerminal()) {
        auto failed = std::make_shared<api::Pod>(pod);
        if (isOrphan)
            setCondition(failed->status, "DisruptionTarget", true, "DeletionByPodGC", "PodGC: node no longer exists",
                         world_.clock.moment());
        showFailed(*failed, {}, {}, world_.clock.moment());
        (void)world_.server.update(failed);
    }
    return world_.server
        .remove(api::Kind::Pod, pod.meta.namespace_.str(), pod.meta.name, {.gracePeriodSeconds = 0, .uid = pod.meta.uid})
        .has_value();
}

bool PodGarbageCollector::removeEnded()
{
    const auto most = static_cast<std::size_t>(world_.server.behaviour().controllers.terminatedPodThreshold);
    if (ended_.size() <= most)
        return false;
    std::vector<api::PodPtr> oldest;
    auto next = ended_.begin();
    for (auto count = ended_.size() - most; count > 0; --count, ++next)
        oldest.push_back(std::static_pointer_cast<const api::Pod>(world_.server.find(api::Kind::Pod, next->second)));
    bool any = false;
    for (const auto& pod : oldest)
        any |= forceDelete(*pod, false);
    return any;
}

}
