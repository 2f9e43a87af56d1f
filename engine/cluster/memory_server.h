// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "cluster/admission.h"
#include "cluster/object_change.h"
#include "cluster/server_behaviour.h"
#include "cluster/virtual_clock.h"
#include "ports/api_server.h"

#include <functional>
#include <map>
#include <set>
#include <unordered_map>

namespace berth::cluster {

/// Who hears of every change of every object, pods that have ended included. Called after the server has stored it and
/// its watchers know; must not change anything.
class ChangeListener {
public:
    virtual ~ChangeListener() = default;
    /// Either may be null, not both.
    virtual void onChange(const api::ObjectPtr& before, const api::ObjectPtr& after) = 0;
};

/// How something is to be deleted where deletion takes its time.
struct DeleteOptions {
    enum class Propagation : std::uint8_t { Background, Foreground, Orphan };
    std::optional<std::int64_t> gracePeriodSeconds = std::nullopt;   ///< of a pod; absent: what it asks for itself
    std::string uid = {};                                            ///< only the object of this uid; empty: any
    Propagation propagation = Propagation::Background;               ///< what becomes of owned objects
};

/// An API server in memory: stores, admits, and tells its watchers at once, one change at a time.
class MemoryServer final : public ports::ApiServer {
public:
    /// The streams are for a living cluster, and outlive the server.
    explicit MemoryServer(VirtualClock& clock, ServerBehaviour behaviour = {}, RandomStreams* random = nullptr);

    const ServerBehaviour& behaviour() const { return behaviour_; }

    // What users do. Not empty: refused, for these reasons, sorted by their texts.
    /// Creates the object, or replaces one of the same name. With update, what the object does not say is taken over.
    api::FieldErrors put(std::shared_ptr<api::Object> object, bool update);
    /// Makes a namespace that objects name but nobody has created.
    void ensureNamespace(const std::string& name);
    /// The error text of an unknown object, `pods "p" not found`.
    ports::ApiResult remove(api::Kind kind, const std::string& ns, const std::string& name,
                            const DeleteOptions& options = {});

    // What controllers do.
    /// A cluster with so many pods gets no more of them from controllers; 200,000 unless set (Kubernetes itself is made for 150,000).
    void setMostPods(std::size_t count) { mostPods_ = count; }
    /// A new object, completed and admitted; refused if there is one of its name. A name is made of generateName.
    tl::expected<api::ObjectPtr, ports::ApiError> create(std::shared_ptr<api::Object> object);
    /// Stores a changed copy of what is there; not checked. One whose deletion waited for its last finalizer goes.
    /// The generation counts changes of the specification; a copy that has counted itself keeps its number.
    enum class Change : std::uint8_t { Specification, Other };
    ports::ApiResult update(std::shared_ptr<api::Object> object, Change change = Change::Other);
    /// Says in the pod's condition DisruptionTarget why it will be deleted in a moment.
    void markDisrupted(const api::Pod& pod, const std::string& reason, const std::string& message);
    /// The eviction subresource: deletes the pod unless a PodDisruptionBudget forbids it. Then it may be tried again later.
    ports::ApiResult evict(const std::string& ns, const std::string& name, const DeleteOptions& options = {});
    /// The same as remove, of an object of any kind.
    ports::ApiResult removeObject(const api::Object& object, const DeleteOptions& options = {});
    /// What find() knows an object by; of kinds that Berth does not know it says the kind as well.
    static std::string storeKey(const api::Object& object);
    /// Stays in a namespace that is being deleted until it is empty.
    static constexpr const char* namespaceFinalizer = "kubernetes";
    /// As get and list, pods that have ended included.
    api::ObjectPtr find(api::Kind kind, const std::string& key) const;
    std::vector<api::ObjectPtr> listAll(api::Kind kind) const;
    /// From now on the listener hears of every change. Not owned; unlisten before it dies.
    void listen(ChangeListener* listener) { listeners_.push_back(listener); }
    void unlisten(ChangeListener* listener) { std::erase(listeners_, listener); }

    /// Who makes the changes: `user` unless somebody else is acting.
    const std::string& actor() const { return actor_; }
    /// Somebody makes changes as long as this lives.
    class Acting {
    public:
        Acting(MemoryServer& server, std::string actor) : server_(server), before_(std::move(actor))
        {
            std::swap(server_.actor_, before_);
        }
        ~Acting() { std::swap(server_.actor_, before_); }
        Acting(const Acting&) = delete;
        Acting& operator=(const Acting&) = delete;

    private:
        MemoryServer& server_;
        std::string before_;
    };

    // The scheduler's side.
    std::vector<api::ObjectPtr> list(api::Kind kind) const override;
    api::ObjectPtr get(api::Kind kind, const std::string& key) const override;
    void watch(ports::Watcher* watcher) override { watchers_.push_back(watcher); }
    void unwatch(ports::Watcher* watcher) override { std::erase(watchers_, watcher); }
    ports::ApiResult bind(const ports::Binding& binding) override;
    ports::ApiResult patchPodStatus(const ports::PodStatusPatch& patch) override;
    ports::ApiResult deletePod(const std::string& ns, const std::string& name, const std::string& uid) override;
    void recordEvent(const ports::ClusterEventRecord& event) override { events_.push_back(event); }

    const std::vector<ports::ClusterEventRecord>& events() const { return events_; }
    /// Pods that were deleted, in order.
    const std::vector<std::string>& deletedPods() const { return deletedPods_; }
    /// Who is told of every change before the watchers are. Must not call back.
    void onChange(std::function<void(const ObjectChange&)> callback) { onChange_ = std::move(callback); }
    /// As long as it lives, it is named as the cause of changes. The outermost one counts.
    class Cause {
    public:
        Cause(MemoryServer& server, api::Symbol cause) : server_(server), outer_(server.cause_)
        {
            if (outer_.empty())
                server_.cause_ = cause;
        }
        ~Cause() { server_.cause_ = outer_; }
        Cause(const Cause&) = delete;
        Cause& operator=(const Cause&) = delete;

    private:
        MemoryServer& server_;
        api::Symbol outer_;
    };
    /// Everything that is not a pod or a node, oldest first.
    std::vector<api::ObjectPtr> listOthers() const;

private:
    struct Entry {
        api::ObjectPtr object;
        std::uint64_t order = 0;           ///< of creation
    };
    using Store = std::unordered_map<std::string, Entry>;

    Store& store(api::Kind kind) { return stores_[static_cast<std::size_t>(kind)]; }
    const Store& store(api::Kind kind) const { return stores_[static_cast<std::size_t>(kind)]; }
    void save(std::shared_ptr<api::Object> object);
    bool erase(api::Kind kind, const std::string& key);
    void tell(const api::ObjectPtr& before, const api::ObjectPtr& after);
    static void completeLiving(api::Object& object);
    void removeInTime(const api::ObjectPtr& stored, const DeleteOptions& options);
    bool isDeletionDue(const api::Object& object) const;
    void record(std::uint64_t order, const api::ObjectPtr& before, const api::ObjectPtr& after);

    VirtualClock* clock_;
    ServerBehaviour behaviour_;
    Admission admission_;
    Store stores_[static_cast<std::size_t>(api::Kind::Other) + 1];
    std::vector<ports::Watcher*> watchers_;
    std::vector<ChangeListener*> listeners_;
    std::string actor_ = "user";
    std::vector<ports::ClusterEventRecord> events_;
    std::vector<std::string> deletedPods_;
    std::set<std::string> namespaces_;
    std::uint64_t resourceVersion_ = 0;
    std::uint64_t order_ = 0;
    std::size_t mostPods_ = 200'000;
    std::function<void(const ObjectChange&)> onChange_;
    api::Symbol cause_;
};

/// The grace period that deleting a pod now gives it: none if no kubelet has to stop it.
std::int64_t gracePeriodOf(const api::Pod& pod, const DeleteOptions& options);

/// `pods`, `csinodes.storage.k8s.io`: how an error names the resource of a kind.
std::string resourceNameOf(api::Kind kind);

}
