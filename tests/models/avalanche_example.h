// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/avalanche.h"

namespace berth::models::example {

inline api::Time second(int seconds) { return {seconds * std::int64_t{1'000'000'000}}; }

inline scenario::AvalancheVictim victim(const char* pod, const char* owner, const char* replacement)
{
    scenario::AvalancheVictim made;
    made.pod = pod;
    made.owner = owner;
    made.replacement = replacement;
    return made;
}

inline scenario::AvalancheLink link(std::size_t attempt, const char* pod, const char* node, std::optional<std::size_t> cause)
{
    scenario::AvalancheLink made;
    made.attempt = attempt;
    made.pod = pod;
    made.nominated = node;
    made.time = second(static_cast<int>(attempt) * 10);
    made.cause = cause;
    made.depth = cause ? 2 : 1;
    return made;
}

/// Two avalanches: one that is over, a single preemption; and one of two steps whose last replacement waits.
inline AvalanchesPtr avalanches()
{
    scenario::Avalanche small;
    small.links = {link(1, "default/one", "n1", {})};
    small.links[0].placed = {2, "n1", second(20)};
    small.links[0].victims = {victim("default/alone", "", "")};
    small.victims = 1;
    small.settled = second(20);
    scenario::Avalanche great;
    great.links = {link(4, "shop/high", "n2", {}), link(6, "shop/mid-b", "n3", 0)};
    great.links[0].placed = {7, "n2", second(70)};
    great.links[0].victims = {victim("shop/mid-a", "ReplicaSet mid", "shop/mid-b")};
    great.links[0].victims[0].link = 1;
    great.links[1].victims = {victim("shop/low-a", "ReplicaSet low", "shop/low-b"), victim("shop/low-c", "ReplicaSet low", "shop/low-d")};
    great.links[1].victims[0].placed = {8, "n4", second(80)};
    great.depth = 2;
    great.victims = 3;
    great.waiting = 2;
    return std::make_shared<const Avalanches>(Avalanches{small, great});
}

}
