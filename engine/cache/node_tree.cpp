// SPDX-License-Identifier: GPL-3.0-or-later
#include "cache/node_tree.h"

#include <algorithm>

namespace berth::cache {
namespace {

/// The deprecated label counts before its successor.
std::string labelOf(const api::Node& node, std::string_view deprecated, std::string_view current)
{
    if (const auto* value = node.meta.labels.find(deprecated))
        return value->str();
    const auto* value = node.meta.labels.find(current);
    return value ? value->str() : std::string();
}

}

std::string zoneKey(const api::Node& node)
{
    const auto zone = labelOf(node, "failure-domain.beta.kubernetes.io/zone", "topology.kubernetes.io/zone");
    const auto region = labelOf(node, "failure-domain.beta.kubernetes.io/region", "topology.kubernetes.io/region");
    if (zone.empty() && region.empty())
        return {};
    std::string key = region + ":";
    key += '\0';
    return key + ":" + zone;
}

void NodeTree::add(const api::Node& node)
{
    const auto key = zoneKey(node);
    auto zone = std::find_if(zones_.begin(), zones_.end(), [&](const Zone& z) { return z.key == key; });
    if (zone == zones_.end())
        zone = zones_.insert(zones_.end(), Zone{key, {}});
    if (std::find(zone->nodes.begin(), zone->nodes.end(), node.meta.name) != zone->nodes.end())
        return;
    zone->nodes.push_back(node.meta.name);
    ++count_;
}

void NodeTree::remove(const api::Node& node)
{
    const auto key = zoneKey(node);
    auto zone = std::find_if(zones_.begin(), zones_.end(), [&](const Zone& z) { return z.key == key; });
    if (zone == zones_.end())
        return;
    auto it = std::find(zone->nodes.begin(), zone->nodes.end(), node.meta.name);
    if (it == zone->nodes.end())
        return;
    zone->nodes.erase(it);
    if (zone->nodes.empty())
        zones_.erase(zone);
    --count_;
}

void NodeTree::update(const api::Node& before, const api::Node& after)
{
    if (zoneKey(before) == zoneKey(after))
        return;
    remove(before);
    add(after);
}

std::vector<std::string> NodeTree::list() const
{
    std::vector<std::string> order;
    order.reserve(count_);
    for (std::size_t round = 0; order.size() < count_; ++round)
        for (const auto& zone : zones_)
            if (round < zone.nodes.size())
                order.push_back(zone.nodes[round]);
    return order;
}

}
