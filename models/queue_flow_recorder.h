// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/queue_flow.h"
#include "models/run_log.h"
#include "ports/api_server.h"
#include "scenario/history.h"

namespace berth::models {

/// Turns what a run appends to its trace and its history into moves between lanes and into the log, a piece at a time. Lives where the
/// engine lives; what it gives away are immutable values that share their chunks.
class QueueFlowRecorder {
public:
    /// What trace, events and history got since the last call. events: of everybody in the cluster, in order; queue: who waits on
    /// Permit or is being bound now, which the trace does not say; history: when pods ended, and what else became of objects.
    void append(const trace::RunTrace& trace, const std::vector<ports::ClusterEventRecord>& events,
                const trace::QueueRecord& queue, const scenario::History& history, api::Time now);

    QueueFlowPtr flow() const { return std::make_shared<QueueFlow>(flow_); }
    RunLogPtr log() const { return std::make_shared<RunLog>(log_); }

private:
    struct Attempted {
        std::int64_t index = -1;
        std::optional<api::Time> backoffExpiry;
    };
    struct Pending;

    std::vector<Pending> collect(const trace::RunTrace& trace, const std::vector<ports::ClusterEventRecord>& events,
                                 const scenario::History& history);
    void add(const trace::QueueMove& move);
    void add(const ports::ClusterEventRecord& event);
    void add(const cluster::ObjectChange& change, api::Time time);
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
    std::size_t happenings_ = 0;                       ///< of the history, done
};

}
