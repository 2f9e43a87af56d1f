// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ports/random.h"

#include <map>
#include <string>
#include <string_view>

namespace berth::cluster {

/// Numbers of one consumer: splitmix64 from a seed of its own.
class RandomStream {
public:
    explicit RandomStream(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next()
    {
        state_ += 0x9e3779b97f4a7c15ULL;
        return ports::splitmix64(state_);
    }
    /// In [0, bound), every value as likely; bound must not be 0.
    std::uint64_t below(std::uint64_t bound)
    {
        // Numbers at the end that would favour small remainders are drawn again.
        const std::uint64_t limit = UINT64_MAX - UINT64_MAX % bound;
        auto number = next();
        while (number >= limit)
            number = next();
        return number % bound;
    }

private:
    std::uint64_t state_;
};

/// One seed with an independent stream for every consumer, by name: what one draws changes nothing for the others.
class RandomStreams {
public:
    explicit RandomStreams(std::uint64_t seed) : seed_(seed) {}

    RandomStream& of(std::string_view consumer)
    {
        auto found = streams_.find(consumer);
        if (found == streams_.end())
            found = streams_.emplace(std::string(consumer), fresh(consumer)).first;
        return found->second;
    }
    /// A stream that is not remembered, for something that draws once, such as one pod's run time by its uid.
    RandomStream fresh(std::string_view consumer) const
    {
        std::uint64_t hash = 0xcbf29ce484222325ULL; // FNV-1a
        for (const unsigned char c : consumer)
            hash = (hash ^ c) * 0x100000001b3ULL;
        return RandomStream(ports::splitmix64(seed_ ^ hash));
    }

private:
    std::uint64_t seed_;
    std::map<std::string, RandomStream, std::less<>> streams_;
};

}
