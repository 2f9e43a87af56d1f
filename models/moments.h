// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/chunked_log.h"
#include "models/cluster.h"
#include "scenario/time_machine.h"

#include <QString>

/// The moments of a run as a time bar needs them.
namespace berth::models {

/// Something on the time bar.
struct TimeMark {
    enum class Kind : std::uint8_t { Change, Placed, Failed, Preempted, Breakpoint };
    Kind kind = Kind::Change;
    api::Time time;
    std::size_t rest = 0;                  ///< the first moment at which it is over
    QString text;                          ///< `default/web-1 placed on n3`
};

/// All of a run up to now. A rest is a moment at which a run can stop; they are counted from 0.
struct Moments {
    std::shared_ptr<const scenario::TimeMachine> machine;
    ChunkedLog<TimeMark> marks;            ///< in order
    api::Time origin;

    std::size_t rests() const { return machine ? machine->rests() : 0; }
    api::Time timeOf(std::size_t rest) const { return machine->timeOfRest(rest); }
    api::Time end() const { return rests() > 0 ? timeOf(rests() - 1) : origin; }
    /// The last rest at or before that time; 0 if there is none.
    std::size_t restAt(api::Time time) const;
};
using MomentsPtr = std::shared_ptr<const Moments>;

/// Collects marks a piece at a time; lives where the engine lives.
class MomentsRecorder {
public:
    explicit MomentsRecorder(api::Time origin = {}) : origin_(origin) {}
    /// What the history got since the last time; to be called when nothing is under way.
    void append(const scenario::History& history, const trace::RunTrace& trace);
    void addBreakpoint(api::Time time, const QString& reason);
    MomentsPtr moments() const;

private:
    void add(const cluster::ObjectChange& change);
    void add(const trace::Attempt& attempt);

    api::Time origin_;
    scenario::History history_;
    ChunkedLog<TimeMark> marks_;
    std::vector<TimeMark> new_;
    std::size_t done_ = 0;                 ///< happenings
    std::size_t rests_ = 0;                ///< among them
};

struct Snapshot;
/// What the snapshot of the whole run was after a rest. Any thread.
std::shared_ptr<const Snapshot> makePastSnapshot(const Snapshot& now, std::size_t rest);

}
