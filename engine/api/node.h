// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/meta.h"
#include "api/quantity.h"

namespace berth::api {

struct Taint {
    Symbol key;
    Symbol value;
    Symbol effect;                         ///< NoSchedule, PreferNoSchedule, NoExecute
    std::optional<Time> timeAdded;
    friend bool operator==(const Taint&, const Taint&) = default;
};

struct ContainerImage {
    std::vector<std::string> names;
    std::int64_t sizeBytes = 0;
};

struct NodeCondition {
    std::string type;
    std::string status;
    std::string reason;
    std::string message;
    std::optional<Time> lastTransitionTime;
};

struct NodeSpec {
    bool unschedulable = false;
    std::vector<Taint> taints;
    std::string providerID;
};

struct NodeStatus {
    ResourceList capacity;
    ResourceList allocatable;
    bool hasAllocatable = false;           ///< a map is given, even an empty one; without one capacity stands in
    std::vector<NodeCondition> conditions;
    std::vector<ContainerImage> images;
    std::vector<std::string> declaredFeatures;
};

struct Node final : Object {
    NodeSpec spec;
    NodeStatus status;
    Node() : Object(Kind::Node, "v1") {}
};

using NodePtr = std::shared_ptr<const Node>;

}
