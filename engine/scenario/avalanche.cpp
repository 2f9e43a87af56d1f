// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/avalanche.h"

#include "api/pod.h"

#include <algorithm>
#include <deque>
#include <map>
#include <unordered_map>

namespace berth::scenario {

namespace {

const api::OwnerReference* controllerOf(const api::ObjectMeta& meta)
{
    const auto found = std::find_if(meta.ownerReferences.begin(), meta.ownerReferences.end(),
                                    [](const api::OwnerReference& owner) { return owner.controller; });
    return found == meta.ownerReferences.end() ? nullptr : &*found;
}

/// Goes through a run once, in order.
class Walk {
public:
    void change(const cluster::ObjectChange& change)
    {
        const api::Object& object = change.after ? *change.after : *change.before;
        if (object.kind != api::Kind::Pod)
            return;
        if (change.after)
            pods_[object.meta.key()] = change.after;
        if (!change.before)
            replace(object.meta);
    }

    void attempt(std::size_t index, const trace::Attempt& attempt)
    {
        if (attempt.postFilter && !attempt.postFilter->victims.empty())
            evict(index, attempt);
        else if (attempt.result == trace::Result::Scheduled)
            place(attempt);
    }

    std::vector<Avalanche> finish()
    {
        for (auto& avalanche : avalanches_)
            settle(avalanche);
        return std::move(avalanches_);
    }

private:
    struct Place {
        std::size_t avalanche = 0;
        std::size_t link = 0;
        std::size_t victim = 0;
    };

    /// A new pod stands in for the longest gone one of its controller.
    void replace(const api::ObjectMeta& meta)
    {
        const auto* owner = controllerOf(meta);
        const auto gone = owner ? gone_.find(owner->uid) : gone_.end();
        if (gone == gone_.end() || gone->second.empty())
            return;
        const Place place = gone->second.front();
        gone->second.pop_front();
        victimAt(place).replacement = meta.key();
        stand_[meta.uid] = place;
    }

    void evict(std::size_t index, const trace::Attempt& attempt)
    {
        const auto stands = stand_.find(attempt.uid);
        const auto began = evictors_.find(attempt.uid);
        std::size_t to = avalanches_.size();
        AvalancheLink link{index, attempt.pod, attempt.postFilter->nominatedNode.value_or(""), attempt.time, 1, {}, false, {}};
        if (stands != stand_.end()) {
            to = stands->second.avalanche;
            link.cause = stands->second.link;
            link.depth = avalanches_[to].links[*link.cause].depth + 1;
        } else if (began != evictors_.end()) {
            to = began->second.avalanche; // tried again, and had to evict again
        }
        if (to == avalanches_.size())
            avalanches_.emplace_back();
        Avalanche& avalanche = avalanches_[to];
        const std::size_t at = avalanche.links.size();
        if (stands != stand_.end() && !victimAt(stands->second).link)
            victimAt(stands->second).link = at;
        for (const auto& key : attempt.postFilter->victims) {
            const auto known = pods_.find(key);
            const auto* owner = known == pods_.end() ? nullptr : controllerOf(known->second->meta);
            link.victims.push_back({key, owner ? owner->kind + " " + owner->name : std::string(), {}, {}, {}});
            if (owner)
                gone_[owner->uid].push_back({to, at, link.victims.size() - 1});
        }
        avalanche.depth = std::max(avalanche.depth, link.depth);
        avalanche.victims += link.victims.size();
        avalanche.links.push_back(std::move(link));
        evictors_[attempt.uid] = {to, at, 0};
    }

    void place(const trace::Attempt& attempt)
    {
        if (const auto stands = stand_.find(attempt.uid); stands != stand_.end()) {
            victimAt(stands->second).replacementNode = attempt.node;
            last(stands->second.avalanche, attempt.time);
        }
        if (const auto evictor = evictors_.find(attempt.uid); evictor != evictors_.end()) {
            for (AvalancheLink& link : avalanches_[evictor->second.avalanche].links)
                if (link.pod == attempt.pod) {
                    link.isPlaced = true;
                    link.node = attempt.node;
                }
            last(evictor->second.avalanche, attempt.time);
        }
    }

    void last(std::size_t avalanche, api::Time time) { avalanches_[avalanche].settled = time; }

    static void settle(Avalanche& avalanche)
    {
        for (const AvalancheLink& link : avalanche.links) {
            // A replacement that evicts is counted as its own link.
            avalanche.waiting += !link.isPlaced;
            for (const AvalancheVictim& victim : link.victims)
                avalanche.waiting += !victim.owner.empty() && victim.replacementNode.empty() && !victim.link;
        }
        if (avalanche.waiting > 0)
            avalanche.settled.reset();
    }

    AvalancheVictim& victimAt(const Place& place) { return avalanches_[place.avalanche].links[place.link].victims[place.victim]; }

    std::vector<Avalanche> avalanches_;
    std::unordered_map<std::string, api::ObjectPtr> pods_;       ///< the latest of each name
    std::map<std::string, std::deque<Place>> gone_;              ///< by controller, not replaced yet
    std::unordered_map<std::string, Place> stand_;               ///< by uid: whom a pod stands in for
    std::unordered_map<std::string, Place> evictors_;            ///< by uid
};

}

std::vector<Avalanche> findAvalanches(const History& history, const std::vector<trace::AttemptPtr>& attempts)
{
    Walk walk;
    for (std::size_t i = 0; i < history.happenings.size(); ++i) {
        const Happening& next = history.happenings[i];
        if (next.kind == Happening::Kind::Object)
            walk.change(history.changes[next.index]);
        else if (next.kind == Happening::Kind::Attempt && next.index < attempts.size())
            walk.attempt(next.index, *attempts[next.index]);
    }
    return walk.finish();
}

}
