// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "framework/handle.h"

#include <map>
#include <tuple>

namespace berth::scheduler {

/// What runs beside the scheduling cycles (binding, evictions), one piece at a time and in a fixed order: by stage, then
/// by attempt, then in order of arrival. The real scheduler does these concurrently; any order is one it could have had.
class DeferredWork {
public:
    void add(framework::Stage stage, std::uint64_t attempt, std::function<void()> work)
    {
        pieces_.emplace(std::tuple(stage, attempt, ++sequence_), std::move(work));
    }
    bool empty() const { return pieces_.empty(); }

    /// Runs the first piece; false if there is none.
    bool runOne()
    {
        if (pieces_.empty())
            return false;
        auto piece = pieces_.extract(pieces_.begin());
        piece.mapped()();
        return true;
    }

private:
    std::map<std::tuple<framework::Stage, std::uint64_t, std::uint64_t>, std::function<void()>> pieces_;
    std::uint64_t sequence_ = 0;
};

}
