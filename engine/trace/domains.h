// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/symbol.h"

#include <cstdint>
#include <string>
#include <vector>

namespace berth::trace {

/// The nodes that share a value of a topology key.
struct Domain {
    api::Symbol value;
    std::int64_t count = 0;                ///< pods, or the sum of weights (DomainRule::Kind::Weights)
    bool counted = true;                   ///< false: a value that some node has but that makes no domain for this pod
    bool allowed = true;                   ///< whether the rule lets the pod in; always true for rules that only score
};

/// A spread constraint or a pod affinity term, and what was counted for it.
struct DomainRule {
    enum class Kind : std::uint8_t {
        Spread,                            ///< DoNotSchedule: count + self - minimum <= maxSkew
        SpreadPreference,                  ///< ScheduleAnyway: fewer is better
        Affinity,                          ///< required: pods that match all terms; some are needed
        AntiAffinity,                      ///< required: pods that match the term; none may be there
        KeptAway,                          ///< pods whose own required anti-affinity matches this pod; none may be there
        Weights,                           ///< preferred terms of both sides: what a node of the domain scores
    };
    Kind kind = Kind::Spread;
    api::Symbol topologyKey;
    std::string selector;                  ///< as people write it; empty where several are counted together
    std::int32_t maxSkew = 0;              ///< Spread, SpreadPreference
    std::int32_t minDomains = 1;           ///< Spread
    std::int64_t minimum = 0;              ///< Spread: what skew is measured from, 0 for too few domains
    std::int64_t self = 0;                 ///< Spread: 1 if the pod counts itself
    double weight = 0;                     ///< SpreadPreference: of this constraint in the sum
    bool firstOfGroup = false;             ///< Affinity: nobody matches, but the pod itself does, so it may go anywhere
    std::vector<Domain> domains;           ///< by value
    std::vector<std::int32_t> nodeDomain;  ///< index into domains by node, in the order asked; -1: without the key
};

}
