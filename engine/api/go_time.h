// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/meta.h"

#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace berth::api {

/// Reading times and durations as Go's time package does, with its error texts.

/// metav1.Time: RFC 3339 with any fraction. Moments that int64 nanoseconds cannot hold become its limits.
tl::expected<Time, std::string> parseRfc3339(std::string_view text);
/// metav1.MicroTime: RFC 3339 with exactly six digits of fraction.
tl::expected<Time, std::string> parseRfc3339Micro(std::string_view text);
/// time.ParseDuration: `1h30m`, `1.5s`, `0`; nanoseconds.
tl::expected<std::int64_t, std::string> parseGoDuration(std::string_view text);

}
