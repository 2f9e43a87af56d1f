// SPDX-License-Identifier: GPL-3.0-or-later
#include "scheduler/handler_backlog.h"

#include <vector>

namespace berth::scheduler {

void HandlerBacklog::add(api::Kind kind, Delivery delivery)
{
    waiting_.emplace(++arrivals_, Entry{kind, std::move(delivery), false});
}

void HandlerBacklog::closeFirstList()
{
    for (auto& [arrival, entry] : waiting_)
        entry.isFirstList = true;
    firstListSize_ = firstListLeft_ = waiting_.size();
}

void HandlerBacklog::deliver(std::size_t count)
{
    // Chosen before any is delivered: what a delivery causes comes behind.
    std::map<api::Kind, std::size_t> chosen;
    std::vector<std::uint64_t> round;
    for (const auto& [arrival, entry] : waiting_)
        if (chosen[entry.kind]++ < count)
            round.push_back(arrival);
    for (auto arrival : round) {
        auto entry = waiting_.extract(arrival);
        firstListLeft_ -= entry.mapped().isFirstList;
        entry.mapped().delivery();
    }
}

}
