// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ports/clock.h"

namespace berth::cluster {

/// Time that stands still until it is moved. Starts at 2026-01-01T00:00:00Z. Two readings are never equal: between two
/// moves they are a nanosecond apart, so that whatever is stamped at one moment still has an order.
class VirtualClock final : public ports::Clock {
public:
    static constexpr api::Time epoch{1'767'225'600'000'000'000};

    api::Time now() override
    {
        last_ = last_ < base_ ? base_ : api::Time{last_.nanoseconds + 1};
        return last_;
    }
    api::Time moment() override { return base_; }
    void advance(std::int64_t nanoseconds) { base_.nanoseconds += nanoseconds; }
    /// The moment itself, without using up a reading.
    api::Time moment() const { return base_; }

private:
    api::Time base_ = epoch;
    api::Time last_{epoch.nanoseconds - 1};
};

}
