// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/bench.h"

#include "cluster/virtual_clock.h"
#include "plugins/in_tree.h"
#include "scenario/bench_shapes.h"
#include "scheduler/scheduler.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace berth::scenario {
namespace {

using Steady = std::chrono::steady_clock;

/// An API server that has a cluster to show and then stands still: whatever the scheduler writes leads nowhere.
class StillServer final : public ports::ApiServer {
public:
    std::vector<api::ObjectPtr> nodes;
    std::vector<api::ObjectPtr> pods;

    std::vector<api::ObjectPtr> list(api::Kind kind) const override
    {
        return kind == api::Kind::Node ? nodes : kind == api::Kind::Pod ? pods : std::vector<api::ObjectPtr>{};
    }
    api::ObjectPtr get(api::Kind, const std::string&) const override { return nullptr; }
    void watch(ports::Watcher*) override {}
    void unwatch(ports::Watcher*) override {}
    ports::ApiResult bind(const ports::Binding&) override { return {}; }
    ports::ApiResult patchPodStatus(const ports::PodStatusPatch&) override { return {}; }
    ports::ApiResult deletePod(const std::string&, const std::string&, const std::string&) override { return {}; }
    void recordEvent(const ports::ClusterEventRecord&) override {}
};

std::string podName(std::size_t i)
{
    char text[32];
    std::snprintf(text, sizeof text, "pod-%06zu", i);
    return text;
}

std::string zoneOf(const std::string& className, std::size_t node)
{
    return className == "spread" ? "moon-" + std::to_string(node % 3 + 1) : "zone1";
}

/// A pod of a class; `low` is what the preemptors meet.
std::shared_ptr<api::Pod> podOf(const std::string& className, std::size_t number)
{
    const bool preemptor = className == "preemption";
    auto pod = shapes::pod("sched-1", podName(number),
                           className == "unschedulable" ? "9" : className == "low" ? "900m" : preemptor ? "3" : "100m");
    if (preemptor)
        pod->spec.priority = 10;
    const api::Symbol color("color");
    if (className == "spread") {
        pod->meta.labels.set(color, api::Symbol("blue"));
        pod->spec.topologySpreadConstraints.push_back(shapes::zoneSpread("DoNotSchedule"));
    } else if (className == "affinity") {
        pod->meta.labels.set(color, api::Symbol("blue"));
        pod->spec.affinity = shapes::requiredAffinity(shapes::colorTerm("blue", shapes::zoneKey));
    } else if (className == "antiaffinity") {
        pod->meta.labels.set(color, api::Symbol("green"));
        pod->spec.affinity = shapes::requiredAntiAffinity(shapes::colorTerm("green", shapes::hostnameKey));
    }
    return pod;
}

std::string initialKind(const std::string& className)
{
    return className == "preemption" ? "low" : className == "unschedulable" ? "basic" : className;
}

class DecisionBench {
public:
    explicit DecisionBench(const BenchSpec& spec)
    {
        result_.className = spec.className;
        result_.nodes = spec.nodes.value_or(5000);
        result_.pods = spec.pods.value_or(2000);
        result_.initPods = preempts() ? 4 * result_.nodes : spec.initPods.value_or(0);
    }

    tl::expected<BenchResult, std::string> run()
    {
        fillServer();
        auto made = scheduler::Scheduler::make(config::defaultConfiguration(), context());
        if (!made)
            return tl::unexpected(made.error());
        scheduler_ = std::move(*made);
        durations_.reserve(todo_.size());
        result_.placements.reserve(todo_.size());
        if (auto fresh = scheduler_->refreshSnapshot(); !fresh)
            return tl::unexpected(fresh.error());
        const auto begin = Steady::now();
        for (const auto& pod : todo_) {
            const auto start = Steady::now();
            if (auto decided = decide(pod); !decided)
                return tl::unexpected(decided.error());
            durations_.push_back(std::chrono::duration<double, std::micro>(Steady::now() - start).count());
        }
        result_.seconds = std::chrono::duration<double>(Steady::now() - begin).count();
        takePercentiles();
        return std::move(result_);
    }

private:
    bool preempts() const { return result_.className == "preemption"; }

    scheduler::SchedulerContext context()
    {
        scheduler::SchedulerContext context{server_, clock_, random_, registry_, {}};
        context.keepMoves = false;
        return context;
    }

    void fillServer()
    {
        for (std::size_t i = 0; i < result_.nodes; ++i)
            server_.nodes.push_back(shapes::node(shapes::nodeName(i), zoneOf(result_.className, i)));
        std::size_t made = 0;
        for (std::size_t i = 0; i < result_.initPods; ++i) {
            auto pod = podOf(initialKind(result_.className), ++made);
            pod->spec.nodeName = shapes::nodeName(i % result_.nodes);
            pod->status.startTime = api::Time::fromSeconds(cluster::VirtualClock::epoch.seconds() + static_cast<std::int64_t>(i));
            server_.pods.push_back(std::move(pod));
        }
        for (std::size_t i = 0; i < result_.pods; ++i) {
            auto pod = podOf(result_.className, ++made);
            todo_.push_back(framework::PodInfo::make(pod));
            // Preemption looks the preemptor up among what the watches have brought.
            if (preempts())
                server_.pods.push_back(std::move(pod));
        }
    }

    tl::expected<void, std::string> decide(const framework::PodInfoPtr& pod)
    {
        const auto judgement = scheduler_->judge(pod, preempts());
        if (!judgement.error.empty())
            return tl::unexpected(judgement.error);
        auto node = judgement.node;
        if (judgement.isUnschedulable) {
            ++result_.unschedulable;
            node = judgement.nominatedNode;
        } else {
            ++result_.scheduled;
        }
        if (judgement.isUnschedulable && !node.empty()) {
            ++result_.preempting;
            if (auto made = makeRoom(node); !made)
                return made;
        }
        result_.placements.push_back(node);
        return node.empty() ? tl::expected<void, std::string>{} : assume(pod, node);
    }

    tl::expected<void, std::string> assume(const framework::PodInfoPtr& pod, const std::string& node)
    {
        auto assumed = std::make_shared<api::Pod>(*pod->pod);
        assumed->spec.nodeName = node;
        return scheduler_->cache().assumePod(framework::PodInfo::remake(*pod, assumed));
    }

    /// The victims leave the cache: the first three pods of priority 0 on the node.
    tl::expected<void, std::string> makeRoom(const std::string& node)
    {
        std::vector<framework::PodInfoPtr> victims;
        for (const auto& pod : scheduler_->snapshot().get(node)->pods())
            if (pod->pod->priority() == 0 && victims.size() < 3)
                victims.push_back(pod);
        for (const auto& victim : victims)
            if (auto removed = scheduler_->cache().removePod(*victim->pod); !removed)
                return removed;
        return {};
    }

    void takePercentiles()
    {
        if (durations_.empty())
            return;
        std::sort(durations_.begin(), durations_.end());
        result_.p50 = durations_[durations_.size() / 2];
        result_.p99 = durations_[durations_.size() * 99 / 100];
    }

    BenchResult result_;
    StillServer server_;
    cluster::VirtualClock clock_;
    ports::SeededRandom random_{0};
    framework::Registry registry_ = plugins::inTreeRegistry();
    std::unique_ptr<scheduler::Scheduler> scheduler_;
    std::vector<framework::PodInfoPtr> todo_;
    std::vector<double> durations_;
};

}

nlohmann::ordered_json BenchResult::toJson() const
{
    nlohmann::ordered_json line{{"engine", "berth"},
                                {"class", className},
                                {"nodes", nodes},
                                {"initPods", initPods},
                                {"pods", pods},
                                {"parallelism", 1},
                                {"cpus", 1},
                                {"scheduled", scheduled},
                                {"unschedulable", unschedulable},
                                {"preempting", preempting},
                                {"seconds", seconds},
                                {"podsPerSecond", podsPerSecond()}};
    if (p50 > 0) {
        line["p50us"] = p50;
        line["p99us"] = p99;
    }
    return line;
}

const std::vector<std::string>& decisionClasses()
{
    static const std::vector<std::string> names{"basic",        "spread",        "affinity",
                                                "antiaffinity", "unschedulable", "preemption"};
    return names;
}

tl::expected<BenchResult, std::string> benchDecisions(const BenchSpec& spec)
{
    const auto& known = decisionClasses();
    if (std::find(known.begin(), known.end(), spec.className) == known.end())
        return tl::unexpected("there is no class \"" + spec.className + "\"");
    if (spec.nodes == std::size_t{0} && spec.initPods.value_or(0) > 0)
        return tl::unexpected(std::string("pods that run already need nodes"));
    return DecisionBench(spec).run();
}

}
