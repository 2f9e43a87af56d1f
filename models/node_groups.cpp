// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/node_groups.h"

#include "models/format.h"
#include "models/natural_order.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace berth::models {

namespace {

struct Group {
    QString name;
    std::vector<std::uint32_t> nodes;
};

/// By value of the label; nodes without it under the empty symbol, which no label that is there has as a group of its own:
/// an empty value reads the same as none.
std::vector<Group> split(const Cluster& cluster, const std::string& label)
{
    const api::Symbol key(label);
    std::unordered_map<api::Symbol, std::size_t> groupOf;
    std::vector<Group> groups;
    for (const std::uint32_t row : cluster.nodesByName) {
        const api::Symbol* value = label.empty() ? nullptr : cluster.nodes[row].node->meta.labels.find(key);
        const auto [at, isNew] = groupOf.emplace(value ? *value : api::Symbol(), groups.size());
        if (isNew)
            groups.push_back({value ? toQString(*value) : QString(), {}});
        groups[at->second].nodes.push_back(row);
    }
    std::sort(groups.begin(), groups.end(), [](const Group& a, const Group& b) {
        return a.name.isEmpty() != b.name.isEmpty() ? b.name.isEmpty() : compareNaturally(a.name, b.name) < 0;
    });
    return groups;
}

}

NodeGroups groupNodes(const Cluster& cluster, const NodeGrouping& grouping)
{
    NodeGroups all;
    all.nodes.reserve(cluster.nodes.size());
    for (Group& group : split(cluster, grouping.label)) {
        const auto share = [&](std::uint32_t row) { return cluster.nodes[row].amounts[grouping.resource].share(); };
        if (grouping.order == NodeGrouping::Order::FullestFirst)
            std::stable_sort(group.nodes.begin(), group.nodes.end(), [&](auto a, auto b) { return share(a) > share(b); });
        else if (grouping.order == NodeGrouping::Order::EmptiestFirst)
            std::stable_sort(group.nodes.begin(), group.nodes.end(), [&](auto a, auto b) { return share(a) < share(b); });
        all.names.push_back(group.name);
        all.sizes.push_back(group.nodes.size());
        all.nodes.insert(all.nodes.end(), group.nodes.begin(), group.nodes.end());
    }
    return all;
}

std::vector<std::string> findGroupingLabels(const std::vector<NodeRow>& nodes)
{
    std::unordered_map<api::Symbol, std::unordered_set<api::Symbol>> valuesOf;
    std::unordered_map<api::Symbol, std::size_t> nodesWith;
    for (const NodeRow& node : nodes)
        for (const auto& [key, value] : node.node->meta.labels) {
            ++nodesWith[key];
            // One more than can be shown says as much as thousands.
            if (auto& values = valuesOf[key]; values.size() <= mostNodeGroups)
                values.insert(value);
        }
    std::vector<std::string> found;
    for (const auto& [key, values] : valuesOf) {
        const std::size_t groups = values.size() + (nodesWith[key] < nodes.size() ? 1 : 0);
        // As many groups as nodes are the nodes again, under another name.
        if (groups >= 2 && groups <= mostNodeGroups && groups < nodes.size())
            found.push_back(key.str());
    }
    std::sort(found.begin(), found.end(), [](const std::string& a, const std::string& b) { return compareNaturally(toQString(a), toQString(b)) < 0; });
    return found;
}

}
