// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/meta.h"

#include <optional>
#include <string>

namespace date {
class time_zone;
}

namespace berth::cluster {

/// A time zone of the IANA database. The database is the machine's own: what it says of the future may differ where it is of
/// another year. UTC needs none.
class TimeZone {
public:
    /// Absent for a name that the database does not have. The empty name is UTC's, as of a CronJob without timeZone.
    static std::optional<TimeZone> find(const std::string& name);

    /// A time in which the zone's clocks are not put forward or back.
    struct Period {
        std::int64_t utcOffset = 0;      ///< seconds ahead of UTC
        std::optional<api::Time> end;    ///< the first moment after it; absent where nothing is known to change
    };
    Period at(api::Time moment) const;

    /// RFC 3339 with the zone's offset: `2026-01-01T08:00:00+08:00`, with `Z` for UTC.
    std::string toText(api::Time moment) const;

private:
    const date::time_zone* rules_ = nullptr;    ///< of the database, which is never unloaded; null: UTC
};

}
