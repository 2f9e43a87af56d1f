// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "config/plugin_args.h"
#include "framework/handle.h"

#include <span>

namespace berth::plugins {

/// A topology spread constraint, ready to count with (plugins.md §9.1).
struct SpreadConstraint {
    std::int32_t maxSkew = 0;
    std::int32_t minDomains = 1;
    api::Symbol topologyKey;
    api::Selector selector;
    bool honorsAffinity = true; ///< nodes that the pod's node affinity excludes make no domain
    bool honorsTaints = false;  ///< nor do nodes with taints that the pod does not tolerate
};

using SpreadConstraints = std::vector<SpreadConstraint>;

/// DoNotSchedule constraints filter, ScheduleAnyway constraints score.
enum class SpreadAction : std::uint8_t { DoNotSchedule, ScheduleAnyway };

/// Where the constraints of pods without their own come from: the plugin's arguments, with selectors deduced from the
/// pods' services and controllers.
class SpreadDefaults {
public:
    explicit SpreadDefaults(config::PodTopologySpreadArgs args);

    /// The built-in ones (hostname and zone, both soft), rather than a list of the user's.
    bool isSystem() const { return system_; }
    bool isEmpty() const { return constraints_.empty(); }
    const std::vector<api::TopologySpreadConstraint>& constraints() const { return constraints_; }

private:
    bool system_;
    std::vector<api::TopologySpreadConstraint> constraints_;
};

/// The pod's own constraints of an action, else the default ones; the error of the first selector that is invalid.
tl::expected<SpreadConstraints, std::string> spreadConstraintsOf(const api::Pod& pod, SpreadAction action,
                                                                 const SpreadDefaults& defaults,
                                                                 const framework::Handle& handle);

/// What selects the pod's siblings: its namespace's services that select it, and its controller. Everything where
/// nothing is known.
api::Selector deducedSelector(const api::Pod& pod, const framework::Listers& listers);

bool hasAllTopologyKeys(const api::StringMap& labels, std::span<const SpreadConstraint> constraints);

/// Which nodes make domains for a pod, by the constraints' inclusion policies (plugins.md §9.2). Keeps its own copy of
/// what it needs to know of the pod.
class SpreadInclusion {
public:
    explicit SpreadInclusion(const api::Pod& pod);

    /// One node's answers for all constraints; good while node and inclusion live.
    class Of {
    public:
        Of(const SpreadInclusion& inclusion, const framework::NodeInfo& node) : inclusion_(inclusion), node_(node) {}
        bool includes(const SpreadConstraint& constraint);

    private:
        const SpreadInclusion& inclusion_;
        const framework::NodeInfo& node_;
        std::optional<bool> affinityMatches_;
        std::optional<bool> taintsTolerated_;
    };
    Of of(const framework::NodeInfo& node) const { return {*this, node}; }

private:
    api::RequiredNodeAffinity affinity_;
    std::vector<api::Toleration> tolerations_;
};

/// Pods of the namespace on the node that the selector matches and that are not terminating. A selector that matches
/// everything counts none.
std::int64_t countSelectedPods(const framework::NodeInfo& node, const api::Selector& selector, api::Symbol ns);

}
