// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/smallest_change.h"

#include "scenario/obstacles.h"

#include <algorithm>
#include <array>
#include <queue>
#include <unordered_map>
#include <unordered_set>

namespace berth::scenario {

std::string_view editKindName(EditKind kind)
{
    constexpr std::array<std::string_view, 17> names{
        "AddToleration", "AlterNodeSelector", "DropNodeSelector", "RelaxSpread",     "SoftenSpread", "DropPodAffinity",
        "LowerRequest",  "DropHostPort",      "Uncordon",         "AddNodeLabel",    "ChangeNodeLabel", "RemoveTaint",
        "FreeResources", "FreeHostPort",      "EvictPod",         "EnlargeNode",     "AddNode"};
    return names[static_cast<std::size_t>(kind)];
}

bool includes(const Change& more, const Change& less)
{
    return std::all_of(less.edits.begin(), less.edits.end(), [&more](const Edit& edit) {
        return std::any_of(more.edits.begin(), more.edits.end(), [&edit](const Edit& other) {
            return other.key == edit.key && other.extent >= edit.extent;
        });
    });
}

namespace {

/// Combinations of ways around a node's obstacles that are looked at.
constexpr std::size_t mostCombinations = 64;
/// Shapes of nodes that are offered as new ones.
constexpr std::size_t mostShapes = 8;

using EditSet = std::vector<EditPtr>;          ///< by key

/// The union; of two edits of the same field the one that does more.
void unite(EditSet& set, const EditPtr& edit)
{
    auto at = std::lower_bound(set.begin(), set.end(), edit,
                               [](const EditPtr& a, const EditPtr& b) { return a->key < b->key; });
    if (at == set.end() || (*at)->key != edit->key)
        set.insert(at, edit);
    else if ((*at)->extent < edit->extent)
        *at = edit;
}

ChangeSize sizeOf(const EditSet& set)
{
    ChangeSize size;
    auto order = set;
    std::stable_sort(order.begin(), order.end(), [](const EditPtr& a, const EditPtr& b) {
        return a->kind != b->kind ? a->kind > b->kind : a->amount > b->amount;
    });
    size.edits = order.size();
    for (const auto& edit : order) {
        size.kinds.push_back(edit->kind);
        size.amounts.push_back(edit->amount);
        size.names += edit->key + "\n";
    }
    return size;
}

std::string identityOf(const EditSet& set)
{
    std::string identity;
    for (const auto& edit : set)
        identity += edit->key + " " + std::to_string(edit->extent) + "\n";
    return identity;
}

/// A set of edits to try, and the node that it is meant to open (empty: none in particular).
struct Candidate {
    EditSet edits;
    std::string target;
    ChangeSize size;
};

/// Best first: the smallest candidate is tried; one that does not do is taken further by what still stands in the way.
class Search {
public:
    Search(WhatIf& world, const ChangeLimits& limits, std::stop_token stop)
        : world_(world), limits_(limits), stop_(std::move(stop))
    {
    }

    void run(const std::vector<api::NodePtr>& nodes, SmallestChanges& result)
    {
        expand({});
        offerNewNodes(nodes);
        while (!candidates_.empty()) {
            if (stop_.stop_requested() || tried_ >= limits_.tries) {
                complete_ = false;
                break;
            }
            auto candidate = candidates_.top();
            candidates_.pop();
            tryOne(candidate);
        }
        finish(result);
    }

private:
    struct Larger {
        bool operator()(const Candidate& a, const Candidate& b) const
        {
            return a.size != b.size ? a.size > b.size : a.target > b.target;
        }
    };
    struct Sort {
        std::size_t found = 0;
        std::size_t failed = 0;
    };

    void add(EditSet edits, const std::string& target)
    {
        if (edits.size() > limits_.edits || !seen_.insert(identityOf(edits)).second)
            return;
        auto size = sizeOf(edits);
        candidates_.push({std::move(edits), target, std::move(size)});
    }

    /// What stands in the way after these edits, taken away in all combinations.
    void expand(const Candidate& base)
    {
        const auto explanation = world_.explain();
        const Obstacles obstacles(world_, *explanation, base.edits, limits_.edits);
        if (!explanation->hasFilters) {
            combine(obstacles.everywhere(), 0, base.edits, {}, combinationsLeft_ = mostCombinations);
            return;
        }
        for (std::size_t n = 0; n < explanation->nodes.size(); ++n)
            if (base.target.empty() || explanation->nodes[n] == base.target)
                combine(obstacles.on(n), 0, base.edits, explanation->nodes[n], combinationsLeft_ = mostCombinations);
    }

    void combine(const std::vector<Obstacle>& obstacles, std::size_t next, const EditSet& edits,
                 const std::string& target, std::size_t& left)
    {
        if (edits.size() > limits_.edits || left == 0)
            return;
        if (next == obstacles.size()) {
            --left;
            add(edits, target);
            return;
        }
        for (const auto& alternative : obstacles[next]) {
            auto more = edits;
            for (const auto& edit : alternative)
                unite(more, edit);
            combine(obstacles, next + 1, more, target, left);
        }
    }

    void offerNewNodes(const std::vector<api::NodePtr>& nodes)
    {
        std::unordered_set<std::string> shapes;
        for (const auto& node : nodes) {
            std::string shape;
            for (const auto& [name, amount] : node->status.allocatable)
                shape += name.str() + " " + amount.toString() + "\n";
            for (const auto& [key, value] : node->meta.labels)
                if (!(key == edits::hostnameKey))
                    shape += key.str() + "=" + value.str() + "\n";
            for (const auto& taint : node->spec.taints)
                shape += taint.key.str() + ":" + taint.value.str() + ":" + taint.effect.str() + "\n";
            if (shapes.size() == mostShapes || !shapes.insert(shape).second)
                continue;
            auto name = node->meta.name + "-new";
            while (world_.originalNode(name))
                name += "-new";
            add({edits::addNode(*node, name)}, name);
        }
    }

    bool isIncluded(const EditSet& edits) const
    {
        return std::any_of(found_.begin(), found_.end(), [&edits](const Candidate& less) {
            return std::all_of(less.edits.begin(), less.edits.end(), [&edits](const EditPtr& edit) {
                return std::any_of(edits.begin(), edits.end(), [&edit](const EditPtr& other) {
                    return other->key == edit->key && other->extent >= edit->extent;
                });
            });
        });
    }

    std::string nodeAfter(const EditSet& edits)
    {
        ++tried_;
        const auto judgement = world_.judge(edits);
        return judgement ? judgement->node : std::string();
    }

    void tryOne(Candidate& candidate)
    {
        auto& sort = sorts_[kindsOf(candidate)];
        if (isIncluded(candidate.edits))
            return;
        if (sort.found >= limits_.perSort || sort.failed >= limits_.failuresPerSort) {
            complete_ = complete_ && sort.failed < limits_.failuresPerSort;
            return;
        }
        ++tried_;
        const auto judgement = world_.judge(candidate.edits);
        if (!judgement || !judgement->error.empty()) {
            ++sort.failed;
            return;
        }
        if (judgement->node.empty()) {
            ++sort.failed;
            if (candidate.edits.size() < limits_.edits)
                expand(candidate);
            return;
        }
        thinOut(candidate);
        auto& thinned = sorts_[kindsOf(candidate)];
        if (thinned.found >= limits_.perSort || isIncluded(candidate.edits))
            return;
        ++thinned.found;
        found_.push_back(candidate);
    }

    /// Edits that were made for different obstacles may each do for several: those that are not needed go.
    void thinOut(Candidate& candidate)
    {
        for (std::size_t i = 0; candidate.edits.size() > 1 && i < candidate.edits.size();) {
            auto fewer = candidate.edits;
            fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
            const bool onNewNode = std::any_of(fewer.begin(), fewer.end(), [&](const EditPtr& edit) {
                return edit->onNode && !world_.isKnown(edit->target) && !addsNode(fewer, edit->target);
            });
            if (!onNewNode && !nodeAfter(fewer).empty())
                candidate.edits = std::move(fewer);
            else
                ++i;
        }
        candidate.size = sizeOf(candidate.edits);
    }

    static bool addsNode(const EditSet& edits, const std::string& name)
    {
        return std::any_of(edits.begin(), edits.end(),
                           [&name](const EditPtr& edit) { return edit->added && edit->target == name; });
    }

    static std::string kindsOf(const Candidate& candidate)
    {
        std::string kinds;
        for (auto kind : candidate.size.kinds)
            kinds += static_cast<char>(kind);
        return kinds;
    }

    void finish(SmallestChanges& result)
    {
        std::sort(found_.begin(), found_.end(), [](const auto& a, const auto& b) { return a.size < b.size; });
        std::vector<Candidate> all;
        std::swap(all, found_);
        for (auto& candidate : all) {
            if (isIncluded(candidate.edits))
                continue;
            result.changes.push_back(written(candidate));
            found_.push_back(std::move(candidate));
        }
        result.tried = tried_;
        result.isComplete = complete_;
    }

    Change written(const Candidate& candidate)
    {
        Change change;
        change.node = nodeAfter(candidate.edits);
        change.size = candidate.size;
        change.objects = world_.objectsOf(candidate.edits);
        auto order = candidate.edits;
        std::stable_sort(order.begin(), order.end(), [](const EditPtr& a, const EditPtr& b) {
            return a->kind != b->kind ? a->kind > b->kind : a->amount > b->amount;
        });
        for (const auto& edit : order) {
            change.edits.push_back(*edit);
            change.text += (change.text.empty() ? "" : "; ") + edit->text;
        }
        return change;
    }

    WhatIf& world_;
    const ChangeLimits& limits_;
    std::stop_token stop_;
    std::priority_queue<Candidate, std::vector<Candidate>, Larger> candidates_;
    std::unordered_set<std::string> seen_;
    std::unordered_map<std::string, Sort> sorts_;      ///< by kinds
    std::vector<Candidate> found_;
    std::size_t tried_ = 0;
    std::size_t combinationsLeft_ = 0;
    bool complete_ = true;
};

}

std::shared_ptr<const SmallestChanges> findSmallestChanges(const WhatIfWorld& world, const ChangeLimits& limits,
                                                           std::stop_token stop)
{
    auto result = std::make_shared<SmallestChanges>();
    result->pod = world.pod->meta.key();
    auto whatIf = WhatIf::make(world);
    if (!whatIf) {
        result->error = whatIf.error();
        return result;
    }
    const auto judgement = (*whatIf)->judge({});
    result->error = judgement->error;
    result->node = judgement->node;
    if (result->error.empty() && result->node.empty())
        Search(**whatIf, limits, std::move(stop)).run(world.nodes, *result);
    return result;
}

}
