// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "config/feature_gates.h"
#include "framework/plugin.h"
#include "ports/api_server.h"
#include "ports/clock.h"
#include "ports/random.h"

#include <functional>
#include <map>

namespace berth::framework {

class Framework;

/// The scheduler's own view of the cluster, by kind: what its watches have delivered. Iteration is by key.
class Listers {
public:
    using Objects = std::map<std::string, api::ObjectPtr>;

    const Objects& all(api::Kind kind) const { return objects_[static_cast<std::size_t>(kind)]; }
    /// key: `namespace/name`, or the name of kinds without namespaces. Null if unknown.
    api::ObjectPtr get(api::Kind kind, const std::string& key) const;
    template <typename T>
    std::shared_ptr<const T> getAs(api::Kind kind, const std::string& key) const
    {
        return std::static_pointer_cast<const T>(get(kind, key));
    }
    /// Labels of a namespace, empty if there is no such object.
    const api::StringMap& namespaceLabels(api::Symbol ns) const;

    void put(const api::ObjectPtr& object);
    void erase(const api::Object& object);

private:
    std::map<std::string, api::ObjectPtr> objects_[static_cast<std::size_t>(api::Kind::Other) + 1];
};

/// Pods that preemption has promised a node to, or that say so themselves.
class PodNominator {
public:
    virtual ~PodNominator() = default;
    /// In the order they were nominated.
    virtual std::vector<PodInfoPtr> nominatedPodsForNode(const std::string& node) const = 0;
};

/// A pod that waits on Permit.
class WaitingPod {
public:
    virtual ~WaitingPod() = default;
    virtual const api::Pod& pod() const = 0;
    virtual std::vector<api::Symbol> pendingPlugins() const = 0;
    virtual void allow(api::Symbol plugin) = 0;
    /// False if it was decided already.
    virtual bool reject(api::Symbol plugin, const std::string& message) = 0;
    /// Ends the wait with an error, for a victim of preemption.
    virtual bool preempt(api::Symbol plugin, const std::string& message) = 0;
};

/// When work that the scheduler does beside its cycles gets its turn: by stage, then by attempt, then in order of
/// arrival. Nothing of it runs while a scheduling cycle is under way.
enum class Stage : std::uint8_t { Binding, Failure, Bind, Evict };

/// What the scheduler does for its plugins. Engine thread only; outlives every plugin.
class Handle {
public:
    virtual ~Handle() = default;

    virtual const SharedLister& snapshot() const = 0;
    virtual const Listers& listers() const = 0;
    virtual const PodNominator& nominator() const = 0;
    virtual ports::ApiServer& apiServer() = 0;
    virtual ports::Clock& clock() = 0;
    virtual ports::Random& random() = 0;
    virtual const config::FeatureGates& gates() const = 0;
    /// Attempts so far, of all pods, the running one included.
    virtual std::uint64_t attemptCount() const = 0;

    /// Puts pods that wait in the queue into the active queue (`namespace/name`).
    virtual void activate(const std::vector<std::string>& pods) = 0;
    virtual void forEachWaitingPod(const std::function<void(WaitingPod&)>& visit) = 0;
    /// Null if the pod is not waiting on Permit.
    virtual WaitingPod* waitingPod(const std::string& uid) = 0;
    /// Cancels the PreBind of a pod with the text as its cause; false if it is not in PreBind or cannot be stopped.
    virtual bool cancelPreBind(const std::string& uid, const std::string& cause) = 0;
    /// Runs work later, outside of scheduling cycles.
    virtual void defer(Stage stage, std::uint64_t attempt, std::function<void()> work) = 0;
    /// An event for `kubectl get events`.
    virtual void recordEvent(const api::Object& object, const std::string& type, const std::string& reason,
                             const std::string& action, const std::string& message) = 0;
    /// Number of the explanation that is being computed, 0 if none: what plugins do meanwhile must change nothing, and
    /// what they keep between calls must not be seen.
    virtual std::uint64_t explanation() const { return 0; }
    /// A remark of a plugin (a script's log, an error that no status can carry), for people to read.
    virtual void note(api::Symbol, const std::string&) {}
    /// The framework of the profile that the plugin belongs to (for dry runs).
    virtual Framework& framework(api::Symbol profile) = 0;
};

}
