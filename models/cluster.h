// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/node.h"
#include "api/pod.h"
#include "scenario/simulation.h"
#include "trace/run_trace.h"

#include <QHash>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

/// The cluster as views need it: an immutable value, made on the engine's thread from copies of its results.
namespace berth::models {

using Attempts = std::vector<trace::AttemptPtr>;
using AttemptsPtr = std::shared_ptr<const Attempts>;

/// How much of a resource is spoken for, in the resource's unit (format.h).
struct Amount {
    std::int64_t requested = 0;
    std::int64_t allocatable = 0;
    /// 0 to 1, above 1 when overcommitted; 0 where there is nothing to give.
    double share() const { return allocatable > 0 ? static_cast<double>(requested) / static_cast<double>(allocatable) : 0; }
};

struct NodeRow {
    api::NodePtr node;
    QString name;
    QString zone;                          ///< topology.kubernetes.io/zone; empty without
    bool ready = true;                     ///< no Ready condition counts as ready
    bool unschedulable = false;            ///< cordoned
    std::vector<Amount> amounts;           ///< by Cluster::resources
    std::vector<std::uint32_t> pods;       ///< rows of Cluster::pods that are bound here
};

/// Where a pod is on its way.
/// Ended: Succeeded or Failed; the pod counts nowhere any more.
enum class PodPlace : std::uint8_t { Bound, Active, Backoff, Unschedulable, Gated, Waiting, Elsewhere, Ended };

struct PodRow {
    api::PodPtr pod;
    QString key;                           ///< `namespace/name`
    QString namespace_;
    QString name;
    QString node;                          ///< bound to; empty if pending
    QString nominatedNode;
    PodPlace place = PodPlace::Elsewhere;
    QString gatedBy;                       ///< plugin, for Gated
    std::optional<api::Time> backoffUntil;
    std::vector<std::int64_t> requests;    ///< by Cluster::resources
    std::int32_t attempts = 0;
    std::int64_t lastAttempt = -1;         ///< index into the run's attempts, -1 = none yet
    QString lastMessage;                   ///< of the last attempt
    bool isPending() const { return node.isEmpty() && !hasEnded(); }
    bool hasEnded() const { return place == PodPlace::Ended; }
};

struct QueueCounts {
    std::size_t active = 0;
    std::size_t backoff = 0;
    std::size_t unschedulable = 0;
    std::size_t gated = 0;
    std::size_t waiting = 0;
    std::size_t bound = 0;
    std::size_t ended = 0;
    std::size_t pending() const { return active + backoff + unschedulable + gated + waiting; }
};

struct Cluster {
    /// cpu, memory and pods first, then every other resource that some node offers, by name.
    std::vector<std::string> resources;
    enum ResourceIndex : std::size_t { Cpu, Memory, Pods };

    std::vector<NodeRow> nodes;            ///< oldest first
    std::vector<PodRow> pods;              ///< oldest first, behind them those that have ended and are kept
    std::vector<api::ObjectPtr> replicaSets; ///< oldest first
    std::vector<QString> namespaces;       ///< of pods, in natural order
    std::vector<std::uint32_t> nodesByName; ///< every node, in natural order
    std::vector<std::string> groupingLabels; ///< keys of labels that nodes can be grouped by (node_groups.h)
    std::vector<std::uint32_t> pendingByPlace; ///< pending pods, by place in the queue, oldest first
    QueueCounts queue;
    api::Time origin;                      ///< when the run began; times are shown relative to it
    api::Time now;

    const NodeRow* node(const QString& name) const;
    const PodRow* pod(const QString& key) const;

    QHash<QString, std::uint32_t> nodeRows;
    QHash<QString, std::uint32_t> podRows;
};

using ClusterPtr = std::shared_ptr<const Cluster>;

/// Of a list, in the resource's unit; 0 where it is not listed.
std::int64_t amountOf(const api::ResourceList& list, const std::string& resource);

ClusterPtr makeCluster(const scenario::ClusterState& state, const Attempts& attempts, api::Time origin);

/// `Bound`, `Active`, … translated.
QString placeName(PodPlace place);

}
