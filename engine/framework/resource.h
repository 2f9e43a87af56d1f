// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/pod.h"

namespace berth::framework {

/// Amounts as the plugins compute with them: int64, cpu in thousandths, the rest in units, both rounded up from exact
/// quantities. Names that are neither native nor scalar are dropped (plugins.md §3).
struct Resource {
    std::int64_t milliCpu = 0;
    std::int64_t memory = 0;
    std::int64_t ephemeralStorage = 0;
    std::int64_t allowedPodNumber = 0;            ///< allocatable only
    api::SymbolMap<std::int64_t> scalars;         ///< a name listed with 0 stays listed

    Resource() = default;
    explicit Resource(const api::ResourceList& list);
    /// What a pod asks for, as filters compare it: per name never below 0, pod-level requests included. useStatus: what
    /// its containers have been given counts too (pods on nodes).
    static Resource requestedBy(const api::Pod& pod, bool useStatus = false);

    /// Per name max(this, list), never below 0: how requests for filtering are taken.
    void setMax(const api::ResourceList& list);
    void add(const Resource& other);
    void sub(const Resource& other);
    /// The amount of any name; 0 where it is not listed.
    std::int64_t get(api::Symbol name) const;
    friend bool operator==(const Resource&, const Resource&) = default;
};

namespace resource_name {
extern const api::Symbol cpu;
extern const api::Symbol memory;
extern const api::Symbol ephemeralStorage;
extern const api::Symbol pods;
}

}
