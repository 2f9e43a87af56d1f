// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "scenario/history.h"
#include "trace/run_trace.h"

namespace berth::scenario {

/// The world after one more happening. Each looks only at what it is about; time moves on.
void apply(const cluster::ObjectChange& change, World& world);
void apply(const Placing& placing, World& world);

/// Writes the history of one run. Lives on the engine's thread; view() is for others.
class HistoryRecorder {
public:
    /// Called by the server in the middle of what the scheduler does: the trace is looked at first, so that what led to the
    /// change stands before it.
    void note(const cluster::ObjectChange& change, const trace::RunTrace& trace);
    /// Nothing is under way.
    void rest(api::Time now, const trace::RunTrace& trace, Promises promises);

    std::size_t rests() const { return rests_.size(); }
    History view() const;

private:
    void followTrace(const trace::RunTrace& trace);
    void add(Happening::Kind kind, std::size_t index, api::Time time);

    trace::GrowingList<Happening> happenings_;
    trace::GrowingList<cluster::ObjectChange> changes_;
    trace::GrowingList<Placing> placings_;
    trace::GrowingList<PromisesPtr, 64> promises_;
    trace::GrowingList<Rest> rests_;
    trace::GrowingList<Checkpoint, 64> checkpoints_;
    World world_;                                      ///< after everything so far
    std::size_t sinceCheckpoint_ = 0;
    api::Time last_{INT64_MIN};
    std::size_t moves_ = 0;                            ///< of the trace, noted
    std::size_t attempts_ = 0;
    std::size_t events_ = 0;
};

}
