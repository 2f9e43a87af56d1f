// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/yaml_scalar.h"

#include "api/go_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace berth::api {
namespace {

using Type = YamlScalar::Type;

constexpr std::string_view tagPrefix = "tag:yaml.org,2002:";

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

template <std::size_t N>
bool isOneOf(std::string_view text, const std::array<std::string_view, N>& words)
{
    return std::find(words.begin(), words.end(), text) != words.end();
}

YamlScalar ofFloat(double number)
{
    YamlScalar scalar;
    scalar.type = Type::Float;
    scalar.number = number;
    if (std::isfinite(number))
        scalar.text = jsonDigits(number);
    return scalar;
}

/// The words with a meaning of their own: null, booleans, infinities.
std::optional<YamlScalar> resolveWord(std::string_view text)
{
    static constexpr std::array<std::string_view, 11> yes{"y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"};
    static constexpr std::array<std::string_view, 11> no{"n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"};
    static constexpr std::array<std::string_view, 5> null{"", "~", "null", "Null", "NULL"};
    static constexpr std::array<std::string_view, 6> infinity{".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"};
    static constexpr std::array<std::string_view, 3> minusInfinity{"-.inf", "-.Inf", "-.INF"};
    static constexpr std::array<std::string_view, 3> notANumber{".nan", ".NaN", ".NAN"};
    if (text.size() > 5)
        return std::nullopt;
    YamlScalar scalar;
    if (isOneOf(text, null)) {
        scalar.type = Type::Null;
        return scalar;
    }
    if (const bool isTrue = isOneOf(text, yes); isTrue || isOneOf(text, no)) {
        scalar.type = Type::Bool;
        scalar.boolean = isTrue;
        return scalar;
    }
    if (isOneOf(text, infinity))
        return ofFloat(std::numeric_limits<double>::infinity());
    if (isOneOf(text, minusInfinity))
        return ofFloat(-std::numeric_limits<double>::infinity());
    if (isOneOf(text, notANumber))
        return ofFloat(std::numeric_limits<double>::quiet_NaN());
    return std::nullopt;
}

/// [-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?
bool looksLikeFloat(std::string_view text)
{
    std::size_t i = 0;
    const auto digits = [&] {
        const std::size_t start = i;
        while (i < text.size() && isDigit(text[i]))
            ++i;
        return i - start;
    };
    if (i < text.size() && (text[i] == '+' || text[i] == '-'))
        ++i;
    const std::size_t before = digits();
    if (i < text.size() && text[i] == '.') {
        ++i;
        if (digits() == 0 && before == 0)
            return false;
    } else if (before == 0) {
        return false;
    }
    if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
        ++i;
        if (i < text.size() && (text[i] == '+' || text[i] == '-'))
            ++i;
        if (digits() == 0)
            return false;
    }
    return i == text.size();
}

std::optional<YamlScalar> resolveInteger(const std::string& text)
{
    const auto integer = parseGoInteger(text);
    if (!integer)
        return std::nullopt;
    YamlScalar scalar;
    scalar.type = !integer->negative && integer->magnitude >> 63 ? Type::Uint : Type::Int;
    scalar.text = integer->digits();
    scalar.octal = text.size() > 1 && text[0] == '0' && isDigit(text[1]) && integer->magnitude > 7;
    return scalar;
}

std::optional<YamlScalar> resolveNumber(std::string_view text)
{
    std::string plain(text);
    std::erase(plain, '_');
    if (auto integer = resolveInteger(plain))
        return integer;
    if (looksLikeFloat(plain))
        if (const auto number = parseGoFloat(plain))
            return ofFloat(*number);
    return std::nullopt;
}

YamlScalar resolvePlain(std::string_view text)
{
    if (auto word = resolveWord(text))
        return *std::move(word);
    const char first = text[0];
    std::optional<YamlScalar> number;
    if (isDigit(first) || first == '+' || first == '-')
        number = resolveNumber(text);
    else if (first == '.' && looksLikeFloat(text))
        if (const auto value = parseGoFloat(text))
            number = ofFloat(*value);
    if (number)
        return *std::move(number);
    YamlScalar scalar;
    scalar.text = text;
    return scalar;
}

std::string_view tagOf(Type type)
{
    switch (type) {
    case Type::Null: return "!!null";
    case Type::Bool: return "!!bool";
    case Type::Int:
    case Type::Uint: return "!!int";
    case Type::Float: return "!!float";
    case Type::String: return "!!str";
    }
    return "!!str";
}

std::optional<std::string> decodeBase64(std::string_view text)
{
    std::string out;
    std::uint32_t bits = 0;
    int count = 0;
    int padding = 0;
    for (const char c : text) {
        if (c == '\n' || c == '\r')
            continue;
        if (c == '=') {
            ++padding;
            ++count;
            bits <<= 6;
        } else {
            static constexpr std::string_view alphabet =
                "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
            const auto digit = alphabet.find(c);
            if (digit == std::string_view::npos || padding > 0)
                return std::nullopt;
            bits = bits << 6 | static_cast<std::uint32_t>(digit);
            ++count;
        }
        if (count == 4) {
            for (int i = 0; i < 3 - padding; ++i)
                out += static_cast<char>(bits >> (16 - 8 * i) & 0xFF);
            if (padding > 2)
                return std::nullopt;
            bits = 0;
            count = 0;
        }
    }
    if (count != 0)
        return std::nullopt;
    return out;
}

bool isTimestampLike(std::string_view text)
{
    return text.size() > 7 && text[4] == '-' && std::all_of(text.begin(), text.begin() + 4, isDigit);
}

tl::expected<YamlScalar, std::string> resolveTagged(std::string_view shortTag, std::string_view text)
{
    YamlScalar asText;
    asText.text = text;
    if (shortTag == "!!str")
        return asText;
    YamlScalar scalar = resolvePlain(text);
    const std::string_view found = tagOf(scalar.type);
    if (found == shortTag)
        return scalar;
    if (shortTag == "!!float" && scalar.type == Type::Int)
        return ofFloat(parseGoFloat(scalar.text).value_or(0));
    if (shortTag == "!!timestamp" && isTimestampLike(text))
        return asText;
    return tl::make_unexpected("cannot decode " + std::string(found) + " `" + std::string(text) + "` as a " +
                               std::string(shortTag));
}

}

tl::expected<YamlScalar, std::string> resolveYamlScalar(std::string_view tag, std::string_view text)
{
    if (tag.empty())
        return resolvePlain(text);
    if (tag.starts_with(tagPrefix)) {
        const std::string shortTag = "!!" + std::string(tag.substr(tagPrefix.size()));
        static constexpr std::array<std::string_view, 6> resolvable{"!!str", "!!bool", "!!int", "!!float", "!!null", "!!timestamp"};
        if (isOneOf(shortTag, resolvable))
            return resolveTagged(shortTag, text);
        if (shortTag == "!!binary") {
            auto data = decodeBase64(text);
            if (!data)
                return tl::make_unexpected(std::string("!!binary value contains invalid base64 data"));
            YamlScalar scalar;
            scalar.text = *std::move(data);
            return scalar;
        }
    }
    YamlScalar scalar;
    scalar.text = text;
    return scalar;
}

bool isPlainYamlString(std::string_view text)
{
    return resolvePlain(text).type == Type::String && text != "<<" && text != "=" && !isTimestampLike(text);
}

}
