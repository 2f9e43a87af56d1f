// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "cluster/controller.h"
#include "cluster/node_images.h"
#include "cluster/pods_on_nodes.h"

#include <map>
#include <set>

namespace berth::cluster {

/// The kubelets of all nodes: they accept or reject the pods bound to their node, fetch images, start containers, end
/// them when their time is over, start them again, stop them gracefully, and say so in the pod's status. How long
/// things take and how they end is in annotations and in KubeletTiming (docs/living-cluster.md). A node with the
/// annotation `berth.dev/kubelet: stopped` is dead: nothing happens on it, and it is silent.
class Kubelet final : public Controller {
public:
    explicit Kubelet(World& world) : world_(world), timing_(world.server.behaviour().kubelet) {}

    std::string_view name() const override { return "kubelet"; }
    void onChange(const api::ObjectPtr& before, const api::ObjectPtr& after) override;
    bool sync() override;

private:
    /// One accepted pod on its node.
    struct Life {
        enum class Stage : std::uint8_t { Preparing, Running, Waiting };
        std::string uid;
        std::string node;
        Stage stage = Stage::Preparing;
        std::optional<api::Time> next;     ///< when the stage ends; absent: never by itself
        std::optional<api::Time> readyAt;  ///< running, but not ready before
        std::optional<api::Time> stopAt;   ///< it is being stopped
        std::optional<api::Time> deadline; ///< of activeDeadlineSeconds
        std::int64_t grace = 0;            ///< seconds, that stopAt was made from
        api::Time startedAt;
        std::int32_t exitCode = 0;         ///< of the run under way
        std::int32_t restarts = 0;
        std::int64_t backoff = 0;          ///< before the next restart
        TimeLine::Id timer;
        TimeLine::Kind timerKind = TimeLine::Kind::Once;
    };

    bool syncNode(const std::string& name);
    bool syncPod(const std::string& key);
    std::shared_ptr<const api::Node> liveNode(const std::string& name) const;
    void forget(const std::string& key);

    bool accept(const std::string& key, const api::Pod& pod, const api::Node& node);
    bool reject(const api::Pod& pod, const std::string& reason, const std::string& message);
    std::vector<api::PodPtr> acceptedOn(const std::string& node) const;
    void adoptRunning(const std::string& key, const api::Pod& pod, api::Pod& changed);
    bool finish(const api::Pod& pod);

    bool proceed(const std::string& key, Life& life, const api::Pod& pod);
    void planStop(Life& life, const api::Pod& pod);
    /// What is due first, and null where nothing is.
    static std::optional<api::Time>* firstDue(Life& life);
    /// False once the pod has ended.
    bool happen(Life& life, std::optional<api::Time>& due, api::Pod& pod);
    void startRun(Life& life, api::Pod& pod);
    bool endRun(Life& life, api::Pod& pod);
    void planRun(Life& life, const api::Pod& pod);
    std::int32_t exitCodeOf(const Life& life, const api::Pod& pod) const;
    void setTimer(const std::string& key, Life& life);
    void recordEvent(const api::Object& object, const char* type, const char* reason, const std::string& message);

    World world_;
    KubeletTiming timing_;
    std::set<std::string> markedNodes_;
    std::set<std::string> markedPods_;
    PodsOnNodes pods_;
    std::set<std::string> live_;                            ///< nodes that were alive when last looked at
    std::map<std::string, Life> lives_;                     ///< by key
    std::map<std::string, NodeImages> images_;              ///< by node
};

}
