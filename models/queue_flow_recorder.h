// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/queue_flow.h"
#include "models/run_log.h"

namespace berth::models {

/// Turns what a run appends to its trace into moves between lanes and into the log, a piece at a time. Lives where the
/// engine lives; what it gives away are immutable values that share their chunks.
class QueueFlowRecorder {
public:
    /// What the trace got since the last call. queue: who waits on Permit or is being bound now, which the trace does not
    /// say; deleted: all pods deleted so far, in order. A deleted pod that was bound leaves its lane at `now`.
    void append(const trace::RunTrace& trace, const trace::QueueRecord& queue, const std::vector<std::string>& deleted,
                api::Time now);

    QueueFlowPtr flow() const { return std::make_shared<QueueFlow>(flow_); }
    RunLogPtr log() const { return std::make_shared<RunLog>(log_); }

private:
    struct Attempted {
        std::int64_t index = -1;
        std::optional<api::Time> backoffExpiry;
    };
    struct Pending;

    std::vector<Pending> collect(const trace::RunTrace& trace, const std::vector<std::string>& deleted, api::Time now);
    void add(const trace::QueueMove& move);
    void add(const trace::EventRecord& event);
    void add(const trace::StartRecord& start, bool complete);
    void move(LaneMove what);
    /// Pods whose outcome the trace does not tell yet are where the queue says.
    void place(const std::vector<std::string>& keys, Lane lane, const QString& cause, api::Time now);
    const QString& shared(const std::string& text);

    QueueFlow flow_;
    RunLog log_;
    std::vector<LaneMove> newMoves_;
    std::vector<LogEntry> newEntries_;
    QHash<QString, Lane> lanes_;
    QHash<QString, Attempted> attempts_;               ///< the latest of each pod
    std::map<std::string, QString> texts_;             ///< names are shared by all moves that bear them
    std::size_t moves_ = 0;                            ///< of the trace, done
    std::size_t attemptCount_ = 0;
    std::size_t events_ = 0;
    std::size_t notes_ = 0;
    bool isSynced_ = false;                            ///< and the log says so
    std::size_t deleted_ = 0;
};

}
