// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/time_zone.h"

#include <cstdio>
#include <date/tz.h>
#include <stdexcept>

namespace berth::cluster {

std::optional<TimeZone> TimeZone::find(const std::string& name)
{
    TimeZone zone;
    if (name.empty() || name == "UTC")
        return zone;
    try {
        zone.rules_ = date::locate_zone(name);
    } catch (const std::runtime_error&) { // no such zone, or no database
        return std::nullopt;
    }
    return zone;
}

TimeZone::Period TimeZone::at(api::Time moment) const
{
    if (!rules_)
        return {};
    const auto info = rules_->get_info(date::sys_seconds(std::chrono::seconds(moment.seconds())));
    const auto end = info.end.time_since_epoch().count();
    // Far beyond what nanoseconds reach is where the database has nothing more to say.
    constexpr std::int64_t latest = INT64_MAX / 1'000'000'000;
    return {info.offset.count(), end < latest ? std::optional(api::Time::fromSeconds(end)) : std::nullopt};
}

std::string TimeZone::toText(api::Time moment) const
{
    constexpr std::int64_t minute = 60;
    constexpr std::int64_t hour = 60 * minute;
    const auto offset = at(moment).utcOffset;
    auto text = api::toRfc3339({moment.nanoseconds + offset * 1'000'000'000});
    if (offset == 0)
        return text;
    const auto ahead = offset < 0 ? -offset : offset;
    char suffix[16];
    std::snprintf(suffix, sizeof suffix, "%c%02d:%02d", offset < 0 ? '-' : '+', static_cast<int>(ahead / hour),
                  static_cast<int>(ahead / minute % minute));
    text.pop_back(); // the Z of UTC
    return text.append(suffix);
}

}
