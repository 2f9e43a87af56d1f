// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/node.h"
#include "api/pod.h"

#include <memory>
#include <string>
#include <vector>

/// The nodes and pods that the classes of the benchmark are made of; those of kube-scheduler's own scheduler_perf.
namespace berth::scenario::shapes {

extern const api::Symbol zoneKey;
extern const api::Symbol hostnameKey;

/// 4 CPUs, 32Gi, 110 pods, a hostname label, and the zone unless it is empty.
std::shared_ptr<api::Node> node(const std::string& name, const std::string& zone);
/// `node-00042`.
std::string nodeName(std::size_t i);

/// A pod of one container `pause` that asks for cpu and memory (empty: for nothing), as the API server would have it.
std::shared_ptr<api::Pod> pod(const std::string& ns, const std::string& name, const std::string& cpu,
                              const std::string& memory = "500Mi");

/// A selector of one label.
api::LabelSelector selecting(const std::string& key, const std::string& value);
/// The term `color: VALUE` over a topology key, in the namespaces sched-1 and sched-0.
api::PodAffinityTerm colorTerm(const std::string& color, api::Symbol topologyKey);
/// maxSkew 5 over zones, by the label `color: blue`.
api::TopologySpreadConstraint zoneSpread(const std::string& whenUnsatisfiable);
api::Affinity requiredAffinity(api::PodAffinityTerm term);
api::Affinity requiredAntiAffinity(api::PodAffinityTerm term);
api::Affinity preferredAffinity(api::PodAffinityTerm term);
api::Affinity preferredAntiAffinity(api::PodAffinityTerm term);

}
