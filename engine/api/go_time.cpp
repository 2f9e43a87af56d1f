// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/go_time.h"

#include <array>
#include <limits>

namespace berth::api {
namespace {

bool isDigitAt(std::string_view text, std::size_t i)
{
    return i < text.size() && text[i] >= '0' && text[i] <= '9';
}

bool isPointAt(std::string_view text, std::size_t i)
{
    return i < text.size() && (text[i] == '.' || text[i] == ',');
}

/// The time package's own quoting: everything outside printable ASCII as \xNN.
std::string quoted(std::string_view text)
{
    std::string out = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            (out += '\\') += c;
        else if (byte < 0x20 || byte >= 0x80)
            ((out += "\\x") += "0123456789abcdef"[byte >> 4]) += "0123456789abcdef"[byte & 15];
        else
            out += c;
    }
    return out + "\"";
}

bool isLeap(std::int64_t year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

int daysIn(int month, std::int64_t year)
{
    constexpr std::array<int, 12> days{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return month == 2 && isLeap(year) ? 29 : days[static_cast<std::size_t>(month - 1)];
}

std::int64_t daysSinceEpoch(std::int64_t year, int month, int day)
{
    std::int64_t days = (year - 1970) * 365;
    const auto leapsBefore = [](std::int64_t y) { return (y - 1) / 4 - (y - 1) / 100 + (y - 1) / 400; };
    days += (year > 0 ? leapsBefore(year) : -1) - leapsBefore(1970);
    for (int m = 1; m < month; ++m)
        days += daysIn(m, year);
    return days + day - 1;
}

/// Walks a text along the layout of RFC 3339; the first mismatch becomes the error.
class LayoutReader {
public:
    LayoutReader(std::string_view text, bool micro)
        : text_(text), rest_(text), micro_(micro),
          layout_(micro ? "2006-01-02T15:04:05.000000Z07:00" : "2006-01-02T15:04:05Z07:00") {}

    tl::expected<Time, std::string> read()
    {
        if (year() && literal("-") && number("01", month_, 1, 12, "month", true) && literal("-") &&
            number("02", day_, 0, 99, "day", true) && literal("T") && number("15", hour_, 0, 23, "hour", false) &&
            literal(":") && number("04", minute_, 0, 59, "minute", true) && literal(":") &&
            number("05", second_, 0, 59, "second", true) && fraction() && zone() && end())
            return moment();
        return tl::make_unexpected(error_);
    }

private:
    bool mismatch(std::string_view element)
    {
        error_ = "parsing time " + quoted(text_) + " as " + quoted(layout_) + ": cannot parse " + quoted(rest_) + " as " +
                 quoted(element);
        return false;
    }

    bool refuse(const std::string& message)
    {
        error_ = "parsing time " + quoted(text_) + message;
        return false;
    }

    bool year()
    {
        for (std::size_t i = 0; i < 4; ++i) {
            if (!isDigitAt(rest_, i))
                return mismatch("2006");
            year_ = year_ * 10 + (rest_[i] - '0');
        }
        rest_.remove_prefix(4);
        return true;
    }

    bool literal(std::string_view expected)
    {
        if (!rest_.starts_with(expected))
            return mismatch(expected);
        rest_.remove_prefix(expected.size());
        return true;
    }

    bool number(std::string_view element, int& out, int low, int high, const char* what, bool twoDigits)
    {
        if (!isDigitAt(rest_, 0) || (twoDigits && !isDigitAt(rest_, 1)))
            return mismatch(element);
        const std::size_t count = isDigitAt(rest_, 1) ? 2 : 1;
        for (std::size_t i = 0; i < count; ++i)
            out = out * 10 + (rest_[i] - '0');
        rest_.remove_prefix(count);
        return (out >= low && out <= high) || refuse(std::string(": ") + what + " out of range");
    }

    bool fraction()
    {
        std::size_t count = 0;
        if (micro_) {
            constexpr std::size_t digits = 6;
            if (!isPointAt(rest_, 0))
                return mismatch(".000000");
            for (count = 1; count <= digits; ++count)
                if (!isDigitAt(rest_, count))
                    return mismatch(".000000");
        } else if (isPointAt(rest_, 0) && isDigitAt(rest_, 1)) {
            count = 2;
            while (isDigitAt(rest_, count))
                ++count;
        }
        std::int64_t unit = 100'000'000;
        for (std::size_t i = 1; i < count; ++i, unit /= 10)
            nanoseconds_ += unit * (rest_[i] - '0');
        rest_.remove_prefix(count);
        return true;
    }

    bool zone()
    {
        constexpr std::string_view element = "Z07:00";
        if (rest_.starts_with('Z')) {
            rest_.remove_prefix(1);
            return true;
        }
        if (rest_.size() < element.size() || rest_[3] != ':')
            return mismatch(element);
        for (const std::size_t i : {1u, 2u, 4u, 5u})
            if (!isDigitAt(rest_, i))
                return mismatch(element);
        const int hours = (rest_[1] - '0') * 10 + (rest_[2] - '0');
        const int minutes = (rest_[4] - '0') * 10 + (rest_[5] - '0');
        if (hours > 24)
            return refuse(": time zone offset hour out of range");
        if (minutes > 60)
            return refuse(": time zone offset minute out of range");
        if (rest_[0] != '+' && rest_[0] != '-')
            return mismatch(element);
        offset_ = (hours * 60 + minutes) * 60 * (rest_[0] == '-' ? -1 : 1);
        rest_.remove_prefix(element.size());
        return true;
    }

    bool end()
    {
        if (!rest_.empty())
            return refuse(": extra text: " + quoted(rest_));
        return (day_ >= 1 && day_ <= daysIn(month_, year_)) || refuse(": day out of range");
    }

    Time moment() const
    {
        const std::int64_t seconds =
            daysSinceEpoch(year_, month_, day_) * 86'400 + hour_ * 3'600 + minute_ * 60 + second_ - offset_;
        constexpr std::int64_t billion = 1'000'000'000;
        constexpr auto highest = std::numeric_limits<std::int64_t>::max();
        if (seconds >= highest / billion)
            return {highest};
        if (seconds <= -(highest / billion))
            return {-highest};
        return {seconds * billion + nanoseconds_};
    }

    std::string_view text_;
    std::string_view rest_;
    bool micro_;
    std::string_view layout_;
    std::int64_t year_ = 0;
    int month_ = 0;
    int day_ = 0;
    int hour_ = 0;
    int minute_ = 0;
    int second_ = 0;
    int offset_ = 0;
    std::int64_t nanoseconds_ = 0;
    std::string error_;
};

/// Nanoseconds in a unit of a duration; 0 if there is no such unit.
std::uint64_t unitOf(std::string_view name)
{
    if (name == "ns")
        return 1;
    if (name == "us" || name == "\u00b5s" || name == "\u03bcs")
        return 1'000;
    if (name == "ms")
        return 1'000'000;
    if (name == "s")
        return 1'000'000'000;
    if (name == "m")
        return 60'000'000'000;
    return name == "h" ? 3'600'000'000'000 : 0;
}

constexpr std::uint64_t durationLimit = std::uint64_t{1} << 63;

/// One `1.5h` of a duration, added to the total. False: out of range.
bool addPart(std::uint64_t& total, std::uint64_t whole, std::string_view fraction, std::uint64_t unit)
{
    if (whole > durationLimit / unit)
        return false;
    std::uint64_t part = whole * unit;
    double value = 0;
    double scale = 1;
    for (const char digit : fraction.substr(0, 18)) {
        value = value * 10 + (digit - '0');
        scale *= 10;
    }
    part += static_cast<std::uint64_t>(value * (static_cast<double>(unit) / scale));
    total += part;
    return part <= durationLimit && total <= durationLimit;
}

}

tl::expected<Time, std::string> parseRfc3339(std::string_view text)
{
    return LayoutReader(text, false).read();
}

tl::expected<Time, std::string> parseRfc3339Micro(std::string_view text)
{
    return LayoutReader(text, true).read();
}

tl::expected<std::int64_t, std::string> parseGoDuration(std::string_view text)
{
    const auto invalid = [&] { return tl::make_unexpected("time: invalid duration " + quoted(text)); };
    std::string_view rest = text;
    const bool negative = rest.starts_with('-');
    if (negative || rest.starts_with('+'))
        rest.remove_prefix(1);
    if (rest == "0")
        return 0;
    if (rest.empty())
        return invalid();
    std::uint64_t total = 0;
    while (!rest.empty()) {
        std::uint64_t whole = 0;
        std::size_t i = 0;
        for (; isDigitAt(rest, i); ++i) {
            if (whole > durationLimit / 10)
                return invalid();
            whole = whole * 10 + static_cast<std::uint64_t>(rest[i] - '0');
        }
        const std::size_t pointAt = i;
        if (i < rest.size() && rest[i] == '.')
            for (++i; isDigitAt(rest, i);)
                ++i;
        const std::string_view fraction = i > pointAt ? rest.substr(pointAt + 1, i - pointAt - 1) : std::string_view{};
        if (pointAt == 0 && fraction.empty())
            return invalid();
        rest.remove_prefix(i);
        std::size_t length = 0;
        while (length < rest.size() && rest[length] != '.' && !isDigitAt(rest, length))
            ++length;
        if (length == 0)
            return tl::make_unexpected("time: missing unit in duration " + quoted(text));
        const std::uint64_t unit = unitOf(rest.substr(0, length));
        if (unit == 0)
            return tl::make_unexpected("time: unknown unit " + quoted(rest.substr(0, length)) + " in duration " + quoted(text));
        if (!addPart(total, whole, fraction, unit))
            return invalid();
        rest.remove_prefix(length);
    }
    if (negative)
        return -static_cast<std::int64_t>(total);
    if (total == durationLimit)
        return invalid();
    return static_cast<std::int64_t>(total);
}

}
