// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/taint_eviction.h"

#include "api/toleration.h"

#include <algorithm>

namespace berth::cluster {
namespace {

constexpr std::int64_t second = 1'000'000'000;

std::vector<api::Taint> noExecuteTaints(const api::Object& node)
{
    auto taints = static_cast<const api::Node&>(node).spec.taints;
    std::erase_if(taints, [](const api::Taint& taint) { return taint.effect != "NoExecute"; });
    return taints;
}

/// How long the pod may stay with the taints.
struct Stay {
    bool isForEver = false;
    std::int64_t seconds = 0;              ///< 0: it has to go now
};

Stay stayOf(const api::Pod& pod, const std::vector<api::Taint>& taints)
{
    std::optional<std::int64_t> shortest;
    for (const auto& taint : taints) {
        const auto used = std::ranges::find_if(pod.spec.tolerations, [&](const api::Toleration& toleration) {
            return api::tolerates(toleration, taint);
        });
        if (used == pod.spec.tolerations.end())
            return {};
        if (used->tolerationSeconds)
            shortest = std::min(shortest.value_or(INT64_MAX), std::max<std::int64_t>(0, *used->tolerationSeconds));
    }
    return shortest ? Stay{false, *shortest} : Stay{true, 0};
}

}

void TaintEviction::onChange(const api::ObjectPtr& before, const api::ObjectPtr& after)
{
    const auto& object = after ? after : before;
    if (object->kind == api::Kind::Node) {
        // Only nodes whose NoExecute taints change can drive pods out, or let them stay.
        if (!after || !before || noExecuteTaints(*before) != noExecuteTaints(*after)) {
            const auto& pods = pods_.on(object->meta.name);
            marked_.insert(pods.begin(), pods.end());
        }
        return;
    }
    if (pods_.note(before, after).empty())
        return;
    const auto& pod = static_cast<const api::Pod&>(*object);
    const auto key = pod.meta.key();
    const bool isBound = before && !static_cast<const api::Pod&>(*before).spec.nodeName.empty();
    if (!after || !isBound || pod.isTerminal() || pod.isTerminating()
        || static_cast<const api::Pod&>(*before).spec.tolerations != pod.spec.tolerations)
        marked_.insert(key);
}

bool TaintEviction::sync()
{
    bool any = false;
    for (const auto& key : std::exchange(marked_, {}))
        any |= syncPod(key);
    return any;
}

bool TaintEviction::syncPod(const std::string& key)
{
    const auto pod = std::static_pointer_cast<const api::Pod>(world_.server.find(api::Kind::Pod, key));
    if (const auto planned = planned_.find(key); planned != planned_.end() && (!pod || planned->second.uid != pod->meta.uid))
        cancel(key, false);
    if (!pod || pod->isTerminal() || pod->isTerminating()) {
        cancel(key, false);
        return false;
    }
    const auto node = world_.server.find(api::Kind::Node, pod->spec.nodeName);
    const auto taints = node ? noExecuteTaints(*node) : std::vector<api::Taint>();
    const auto stay = stayOf(*pod, taints);
    if (taints.empty() || stay.isForEver) {
        cancel(key, true);
        return false;
    }
    if (stay.seconds == 0)
        return evict(*pod);
    const auto planned = planned_.find(key);
    if (planned != planned_.end() && planned->second.when <= world_.clock.moment())
        return evict(*pod);
    plan(*pod, stay.seconds);
    return false;
}

/// A stay that has begun is not made longer by taints that come later, only shorter.
void TaintEviction::plan(const api::Pod& pod, std::int64_t seconds)
{
    const auto key = pod.meta.key();
    const auto now = world_.clock.moment();
    const auto known = planned_.find(key);
    const auto since = known == planned_.end() ? now : known->second.since;
    const api::Time when{since.nanoseconds + seconds * second};
    if (known != planned_.end()) {
        if (known->second.when <= when)
            return;
        world_.timeLine.cancel(known->second.timer);
    }
    const auto timer = world_.timeLine.at(when, [this, key] { marked_.insert(key); });
    planned_[key] = {pod.meta.uid, since, std::max(when, now), timer};
}

void TaintEviction::cancel(const std::string& key, bool isNews)
{
    const auto planned = planned_.find(key);
    if (planned == planned_.end())
        return;
    world_.timeLine.cancel(planned->second.timer);
    planned_.erase(planned);
    if (isNews)
        world_.server.recordEvent({world_.clock.now(), "Pod " + key, "Normal", "TaintManagerEviction", {},
                                   "Cancelling deletion of Pod " + key});
}

bool TaintEviction::evict(const api::Pod& pod)
{
    cancel(pod.meta.key(), false);
    world_.server.recordEvent({world_.clock.now(), pod.label(), "Normal", "TaintManagerEviction", {},
                               "Marking for deletion Pod " + pod.meta.key()});
    world_.server.markDisrupted(pod, "DeletionByTaintManager", "Taint manager: deleting due to NoExecute taint");
    return world_.server.remove(api::Kind::Pod, pod.meta.namespace_.str(), pod.meta.name, {.uid = pod.meta.uid}).has_value();
}

}
