// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/node.h"
#include "api/pod.h"

#include <optional>
#include <string>
#include <vector>

namespace berth::cluster {

/// Why a node does not run a pod that was bound to it: what status.reason and status.message say then.
struct Rejection {
    std::string reason;                    ///< OutOfcpu, NodeAffinity, NodePorts, TaintToleration
    std::string message;
};

/// What the kubelet looks at once more before it runs a pod, since not every binding comes from a scheduler that has:
/// resources, node selector and affinity, host ports, NoExecute taints, in this order; the first failure counts.
/// Extended resources that the node does not have at all are left to whoever manages them. others: the pods that the
/// kubelet runs already.
std::optional<Rejection> rejectionOf(const api::Pod& pod, const api::Node& node, const std::vector<api::PodPtr>& others);

}
