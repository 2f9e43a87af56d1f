// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/framework.h"
#include "plugins/default_preemption.h"
#include "plugins/names.h"

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

/// A world just large enough for one preemption: nodes with cpu, pods on them, one filter that asks for room, an API
/// server that notes what it is told, and deferred work that runs when the test says so.
namespace berth::test {

inline constexpr std::int64_t startOfTime = 1'767'225'600; // 2026-01-01T00:00:00Z

/// Refuses nodes whose pods leave too little cpu.
class RoomFilter final : public framework::FilterPlugin {
public:
    api::Symbol name() const override { return api::Symbol("Room"); }
    framework::Status filter(framework::CycleState&, const api::Pod& pod, const framework::NodeInfo& node) override
    {
        const auto wanted = framework::PodInfo::make(std::make_shared<api::Pod>(pod))->requests.milliCpu;
        return node.requested().milliCpu + wanted > node.allocatable().milliCpu
            ? framework::Status::unschedulable("no room")
            : framework::Status::success();
    }
};

/// Writes what it is asked into a list; refuses what the test names.
class NotingServer final : public ports::ApiServer {
public:
    std::vector<std::string> calls;
    std::map<std::string, ports::ApiError> refusals;   ///< by call

    std::vector<api::ObjectPtr> list(api::Kind) const override { return {}; }
    api::ObjectPtr get(api::Kind, const std::string&) const override { return nullptr; }
    void watch(ports::Watcher*) override {}
    void unwatch(ports::Watcher*) override {}
    ports::ApiResult bind(const ports::Binding& binding) override { return answer("bind " + binding.name); }
    ports::ApiResult patchPodStatus(const ports::PodStatusPatch& patch) override
    {
        if (patch.nominatedNodeName)
            return answer("nominate " + patch.name + " '" + *patch.nominatedNodeName + "'");
        lastCondition = *patch.condition;
        return answer("mark " + patch.name);
    }
    ports::ApiResult deletePod(const std::string&, const std::string& name, const std::string&) override
    {
        return answer("delete " + name);
    }
    void recordEvent(const ports::ClusterEventRecord&) override {}

    api::PodCondition lastCondition;

private:
    ports::ApiResult answer(const std::string& call)
    {
        calls.push_back(call);
        if (auto refusal = refusals.find(call); refusal != refusals.end())
            return tl::unexpected(refusal->second);
        return {};
    }
};

class TickingClock final : public ports::Clock {
public:
    api::Time now() override { return {startOfTime * 1'000'000'000 + 3600'000'000'000 + ++ticks_}; }

private:
    std::int64_t ticks_ = 0;
};

class PreemptionWorld final : public framework::Handle, framework::SharedLister, framework::PodNominator {
public:
    explicit PreemptionWorld(config::DefaultPreemptionArgs args = {}, bool async = true, std::uint64_t seed = 0)
        : random_(seed)
    {
        if (!async)
            (void)gates_.set(config::FeatureGates::Settings{{"SchedulerAsyncPreemption", false}});
        framework::Registry registry;
        registry.add("Room", [](const framework::PluginContext&) { return std::make_unique<RoomFilter>(); });
        config::ResolvedProfile profile;
        profile.schedulerName = "default-scheduler";
        profile.plugins[config::ExtensionPoint::Filter] = {"Room"};
        profile.args["Room"] = config::RawArgs{};
        framework_ = std::move(*framework::Framework::make(profile, registry, *this));
        plugin = std::make_unique<plugins::DefaultPreemption>(*this, api::Symbol("default-scheduler"), args);
    }

    // Building.
    void node(const std::string& name, std::int64_t milliCpu)
    {
        auto made = std::make_shared<api::Node>();
        made->meta.name = name;
        made->status.allocatable.set(api::Symbol("cpu"), api::Quantity::fromMilli(milliCpu));
        nodes_.emplace_back().setNode(std::move(made));
        rebuildList();
    }
    /// startSecond: of the world; negative: not started.
    std::shared_ptr<api::Pod> podObject(const std::string& name, std::int32_t priority, std::int64_t milliCpu,
                                        std::int64_t startSecond = 0) const
    {
        auto pod = std::make_shared<api::Pod>();
        pod->meta.name = name;
        pod->meta.namespace_ = api::Symbol("default");
        pod->meta.uid = "uid-" + name;
        pod->spec.priority = priority;
        pod->spec.schedulerName = "default-scheduler";
        pod->spec.containers.emplace_back().resources.requests.set(api::Symbol("cpu"),
                                                                   api::Quantity::fromMilli(milliCpu));
        if (startSecond >= 0)
            pod->status.startTime = api::Time::fromSeconds(startOfTime + startSecond);
        return pod;
    }
    void place(const std::string& node, std::shared_ptr<api::Pod> pod)
    {
        pod->spec.nodeName = node;
        listers_.put(pod);
        for (auto& info : nodes_)
            if (info.name() == node)
                info.addPod(framework::PodInfo::make(pod));
    }
    void pod(const std::string& node, const std::string& name, std::int32_t priority, std::int64_t milliCpu,
             std::int64_t startSecond = 0)
    {
        place(node, podObject(name, priority, milliCpu, startSecond));
    }
    void pending(const api::PodPtr& pod) { listers_.put(pod); }
    void nominate(const std::string& node, api::PodPtr pod)
    {
        nominated_[node].push_back(framework::PodInfo::make(std::move(pod)));
    }
    void object(const api::ObjectPtr& object) { listers_.put(object); }
    void forget(const api::Object& object) { listers_.erase(object); }

    // Acting.
    /// The filters' word on every node, as the cycle would have it.
    framework::NodeToStatus filterAll(const api::Pod& pod)
    {
        framework::NodeToStatus statuses(nodes_.size());
        framework::CycleState state;
        for (std::uint32_t i = 0; i < nodes_.size(); ++i)
            if (auto status = framework_->runFilterPluginsWithNominatedPods(state, pod, nodes_[i]);
                !status.isSuccess())
                statuses.set(i, status);
        return statuses;
    }
    framework::Status preempt(const api::PodPtr& pod) { return preempt(pod, filterAll(*pod)); }
    framework::Status preempt(const api::PodPtr& pod, const framework::NodeToStatus& statuses)
    {
        pending(pod);
        result.reset();
        record = {};
        framework::CycleState state;
        return plugin->postFilter(state, *pod, statuses, result, &record);
    }
    /// One piece of deferred work; false if there is none.
    bool runDeferred()
    {
        if (deferred_.empty())
            return false;
        auto work = std::move(deferred_.front());
        deferred_.pop_front();
        work();
        return true;
    }
    std::string nominatedNode() const
    {
        return result && result->nominating ? result->nominating->nominatedNodeName : "none";
    }

    // What was seen.
    NotingServer server;
    std::vector<std::string> events;         ///< `victim: message`
    std::vector<std::string> activated;
    std::optional<framework::PostFilterResult> result;
    trace::PostFilterRecord record;
    std::unique_ptr<plugins::DefaultPreemption> plugin;
    /// What the handle says of a pod by UID.
    std::map<std::string, framework::WaitingPod*> waiting;
    std::map<std::string, bool> inPreBind;   ///< whether it can still be cancelled

    // Handle.
    const framework::SharedLister& snapshot() const override { return *this; }
    const framework::Listers& listers() const override { return listers_; }
    const framework::PodNominator& nominator() const override { return *this; }
    ports::ApiServer& apiServer() override { return server; }
    ports::Clock& clock() override { return clock_; }
    ports::Random& random() override { return random_; }
    const config::FeatureGates& gates() const override { return gates_; }
    std::uint64_t attemptCount() const override { return 1; }
    void activate(const std::vector<std::string>& pods) override
    {
        activated.insert(activated.end(), pods.begin(), pods.end());
    }
    void forEachWaitingPod(const std::function<void(framework::WaitingPod&)>& visit) override
    {
        for (auto& [uid, pod] : waiting)
            visit(*pod);
    }
    framework::WaitingPod* waitingPod(const std::string& uid) override
    {
        auto found = waiting.find(uid);
        return found == waiting.end() ? nullptr : found->second;
    }
    bool cancelPreBind(const std::string& uid, const std::string& cause) override
    {
        auto found = inPreBind.find(uid);
        if (found == inPreBind.end() || !found->second)
            return false;
        server.calls.push_back("cancel " + uid + ": " + cause);
        return true;
    }
    void defer(framework::Stage stage, std::uint64_t, std::function<void()> work) override
    {
        stages.push_back(stage);
        deferred_.push_back(std::move(work));
    }
    void recordEvent(const api::Object& object, const std::string&, const std::string&, const std::string&,
                     const std::string& message) override
    {
        events.push_back(object.meta.name + ": " + message);
    }
    framework::Framework& framework(api::Symbol) override { return *framework_; }
    std::vector<framework::Stage> stages;

private:
    const std::vector<const framework::NodeInfo*>& list() const override { return list_; }
    const std::vector<const framework::NodeInfo*>& havePodsWithAffinity() const override { return none_; }
    const std::vector<const framework::NodeInfo*>& havePodsWithRequiredAntiAffinity() const override { return none_; }
    const framework::NodeInfo* get(const std::string& name) const override
    {
        const auto index = indexOf(name);
        return index < 0 ? nullptr : list_[static_cast<std::size_t>(index)];
    }
    std::int32_t indexOf(const std::string& name) const override
    {
        for (std::size_t i = 0; i < list_.size(); ++i)
            if (list_[i]->name() == name)
                return static_cast<std::int32_t>(i);
        return -1;
    }
    std::vector<framework::PodInfoPtr> nominatedPodsForNode(const std::string& node) const override
    {
        auto found = nominated_.find(node);
        return found == nominated_.end() ? std::vector<framework::PodInfoPtr>{} : found->second;
    }
    void rebuildList()
    {
        list_.clear();
        for (const auto& info : nodes_)
            list_.push_back(&info);
    }

    config::FeatureGates gates_;
    framework::Listers listers_;
    TickingClock clock_;
    ports::SeededRandom random_;
    std::deque<framework::NodeInfo> nodes_;
    std::vector<const framework::NodeInfo*> list_;
    std::vector<const framework::NodeInfo*> none_;
    std::map<std::string, std::vector<framework::PodInfoPtr>> nominated_;
    std::deque<std::function<void()>> deferred_;
    std::unique_ptr<framework::Framework> framework_;
};

}
