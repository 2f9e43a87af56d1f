// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plugins/spread_constraints.h"
#include "scenario/what_if.h"

#include <set>

namespace berth::scenario {

/// Edits that together take one obstacle away.
using Alternative = std::vector<EditPtr>;
/// What stands in the pod's way on a node, as the ways to take it away; empty: no edit known to Berth does.
using Obstacle = std::vector<Alternative>;

/// What stands between the pod and each node in the cluster as a what-if shows it now. What is suggested here need not be
/// right, only worth a try: the what-if decides. Lives until the next judgement.
class Obstacles {
public:
    /// made: the edits that led to this state.
    Obstacles(const WhatIf& world, const trace::Explanation& explanation, const std::vector<EditPtr>& made,
              std::size_t mostEdits);

    /// Of a PreFilter that refused the pod everywhere.
    std::vector<Obstacle> everywhere() const;
    /// node: index into the explanation's nodes.
    std::vector<Obstacle> on(std::size_t node) const;

private:
    using Node = framework::NodeInfo;

    // obstacles_node.cpp: what a node's own fields and pods decide
    void cordon(const Node& node, std::vector<Obstacle>& found) const;
    void taints(const Node& node, std::vector<Obstacle>& found) const;
    void nodeSelection(const Node& node, std::vector<Obstacle>& found) const;
    Obstacle nodeAffinity(const Node& node) const;
    void hostPorts(const Node& node, std::vector<Obstacle>& found) const;
    Obstacle resources(const Node& node, const std::vector<std::string>& reasons) const;
    void lowerRequests(const Node& node, const std::vector<std::pair<api::Symbol, std::int64_t>>& lacking,
                       Obstacle& ways) const;
    Obstacle nominated(const Node& node) const;

    // obstacles_pods.cpp: what pods in the node's domain decide
    struct Holder {
        api::PodPtr pod;
        std::string node;
    };
    using Holders = std::vector<Holder>;
    struct PodFacts;
    struct SpreadFacts;
    const PodFacts& podFacts() const;
    const SpreadFacts& spreadFacts() const;
    void podAffinity(const Node& node, std::vector<Obstacle>& found) const;
    void spread(const Node& node, std::vector<Obstacle>& found) const;
    Alternative evictions(const Holders& holders) const;
    std::size_t originalTerm(bool isAnti, std::size_t now) const;
    /// Labels that bring the node into one of the domains.
    void joinDomain(const Node& node, api::Symbol key, const std::vector<api::Symbol>& values, Obstacle& ways) const;

    const api::Node& original(const Node& node) const { return *world_.originalNode(node.name()); }

    const WhatIf& world_;
    const trace::Explanation& explanation_;
    const std::vector<EditPtr>& made_;
    std::size_t mostEdits_;
    mutable std::shared_ptr<const PodFacts> podFacts_;         ///< computed when first asked for
    mutable std::shared_ptr<const SpreadFacts> spreadFacts_;
};

}
