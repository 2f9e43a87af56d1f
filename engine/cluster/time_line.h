// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "cluster/virtual_clock.h"

#include <functional>
#include <map>
#include <optional>
#include <set>

namespace berth::cluster {

/// What will happen in the cluster: work ordered by (time, sequence). Moves no clock; whoever does asks next() and
/// runs what is due.
class TimeLine {
public:
    /// Periodic work goes on for ever (a CronJob's next turn, the restart of a container that always fails): a cluster
    /// that has nothing else before it counts as quiet.
    enum class Kind : std::uint8_t { Once, Periodic };

    struct Id {
        api::Time when;
        std::uint64_t sequence = 0;        ///< 0: of no work
        friend auto operator<=>(const Id&, const Id&) = default;
    };

    explicit TimeLine(const VirtualClock& clock) : clock_(&clock) {}
    TimeLine(const TimeLine&) = delete;
    TimeLine& operator=(const TimeLine&) = delete;

    /// A time in the past means now: it is run after what is due already.
    Id at(api::Time when, std::function<void()> what, Kind kind = Kind::Once);
    Id after(std::int64_t nanoseconds, std::function<void()> what, Kind kind = Kind::Once)
    {
        return at({clock_->moment().nanoseconds + nanoseconds}, std::move(what), kind);
    }
    /// Work that has run or was cancelled is nothing to cancel.
    void cancel(Id id);

    std::optional<api::Time> next() const;
    std::optional<Id> first() const { return work_.empty() ? std::nullopt : std::optional(work_.begin()->first); }
    /// The next that is not periodic.
    std::optional<api::Time> nextOnce() const;
    /// Runs the first work, due or not; there must be some.
    void runFirst();
    /// Runs all that is due, in order, that too which becomes due by running other work; true if something ran.
    bool runDue(api::Time now);

    /// The number last given out, to be shared with other timers that want one order with this line.
    std::uint64_t* sequence() { return &sequence_; }

private:
    const VirtualClock* clock_;
    std::map<Id, std::function<void()>> work_;
    std::set<Id> once_;                    ///< those in work_ that are not periodic
    std::uint64_t sequence_ = 0;
};

}
