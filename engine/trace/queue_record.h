// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "trace/attempt.h"

#include <map>

namespace berth::trace {

/// What the plugins that rejected a pod say about a cluster event.
struct HintRecord {
    std::string event;                                 ///< label
    std::string object;                                ///< `Pod ns/name`, may be empty
    bool inFlight = false;                             ///< asked when the pod's attempt had failed
    std::map<std::string, std::map<std::string, std::string>> pods;   ///< pod → plugin → Queue, Skip, `error: …`
};

/// One move of a pod between the parts of the queue. Kept for every move of a run.
struct QueueMove {
    api::Time time;
    std::string pod;
    QueuePlace from = QueuePlace::None;
    QueuePlace to = QueuePlace::None;
    api::Symbol cause;                                 ///< event label, `ScheduleAttemptFailure`, `BackoffComplete`, …
    std::string object;                                ///< the object of the event, may be empty
    std::vector<std::pair<api::Symbol, std::string>> verdicts;   ///< plugin, Queue/Skip/error, as far as asked
    api::Symbol during = {};                           ///< label of the event during the attempt that sent a failed pod on
    api::Time since = {};                              ///< of the queue's record of the pod: what pods of one priority are sorted by
    std::optional<api::Time> until = {};               ///< into Backoff: when it ends; absent where there is no rest
    api::Symbol gatedBy = {};                          ///< into Gated: the plugin that holds the pod
};

/// The queue's contents at one moment.
struct QueueRecord {
    std::int32_t step = -1;
    std::string action;                                ///< `cluster`, `attempt`, or the step's name
    api::Time time;
    std::vector<std::string> active;                   ///< in the order of popping
    std::vector<std::string> backoff;                  ///< by expiry, queue sort, name
    std::map<std::string, api::Time> backoffUntil;
    std::vector<std::string> unschedulable;
    std::vector<std::string> gated;
    std::map<std::string, std::string> gatedBy;
    std::vector<std::string> waiting;                  ///< on Permit
    std::vector<std::string> binding;                  ///< whose binding takes its time
    std::map<std::string, std::string> nominated;
    std::vector<HintRecord> hints;
};

}
