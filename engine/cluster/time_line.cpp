// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/time_line.h"

namespace berth::cluster {

TimeLine::Id TimeLine::at(api::Time when, std::function<void()> what, Kind kind)
{
    const Id id{std::max(when, clock_->moment()), ++sequence_};
    work_.emplace(id, std::move(what));
    if (kind == Kind::Once)
        once_.insert(id);
    return id;
}

void TimeLine::cancel(Id id)
{
    work_.erase(id);
    once_.erase(id);
}

std::optional<api::Time> TimeLine::next() const
{
    return work_.empty() ? std::nullopt : std::optional(work_.begin()->first.when);
}

std::optional<api::Time> TimeLine::nextOnce() const
{
    return once_.empty() ? std::nullopt : std::optional(once_.begin()->when);
}

void TimeLine::runFirst()
{
    // Taken out before it runs: it may add and cancel as it likes.
    auto work = work_.extract(work_.begin());
    once_.erase(work.key());
    work.mapped()();
}

bool TimeLine::runDue(api::Time now)
{
    bool any = false;
    for (; !work_.empty() && work_.begin()->first.when <= now; any = true)
        runFirst();
    return any;
}

}
