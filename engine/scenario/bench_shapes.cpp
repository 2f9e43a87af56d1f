// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/bench_shapes.h"

#include <cstdio>

namespace berth::scenario::shapes {

const api::Symbol zoneKey{"topology.kubernetes.io/zone"};
const api::Symbol hostnameKey{"kubernetes.io/hostname"};

namespace {

const api::Symbol color{"color"};

api::Affinity withPodAffinity(api::PodAffinity affinity)
{
    api::Affinity all;
    all.podAffinity = std::move(affinity);
    return all;
}

api::Affinity withPodAntiAffinity(api::PodAffinity affinity)
{
    api::Affinity all;
    all.podAntiAffinity = std::move(affinity);
    return all;
}

}

std::string nodeName(std::size_t i)
{
    char text[32];
    std::snprintf(text, sizeof text, "node-%05zu", i);
    return text;
}

std::shared_ptr<api::Node> node(const std::string& name, const std::string& zone)
{
    auto made = std::make_shared<api::Node>();
    made->meta.name = name;
    made->meta.uid = name;
    made->meta.labels.set(hostnameKey, api::Symbol(name));
    if (!zone.empty())
        made->meta.labels.set(zoneKey, api::Symbol(zone));
    made->status.capacity = {{api::Symbol("cpu"), *api::Quantity::parse("4")},
                             {api::Symbol("memory"), *api::Quantity::parse("32Gi")},
                             {api::Symbol("pods"), *api::Quantity::parse("110")}};
    made->status.allocatable = made->status.capacity;
    made->status.hasAllocatable = true;
    return made;
}

std::shared_ptr<api::Pod> pod(const std::string& ns, const std::string& name, const std::string& cpu,
                              const std::string& memory)
{
    auto made = std::make_shared<api::Pod>();
    made->meta.namespace_ = api::Symbol(ns);
    made->meta.name = name;
    made->meta.uid = name;
    made->spec.schedulerName = "default-scheduler";
    made->spec.restartPolicy = "Always";
    made->spec.priority = 0;
    made->status.phase = "Pending";
    api::Container container;
    container.name = "pause";
    container.image = "pause:3.10.1";
    if (!cpu.empty())
        container.resources.requests.set(api::Symbol("cpu"), *api::Quantity::parse(cpu));
    if (!memory.empty())
        container.resources.requests.set(api::Symbol("memory"), *api::Quantity::parse(memory));
    made->spec.containers.push_back(std::move(container));
    return made;
}

api::LabelSelector selecting(const std::string& key, const std::string& value)
{
    api::LabelSelector selector;
    selector.matchLabels.set(api::Symbol(key), api::Symbol(value));
    return selector;
}

api::PodAffinityTerm colorTerm(const std::string& value, api::Symbol topologyKey)
{
    api::PodAffinityTerm term;
    term.labelSelector = selecting(color.str(), value);
    term.topologyKey = topologyKey;
    term.namespaces = {api::Symbol("sched-1"), api::Symbol("sched-0")};
    return term;
}

api::TopologySpreadConstraint zoneSpread(const std::string& whenUnsatisfiable)
{
    api::TopologySpreadConstraint constraint;
    constraint.maxSkew = 5;
    constraint.topologyKey = zoneKey;
    constraint.whenUnsatisfiable = whenUnsatisfiable;
    constraint.labelSelector = selecting(color.str(), "blue");
    return constraint;
}

api::Affinity requiredAffinity(api::PodAffinityTerm term) { return withPodAffinity({{std::move(term)}, {}}); }
api::Affinity requiredAntiAffinity(api::PodAffinityTerm term) { return withPodAntiAffinity({{std::move(term)}, {}}); }
api::Affinity preferredAffinity(api::PodAffinityTerm term) { return withPodAffinity({{}, {{1, std::move(term)}}}); }
api::Affinity preferredAntiAffinity(api::PodAffinityTerm term)
{
    return withPodAntiAffinity({{}, {{1, std::move(term)}}});
}

}
