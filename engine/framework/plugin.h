// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/cluster_event.h"
#include "framework/cycle_state.h"
#include "framework/node_info.h"
#include "framework/node_to_status.h"
#include "framework/queued_pod_info.h"
#include "framework/status.h"

#include <chrono>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

/// The extension points of the scheduling framework. A plugin implements as many as it needs; all calls come from the
/// engine's thread. Names and order of calls: cycle.md.
namespace berth::framework {

using NodeList = std::vector<const NodeInfo*>;

class Plugin {
public:
    virtual ~Plugin() = default;
    virtual api::Symbol name() const = 0;
};

/// Before a pod may enter the active queue. Any refusal gates it.
class PreEnqueuePlugin : public virtual Plugin {
public:
    virtual Status preEnqueue(const api::Pod& pod) = 0;
};

/// Orders the active queue. One per scheduler.
class QueueSortPlugin : public virtual Plugin {
public:
    virtual bool less(const QueuedPodInfo& a, const QueuedPodInfo& b) const = 0;
};

/// Which events may help a pod that this plugin rejected.
class EnqueueExtensions : public virtual Plugin {
public:
    virtual std::vector<ClusterEventWithHint> eventsToRegister() const = 0;
};

/// Which nodes a PreFilter leaves; absent = all.
struct PreFilterResult {
    std::optional<std::set<std::string>> nodeNames;
};

class PreFilterExtensions {
public:
    virtual ~PreFilterExtensions() = default;
    /// As if `added` ran on node. node does already hold it.
    virtual Status addPod(CycleState& state, const api::Pod& pod, const PodInfo& added, const NodeInfo& node) = 0;
    virtual Status removePod(CycleState& state, const api::Pod& pod, const PodInfo& removed, const NodeInfo& node) = 0;
};

class PreFilterPlugin : public virtual Plugin {
public:
    virtual Status preFilter(CycleState& state, const api::Pod& pod, const NodeList& nodes,
                             PreFilterResult& result) = 0;
    /// Null for plugins that do not care for single pods coming and going.
    virtual PreFilterExtensions* preFilterExtensions() { return nullptr; }
};

class FilterPlugin : public virtual Plugin {
public:
    virtual Status filter(CycleState& state, const api::Pod& pod, const NodeInfo& node) = 0;
};

/// What a PostFilter wants done with status.nominatedNodeName. Absent = nothing.
struct NominatingInfo {
    std::string nominatedNodeName;         ///< empty clears it
};

struct PostFilterResult {
    std::optional<NominatingInfo> nominating;
};

class PostFilterPlugin : public virtual Plugin {
public:
    /// record: where what was found is noted, for the trace; never null.
    virtual Status postFilter(CycleState& state, const api::Pod& pod, const NodeToStatus& statuses,
                              std::optional<PostFilterResult>& result, trace::PostFilterRecord* record) = 0;
};

class PreScorePlugin : public virtual Plugin {
public:
    virtual Status preScore(CycleState& state, const api::Pod& pod, const NodeList& nodes) = 0;
};

struct NodeScore {
    const NodeInfo* node = nullptr;
    std::int64_t score = 0;
};

class ScorePlugin : public virtual Plugin {
public:
    virtual Status score(CycleState& state, const api::Pod& pod, const NodeInfo& node, std::int64_t& score) = 0;
    /// Whether normalizeScore is to be called.
    virtual bool hasNormalize() const { return false; }
    virtual Status normalizeScore(CycleState&, const api::Pod&, std::vector<NodeScore>&) { return {}; }
};

class ReservePlugin : public virtual Plugin {
public:
    virtual Status reserve(CycleState& state, const api::Pod& pod, const std::string& node) = 0;
    /// Called for every reserve plugin, whether it reserved or not; must be able to be called twice.
    virtual void unreserve(CycleState& state, const api::Pod& pod, const std::string& node) = 0;
};

class PermitPlugin : public virtual Plugin {
public:
    /// Success, a refusal, or Wait with the longest time to wait.
    virtual std::pair<Status, std::chrono::nanoseconds> permit(CycleState& state, const api::Pod& pod,
                                                               const std::string& node) = 0;
};

class PreBindPlugin : public virtual Plugin {
public:
    /// Success: preBind will be called; Skip: nothing to do. parallel: may run beside its neighbours.
    virtual Status preBindPreFlight(CycleState& state, const api::Pod& pod, const std::string& node, bool& parallel) = 0;
    virtual Status preBind(CycleState& state, const api::Pod& pod, const std::string& node) = 0;
};

class BindPlugin : public virtual Plugin {
public:
    /// Skip passes the pod on to the next bind plugin.
    virtual Status bind(CycleState& state, const api::Pod& pod, const std::string& node) = 0;
};

class PostBindPlugin : public virtual Plugin {
public:
    virtual void postBind(CycleState& state, const api::Pod& pod, const std::string& node) = 0;
};

/// A part of a pod's signature for opportunistic batching: key and canonical JSON.
struct SignFragment {
    std::string key;
    std::string json;
};

class SignPlugin : public virtual Plugin {
public:
    /// Success with fragments (none is fine), or a refusal: the pod is not signable.
    virtual Status signPod(const api::Pod& pod, std::vector<SignFragment>& fragments) const = 0;
};

constexpr std::int64_t maxNodeScore = 100;

}
