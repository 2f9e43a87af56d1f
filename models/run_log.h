// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/queue_flow.h"
#include "models/table_model.h"

namespace berth::models {

/// One line of the log: a move, an attempt, an event that the scheduler, a controller or a kubelet recorded, an object that came,
/// went, or was changed by a user, how the scheduler started, or what a scripted plugin noted.
struct LogEntry {
    enum class Kind : std::uint8_t { Event, Attempt, Move, Start, Note, Change };
    Kind kind = Kind::Event;
    api::Time time;
    QString object;                                    ///< `Pod default/web-1`
    QString pod;                                       ///< `default/web-1`; empty if it is about something else
    QString what;                                      ///< reason, result, or `Active → In flight`
    QString details;
    RowState state = RowState::None;
    std::int64_t attempt = -1;
};

/// Everything that happened in a run, in order of time.
using RunLog = ChunkedLog<LogEntry>;
using RunLogPtr = std::shared_ptr<const RunLog>;

QString logKindName(LogEntry::Kind kind);              ///< translated

/// The log as a table. IdRole: the index in the log.
class RunLogModel final : public TableModel {
    Q_OBJECT
public:
    enum Column { Time, Kind, What, Object, Details, ColumnCount, Pod = ColumnCount };

    explicit RunLogModel(QObject* parent = nullptr);
    void setLog(RunLogPtr log, api::Time origin);
    const RunLog* log() const { return log_.get(); }

private:
    RunLogPtr log_;
};

}
