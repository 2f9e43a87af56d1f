// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace berth::api {

/// How Go writes and reads values in the texts that Kubernetes shows. Free of locale.

/// A string in double quotes with Go's escapes (strconv.Quote); printable characters beyond ASCII stay.
std::string goQuote(std::string_view text);

/// The digits encoding/json writes for a finite double: shortest, exponent form only below 1e-6 and from 1e21.
std::string jsonDigits(double number);

/// Shortest %g as strconv does it, for 32 or 64 bit: `1.5`, `1e+06`.
std::string goShortestG(double number, int bits);

/// strconv.ParseInt and ParseUint of base 0 in one: sign, 0x, 0o, 0b, leading zero = octal; without underscores.
struct GoInteger {
    bool negative = false;
    std::uint64_t magnitude = 0;
    std::string digits() const;   ///< decimal, with sign
};
std::optional<GoInteger> parseGoInteger(std::string_view text);

/// A decimal floating point text; nothing where it is none or beyond the range of double.
std::optional<double> parseGoFloat(std::string_view text);

}
