// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/cluster_objects.h"
#include "cluster/virtual_clock.h"
#include "scenario/simulation.h"

#include <QString>
#include <QStringList>

#include <stdexcept>

/// A whole cluster that lives, as programs run it: the default scheduler, all controllers, the kubelet stand-in.
namespace berth::tests {

class LivingCluster {
public:
    std::unique_ptr<scenario::Simulation> simulation;

    explicit LivingCluster(std::uint64_t seed = 1, cluster::ServerBehaviour behaviour = cluster::ServerBehaviour::livingCluster())
    {
        scenario::Setup setup;
        setup.seed = seed;
        setup.server = behaviour;
        auto started = scenario::Simulation::start(std::move(setup));
        if (!started)
            throw std::runtime_error(started.error());
        simulation = std::move(*started);
    }

    /// Objects as YAML; throws if one is refused.
    void apply(const std::string& yaml, bool update = false)
    {
        if (const auto refused = tryApply(yaml, update); !refused.isEmpty())
            throw std::runtime_error(refused.toStdString());
    }
    /// The first error of the first refused object, or nothing.
    QString tryApply(const std::string& yaml, bool update = false)
    {
        const auto rejected = simulation->create(api::decodeStream(yaml, "test"), update);
        return rejected.empty() ? QString() : QString::fromStdString(rejected.front().errors.front());
    }
    void node(const std::string& name, const std::string& more = {}, const std::string& metadata = {})
    {
        apply("{apiVersion: v1, kind: Node, metadata: {name: " + name + metadata
                  + "}, status: {allocatable: {cpu: 4, memory: 8Gi, pods: 110}" + more + "}}",
              true);
    }
    void pod(const std::string& name, const std::string& annotations = {}, const std::string& spec = {},
             const std::string& metadata = {})
    {
        apply("{apiVersion: v1, kind: Pod, metadata: {name: " + name + metadata + ", annotations: {" + annotations
              + "}}, spec: {containers: [{name: c, image: i, resources: {requests: {cpu: 1}}}]" + spec + "}}");
    }
    void remove(const std::string& kind, const std::string& name) { simulation->remove(kind, "default", name); }

    void settle() { simulation->runToQuiet({}, {}); }
    void run(double seconds)
    {
        simulation->runUntil({simulation->now().nanoseconds + static_cast<std::int64_t>(seconds * 1e9)}, {}, {});
    }
    /// Seconds since the cluster began.
    double elapsed() const
    {
        return static_cast<double>(simulation->state().time.nanoseconds - cluster::VirtualClock::epoch.nanoseconds) / 1e9;
    }

    /// Ended ones too; null if there is none.
    api::PodPtr podNow(const std::string& name) const
    {
        const auto state = simulation->state();
        for (const auto* pods : {&state.pods, &state.endedPods})
            for (const auto& pod : *pods)
                if (pod->meta.name == name)
                    return pod;
        return nullptr;
    }
    api::NodePtr nodeNow(const std::string& name) const
    {
        for (const auto& node : simulation->state().nodes)
            if (node->meta.name == name)
                return node;
        return nullptr;
    }
    template <typename T>
    std::shared_ptr<const T> objectNow(const std::string& name) const
    {
        for (const auto& object : simulation->state().others)
            if (object->meta.name == name)
                if (auto found = std::dynamic_pointer_cast<const T>(object))
                    return found;
        return nullptr;
    }
    /// The phase, with the reason where there is one; `gone` without pod.
    QString phase(const std::string& name) const
    {
        const auto pod = podNow(name);
        if (!pod)
            return "gone";
        return QString::fromStdString(pod->status.phase + (pod->status.reason.empty() ? "" : " " + pod->status.reason));
    }
    /// Taints of a node as `key:effect`.
    QStringList taints(const std::string& name) const
    {
        QStringList texts;
        for (const auto& taint : nodeNow(name)->spec.taints)
            texts << QString::fromStdString(taint.key.str() + ":" + taint.effect.str());
        return texts;
    }
    bool hasEvent(const std::string& reason) const
    {
        for (const auto& event : simulation->clusterEvents())
            if (event.reason == reason)
                return true;
        return false;
    }
};

}
