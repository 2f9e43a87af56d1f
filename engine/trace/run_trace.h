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

/// A plugin's remark, as often as it was made.
struct PluginNote {
    api::Time time;                                    ///< of the first
    api::Symbol plugin;
    std::string text;
    std::uint64_t count = 1;
};

/// What happened in a run, append-only, in order. Written by the engine's thread; what is handed to others is a copy
/// (pointers for attempts, which never change once their outcome is known).
struct RunTrace {
    std::optional<StartRecord> start;                  ///< absent until scheduling may begin
    std::vector<std::shared_ptr<Attempt>> attempts;
    std::vector<QueueMove> moves;
    std::vector<EventRecord> events;
    std::vector<PluginNote> notes;                     ///< what scripts had to say
};

}
