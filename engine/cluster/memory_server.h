// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "cluster/admission.h"
#include "cluster/virtual_clock.h"
#include "ports/api_server.h"

#include <map>
#include <set>
#include <unordered_map>

namespace berth::cluster {

/// How the server lives. The first kind is what goldens are made with.
struct ServerBehaviour {
    bool playsKubelet = true;              ///< a bound pod is Running at once
    bool deletesAtOnce = true;             ///< no grace period
    bool clearsNominationAtBinding = true; ///< ClearingNominatedNodeNameAfterBinding
    api::ApiGates gates;                   ///< how objects are read
};

/// An API server in memory: stores, admits, and tells its watchers at once, one change at a time.
class MemoryServer final : public ports::ApiServer {
public:
    explicit MemoryServer(VirtualClock& clock, ServerBehaviour behaviour = {});

    // What users do. Not empty: refused, for these reasons.
    /// Creates the object, or replaces one of the same name. With update, what the object does not say is taken over.
    std::vector<std::string> put(std::shared_ptr<api::Object> object, bool update);
    /// Makes a namespace that objects name but nobody has created.
    void ensureNamespace(const std::string& name);
    /// The error text of an unknown object, `pods "p" not found`.
    ports::ApiResult remove(api::Kind kind, const std::string& ns, const std::string& name);

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
    static std::string storeKey(const api::Object& object);
    void save(std::shared_ptr<api::Object> object);
    bool erase(api::Kind kind, const std::string& key);

    VirtualClock* clock_;
    ServerBehaviour behaviour_;
    Admission admission_;
    Store stores_[static_cast<std::size_t>(api::Kind::Other) + 1];
    std::vector<ports::Watcher*> watchers_;
    std::vector<ports::ClusterEventRecord> events_;
    std::vector<std::string> deletedPods_;
    std::set<std::string> namespaces_;
    std::uint64_t resourceVersion_ = 0;
    std::uint64_t order_ = 0;
};

/// `pods`, `csinodes.storage.k8s.io`: how an error names the resource of a kind.
std::string resourceNameOf(api::Kind kind);

}
