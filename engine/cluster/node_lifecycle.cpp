// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/node_lifecycle.h"

#include "cluster/behaviour_annotations.h"
#include "cluster/container_states.h"
#include "cluster/node_taints.h"

#include <algorithm>

namespace berth::cluster {
namespace {

constexpr std::int64_t second = 1'000'000'000;

std::string zoneOf(const api::Node& node)
{
    const auto* region = node.meta.labels.find("topology.kubernetes.io/region");
    const auto* zone = node.meta.labels.find("topology.kubernetes.io/zone");
    return (region ? region->str() : std::string()) + "/" + (zone ? zone->str() : std::string());
}

}

NodeLifecycle::ZoneState NodeLifecycle::Zone::state() const
{
    constexpr double unhealthyZoneThreshold = 0.55;
    const auto notReady = std::ranges::count_if(nodes, [](const auto& node) { return !node.second; });
    const auto all = static_cast<std::ptrdiff_t>(nodes.size());
    if (notReady > 0 && notReady == all)
        return ZoneState::FullDisruption;
    if (notReady > 2 && static_cast<double>(notReady) / static_cast<double>(all) >= unhealthyZoneThreshold)
        return ZoneState::PartialDisruption;
    return ZoneState::Normal;
}

std::optional<std::int64_t> NodeLifecycle::Zone::interval() const
{
    constexpr std::int64_t usual = 10 * second;        // node-eviction-rate 0.1
    constexpr std::int64_t secondary = 100 * second;   // secondary-node-eviction-rate 0.01
    constexpr std::size_t largeCluster = 50;           // large-cluster-size-threshold
    if (state() != ZoneState::PartialDisruption)
        return usual;
    return nodes.size() > largeCluster ? std::optional(secondary) : std::nullopt;
}

void NodeLifecycle::onChange(const api::ObjectPtr& before, const api::ObjectPtr& after)
{
    const auto& object = after ? after : before;
    if (object->kind == api::Kind::Node)
        marked_.insert(object->meta.name);
    else
        pods_.note(before, after);
}

bool NodeLifecycle::sync()
{
    bool any = false;
    for (const auto& name : std::exchange(marked_, {}))
        any |= syncNode(name);
    if (!std::exchange(areZonesMarked_, false))
        return any;
    const bool areAllDown = areAllZonesDown();
    // When nobody can be reached, it is the network, or this controller itself: nobody is driven out.
    if (areAllDown && !wereAllDown_)
        for (const auto& [name, watched] : nodes_) {
            auto node = std::make_shared<api::Node>(
                static_cast<const api::Node&>(*world_.server.find(api::Kind::Node, name)));
            if (removeNoExecuteTaints(*node))
                any |= world_.server.update(node, MemoryServer::Change::Specification).has_value();
        }
    wereAllDown_ = areAllDown;
    if (!areAllDown)
        for (auto& [name, zone] : zones_)
            any |= syncZone(zone);
    return any;
}

bool NodeLifecycle::areAllZonesDown() const
{
    return std::ranges::all_of(zones_, [](const auto& zone) {
        return zone.second.nodes.empty() || zone.second.state() == ZoneState::FullDisruption;
    });
}

bool NodeLifecycle::syncNode(const std::string& name)
{
    const auto node = std::static_pointer_cast<const api::Node>(world_.server.find(api::Kind::Node, name));
    auto& watched = nodes_[name];
    if (!node || watched.zone != zoneOf(*node)) {
        auto& zone = zones_[watched.zone];
        zone.nodes.erase(name);
        zone.waiting.erase(name);
        areZonesMarked_ = true;
    }
    if (!node) {
        nodes_.erase(name);
        return false;
    }
    watched.zone = zoneOf(*node);
    auto changed = std::make_shared<api::Node>(*node);
    bool isSpec = false;
    bool isStatus = false;
    if (auto condition = silence(*node, watched)) {
        std::erase_if(changed->status.conditions, [](const api::NodeCondition& c) { return c.type == "Ready"; });
        changed->status.conditions.push_back(std::move(*condition));
        world_.server.recordEvent({world_.clock.now(), node->label(), "Normal", "NodeNotReady", {},
                                   "Node " + name + " status is now: NodeNotReady"});
        isStatus = true;
    }
    isSpec |= setNoScheduleTaints(*changed);
    // Before its kubelet has said anything a node is not counted as failing.
    const bool isFailing = !isReady(*changed)
        && std::ranges::find(changed->status.conditions, "Ready", &api::NodeCondition::type)
            != changed->status.conditions.end();
    auto& zone = zones_[watched.zone];
    if (const auto known = zone.nodes.find(name); known == zone.nodes.end() || known->second == isFailing) {
        zone.nodes[name] = !isFailing;
        areZonesMarked_ = true;
    }
    const bool isTainted = std::ranges::any_of(changed->spec.taints, [](const api::Taint& taint) {
        return taint.effect == "NoExecute" && (taint.key == taints::notReady || taint.key == taints::unreachable);
    });
    if (!isFailing || isTainted) {
        zone.waiting.erase(name);
        isSpec |= setNoExecuteTaint(*changed, world_.clock.moment());
    } else if (zone.waiting.insert(name).second) {
        areZonesMarked_ = true;
    }
    bool any = false;
    if (isSpec || isStatus)
        any = world_.server.update(changed, isSpec ? MemoryServer::Change::Specification : MemoryServer::Change::Other)
                  .has_value();
    if (isFailing)
        any |= markPodsNotReady(*changed);
    return any;
}

std::optional<api::NodeCondition> NodeLifecycle::silence(const api::Node& node, Watched& watched)
{
    if (annotation(node, annotations::kubelet) != "stopped") {
        watched.silentSince.reset();
        return std::nullopt;
    }
    const auto now = world_.clock.moment();
    const auto grace = world_.server.behaviour().controllers.nodeMonitorGracePeriod;
    if (!watched.silentSince) {
        watched.silentSince = now;
        world_.timeLine.after(grace, [this, name = node.meta.name] { marked_.insert(name); });
    }
    const bool isOver = now.nanoseconds - watched.silentSince->nanoseconds >= grace;
    const bool isSaid = std::ranges::any_of(node.status.conditions, [](const api::NodeCondition& condition) {
        return condition.type == "Ready" && condition.status == "Unknown";
    });
    if (!isOver || isSaid)
        return std::nullopt;
    return api::NodeCondition{"Ready", "Unknown", "NodeStatusUnknown", "Kubelet stopped posting node status.",
                              now.truncatedToSecond()};
}

/// One node after the other, with a pause between them.
bool NodeLifecycle::syncZone(Zone& zone)
{
    bool any = false;
    const auto now = world_.clock.moment();
    while (!zone.waiting.empty()) {
        const auto interval = zone.interval();
        if (!interval)
            return any;
        if (zone.free && now < *zone.free) {
            world_.timeLine.cancel(zone.timer);
            zone.timer = world_.timeLine.at(*zone.free, [this] { areZonesMarked_ = true; });
            return any;
        }
        const auto name = *zone.waiting.begin();
        zone.waiting.erase(zone.waiting.begin());
        any |= taintNoExecute(name);
        zone.free = api::Time{now.nanoseconds + *interval};
    }
    return any;
}

bool NodeLifecycle::taintNoExecute(const std::string& name)
{
    const auto stored = world_.server.find(api::Kind::Node, name);
    if (!stored)
        return false;
    auto node = std::make_shared<api::Node>(static_cast<const api::Node&>(*stored));
    return setNoExecuteTaint(*node, world_.clock.moment())
        && world_.server.update(node, MemoryServer::Change::Specification).has_value();
}

/// Nobody knows whether pods on such a node still work, so they count as not ready.
bool NodeLifecycle::markPodsNotReady(const api::Node& node)
{
    bool any = false;
    for (const auto& key : pods_.on(node.meta.name)) {
        const auto stored = std::static_pointer_cast<const api::Pod>(world_.server.find(api::Kind::Pod, key));
        const auto* ready = stored ? stored->status.condition("Ready") : nullptr;
        if (!ready || ready->status != "True")
            continue;
        auto pod = std::make_shared<api::Pod>(*stored);
        setCondition(pod->status, "Ready", false, {}, {}, world_.clock.moment());
        world_.server.recordEvent({world_.clock.now(), pod->label(), "Warning", "NodeNotReady", {}, "Node is not ready"});
        any |= world_.server.update(pod).has_value();
    }
    return any;
}

}
