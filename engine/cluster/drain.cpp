// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/drain.h"

#include "cluster/behaviour_annotations.h"
#include "cluster/pod_standing.h"

namespace berth::cluster {

void Drain::onChange(const api::ObjectPtr& before, const api::ObjectPtr& after)
{
    const auto& object = after ? after : before;
    if (object->kind == api::Kind::Node) {
        const auto& name = object->meta.name;
        const auto wish = after ? annotation(*after, annotationName) : std::nullopt;
        const bool isWanted = wish == "true" || wish == "delete";
        if (isWanted ? draining_.insert(name).second : draining_.erase(name) > 0)
            marked_.insert(name);
        return;
    }
    const auto& node = pods_.note(before, after);
    if (draining_.contains(node) && (!after || !before))
        marked_.insert(node);
}

bool Drain::sync()
{
    bool any = false;
    for (const auto& name : std::exchange(marked_, {}))
        any |= drain(name);
    return any;
}

bool Drain::drain(const std::string& name)
{
    world_.timeLine.cancel(retries_[name]);
    retries_.erase(name);
    const auto stored = std::static_pointer_cast<const api::Node>(world_.server.find(api::Kind::Node, name));
    if (!stored || !draining_.contains(name))
        return false;
    bool any = false;
    if (!stored->spec.unschedulable) {
        auto cordoned = std::make_shared<api::Node>(*stored);
        cordoned->spec.unschedulable = true;
        any = world_.server.update(cordoned, MemoryServer::Change::Specification).has_value();
    }
    bool isEmpty = true;
    bool isRefused = false;
    for (const auto& key : std::set<std::string>(pods_.on(name))) {
        const auto pod = std::static_pointer_cast<const api::Pod>(world_.server.find(api::Kind::Pod, key));
        const auto* owner = pod ? controllerOf(*pod) : nullptr;
        if (!pod || pod->isTerminal() || (owner && owner->kind == "DaemonSet"))
            continue;
        isEmpty = false;
        if (pod->isTerminating())
            continue;
        const auto evicted = world_.server.evict(pod->meta.namespace_.str(), pod->meta.name, {.uid = pod->meta.uid});
        any |= evicted.has_value();
        isRefused |= !evicted;
    }
    constexpr std::int64_t retryAfter = 5'000'000'000;
    // A budget may never allow it: that is nothing to wait for.
    if (isRefused)
        retries_[name] = world_.timeLine.after(retryAfter, [this, name] { marked_.insert(name); }, TimeLine::Kind::Periodic);
    if (isEmpty && annotation(*stored, annotationName) == "delete")
        any |= world_.server.remove(api::Kind::Node, {}, name).has_value();
    return any;
}

}
