// SPDX-License-Identifier: GPL-3.0-or-later
#include "queue/in_flight.h"

namespace berth::queue {

void InFlight::start(const std::string& uid) { marks_[uid] = list_.insert(list_.end(), Entry{uid, {}}); }

void InFlight::record(RecordedEvent event)
{
    if (!marks_.empty())
        list_.push_back(Entry{{}, std::move(event)});
}

std::optional<std::vector<const RecordedEvent*>> InFlight::eventsFor(const std::string& uid) const
{
    auto mark = marks_.find(uid);
    if (mark == marks_.end())
        return std::nullopt;
    std::vector<const RecordedEvent*> events;
    for (auto it = std::next(mark->second); it != list_.end(); ++it)
        if (it->uid.empty())
            events.push_back(&it->event);
    return events;
}

void InFlight::done(const std::string& uid)
{
    auto mark = marks_.find(uid);
    if (mark == marks_.end())
        return;
    list_.erase(mark->second);
    marks_.erase(mark);
    while (!list_.empty() && list_.front().uid.empty())
        list_.pop_front();
}

}
