// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "trace/metrics.h"

#include <chrono>

namespace berth::trace {

/// Wall-clock seconds since it was made, for metrics. Reads no clock where there are no metrics to fill.
class Stopwatch {
public:
    explicit Stopwatch(const Metrics* metrics) : start_(metrics ? Clock::now() : Clock::time_point{}) {}
    double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point start_;
};

}
