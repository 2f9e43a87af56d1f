// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/meta.h"
#include "api/node.h"
#include "api/pod.h"

#include <functional>
#include <string>
#include <vector>

namespace berth::framework {

/// What happened to an object, as bits (queue.md §9).
enum class ActionType : std::uint32_t {
    None = 0,
    Add = 1,
    Delete = 2,
    UpdateNodeAllocatable = 4,
    UpdateNodeLabel = 8,
    UpdateNodeTaint = 16,
    UpdateNodeCondition = 32,
    UpdateNodeAnnotation = 64,
    UpdateNodeDeclaredFeature = 128,
    UpdatePodLabel = 256,
    UpdatePodScaleDown = 512,
    UpdatePodToleration = 1024,
    UpdatePodSchedulingGatesEliminated = 2048,
    UpdatePodGeneratedResourceClaim = 4096,
    Update = 8188,
    All = 8191
};

constexpr ActionType operator|(ActionType a, ActionType b)
{
    return static_cast<ActionType>(static_cast<std::uint32_t>(a) | static_cast<std::uint32_t>(b));
}
constexpr bool operator&(ActionType a, ActionType b)
{
    return (static_cast<std::uint32_t>(a) & static_cast<std::uint32_t>(b)) != 0;
}

/// The kinds that events are about.
enum class EventResource : std::uint8_t {
    Pod, AssignedPod, UnschedulablePod, Node, PersistentVolume, PersistentVolumeClaim, CSINode, CSIDriver,
    VolumeAttachment, CSIStorageCapacity, StorageClass, ResourceClaim, ResourceSlice, DeviceClass, PodGroup, Any
};
/// `Pod`, `storage.k8s.io/CSINode`, `*`, …
std::string_view eventResourceName(EventResource resource);
/// The resource that events about objects of this kind carry; Any for kinds nobody watches.
EventResource eventResourceOf(api::Kind kind);

struct ClusterEvent {
    EventResource resource = EventResource::Any;
    ActionType action = ActionType::All;
    api::Symbol customLabel;

    /// `NodeAdd`, `AssignedPodDelete`, or the custom label.
    std::string label() const;
    bool isWildcard() const { return resource == EventResource::Any && action == ActionType::All; }
    friend bool operator==(const ClusterEvent& a, const ClusterEvent& b)
    {
        return a.resource == b.resource && a.action == b.action;
    }
};

/// Whether a registered key covers an incoming event: a general key covers a specific update, not the reverse.
bool matches(const ClusterEvent& registered, const ClusterEvent& incoming);

/// Events of a pod's update, in order; never empty (queue.md §9).
std::vector<ClusterEvent> podChangeEvents(const api::Pod& before, const api::Pod& after);
/// Events of a node's update, in order; empty if nothing that scheduling looks at has changed.
std::vector<ClusterEvent> nodeChangeEvents(const api::Node& before, const api::Node& after);

/// What a plugin says about an event for a pod that it rejected. An error counts as Queue.
struct QueueingHint {
    enum class Verdict : std::uint8_t { Skip, Queue, Error };
    Verdict verdict = Verdict::Skip;
    std::string error;
    static QueueingHint skip() { return {}; }
    static QueueingHint queue() { return {Verdict::Queue, {}}; }
    static QueueingHint queueIf(bool condition) { return condition ? queue() : skip(); }
    static QueueingHint failed(std::string text) { return {Verdict::Error, std::move(text)}; }
    /// `Queue`, `Skip`, `error: …`.
    std::string text() const;
};

/// before and after: the object of the event, null where it did not or does not exist.
using QueueingHintFn =
    std::function<QueueingHint(const api::Pod& pod, const api::Object* before, const api::Object* after)>;

/// A registration; without function every matching event queues.
struct ClusterEventWithHint {
    ClusterEvent event;
    QueueingHintFn hint;
};

/// What a plugin listens to that does not say: everything that could matter to a pod (queue.md §11), without hints.
std::vector<ClusterEventWithHint> everyEvent();

namespace events {
extern const ClusterEvent scheduleAttemptFailure;
extern const ClusterEvent backoffComplete;
extern const ClusterEvent popFromBackoffQ;
extern const ClusterEvent forceActivate;
extern const ClusterEvent unschedulableTimeout;
extern const ClusterEvent unschedulablePodAdd;
extern const ClusterEvent unschedulablePodUpdate;
extern const ClusterEvent assignedPodAdd;
extern const ClusterEvent assignedPodDelete;
extern const ClusterEvent nodeAdd;
extern const ClusterEvent nodeDelete;
}

}
