// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>

namespace berth::ports {

/// The engine's only source of chance. The real scheduler draws where preemption starts its dry run, and to break
/// ties between nodes that an extender scored.
class Random {
public:
    virtual ~Random() = default;
    /// Where the dry run of a preemption begins, in [0, nodes); attempts counts all attempts so far, this one included.
    virtual std::uint32_t dryRunOffset(std::uint32_t nodes, std::uint64_t attempts) = 0;
    /// A tie-break number in [0, 2^62).
    virtual std::int64_t tieBreak() = 0;
};

/// One step of the splitmix64 generator and its output function.
constexpr std::uint64_t splitmix64(std::uint64_t x)
{
    x += 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

/// Seeded as scenarios are: seed 0 always starts at node 0.
class SeededRandom final : public Random {
public:
    explicit SeededRandom(std::uint64_t seed) : seed_(seed) {}
    std::uint32_t dryRunOffset(std::uint32_t nodes, std::uint64_t attempts) override
    {
        return seed_ == 0 || nodes == 0 ? 0 : static_cast<std::uint32_t>(splitmix64(seed_ + attempts) % nodes);
    }
    std::int64_t tieBreak() override { return static_cast<std::int64_t>(splitmix64(seed_ ^ ++draws_ << 32) >> 2); }

private:
    std::uint64_t seed_;
    std::uint64_t draws_ = 0;
};

}
