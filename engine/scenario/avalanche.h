// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "scenario/history.h"
#include "trace/run_trace.h"

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace berth::scenario {

/// The attempt that put a pod on a node.
struct AvalanchePlacing {
    std::size_t attempt = 0;                           ///< index in the run
    std::string node;
    api::Time time;
};

/// A pod that had to go, and what its owner did about it.
struct AvalancheVictim {
    std::string pod;                                   ///< `namespace/name`
    std::string owner;                                 ///< `ReplicaSet web`; empty: nobody replaces it
    std::string replacement;                           ///< the pod that its controller made instead; empty: none (yet)
    std::optional<api::Time> replaced;                 ///< when that was
    std::optional<AvalanchePlacing> placed;            ///< where that one went; absent: nowhere (yet)
    std::optional<api::Time> gone;                     ///< when that one was deleted, before it went anywhere
    std::optional<std::size_t> link;                   ///< the first link in which the replacement evicts in its turn

    /// Somebody is to come back and has not; a replacement that evicts is waited for as a link.
    bool isWaitedFor() const { return !owner.empty() && !placed && !gone && !link; }
};

/// One preemption in the chain.
struct AvalancheLink {
    std::size_t attempt = 0;                           ///< index in the run
    std::string pod;                                   ///< who evicts
    std::string nominated;                             ///< the node whose pods it evicts
    api::Time time;
    std::size_t depth = 1;                             ///< 1: began it
    std::optional<std::size_t> cause;                  ///< the link whose victim this pod replaces
    std::optional<AvalanchePlacing> placed;
    std::optional<api::Time> gone;                     ///< when it was deleted, before it went anywhere
    std::vector<AvalancheVictim> victims;

    bool isWaitedFor() const { return !placed && !gone; }
};

/// A preemption and all that it set off: the victim's controller makes another pod, which evicts the next, and so on.
struct Avalanche {
    std::vector<AvalancheLink> links;                  ///< in order of time, so causes come first
    std::size_t depth = 1;
    std::size_t victims = 0;
    std::size_t waiting = 0;                           ///< evicting pods and replacements that are on no node
    std::optional<api::Time> settled;                  ///< when the last of them was placed; absent while any waits
    api::Time begun() const { return links.front().time; }
};

/// Follows a run that goes on: what is appended costs what was added. Lives where the run does.
class AvalancheFinder {
public:
    /// What happened since the last time; to be called when nothing is under way. Whether any avalanche began or changed.
    bool append(const History& history, const trace::RunTrace& trace);
    /// All up to now, in the order in which they began; those of one link too. Owners are controllers as owner references name them.
    std::vector<Avalanche> avalanches() const;

private:
    struct Place {
        std::size_t avalanche = 0;
        std::size_t link = 0;
        std::size_t victim = 0;
    };

    void change(const cluster::ObjectChange& change);
    void attempt(std::size_t index, const trace::Attempt& attempt);
    void replace(const api::ObjectMeta& meta, api::Time time);
    void leave(const api::ObjectMeta& meta, api::Time time);
    void evict(std::size_t index, const trace::Attempt& attempt);
    void place(std::size_t index, const trace::Attempt& attempt);
    AvalancheVictim& victimAt(const Place& place) { return avalanches_[place.avalanche].links[place.link].victims[place.victim]; }

    std::vector<Avalanche> avalanches_;
    std::size_t done_ = 0;                                       ///< happenings
    bool changed_ = false;                                       ///< since append() began
    std::vector<std::size_t> underWay_;                          ///< attempts whose outcome was still to come
    std::unordered_map<std::string, api::ObjectPtr> pods_;       ///< the latest of each name
    std::map<std::string, std::deque<Place>> gone_;              ///< by controller, not replaced yet
    std::unordered_map<std::string, Place> stand_;               ///< by uid: whom a pod stands in for
    std::unordered_map<std::string, Place> evictors_;            ///< by uid
};

/// All of a run at once.
std::vector<Avalanche> findAvalanches(const History& history, const trace::RunTrace& trace);

/// The same as they were at an earlier moment, after so many attempts.
std::vector<Avalanche> avalanchesUntil(std::vector<Avalanche> avalanches, std::size_t attempts, api::Time time);

}
