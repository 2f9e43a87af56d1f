// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace berth::api {

/// A text with a UTF-16 byte order mark (PowerShell writes `kubectl get … > file` so) as UTF-8 without it; nothing for
/// other texts. Halves of surrogate pairs become U+FFFD.
std::optional<std::string> fromUtf16(std::string_view text);

/// Appends a code point.
void appendUtf8(std::string& out, char32_t point);

}
