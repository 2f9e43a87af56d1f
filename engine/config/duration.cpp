// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/duration.h"

#include <cstdint>

namespace berth::config {

namespace {

/// number / 10^digits, without trailing zeros behind the point.
std::string decimal(std::uint64_t number, int digits)
{
    std::string fraction;
    for (int i = 0; i < digits; ++i) {
        if (char digit = static_cast<char>('0' + number % 10); digit != '0' || !fraction.empty())
            fraction.insert(fraction.begin(), digit);
        number /= 10;
    }
    return std::to_string(number) + (fraction.empty() ? "" : "." + fraction);
}

}

std::string formatDuration(Duration duration)
{
    std::int64_t count = duration.count();
    std::uint64_t rest = count < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(count) : static_cast<std::uint64_t>(count);
    const std::string sign = count < 0 ? "-" : "";
    if (rest == 0)
        return "0s";
    if (rest < 1'000)
        return sign + std::to_string(rest) + "ns";
    if (rest < 1'000'000)
        return sign + decimal(rest, 3) + "\xC2\xB5s";
    if (rest < 1'000'000'000)
        return sign + decimal(rest, 6) + "ms";
    std::uint64_t minutes = rest / 60'000'000'000;
    std::string seconds = decimal(rest % 60'000'000'000, 9) + "s";
    if (minutes == 0)
        return sign + seconds;
    std::string text = std::to_string(minutes % 60) + "m" + seconds;
    return sign + (minutes >= 60 ? std::to_string(minutes / 60) + "h" : "") + text;
}

}
