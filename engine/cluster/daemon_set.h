// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/cluster_objects.h"
#include "api/node.h"
#include "cluster/control_plan.h"
#include "cluster/pod_standing.h"
#include "cluster/revision_history.h"

namespace berth::cluster {

/// spec of a DaemonSet, defaulted.
struct DaemonSetSpec {
    bool isOnDelete = false;                             ///< updateStrategy OnDelete, else RollingUpdate
    std::optional<api::IntOrString> maxSurge;            ///< 0 where absent
    std::optional<api::IntOrString> maxUnavailable;      ///< 1 where absent
    std::int32_t minReadySeconds = 0;
    std::int32_t revisionHistoryLimit = 10;
};
DaemonSetSpec daemonSetSpec(const api::Workload& set);

/// status of a DaemonSet.
struct DaemonSetStatus {
    std::int32_t desiredNumberScheduled = 0;             ///< nodes that should have a pod
    std::int32_t currentNumberScheduled = 0;             ///< … and have one
    std::int32_t numberMisscheduled = 0;                 ///< nodes that have one and should not
    std::int32_t numberReady = 0;
    std::int32_t updatedNumberScheduled = 0;
    std::int32_t numberAvailable = 0;
    std::int32_t numberUnavailable = 0;
    std::int32_t collisionCount = 0;
    std::int64_t observedGeneration = 0;
};
DaemonSetStatus daemonSetStatus(const api::Workload& set);

using Nodes = std::vector<api::NodePtr>;

/// What a DaemonSet sees of the cluster.
struct DaemonSetView {
    std::shared_ptr<const api::Workload> set;
    Pods candidates;                                     ///< of its namespace, controlled by it or by nobody
    Nodes nodes;
    Opaques revisions;                                   ///< ControllerRevisions of its namespace
};

struct DaemonSetPlan {
    Plan plan;
    std::shared_ptr<api::Workload> set;                  ///< changed copy (status), or null; to be stored last
};

/// One pod for every node that its template may run on, bound to it by node affinity and left to the scheduler. Updates
/// take old pods away before (maxUnavailable) or after (maxSurge) the new ones are available.
DaemonSetPlan planDaemonSet(const DaemonSetView& view, api::Time now);

/// Whether a node should have a pod of the set, and whether one that it has may stay.
struct DaemonVerdict {
    bool shouldRun = false;
    bool mayStay = false;
};
DaemonVerdict judgeNode(const api::Pod& daemonPod, const api::Node& node);

/// A pod for a node: affinity for its name, tolerations that keep it there whatever happens to the node.
std::shared_ptr<api::Pod> daemonPod(const api::Workload& set, const Revision& revision, const std::string& node);
/// The node that a daemon pod runs on or is for; empty if neither is said.
std::string targetNode(const api::Pod& pod);

}
