// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/cluster_event.h"

#include <list>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace berth::queue {

/// Something that happened while pods were being scheduled.
struct RecordedEvent {
    framework::ClusterEvent event;
    api::ObjectPtr before;
    api::ObjectPtr after;
};

/// Pods that were popped and have not come back, and what happened since, in one list: a pod that comes back is told
/// all that stands behind its mark (queue.md §7).
class InFlight {
public:
    bool contains(const std::string& uid) const { return marks_.contains(uid); }
    bool empty() const { return marks_.empty(); }
    void start(const std::string& uid);
    void record(RecordedEvent event);
    /// Absent: the pod is not in flight.
    std::optional<std::vector<const RecordedEvent*>> eventsFor(const std::string& uid) const;
    /// Forgets the pod, and the events that nobody waits for any more.
    void done(const std::string& uid);
    std::size_t eventCount() const { return list_.size() - marks_.size(); }

private:
    struct Entry {
        std::string uid;                           ///< a pod's mark; empty for an event
        RecordedEvent event;
    };
    std::list<Entry> list_;
    std::unordered_map<std::string, std::list<Entry>::iterator> marks_;
};

}
