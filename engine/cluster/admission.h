// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/api_gates.h"
#include "api/cluster_objects.h"
#include "api/node.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace berth::cluster {

/// What the in-memory server does to an object between reading it and storing it (api.md §6.4, §8, §9).
class Admission {
public:
    using ListPriorityClasses = std::function<std::vector<api::ObjectPtr>()>;

    Admission(ListPriorityClasses listPriorityClasses, const api::ApiGates& gates)
        : listPriorityClasses_(std::move(listPriorityClasses)), gates_(gates)
    {
    }

    /// Completes (generated name, uid, creation time, priority, phase, start time) and validates. Not empty: refused, for
    /// these reasons, sorted; the object is then half-completed and of no use.
    std::vector<std::string> admit(api::Object& object, api::Time now);
    /// Takes over into an update what it does not say: identity, and of a pod the node, priority and status.
    static void mergeUpdate(api::Object& update, const api::Object& stored);

private:
    void complete(api::Object& object, api::Time now);
    std::string generateName(const std::string& base);
    std::vector<std::string> admitPod(api::Pod& pod, api::Time now);
    std::string resolvePriority(api::Pod& pod) const;

    ListPriorityClasses listPriorityClasses_;
    api::ApiGates gates_;
    std::uint64_t generatedNames_ = 0;
};

/// The uid an object gets when it brings none.
std::string uidFor(const api::Object& object);

}
