// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/meta.h"

#include <functional>
#include <map>

namespace berth::scheduler {

/// What the handlers have yet to tell cache and queue, by kind: every kind has a handler of its own that tells one thing
/// after the other, all handlers go on side by side. The objects themselves are in the listers already.
class HandlerBacklog {
public:
    using Delivery = std::function<void()>;

    void add(api::Kind kind, Delivery delivery);
    /// All that was added so far is the first list.
    void closeFirstList();
    std::size_t firstListSize() const { return firstListSize_; }
    /// Of the first list, still to be delivered.
    std::size_t firstListLeft() const { return firstListLeft_; }
    bool empty() const { return waiting_.empty(); }
    /// Every handler delivers up to `count` things; across handlers in the order of arrival.
    void deliver(std::size_t count);

private:
    struct Entry {
        api::Kind kind;
        Delivery delivery;
        bool isFirstList;
    };
    std::map<std::uint64_t, Entry> waiting_;   ///< by arrival
    std::uint64_t arrivals_ = 0;
    std::size_t firstListSize_ = 0;
    std::size_t firstListLeft_ = 0;
};

}
