// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/api_gates.h"
#include "scenario/change_edits.h"
#include "scheduler/scheduler.h"

#include <unordered_map>

namespace berth::scenario {

/// Objects as a scheduler sees them, and nothing else: they come and go as they are, without admission, and what a scheduler
/// would write is refused, for a question must not act.
class WhatIfServer final : public ports::ApiServer {
public:
    void add(const api::ObjectPtr& object);
    void replace(const api::ObjectPtr& before, const api::ObjectPtr& after);
    void remove(const api::ObjectPtr& object);

    std::vector<api::ObjectPtr> list(api::Kind kind) const override { return of(kind); }
    api::ObjectPtr get(api::Kind kind, const std::string& key) const override;
    void watch(ports::Watcher* watcher) override { watchers_.push_back(watcher); }
    void unwatch(ports::Watcher* watcher) override { std::erase(watchers_, watcher); }
    ports::ApiResult bind(const ports::Binding&) override { return refuse(); }
    ports::ApiResult patchPodStatus(const ports::PodStatusPatch&) override { return refuse(); }
    ports::ApiResult deletePod(const std::string&, const std::string&, const std::string&) override { return refuse(); }
    void recordEvent(const ports::ClusterEventRecord&) override {}

private:
    static ports::ApiResult refuse()
    {
        return tl::unexpected(ports::ApiError{ports::ApiError::Reason::Other, "a what-if writes nothing"});
    }
    std::vector<api::ObjectPtr>& of(api::Kind kind) { return objects_[static_cast<std::size_t>(kind)]; }
    const std::vector<api::ObjectPtr>& of(api::Kind kind) const { return objects_[static_cast<std::size_t>(kind)]; }

    std::vector<api::ObjectPtr> objects_[static_cast<std::size_t>(api::Kind::Other) + 1];
    std::vector<ports::Watcher*> watchers_;
};

/// A scheduler over a copy of a cluster, in which changes are made, judged, and taken back.
class WhatIf {
public:
    /// Error: kube-scheduler's text about the configuration.
    static tl::expected<std::unique_ptr<WhatIf>, std::string> make(const WhatIfWorld& world);

    /// Makes the edits, on the cluster as it was, and decides about the pod. Absent: an edited object would be invalid.
    /// Until the next call the scheduler shows the edited cluster.
    std::optional<scheduler::Scheduler::Judgement> judge(const std::vector<EditPtr>& edits);
    /// Why the last judgement went as it did.
    std::shared_ptr<const trace::Explanation> explain() { return scheduler_->explain(scheduler_->trace().attempts.size() - 1); }

    const scheduler::Scheduler& scheduler() const { return *scheduler_; }
    /// As edited last.
    const framework::PodInfo& pod() const { return *pod_; }
    const api::Pod& originalPod() const { return *world_.pod; }
    /// As it was before any edit; of an added node: as it was added. Null if unknown.
    const api::Node* originalNode(const std::string& name) const;
    /// Whether the cluster had the node before any edit.
    bool isKnown(const std::string& node) const { return nodes_.contains(node); }

    /// What the edits make of each object.
    std::vector<ObjectEdit> objectsOf(const std::vector<EditPtr>& edits) const;

private:
    /// The edits by what they edit, each with the patch that says so in writing.
    struct Edited {
        std::shared_ptr<api::Pod> pod;
        DocumentPatch podPatch;
        struct OfNode {
            api::NodePtr before;               ///< null: a new node
            std::shared_ptr<api::Node> after;
            DocumentPatch patch;
        };
        std::map<std::string, OfNode> nodes;
        std::vector<api::PodPtr> removed;
    };
    enum class Writing : std::uint8_t { None, Patches };

    explicit WhatIf(const WhatIfWorld& world);
    Edited apply(const std::vector<EditPtr>& edits, Writing writing) const;
    bool isValid(const Edited& edited) const;
    void restore();
    /// A scheduler forgets a host port that two pods of a node hold as soon as one of them leaves. A change must not depend on
    /// that: the next start of the scheduler would undo it.
    void takePortsAgain(const std::string& node, const std::vector<api::PodPtr>& removed);

    WhatIfWorld world_;
    api::ApiGates apiGates_;
    ports::SeededRandom random_{0};
    struct StandingClock final : ports::Clock {
        api::Time time;
        api::Time now() override { return ++time.nanoseconds, time; }
    } clock_;
    framework::Registry registry_;
    WhatIfServer server_;
    std::unique_ptr<scheduler::Scheduler> scheduler_;
    std::unordered_map<std::string, api::NodePtr> nodes_;
    std::map<std::string, api::NodePtr> added_;    ///< by the edits that are made now
    framework::PodInfoPtr originalPod_;
    framework::PodInfoPtr pod_;
    std::vector<std::function<void()>> undo_;
};

/// The gates that decide how objects are read, out of all of them.
api::ApiGates apiGatesOf(const config::FeatureGates& gates);

}
