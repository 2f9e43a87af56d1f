// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/meta.h"

#include <optional>

namespace berth::trace {

/// What a scheduler waits for before its first attempt.
enum class StartSync : std::uint8_t {
    Handlers,      ///< WaitForHandlersSync: the handlers have delivered the whole first list to cache and queue
    CachesOnly,    ///< WaitForCacheSync: the listers are full, the handlers are still delivering
};
constexpr const char* startSyncName(StartSync mode)
{
    return mode == StartSync::Handlers ? "WaitForHandlersSync" : "WaitForCacheSync";
}

/// How a scheduler started: what it knew when it could make its first attempt, and when it knew all.
struct StartRecord {
    StartSync mode = StartSync::Handlers;
    api::Time time;                        ///< from here on pods are scheduled
    std::size_t listed = 0;                ///< objects of the first list
    std::size_t deliveredAtStart = 0;      ///< of those, delivered to cache and queue at that time
    std::optional<api::Time> synced;       ///< when the last of them was delivered; absent: not yet
    std::size_t attemptsBeforeSync = 0;    ///< attempts that did not know the whole first list
};

}
