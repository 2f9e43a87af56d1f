// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/pod.h"

#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

namespace berth::ports {

/// What an API server answers when it does not do what it was asked. `text` is what a client would print.
struct ApiError {
    enum class Reason { NotFound, Conflict, Invalid, Other };
    Reason reason = Reason::Other;
    std::string text;
};

using ApiResult = tl::expected<void, ApiError>;

struct Binding {
    std::string namespace_;
    std::string name;
    std::string uid;
    std::string node;
};

/// A change of a pod's status. Absent members stay as they are.
struct PodStatusPatch {
    std::string namespace_;
    std::string name;
    std::optional<api::PodCondition> condition;        ///< replaces the one of its type, or is appended
    std::optional<std::string> nominatedNodeName;      ///< empty clears
};

/// An event as `kubectl get events` shows it, in the order recorded.
struct ClusterEventRecord {
    api::Time time;
    std::string object;      ///< `Pod ns/name`
    std::string type;        ///< Normal, Warning
    std::string reason;
    std::string action;
    std::string message;
};

/// Who hears of changes. Called on the engine thread, in the order of the changes, after the server has stored them.
class Watcher {
public:
    virtual ~Watcher() = default;
    virtual void onAdd(const api::ObjectPtr& object) = 0;
    virtual void onUpdate(const api::ObjectPtr& before, const api::ObjectPtr& after) = 0;
    virtual void onDelete(const api::ObjectPtr& object) = 0;
};

/// What the scheduler asks of an API server. The in-memory one answers and delivers at once; a live one answers later
/// through the same calls. Pods that are Succeeded or Failed are never shown: turning terminal is a delete.
class ApiServer {
public:
    virtual ~ApiServer() = default;

    /// All objects of a kind, oldest first.
    virtual std::vector<api::ObjectPtr> list(api::Kind kind) const = 0;
    /// One object, or null. The key is `namespace/name`, or the name of kinds without namespaces.
    virtual api::ObjectPtr get(api::Kind kind, const std::string& key) const = 0;
    /// From now on the watcher hears of every change. Not owned; unwatch before it dies.
    virtual void watch(Watcher* watcher) = 0;
    virtual void unwatch(Watcher* watcher) = 0;

    virtual ApiResult bind(const Binding& binding) = 0;
    virtual ApiResult patchPodStatus(const PodStatusPatch& patch) = 0;
    virtual ApiResult deletePod(const std::string& ns, const std::string& name, const std::string& uid) = 0;
    virtual void recordEvent(const ClusterEventRecord& event) = 0;
};

}
