// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "models/run_tile.h"

#include <algorithm>
#include <mutex>
#include <optional>

namespace berth::app {

/// Which tiles of a run's heat map are wanted now: written by the session, read by the engine's worker in the middle of its
/// work, so that what has scrolled away is not computed to the end. Wishes belong to a generation of the cluster.
class RunTileWishes {
public:
    /// Takes the place of all wishes before. True if there were none.
    bool set(quint64 generation, models::RunWishes wishes)
    {
        const std::lock_guard lock(mutex_);
        const bool wasEmpty = wishes_.empty() || generation != generation_;
        generation_ = generation;
        wishes_ = std::move(wishes);
        return wasEmpty;
    }
    /// The most urgent one.
    std::optional<std::size_t> first(quint64 generation) const
    {
        const std::lock_guard lock(mutex_);
        if (generation != generation_ || wishes_.empty())
            return {};
        return wishes_.front();
    }
    bool has(quint64 generation, std::size_t tile) const
    {
        const std::lock_guard lock(mutex_);
        return generation == generation_ && std::find(wishes_.begin(), wishes_.end(), tile) != wishes_.end();
    }
    /// Forgets a fulfilled wish; false if it was one no longer.
    bool done(quint64 generation, std::size_t tile)
    {
        const std::lock_guard lock(mutex_);
        return generation == generation_ && std::erase(wishes_, tile) > 0;
    }

private:
    mutable std::mutex mutex_;
    quint64 generation_ = 0;
    models::RunWishes wishes_;
};

}
