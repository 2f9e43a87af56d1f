// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/cluster.h"

namespace berth::models {

/// How pictures of nodes put them together, and what comes first in a group.
struct NodeGrouping {
    enum class Order : std::uint8_t { Name, FullestFirst, EmptiestFirst };

    std::string label = "topology.kubernetes.io/zone"; ///< nodes with the same value of it are a group; empty: all are one
    Order order = Order::Name;
    std::size_t resource = Cluster::Cpu;   ///< what counts as full, index into Cluster::resources

    friend bool operator==(const NodeGrouping&, const NodeGrouping&) = default;
};

struct NodeGroups {
    std::vector<QString> names;            ///< values of the label in natural order; last, and empty, nodes without it
    std::vector<std::size_t> sizes;        ///< nodes of each, parallel to names
    std::vector<std::uint32_t> nodes;      ///< rows of Cluster::nodes, group by group; names in natural order among equals
};

/// Costs a look at each node's labels; quick enough for the thread that draws.
NodeGroups groupNodes(const Cluster& cluster, const NodeGrouping& grouping);

/// Keys of labels whose values make between two and mostNodeGroups groups, natural order. Counts every label of every
/// node: not for the thread that draws (Cluster::groupingLabels has them).
std::vector<std::string> findGroupingLabels(const std::vector<NodeRow>& nodes);

inline constexpr std::size_t mostNodeGroups = 40;

}
