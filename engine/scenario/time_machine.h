// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "scenario/history.h"
#include "scenario/simulation.h"

namespace berth::scenario {

/// The world after some happening.
struct PastState {
    ClusterState state;                    ///< as Simulation::state() would have said
    std::size_t attempts = 0;              ///< how many had happened
    std::size_t moves = 0;
    std::size_t events = 0;
};

/// The state of a run at any recorded moment, forwards and backwards: the nearest checkpoint before it, and what happened
/// since. A value of its own: any thread may ask while the run goes on. A moment is a number of happenings, from 0 (an empty
/// world) to size().
class TimeMachine {
public:
    explicit TimeMachine(History history) : history_(std::move(history)) {}

    const History& history() const { return history_; }
    /// The last moment.
    std::size_t size() const { return history_.happenings.size(); }
    /// After so many happenings; the last moment if there were fewer. At a moment at which a run can stop (rests()) it is what
    /// such a run has; between two of them, what a change left before its consequences.
    PastState at(std::size_t moment) const;

    /// How many moments at which a run can stop. The n-th of them, from 0, as moment.
    std::size_t rests() const { return history_.rests.size(); }
    std::size_t rest(std::size_t n) const { return history_.rests[n].sequence + std::size_t{1}; }
    /// What the clock stands at there.
    api::Time timeOfRest(std::size_t n) const { return history_.rests[n].time; }
    /// How many rests the clock had seen by that time.
    std::size_t restsUntil(api::Time time) const;
    /// How many rests lie at or before the moment.
    std::size_t restsUntil(std::size_t moment) const;

    /// The last moment at or before that time; 0 if everything came later.
    std::size_t momentAt(api::Time time) const;
    /// Of the last happening before the moment; of the first one for moment 0.
    api::Time timeOf(std::size_t moment) const;

private:
    History history_;
};

}
