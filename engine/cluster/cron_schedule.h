// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "cluster/time_zone.h"

#include <bitset>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace berth::cluster {

/// When a CronJob starts: five fields (minute, hour, day of month, month, day of week) with lists, ranges, steps and
/// English names, or @yearly, @annually, @monthly, @weekly, @daily, @midnight, @hourly, @every DURATION.
class CronSchedule {
public:
    /// The error is what the API server would say of the text.
    static tl::expected<CronSchedule, std::string> parse(std::string_view text);

    /// The first moment after this one at which the zone's clocks show what the schedule says; absent if there is none within
    /// five years (`0 0 31 2 *`). An hour that is left out when clocks are put forward has none, one that comes twice has two.
    std::optional<api::Time> next(api::Time after, const TimeZone& zone = {}) const;

private:
    /// utcOffset: what the schedule's clock shows more than UTC, in seconds.
    std::optional<api::Time> nextAt(std::int64_t utcOffset, api::Time after) const;
    bool matchesDay(std::int64_t day) const;

    static constexpr std::size_t most = 60;
    using Set = std::bitset<most>;
    friend class CronParser;

    Set minutes_;
    Set hours_;
    Set days_;
    Set months_;
    Set weekdays_;
    bool anyDay_ = false;            ///< `*`: only the other of the two kinds of day decides
    bool anyWeekday_ = false;
    std::int64_t every_ = 0;         ///< @every, nanoseconds; 0: the fields count
};

}
