// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/eviction_sets.h"

#include <algorithm>

namespace berth::scenario {
namespace {

constexpr std::size_t mostSets = 3;

/// A pod with what it holds of each missing resource.
struct Holding {
    api::PodPtr pod;
    std::vector<std::int64_t> amounts;         ///< parallel to the deficits
    double share = 0;                          ///< of what is missing, all resources together
};

class Search {
public:
    Search(const framework::NodeInfo& node, const Deficits& missing, std::size_t most) : missing_(missing), most_(most)
    {
        for (const auto& info : node.pods()) {
            Holding holding{info->pod, {}, 0};
            for (const auto& [resource, deficit] : missing) {
                const bool isSlot = resource == framework::resource_name::pods;
                holding.amounts.push_back(isSlot ? 1 : info->requests.get(resource));
                holding.share += std::min(1.0, static_cast<double>(holding.amounts.back()) / static_cast<double>(deficit));
            }
            if (holding.share > 0)
                holdings_.push_back(std::move(holding));
        }
        std::sort(holdings_.begin(), holdings_.end(), [](const Holding& a, const Holding& b) {
            if (a.pod->priority() != b.pod->priority())
                return a.pod->priority() < b.pod->priority();
            return a.share != b.share ? a.share < b.share : a.pod->meta.key() < b.pod->meta.key();
        });
    }

    std::vector<std::vector<api::PodPtr>> sets()
    {
        singles();
        if (sets_.empty() && most_ >= 2)
            pairs();
        if (sets_.empty() && most_ >= 3)
            greedy();
        return std::move(sets_);
    }

private:
    bool covers(const std::vector<const Holding*>& set) const
    {
        for (std::size_t r = 0; r < missing_.size(); ++r) {
            std::int64_t freed = 0;
            for (const auto* holding : set)
                freed += holding->amounts[r];
            if (freed < missing_[r].second)
                return false;
        }
        return true;
    }

    void keep(const std::vector<const Holding*>& set)
    {
        sets_.emplace_back();
        for (const auto* holding : set)
            sets_.back().push_back(holding->pod);
    }

    void singles()
    {
        for (const auto& holding : holdings_)
            if (sets_.size() < mostSets && covers({&holding}))
                keep({&holding});
    }

    void pairs()
    {
        for (std::size_t b = 1; b < holdings_.size(); ++b)
            for (std::size_t a = 0; a < b && sets_.size() < mostSets; ++a)
                if (covers({&holdings_[a], &holdings_[b]}))
                    keep({&holdings_[a], &holdings_[b]});
    }

    void greedy()
    {
        std::vector<const Holding*> order;
        for (const auto& holding : holdings_)
            order.push_back(&holding);
        std::stable_sort(order.begin(), order.end(), [](const auto* a, const auto* b) { return a->share > b->share; });
        std::vector<const Holding*> set;
        for (const auto* holding : order) {
            if (covers(set))
                break;
            set.push_back(holding);
        }
        for (auto it = set.begin(); it != set.end();) {
            auto without = set;
            without.erase(without.begin() + (it - set.begin()));
            if (covers(without))
                it = set.erase(it);
            else
                ++it;
        }
        if (covers(set) && set.size() <= most_)
            keep(set);
    }

    const Deficits& missing_;
    std::size_t most_;
    std::vector<Holding> holdings_;
    std::vector<std::vector<api::PodPtr>> sets_;
};

}

std::vector<std::vector<api::PodPtr>> evictionSets(const framework::NodeInfo& node, const Deficits& missing,
                                                   std::size_t most)
{
    return Search(node, missing, most).sets();
}

}
