// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/fields.h"

#include "api/go_time.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace berth::config {

namespace {

constexpr std::string_view base64Letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::optional<std::int64_t> wholeNumber(const api::Value& value)
{
    std::int64_t number = 0;
    const char* end = value.text.data() + value.text.size();
    auto [stop, error] = std::from_chars(value.text.data(), end, number);
    if (!value.isNumber() || error != std::errc{} || stop != end)
        return std::nullopt;
    return number;
}

}

const api::Value* Fields::get(std::string_view name) const
{
    const api::Value* field = value_ ? value_->find(name) : nullptr;
    return field && !field->isNull() ? field : nullptr;
}

const std::vector<api::Value>& Fields::list(std::string_view name) const
{
    static const std::vector<api::Value> none;
    const api::Value* field = get(name);
    return field ? field->items : none;
}

std::string Fields::text(std::string_view name) const { return textOr(name, {}); }

std::string Fields::textOr(std::string_view name, std::string_view fallback) const
{
    const api::Value* field = get(name);
    return field && field->isString() ? field->text : std::string(fallback);
}

std::vector<std::string> Fields::texts(std::string_view name) const
{
    std::vector<std::string> texts;
    for (const api::Value& item : list(name))
        texts.push_back(item.isString() ? item.text : std::string());
    return texts;
}

std::optional<bool> Fields::flag(std::string_view name) const
{
    const api::Value* field = get(name);
    return field && field->kind == api::Value::Kind::Bool ? std::optional(field->boolean) : std::nullopt;
}

std::optional<std::int64_t> Fields::int64(std::string_view name) const
{
    const api::Value* field = get(name);
    return field ? wholeNumber(*field) : std::nullopt;
}

std::optional<std::int32_t> Fields::int32(std::string_view name) const
{
    std::optional<std::int64_t> number = int64(name);
    if (!number || *number < std::numeric_limits<std::int32_t>::min() ||
        *number > std::numeric_limits<std::int32_t>::max())
        return std::nullopt;
    return static_cast<std::int32_t>(*number);
}

std::optional<float> Fields::float32(std::string_view name) const
{
    const api::Value* field = get(name);
    float number = 0;
    if (!field || !field->isNumber() ||
        std::from_chars(field->text.data(), field->text.data() + field->text.size(), number).ec != std::errc{})
        return std::nullopt;
    return number;
}

std::optional<Duration> Fields::duration(std::string_view name) const
{
    const api::Value* field = get(name);
    if (!field || !field->isString())
        return std::nullopt;
    tl::expected<std::int64_t, std::string> parsed = api::parseGoDuration(field->text);
    return parsed ? std::optional(Duration(*parsed)) : std::nullopt;
}

std::string Fields::bytes(std::string_view name) const { return decodeBase64(text(name)); }

std::string decodeBase64(std::string_view text)
{
    std::string bytes;
    std::uint32_t buffer = 0;
    int bits = 0;
    for (char c : text) {
        std::size_t letter = base64Letters.find(c);
        if (letter == std::string_view::npos)
            continue;
        buffer = (buffer << 6) | static_cast<std::uint32_t>(letter);
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            bytes += static_cast<char>((buffer >> bits) & 0xFF);
        }
    }
    return bytes;
}

std::string encodeBase64(std::string_view bytes)
{
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t group = 0;
        std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
        for (std::size_t k = 0; k < 3; ++k)
            group = (group << 8) | (k < count ? static_cast<std::uint8_t>(bytes[i + k]) : 0U);
        for (std::size_t k = 0; k < 4; ++k)
            text += k <= count ? base64Letters[(group >> (18 - 6 * k)) & 0x3F] : '=';
    }
    return text;
}

}
