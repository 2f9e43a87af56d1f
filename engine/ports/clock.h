// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/meta.h"

namespace berth::ports {

/// The time the engine lives in. Engine thread only.
class Clock {
public:
    virtual ~Clock() = default;
    /// Never the same moment twice: a reading is later than the one before, by a nanosecond if need be, so that
    /// whatever is stamped has an order.
    virtual api::Time now() = 0;
    /// The moment that readings lie in: what durations are counted from.
    virtual api::Time moment() { return now(); }
};

}
