// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "scenario/history.h"
#include "trace/run_trace.h"

#include <optional>
#include <string>
#include <vector>

namespace berth::scenario {

/// A pod that had to go, and what its owner did about it.
struct AvalancheVictim {
    std::string pod;                                   ///< `namespace/name`
    std::string owner;                                 ///< `ReplicaSet web`; empty: nobody replaces it
    std::string replacement;                           ///< the pod that its controller made instead; empty: none (yet)
    std::string replacementNode;                       ///< where that one went; empty: nowhere (yet)
    std::optional<std::size_t> link;                   ///< the first link in which the replacement evicts in its turn
};

/// One preemption in the chain.
struct AvalancheLink {
    std::size_t attempt = 0;                           ///< index in the run
    std::string pod;                                   ///< who evicts
    std::string node;                                  ///< nominated; where it went once it is placed
    api::Time time;
    std::size_t depth = 1;                             ///< 1: began it
    std::optional<std::size_t> cause;                  ///< the link whose victim this pod replaces
    bool isPlaced = false;
    std::vector<AvalancheVictim> victims;
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

/// All of a run, in the order in which they began; those of one link too. Owners are controllers as owner references name them.
std::vector<Avalanche> findAvalanches(const History& history, const std::vector<trace::AttemptPtr>& attempts);

}
