// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/node.h"

#include <string_view>
#include <vector>

namespace berth::cluster {

/// The taints that the cluster itself puts on nodes.
namespace taints {
inline constexpr std::string_view notReady = "node.kubernetes.io/not-ready";
inline constexpr std::string_view unreachable = "node.kubernetes.io/unreachable";
inline constexpr std::string_view unschedulable = "node.kubernetes.io/unschedulable";
inline constexpr std::string_view outOfService = "node.kubernetes.io/out-of-service";
}

/// The status of the node's condition, Unknown if nothing is said.
std::string_view conditionStatus(const api::Node& node, std::string_view type);
bool isReady(const api::Node& node);

/// The NoSchedule taints that the node's conditions and its cordon ask for, in a fixed order.
std::vector<api::Taint> wantedNoScheduleTaints(const api::Node& node);
/// Brings these, and of their kinds only these, onto the node; true if that changed it.
bool setNoScheduleTaints(api::Node& node);
/// The NoExecute taint that the node's readiness asks for: not-ready, unreachable or none. Puts it there with its time
/// and takes the other away; true if that changed the node.
bool setNoExecuteTaint(api::Node& node, api::Time now);
/// Takes both away.
bool removeNoExecuteTaints(api::Node& node);

}
