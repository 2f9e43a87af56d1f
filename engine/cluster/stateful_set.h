// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/cluster_objects.h"
#include "cluster/control_plan.h"
#include "cluster/pod_standing.h"
#include "cluster/revision_history.h"

#include <functional>
#include <optional>

namespace berth::cluster {

/// spec of a StatefulSet, defaulted.
struct StatefulSetSpec {
    std::int32_t replicas = 1;
    std::int32_t start = 0;                  ///< ordinals.start
    bool isParallel = false;                 ///< podManagementPolicy Parallel, else OrderedReady
    bool isOnDelete = false;                 ///< updateStrategy OnDelete, else RollingUpdate
    std::int32_t partition = 0;
    /// At least 1; as with the feature gate MaxUnavailableStatefulSet, which is off by default.
    std::optional<std::int32_t> maxUnavailable;
    std::int32_t minReadySeconds = 0;
    std::int32_t revisionHistoryLimit = 10;
    bool deletesClaimsWithSet = false;       ///< persistentVolumeClaimRetentionPolicy.whenDeleted: Delete
    bool deletesClaimsWhenScaled = false;    ///< persistentVolumeClaimRetentionPolicy.whenScaled: Delete
};
StatefulSetSpec statefulSetSpec(const api::Workload& set);

/// status of a StatefulSet.
struct StatefulSetStatus {
    std::int32_t replicas = 0;
    std::int32_t readyReplicas = 0;
    std::int32_t availableReplicas = 0;
    std::int32_t currentReplicas = 0;        ///< pods of the current revision
    std::int32_t updatedReplicas = 0;        ///< pods of the update revision
    std::string currentRevision;
    std::string updateRevision;
    std::int32_t collisionCount = 0;
    std::int64_t observedGeneration = 0;
};
StatefulSetStatus statefulSetStatus(const api::Workload& set);

/// What a StatefulSet sees of the cluster.
struct StatefulSetView {
    std::shared_ptr<const api::Workload> set;
    Pods candidates;                         ///< of its namespace, controlled by it or by nobody
    Opaques revisions;                       ///< ControllerRevisions of its namespace
    /// The claim of a name in its namespace, or null.
    std::function<api::ObjectPtr(const std::string& name)> claim;
};

struct StatefulSetPlan {
    Plan plan;
    std::shared_ptr<api::Workload> set;      ///< changed copy (status), or null; to be stored last
};

/// Makes pods NAME-0, NAME-1, … with their claims, takes surplus ones away from the highest ordinal down, and replaces
/// those of an old revision from the highest ordinal down to the partition. In order, each step waits until all before
/// it are running and available; in parallel nothing waits but updates.
StatefulSetPlan planStatefulSet(const StatefulSetView& view, api::Time now);

/// The number behind the last dash of a pod's name, if it is the set's; absent else.
std::optional<std::int32_t> ordinalOf(const api::Workload& set, const api::Object& pod);
/// `TEMPLATE-SET-ORDINAL`.
std::string claimName(const api::Workload& set, const std::string& claimTemplate, std::int32_t ordinal);

}
