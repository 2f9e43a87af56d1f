// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/string_map.h"
#include "api/value.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace berth::api {

/// A moment: nanoseconds since 1970-01-01T00:00:00Z. The API writes whole seconds, clocks give all of it.
struct Time {
    std::int64_t nanoseconds = 0;
    static Time fromSeconds(std::int64_t seconds) { return {seconds * 1'000'000'000}; }
    /// The second it lies in, towards minus infinity.
    std::int64_t seconds() const;
    Time truncatedToSecond() const { return fromSeconds(seconds()); }
    friend auto operator<=>(const Time&, const Time&) = default;
};

struct OwnerReference {
    std::string apiVersion;
    std::string kind;
    std::string name;
    std::string uid;
    bool controller = false;
    bool blockOwnerDeletion = false;
};

struct ObjectMeta {
    std::string name;
    std::string generateName;
    Symbol namespace_;               ///< empty for kinds without namespaces
    std::string uid;
    std::uint64_t resourceVersion = 0;
    std::int64_t generation = 0;
    std::optional<Time> creationTimestamp;
    std::optional<Time> deletionTimestamp;
    std::optional<std::int64_t> deletionGracePeriodSeconds;
    StringMap labels;
    StringMap annotations;
    std::vector<OwnerReference> ownerReferences;
    std::vector<std::string> finalizers;

    /// `namespace/name`, or the name alone.
    std::string key() const;
};

/// The kinds that Berth knows as types. Other: kept and listed, never interpreted.
enum class Kind : std::uint8_t {
    Pod, Node, Namespace, PriorityClass, Service, ReplicationController, ReplicaSet, StatefulSet, Deployment,
    DaemonSet, Job, CronJob, PodDisruptionBudget, PersistentVolume, PersistentVolumeClaim, StorageClass, CSINode,
    CSIDriver, CSIStorageCapacity, VolumeAttachment, ResourceClaim, ResourceClaimTemplate, ResourceSlice,
    DeviceClass, PodGroup, Workload, LimitRange, Other
};

/// `Pod`, `PersistentVolumeClaim`, …; `Other` for the rest.
std::string_view kindName(Kind kind);
std::optional<Kind> kindFromName(std::string_view name);
/// Whether objects of the kind live in a namespace (Other: true).
bool isNamespaced(Kind kind);

/// What all objects share. Immutable once it is in a server: everybody holds `shared_ptr<const …>`, and an
/// update is a new object. The document is the source as read (null for objects that Berth made), shared
/// by all later versions of the object.
struct Object {
    Kind kind = Kind::Other;
    std::string apiVersion;           ///< as served, `v1`, `apps/v1`
    std::string kindText;             ///< the kind as written; same as kindName(kind) unless Other
    ObjectMeta meta;
    std::shared_ptr<const Value> document;

    Object() = default;
    Object(Kind k, std::string version) : kind(k), apiVersion(std::move(version)), kindText(kindName(k)) {}
    virtual ~Object() = default;
    Object(const Object&) = default;
    Object& operator=(const Object&) = default;

    /// `Pod default/web`, `Node n1`.
    std::string label() const;
};

using ObjectPtr = std::shared_ptr<const Object>;

/// Same text as in the API: `2026-01-01T00:00:00Z`.
std::string toRfc3339(Time time);

}
