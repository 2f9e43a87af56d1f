// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "trace/attempt.h"
#include "trace/queue_record.h"
#include "trace/start_record.h"

#include <memory>
#include <vector>

namespace berth::trace {

using AttemptPtr = std::shared_ptr<const Attempt>;

/// An event the scheduler recorded (`kubectl get events`).
struct EventRecord {
    api::Time time;
    std::string object;
    std::string type;
    std::string reason;
    std::string action;
    std::string message;
};

/// What happened in a run, append-only, in order. Written by the engine's thread; what is handed to others is a copy
/// (pointers for attempts, which never change once their outcome is known).
struct RunTrace {
    std::optional<StartRecord> start;                  ///< absent until scheduling may begin
    std::vector<std::shared_ptr<Attempt>> attempts;
    std::vector<QueueMove> moves;
    std::vector<EventRecord> events;
};

}
