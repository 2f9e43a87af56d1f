// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/cron_schedule.h"

#include "api/go_text.h"
#include "api/go_time.h"
#include "api/names.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <span>
#include <vector>

namespace berth::cluster {
namespace {

constexpr std::int64_t second = 1'000'000'000;

struct Field {
    int least;
    int most;
    std::span<const std::string_view> names; ///< of least, least + 1, …
};

constexpr std::array<std::string_view, 12> monthNames{"jan", "feb", "mar", "apr", "may", "jun",
                                                      "jul", "aug", "sep", "oct", "nov", "dec"};
constexpr std::array<std::string_view, 7> dayNames{"sun", "mon", "tue", "wed", "thu", "fri", "sat"};
constexpr Field minuteField{0, 59, {}};
constexpr Field hourField{0, 23, {}};
constexpr Field dayField{1, 31, {}};
const Field monthField{1, 12, monthNames};
const Field weekdayField{0, 6, dayNames};

std::vector<std::string_view> split(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    for (;;) {
        const auto at = text.find(separator);
        parts.push_back(text.substr(0, at));
        if (at == std::string_view::npos)
            return parts;
        text.remove_prefix(at + 1);
    }
}

std::vector<std::string_view> words(std::string_view text)
{
    auto parts = split(text, ' ');
    std::erase(parts, std::string_view());
    return parts;
}

}

/// Reads the text into a schedule; the first thing wrong is the error.
class CronParser {
public:
    tl::expected<CronSchedule, std::string> parse(std::string_view text)
    {
        if (text.empty())
            return tl::unexpected(std::string("empty spec string"));
        if (text.starts_with("TZ=") || text.starts_with("CRON_TZ="))
            return tl::unexpected(std::string("cannot use TZ or CRON_TZ in schedule, use timeZone field instead"));
        if (text.starts_with('@'))
            return descriptor(text);
        const auto fields = words(text);
        if (fields.size() != 5)
            return tl::unexpected("expected exactly 5 fields, found " + std::to_string(fields.size()) + ": ["
                                  + joined(fields) + "]");
        bool ignored = false;
        const bool good = read(fields[0], minuteField, schedule_.minutes_, ignored)
            && read(fields[1], hourField, schedule_.hours_, ignored)
            && read(fields[2], dayField, schedule_.days_, schedule_.anyDay_)
            && read(fields[3], monthField, schedule_.months_, ignored)
            && read(fields[4], weekdayField, schedule_.weekdays_, schedule_.anyWeekday_);
        if (!good)
            return tl::unexpected(error_);
        return schedule_;
    }

private:
    static std::string joined(const std::vector<std::string_view>& fields)
    {
        std::string text;
        for (const auto field : fields)
            text.append(text.empty() ? "" : " ").append(field);
        return text;
    }

    tl::expected<CronSchedule, std::string> descriptor(std::string_view text)
    {
        constexpr std::array<std::pair<std::string_view, std::string_view>, 7> known{{{"@yearly", "0 0 1 1 *"},
                                                                                      {"@annually", "0 0 1 1 *"},
                                                                                      {"@monthly", "0 0 1 * *"},
                                                                                      {"@weekly", "0 0 * * 0"},
                                                                                      {"@daily", "0 0 * * *"},
                                                                                      {"@midnight", "0 0 * * *"},
                                                                                      {"@hourly", "0 * * * *"}}};
        for (const auto& [name, fields] : known)
            if (text == name)
                return parse(fields);
        constexpr std::string_view every = "@every ";
        if (!text.starts_with(every))
            return tl::unexpected("unrecognized descriptor: " + std::string(text));
        const auto duration = api::parseGoDuration(text.substr(every.size()));
        if (!duration)
            return tl::unexpected("failed to parse duration " + std::string(text) + ": " + duration.error());
        schedule_.every_ = std::max(second, *duration / second * second);
        return schedule_;
    }

    /// A list; isAny: one of its parts is a bare star.
    bool read(std::string_view text, const Field& field, CronSchedule::Set& set, bool& isAny)
    {
        const auto parts = split(text, ',');
        return std::ranges::all_of(parts, [&](std::string_view part) { return part.empty() || range(part, field, set, isAny); });
    }

    bool range(std::string_view text, const Field& field, CronSchedule::Set& set, bool& isAny)
    {
        const auto withStep = split(text, '/');
        const auto ends = split(withStep[0], '-');
        if (withStep.size() > 2)
            return fail("too many slashes: " + std::string(text));
        if (ends.size() > 2)
            return fail("too many hyphens: " + std::string(text));
        const bool isStar = ends[0] == "*" || ends[0] == "?";
        auto first = isStar ? field.least : value(ends[0], field);
        auto last = isStar ? field.most : ends.size() == 2 ? value(ends[1], field) : first;
        const auto step = withStep.size() == 2 ? number(withStep[1]) : 1;
        if (!first || !last || !step)
            return false;
        if (withStep.size() == 2 && ends.size() == 1)
            last = field.most; // `5/15`: from 5 on
        if (*first < field.least)
            return fail("beginning of range (" + std::to_string(*first) + ") below minimum ("
                        + std::to_string(field.least) + "): " + std::string(text));
        if (*last > field.most)
            return fail("end of range (" + std::to_string(*last) + ") above maximum (" + std::to_string(field.most)
                        + "): " + std::string(text));
        if (*first > *last)
            return fail("beginning of range (" + std::to_string(*first) + ") beyond end of range ("
                        + std::to_string(*last) + "): " + std::string(text));
        if (*step == 0)
            return fail("step of range should be a positive number: " + std::string(text));
        for (auto at = *first; at <= *last; at += *step)
            set.set(static_cast<std::size_t>(at));
        isAny = isAny || (isStar && *step == 1);
        return true;
    }

    std::optional<int> value(std::string_view text, const Field& field)
    {
        std::string lower(text);
        std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
        const auto named = std::ranges::find(field.names, std::string_view(lower));
        return named != field.names.end() ? std::optional(field.least + static_cast<int>(named - field.names.begin()))
                                          : number(text);
    }

    std::optional<int> number(std::string_view text)
    {
        constexpr std::int64_t enough = 1'000'000;
        const auto parsed = api::parseGoInt(text);
        if (!parsed)
            return fail("failed to parse int from " + std::string(text) + ": " + api::parseGoIntProblem(text)), std::nullopt;
        if (*parsed < 0)
            return fail("negative number (" + std::to_string(*parsed) + ") not allowed: " + std::string(text)), std::nullopt;
        return static_cast<int>(std::min(*parsed, enough));
    }

    bool fail(std::string error)
    {
        if (error_.empty())
            error_ = std::move(error);
        return false;
    }

    CronSchedule schedule_;
    std::string error_;
};

tl::expected<CronSchedule, std::string> CronSchedule::parse(std::string_view text) { return CronParser().parse(text); }

/// Days since 1970. If both kinds of day are restricted, one of them is enough.
bool CronSchedule::matchesDay(std::int64_t day) const
{
    const std::chrono::sys_days date{std::chrono::days(day)};
    const std::chrono::year_month_day calendar(date);
    if (!months_.test(static_cast<unsigned>(calendar.month())))
        return false;
    const bool isDay = days_.test(static_cast<unsigned>(calendar.day()));
    const bool isWeekday = weekdays_.test(std::chrono::weekday(date).c_encoding());
    return anyDay_ || anyWeekday_ ? isDay && isWeekday : isDay || isWeekday;
}

std::optional<api::Time> CronSchedule::next(api::Time after, const TimeZone& zone) const
{
    if (every_ > 0)
        return api::Time{after.truncatedToSecond().nanoseconds + every_};
    constexpr std::int64_t fiveYears = 5 * 366 * 86400 * second;
    const api::Time last{after.nanoseconds + fiveYears};
    for (auto period = zone.at(after);; period = zone.at(*period.end)) {
        const auto found = nextAt(period.utcOffset, after);
        if (!found || !period.end || *found < *period.end)
            return found;
        if (*period.end > last)
            return std::nullopt;
        after = {period.end->nanoseconds - 1}; // its end is the first moment that may count
    }
}

std::optional<api::Time> CronSchedule::nextAt(std::int64_t utcOffset, api::Time after) const
{
    constexpr std::int64_t minutesPerDay = 1440;
    constexpr std::int64_t secondsPerMinute = 60;
    constexpr std::int64_t farthest = 5 * 366;
    const auto floorDiv = [](std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); };
    const auto from = floorDiv(after.seconds() + utcOffset, secondsPerMinute) + 1;
    for (auto day = floorDiv(from, minutesPerDay); day <= floorDiv(from, minutesPerDay) + farthest; ++day) {
        if (!matchesDay(day))
            continue;
        for (auto minute = std::max(from, day * minutesPerDay); minute < (day + 1) * minutesPerDay; ++minute) {
            const auto inDay = static_cast<std::size_t>(minute - day * minutesPerDay);
            if (hours_.test(inDay / 60) && minutes_.test(inDay % 60))
                return api::Time::fromSeconds(minute * secondsPerMinute - utcOffset);
        }
    }
    return std::nullopt;
}

}
