// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/affinity_terms.h"

#include <algorithm>

namespace berth::plugins {

void addSelectedNamespaces(framework::AffinityTerm& term, const framework::Listers& listers)
{
    if (term.namespaceSelector.isEmpty() || term.namespaceSelector.isNothing())
        return;
    for (const auto& [name, ns] : listers.all(api::Kind::Namespace))
        if (term.namespaceSelector.matches(ns->meta.labels))
            term.namespaces.emplace_back(name);
}

bool matchesAll(const std::vector<framework::AffinityTerm>& terms, const api::Pod& pod)
{
    static const api::StringMap unknown;
    return !terms.empty()
           && std::all_of(terms.begin(), terms.end(), [&](const auto& term) { return term.matches(pod, unknown); });
}

void TopologyCounts::add(api::Symbol key, api::Symbol value, std::int64_t delta)
{
    auto it = std::find_if(keys_.begin(), keys_.end(), [key](const OfKey& one) { return one.key == key; });
    if (it == keys_.end())
        it = keys_.insert(it, OfKey{key, {}});
    const auto after = it->domains.add(value, delta);
    if (after - delta != 0)
        --nonZero_;
    if (after != 0)
        ++nonZero_;
}

std::int64_t TopologyCounts::count(api::Symbol key, api::Symbol value) const
{
    for (const auto& one : keys_)
        if (one.key == key)
            return one.domains.count(value);
    return 0;
}

std::string TopologyCounts::describe(const std::string& title) const
{
    std::string text;
    for (const auto& [key, domains] : keys_)
        for (const auto& [value, count] : domains.sorted())
            if (count != 0)
                text += "\n  " + key.str() + "=" + value.str() + ": " + std::to_string(count);
    return text.empty() ? text : title + ":" + text;
}

}
