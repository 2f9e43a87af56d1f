// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/pod.h"
#include "framework/resource.h"

#include <memory>
#include <tl/expected.hpp>
#include <vector>

namespace berth::framework {

/// A pod affinity term, ready to match (plugins.md §8).
struct AffinityTerm {
    std::vector<api::Symbol> namespaces;
    api::Selector selector;
    api::Symbol topologyKey;
    api::Selector namespaceSelector; ///< nothing() where none was given

    /// namespaceLabels: of the pod's namespace, as far as the caller looks at them.
    bool matches(const api::Pod& pod, const api::StringMap& namespaceLabels) const;
};

struct WeightedAffinityTerm {
    std::int64_t weight = 0;
    AffinityTerm term;
};

struct HostPort {
    std::string ip;        ///< as written; empty means 0.0.0.0
    std::string protocol;  ///< empty means TCP
    std::int32_t port = 0; ///< > 0
};

/// What a container without requests is charged where free room is scored: 100m cpu, 200Mi memory.
const api::ResourceList& nonMissingRequests();

/// Host ports of restartable init containers, then of containers, in order.
std::vector<HostPort> hostPortsOf(const api::Pod& pod);

/// Terms of the pod's spec.affinity, ready to match; the error of the first that cannot be parsed.
tl::expected<std::vector<AffinityTerm>, std::string> parseAffinityTerms(const api::Pod& pod,
                                                                        const std::vector<api::PodAffinityTerm>& terms);

/// All pod affinity terms of a pod.
struct PodAffinityTerms {
    std::vector<AffinityTerm> requiredAffinity;
    std::vector<AffinityTerm> requiredAntiAffinity;
    std::vector<WeightedAffinityTerm> preferredAffinity;
    std::vector<WeightedAffinityTerm> preferredAntiAffinity;
    std::string parseError; ///< of terms that could not be parsed; those are left out

    static PodAffinityTerms of(const api::Pod& pod);
};

/// A pod with everything about it that is computed once: parsed affinity terms, what it asks for, its ports.
/// Immutable and shared by queue, cache and snapshots.
struct PodInfo : PodAffinityTerms {
    api::PodPtr pod;

    Resource requests;                ///< with status and pod-level resources: what a node is charged
    std::int64_t nonZeroMilliCpu = 0; ///< with 100m and 200Mi for containers that ask for nothing
    std::int64_t nonZeroMemory = 0;
    std::vector<HostPort> hostPorts;

    bool hasPodAffinity = false; ///< podAffinity or podAntiAffinity is given, even empty

    static std::shared_ptr<const PodInfo> make(api::PodPtr pod);
    /// For another version of the same pod: the affinity terms are taken over (they cannot change), the rest is new.
    static std::shared_ptr<const PodInfo> remake(const PodInfo& before, api::PodPtr pod);
};

using PodInfoPtr = std::shared_ptr<const PodInfo>;

}
