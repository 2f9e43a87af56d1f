// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/go_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

namespace berth::api {
namespace {

constexpr char hexDigits[] = "0123456789abcdef";

/// Digits and decimal exponent of a shortest conversion: 0.DIGITS * 10^point.
struct Decimal {
    std::string digits;
    int point = 0;
    bool negative = false;
};

template <typename Float>
Decimal shortest(Float number)
{
    char buffer[64];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, number, std::chars_format::scientific).ptr;
    Decimal decimal;
    const char* at = buffer;
    if (*at == '-') {
        decimal.negative = true;
        ++at;
    }
    for (; at != end && *at != 'e'; ++at)
        if (*at != '.')
            decimal.digits += *at;
    int exponent = 0;
    if (at != end) {
        ++at;
        if (*at == '+')
            ++at;
        std::from_chars(at, end, exponent);
    }
    decimal.point = exponent + 1;
    while (decimal.digits.size() > 1 && decimal.digits.back() == '0')
        decimal.digits.pop_back();
    return decimal;
}

std::string withoutExponent(const Decimal& decimal)
{
    std::string text = decimal.negative ? "-" : "";
    const int count = static_cast<int>(decimal.digits.size());
    if (decimal.point <= 0)
        return text + "0." + std::string(static_cast<std::size_t>(-decimal.point), '0') + decimal.digits;
    if (decimal.point >= count)
        return text + decimal.digits + std::string(static_cast<std::size_t>(decimal.point - count), '0');
    const auto point = static_cast<std::size_t>(decimal.point);
    return text + decimal.digits.substr(0, point) + "." + decimal.digits.substr(point);
}

std::string withExponent(const Decimal& decimal, bool padExponent)
{
    std::string text = decimal.negative ? "-" : "";
    text += decimal.digits[0];
    if (decimal.digits.size() > 1)
        text += "." + decimal.digits.substr(1);
    const int exponent = decimal.point - 1;
    text += exponent < 0 ? "e-" : "e+";
    std::string digits = std::to_string(std::abs(exponent));
    if (padExponent && digits.size() < 2)
        digits.insert(0, "0");
    return text + digits;
}

std::optional<unsigned> digitValue(char c)
{
    if (c >= '0' && c <= '9')
        return static_cast<unsigned>(c - '0');
    if (c >= 'a' && c <= 'f')
        return static_cast<unsigned>(c - 'a' + 10);
    if (c >= 'A' && c <= 'F')
        return static_cast<unsigned>(c - 'A' + 10);
    return std::nullopt;
}

/// The base that a prefix names; the prefix is cut off.
unsigned takeBase(std::string_view& text)
{
    if (text.size() < 2 || text[0] != '0')
        return 10;
    switch (text[1]) {
    case 'x': case 'X': text.remove_prefix(2); return 16;
    case 'b': case 'B': text.remove_prefix(2); return 2;
    case 'o': case 'O': text.remove_prefix(2); return 8;
    default: text.remove_prefix(1); return 8;
    }
}

/// Whether a number that from_chars calls out of range is too small rather than too big.
bool isUnderflow(std::string_view text)
{
    const auto exponent = text.find_first_of("eE");
    if (exponent != std::string_view::npos)
        return exponent + 1 < text.size() && text[exponent + 1] == '-';
    const auto integerDigits = std::min(text.find('.'), text.size());
    return integerDigits < 300;
}

void appendEscaped(std::string& out, unsigned char c)
{
    switch (c) {
    case '\a': out += "\\a"; return;
    case '\b': out += "\\b"; return;
    case '\f': out += "\\f"; return;
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    case '\t': out += "\\t"; return;
    case '\v': out += "\\v"; return;
    default:
        out += "\\x";
        out += hexDigits[c >> 4];
        out += hexDigits[c & 15];
    }
}

/// The first code point of a text and its length in bytes, 0 if it is not UTF-8.
std::pair<char32_t, std::size_t> decodeUtf8(std::string_view text)
{
    const auto lead = static_cast<unsigned char>(text[0]);
    if (lead < 0x80)
        return {lead, 1};
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || text.size() < length)
        return {0, 0};
    char32_t point = lead & (0xFFu >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if ((byte & 0xC0) != 0x80)
            return {0, 0};
        point = point << 6 | (byte & 0x3Fu);
    }
    return {point, length};
}

/// What Go prints as it is: no controls, no blanks but the space, no format characters, nothing private.
bool isPrintable(char32_t point)
{
    static constexpr std::array<std::pair<char32_t, char32_t>, 13> hidden{{
        {0x7F, 0xA0}, {0xAD, 0xAD}, {0x600, 0x605}, {0x61C, 0x61C}, {0x1680, 0x1680}, {0x180E, 0x180E}, {0x2000, 0x200F},
        {0x2028, 0x202F}, {0x205F, 0x206F}, {0x3000, 0x3000}, {0xD800, 0xF8FF}, {0xFEFF, 0xFEFF}, {0xFFF0, 0xFFFB},
    }};
    const auto contains = [point](const auto& range) { return point >= range.first && point <= range.second; };
    return point < 0xE0000 && (point & 0xFFFE) != 0xFFFE && std::ranges::none_of(hidden, contains);
}

void appendCodePoint(std::string& out, char32_t point)
{
    const int digits = point > 0xFFFF ? 8 : 4;
    out += digits == 8 ? "\\U" : "\\u";
    for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4)
        out += hexDigits[point >> shift & 15];
}

}

std::string goQuote(std::string_view text)
{
    std::string out = "\"";
    for (std::size_t i = 0; i < text.size();) {
        const auto c = static_cast<unsigned char>(text[i]);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += text[i++];
        } else if (c < 0x20 || c == 0x7f) {
            appendEscaped(out, c);
            ++i;
        } else {
            const auto [point, length] = decodeUtf8(text.substr(i));
            if (length == 0)
                appendEscaped(out, c);
            else if (isPrintable(point))
                out += text.substr(i, length);
            else
                appendCodePoint(out, point);
            i += std::max<std::size_t>(length, 1);
        }
    }
    return out + "\"";
}

std::string jsonDigits(double number)
{
    if (number == 0)
        return std::signbit(number) ? "-0" : "0";
    const double magnitude = std::fabs(number);
    const Decimal decimal = shortest(number);
    return magnitude < 1e-6 || magnitude >= 1e21 ? withExponent(decimal, false) : withoutExponent(decimal);
}

std::string goShortestG(double number, int bits)
{
    if (std::isnan(number))
        return "NaN";
    if (std::isinf(number))
        return number > 0 ? "+Inf" : "-Inf";
    if (number == 0)
        return std::signbit(number) ? "-0" : "0";
    const Decimal decimal = bits == 32 ? shortest(static_cast<float>(number)) : shortest(number);
    const int exponent = decimal.point - 1;
    constexpr int precision = 6;   // what Go decides by where the digits are the shortest
    return exponent < -4 || exponent >= precision ? withExponent(decimal, true) : withoutExponent(decimal);
}

std::string GoInteger::digits() const
{
    return (negative && magnitude != 0 ? "-" : "") + std::to_string(magnitude);
}

std::optional<GoInteger> parseGoInteger(std::string_view text)
{
    GoInteger result;
    const bool isSigned = !text.empty() && (text[0] == '+' || text[0] == '-');
    if (isSigned) {
        result.negative = text[0] == '-';
        text.remove_prefix(1);
    }
    const unsigned base = takeBase(text);
    if (text.empty())
        return std::nullopt;
    for (const char c : text) {
        const auto digit = digitValue(c);
        if (!digit || *digit >= base)
            return std::nullopt;
        if (result.magnitude > (std::numeric_limits<std::uint64_t>::max() - *digit) / base)
            return std::nullopt;
        result.magnitude = result.magnitude * base + *digit;
    }
    // Unsigned parsing knows no signs, so beyond int64 only a bare number is one.
    constexpr std::uint64_t limit = std::uint64_t{1} << 63;
    if (isSigned && (result.negative ? result.magnitude > limit : result.magnitude >= limit))
        return std::nullopt;
    return result;
}

std::optional<double> parseGoFloat(std::string_view text)
{
    bool negative = false;
    if (!text.empty() && (text[0] == '+' || text[0] == '-')) {
        negative = text[0] == '-';
        text.remove_prefix(1);
    }
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (end != text.data() + text.size() || error == std::errc::invalid_argument)
        return std::nullopt;
    if (error == std::errc::result_out_of_range) {
        if (!isUnderflow(text))
            return std::nullopt;
        number = 0;
    }
    return negative ? -number : number;
}

}
