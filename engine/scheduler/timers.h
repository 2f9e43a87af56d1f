// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/meta.h"

#include <functional>
#include <map>
#include <optional>

namespace berth::scheduler {

/// What happens at a later time of the virtual clock, in the order (time, sequence of setting).
class Timers {
public:
    Timers() = default;
    Timers(const Timers&) = delete;
    Timers& operator=(const Timers&) = delete;

    using Id = std::pair<api::Time, std::uint64_t>;

    /// From now on numbers come from there: whoever shares it has one order with these timers. Not owned.
    void shareSequence(std::uint64_t* sequence) { sequence_ = sequence; }
    Id set(api::Time when, std::function<void()> work)
    {
        const Id id{when, ++*sequence_};
        timers_.emplace(id, std::move(work));
        return id;
    }
    void cancel(const Id& id) { timers_.erase(id); }
    bool empty() const { return timers_.empty(); }
    std::optional<api::Time> next() const
    {
        return timers_.empty() ? std::nullopt : std::optional(timers_.begin()->first.first);
    }
    std::optional<Id> first() const { return timers_.empty() ? std::nullopt : std::optional(timers_.begin()->first); }
    /// Runs the first one; there must be one.
    void runFirst()
    {
        auto timer = timers_.extract(timers_.begin());
        timer.mapped()();
    }
    /// Runs all that are due, those too that become due by running others.
    void run(api::Time now)
    {
        while (!timers_.empty() && !(now < timers_.begin()->first.first))
            runFirst();
    }

private:
    std::map<Id, std::function<void()>> timers_;
    std::uint64_t ownSequence_ = 0;
    std::uint64_t* sequence_ = &ownSequence_;
};

}
