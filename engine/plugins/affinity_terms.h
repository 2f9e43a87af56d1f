// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/handle.h"
#include "plugins/domain_counts.h"

/// What filtering and scoring by pod affinity have in common (plugins.md §8).
namespace berth::plugins {

/// Adds to the term of a pod to be scheduled the namespaces that its namespaceSelector selects now. The selector stays,
/// as in the real scheduler: one that an empty label set satisfies goes on to match pods of every namespace.
void addSelectedNamespaces(framework::AffinityTerm& term, const framework::Listers& listers);

/// Whether the pod matches each of the terms, namespaces' labels unknown; false without terms.
bool matchesAll(const std::vector<framework::AffinityTerm>& terms, const api::Pod& pod);

/// Numbers per topology key and value.
class TopologyCounts {
public:
    struct OfKey {
        api::Symbol key;
        DomainCounts domains;
    };

    void add(api::Symbol key, api::Symbol value, std::int64_t delta);
    std::int64_t count(api::Symbol key, api::Symbol value) const;
    /// Nothing but zeros.
    bool isZero() const { return nonZero_ == 0; }
    /// Keys in the order they were met.
    const std::vector<OfKey>& keys() const { return keys_; }
    /// One line per key and value that is not 0, after the title; empty if there is none.
    std::string describe(const std::string& title) const;

private:
    std::vector<OfKey> keys_;
    std::size_t nonZero_ = 0;
};

}
