// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/meta.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace berth::cluster {

/// An event that a controller records about its object.
struct PlannedEvent {
    std::string type;        ///< Normal, Warning
    std::string reason;
    std::string message;
};

/// So many pods one workload gets at one moment; the next ones come a millisecond later. Between moments a run can be watched and
/// stopped, whatever number somebody has written at replicas. What is smaller has all its pods at once.
inline constexpr std::size_t mostAtOneMoment = 5000;

/// What a controller has decided after looking at its object and what belongs to it. Carried out in the order of the
/// members. Nothing in a plan has happened yet; made from the same observations it is the same.
struct Plan {
    /// Changed copies of stored objects, others than the controller's own.
    std::vector<std::shared_ptr<api::Object>> updates;
    std::vector<api::ObjectPtr> deletions;
    /// New objects. Made in batches of 1, 2, 4, …: after a batch in which one was refused the rest is left for later, so
    /// that a quota or a webhook that refuses all is not asked a thousand times.
    std::vector<std::shared_ptr<api::Object>> creations;
    std::vector<PlannedEvent> events;
    /// When to look again although nothing may have happened until then.
    std::optional<api::Time> wakeAt;

    bool isEmpty() const { return updates.empty() && deletions.empty() && creations.empty() && events.empty(); }
    void wakeNoLaterThan(std::optional<api::Time> moment)
    {
        if (moment && (!wakeAt || *moment < *wakeAt))
            wakeAt = moment;
    }
};

}
