// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/bench_workloads.h"

#include "api/cluster_objects.h"
#include "scenario/bench_shapes.h"
#include "scenario/simulation.h"

#include <algorithm>
#include <chrono>
#include <functional>

namespace berth::scenario {
namespace {

using api::Symbol;
using PodPtr = std::shared_ptr<api::Pod>;

/// How a workload is made; sizes are upstream's.
struct Workload {
    std::string name;
    std::size_t nodes;
    std::size_t initPods;
    std::size_t pods;
    std::function<std::string(std::size_t)> zone;              ///< of node i; none: no zones
    std::function<PodPtr(std::size_t, std::size_t)> initPod;   ///< i of n
    std::function<PodPtr(std::size_t)> pod;
    std::function<std::vector<std::shared_ptr<api::Object>>()> others = {};
    std::string configuration = {};                            ///< empty: the defaults
};

std::string moon(std::size_t i) { return "moon-" + std::to_string(i % 3 + 1); }
std::string oneZone(std::size_t) { return "zone1"; }

/// The pod of most workloads: limits as requests, a container port.
PodPtr p0(const std::string& ns, const std::string& name)
{
    auto pod = shapes::pod(ns, name, "100m");
    auto& container = pod->spec.containers.front();
    container.resources.limits = container.resources.requests;
    container.ports.push_back({{}, 0, 80, "TCP", {}});
    return pod;
}

/// A light pod, which asks for nothing.
PodPtr light(const std::string& ns, const std::string& name) { return shapes::pod(ns, name, {}, {}); }

std::string initName(std::size_t i) { return "init-" + std::to_string(i); }
std::string podName(std::size_t i) { return "pod-" + std::to_string(i); }

PodPtr plainInit(std::size_t i, std::size_t) { return p0("namespace-1", initName(i)); }

PodPtr colored(PodPtr pod, const std::string& color)
{
    pod->meta.labels.set(Symbol("color"), Symbol(color));
    return pod;
}

PodPtr spreading(std::size_t i, const std::string& whenUnsatisfiable)
{
    auto pod = colored(p0("namespace-2", podName(i)), "blue");
    pod->spec.topologySpreadConstraints.push_back(shapes::zoneSpread(whenUnsatisfiable));
    return pod;
}

PodPtr withAffinity(PodPtr pod, api::Affinity affinity)
{
    pod->spec.affinity = std::move(affinity);
    return pod;
}

PodPtr keepingApart(PodPtr pod)
{
    return withAffinity(colored(std::move(pod), "green"),
                        shapes::requiredAntiAffinity(shapes::colorTerm("green", shapes::hostnameKey)));
}
PodPtr keepingTogether(PodPtr pod)
{
    return withAffinity(colored(std::move(pod), "blue"),
                        shapes::requiredAffinity(shapes::colorTerm("blue", shapes::zoneKey)));
}
PodPtr likingCompany(PodPtr pod)
{
    return withAffinity(colored(std::move(pod), "red"),
                        shapes::preferredAffinity(shapes::colorTerm("red", shapes::hostnameKey)));
}
PodPtr dislikingCompany(PodPtr pod)
{
    return withAffinity(colored(std::move(pod), "yellow"),
                        shapes::preferredAntiAffinity(shapes::colorTerm("yellow", shapes::hostnameKey)));
}

PodPtr onNodes(PodPtr pod, api::NodeSelectorTerm term)
{
    api::Affinity affinity;
    affinity.nodeAffinity.emplace();
    affinity.nodeAffinity->required = api::NodeSelector{{std::move(term)}};
    pod->spec.affinity = std::move(affinity);
    return pod;
}

PodPtr onTwoZones(PodPtr pod)
{
    return onNodes(std::move(pod), {{{shapes::zoneKey, "In", {Symbol("zone1"), Symbol("zone2")}, true}}, {}});
}

/// Five kinds, a fifth of the pods each, one kind after the other.
PodPtr mixedInit(std::size_t i, std::size_t count)
{
    auto pod = p0("sched-0", initName(i));
    switch (i * 5 / std::max<std::size_t>(count, 1)) {
    case 0: return pod;
    case 1: return keepingTogether(pod);
    case 2: return keepingApart(pod);
    case 3: return likingCompany(pod);
    default: return dislikingCompany(pod);
    }
}

PodPtr keepingApartByTeam(PodPtr pod)
{
    auto term = shapes::colorTerm("green", shapes::hostnameKey);
    term.namespaces.clear();
    term.namespaceSelector = shapes::selecting("team", "devops");
    return withAffinity(colored(std::move(pod), "green"), shapes::requiredAntiAffinity(std::move(term)));
}

std::vector<std::shared_ptr<api::Object>> teamNamespaces()
{
    std::vector<std::shared_ptr<api::Object>> all;
    auto add = [&all](const std::string& name) {
        auto ns = std::make_shared<api::Namespace>();
        ns->meta.name = name;
        ns->meta.labels.set(Symbol("team"), Symbol("devops"));
        all.push_back(std::move(ns));
    };
    for (int i = 0; i < 100; ++i)
        add("init-ns-" + std::to_string(i));
    add("measure-ns-0");
    return all;
}

std::vector<std::shared_ptr<api::Object>> oneService()
{
    auto service = std::make_shared<api::Service>();
    service->meta.name = "scheduler-perf";
    service->meta.namespace_ = Symbol("service-ns");
    service->selector.set(Symbol("app"), Symbol("scheduler-perf"));
    service->hasSelector = true;
    return {service};
}

/// One node with room for everybody, beside the others.
std::vector<std::shared_ptr<api::Object>> oneTarget()
{
    auto node = shapes::node("scheduler-perf-node", {});
    for (auto* list : {&node->status.capacity, &node->status.allocatable})
        list->set(Symbol("pods"), api::Quantity(90000));
    return {node};
}

PodPtr sized(PodPtr pod, const char* cpu, int priority)
{
    auto& resources = pod->spec.containers.front().resources;
    for (auto* list : {&resources.requests, &resources.limits})
        list->set(Symbol("cpu"), *api::Quantity::parse(cpu));
    pod->spec.priority = priority;
    pod->spec.terminationGracePeriodSeconds = 0;
    return pod;
}

constexpr const char* withoutDefaultSpreading = R"(apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
- pluginConfig:
  - name: PodTopologySpread
    args: {defaultingType: List, defaultConstraints: []}
)";

PodPtr serviced(std::size_t i)
{
    auto pod = light("service-ns", podName(i));
    pod->meta.labels.set(Symbol("app"), Symbol("scheduler-perf"));
    return pod;
}

const std::vector<Workload>& workloads()
{
    static const std::vector<Workload> all{
        {"SchedulingBasic", 5000, 1000, 10000, {}, plainInit, [](auto i) { return p0("namespace-2", podName(i)); }},
        {"SchedulingDaemonset", 15000, 0, 30000, {}, plainInit,
         [](auto i) {
             return onNodes(light("namespace-1", podName(i)),
                            {{}, {{Symbol("metadata.name"), "In", {Symbol("scheduler-perf-node")}, true}}});
         },
         oneTarget},
        {"TopologySpreading", 5000, 5000, 5000, moon, plainInit, [](auto i) { return spreading(i, "DoNotSchedule"); }},
        {"PreferredTopologySpreading", 5000, 5000, 5000, moon, plainInit,
         [](auto i) { return spreading(i, "ScheduleAnyway"); }},
        {"DefaultTopologySpreading", 5000, 5000, 50000, moon, plainInit, serviced, oneService},
        {"SchedulingPodAntiAffinity", 5000, 1000, 2000, {},
         [](auto i, auto) { return keepingApart(p0("sched-0", initName(i))); },
         [](auto i) { return keepingApart(p0("sched-1", podName(i))); }},
        {"SchedulingPodMatchingAntiAffinity", 5000, 1000, 5000, {},
         [](auto i, auto) { return keepingApart(p0("sched-0", initName(i))); },
         [](auto i) { return colored(p0("sched-1", podName(i)), "green"); }},
        {"SchedulingPodAffinity", 5000, 5000, 5000, oneZone,
         [](auto i, auto) { return keepingTogether(p0("sched-0", initName(i))); },
         [](auto i) { return keepingTogether(p0("sched-1", podName(i))); }},
        {"SchedulingPreferredPodAffinity", 5000, 5000, 5000, {},
         [](auto i, auto) { return likingCompany(p0("sched-0", initName(i))); },
         [](auto i) { return likingCompany(p0("sched-1", podName(i))); }},
        {"SchedulingPreferredPodAntiAffinity", 5000, 5000, 5000, {},
         [](auto i, auto) { return dislikingCompany(p0("sched-0", initName(i))); },
         [](auto i) { return dislikingCompany(p0("sched-1", podName(i))); }},
        {"SchedulingNodeAffinity", 5000, 5000, 10000, oneZone,
         [](auto i, auto) { return onTwoZones(p0("namespace-1", initName(i))); },
         [](auto i) { return onTwoZones(p0("namespace-2", podName(i))); }},
        {"MixedSchedulingBasePod", 5000, 10000, 5000, oneZone, mixedInit,
         [](auto i) { return p0("namespace-2", podName(i)); }},
        {"SchedulingRequiredPodAntiAffinityWithNSSelector", 5000, 4000, 1000, {},
         [](auto i, auto n) {
             const auto perNamespace = std::max<std::size_t>(n / 100, 1);
             return keepingApartByTeam(p0("init-ns-" + std::to_string(i / perNamespace % 100), initName(i)));
         },
         [](auto i) { return keepingApartByTeam(p0("measure-ns-0", podName(i))); }, teamNamespaces},
        {"PreemptionBasic", 1000, 4000, 1000, {},
         [](auto i, auto) { return sized(p0("namespace-1", initName(i)), "900m", 0); },
         [](auto i) { return sized(p0("namespace-2", podName(i)), "3", 10); }},
        {"ResourceSaturation", 20000, 0, 20000, {}, plainInit,
         [](auto i) { return shapes::pod("namespace-1", podName(i), "3", "1Gi"); }, {}, withoutDefaultSpreading},
    };
    return all;
}

class WorkloadBench {
public:
    WorkloadBench(const Workload& workload, const BenchSpec& spec) : workload_(workload)
    {
        result_.className = workload.name;
        result_.nodes = spec.nodes.value_or(workload.nodes);
        result_.pods = spec.pods.value_or(workload.pods);
        result_.initPods = spec.initPods.value_or(workload.initPods);
    }

    tl::expected<BenchResult, std::string> run()
    {
        Setup setup;
        setup.keepMoves = false;
        if (!workload_.configuration.empty())
            setup.configuration = config::loadConfiguration(workload_.configuration, "workload", setup.gates);
        auto started = Simulation::start(std::move(setup));
        if (!started)
            return tl::unexpected(started.error());
        simulation_ = std::move(*started);
        if (auto ready = prepare(); !ready)
            return tl::unexpected(ready.error());
        const auto measured = objectsOf([this](std::size_t i) { return workload_.pod(i); }, result_.pods);
        const auto before = simulation_->trace().attempts.size();
        const auto begin = std::chrono::steady_clock::now();
        if (auto made = create(measured); !made)
            return tl::unexpected(made.error());
        simulation_->settle({}, {});
        result_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        count(before);
        return std::move(result_);
    }

private:
    using Documents = std::vector<api::DecodedDocument>;

    template <typename Make>
    static Documents objectsOf(Make make, std::size_t count)
    {
        Documents documents;
        for (std::size_t i = 0; i < count; ++i)
            documents.push_back({{}, make(i), {}, {}});
        return documents;
    }

    tl::expected<void, std::string> create(const Documents& documents)
    {
        const auto rejected = simulation_->create(documents);
        if (!rejected.empty())
            return tl::unexpected(rejected.front().object + ": " + rejected.front().errors.front());
        return {};
    }

    /// Nodes, other objects, and the init pods on their nodes.
    tl::expected<void, std::string> prepare()
    {
        Documents documents;
        if (workload_.others)
            for (auto& object : workload_.others())
                documents.push_back({{}, std::move(object), {}, {}});
        if (auto made = create(documents); !made)
            return made;
        auto node = [this](std::size_t i) {
            return shapes::node(shapes::nodeName(i), workload_.zone ? workload_.zone(i) : std::string());
        };
        if (auto made = create(objectsOf(node, result_.nodes)); !made)
            return made;
        auto init = [this](std::size_t i) { return workload_.initPod(i, result_.initPods); };
        if (auto made = create(objectsOf(init, result_.initPods)); !made)
            return made;
        simulation_->settle({}, {});
        return {};
    }

    /// Of the pods, not of their attempts: a preemptor is unschedulable first and scheduled then.
    void count(std::size_t firstAttempt)
    {
        const auto& attempts = simulation_->trace().attempts;
        for (auto i = firstAttempt; i < attempts.size(); ++i) {
            const auto& attempt = *attempts[i];
            if (attempt.result == trace::Result::Scheduled) {
                ++result_.scheduled;
                result_.placements.push_back(attempt.node);
            }
            if (attempt.postFilter && attempt.postFilter->nominatedNode && !attempt.postFilter->nominatedNode->empty())
                ++result_.preempting;
        }
        result_.unschedulable = result_.pods - std::min(result_.pods, result_.scheduled);
    }

    const Workload& workload_;
    BenchResult result_;
    std::unique_ptr<Simulation> simulation_;
};

}

std::vector<std::string> workloadNames()
{
    std::vector<std::string> names;
    for (const auto& workload : workloads())
        names.push_back(workload.name);
    return names;
}

tl::expected<BenchResult, std::string> benchWorkload(const BenchSpec& spec)
{
    for (const auto& workload : workloads())
        if (workload.name == spec.className)
            return WorkloadBench(workload, spec).run();
    return tl::unexpected("there is no workload \"" + spec.className + "\"");
}

}
