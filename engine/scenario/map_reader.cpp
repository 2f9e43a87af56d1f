// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/map_reader.h"

#include "api/go_time.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace berth::scenario {

using api::Value;

MapReader::MapReader(const Value& map, std::string what, const std::string& file, api::Problems& problems)
    : map_(map), what_(std::move(what)), file_(file), problems_(problems)
{
    if (!map.isObject())
        complain(map, what_ + " is a mapping");
}

const Value* MapReader::take(std::string_view key)
{
    known_.emplace_back(key);
    const auto* value = map_.find(key);
    return value && !value->isNull() ? value : nullptr;
}

std::optional<std::string> MapReader::text(std::string_view key)
{
    const auto* value = take(key);
    if (!value)
        return std::nullopt;
    if (value->isString() && !value->text.empty())
        return value->text;
    complain(*value, std::string(key) + ": a text is expected");
    return std::nullopt;
}

std::optional<bool> MapReader::flag(std::string_view key)
{
    const auto* value = take(key);
    if (!value)
        return std::nullopt;
    if (value->kind == Value::Kind::Bool)
        return value->boolean;
    complain(*value, std::string(key) + ": true or false is expected");
    return std::nullopt;
}

std::optional<std::int64_t> MapReader::number(std::string_view key)
{
    const auto* value = take(key);
    if (!value)
        return std::nullopt;
    std::int64_t number = -1;
    if (value->kind == Value::Kind::Integer)
        std::from_chars(value->text.data(), value->text.data() + value->text.size(), number);
    if (number >= 0)
        return number;
    complain(*value, std::string(key) + ": a whole number that is not negative is expected");
    return std::nullopt;
}

std::optional<std::int64_t> MapReader::duration(std::string_view key)
{
    const auto* value = take(key);
    if (!value)
        return std::nullopt;
    constexpr double most = 9e18;
    std::optional<std::int64_t> nanoseconds;
    if (value->isString()) {
        if (const auto parsed = api::parseGoDuration(value->text))
            nanoseconds = *parsed;
    } else if (value->isNumber()) {
        if (const double seconds = std::strtod(value->text.c_str(), nullptr); std::abs(seconds) * 1e9 < most)
            nanoseconds = std::llround(seconds * 1e9);
    }
    if (nanoseconds && *nanoseconds >= 0)
        return nanoseconds;
    complain(*value, std::string(key) + ": a duration is expected, `90s` or `1h30m`, or a number of seconds");
    return std::nullopt;
}

std::vector<std::string> MapReader::texts(std::string_view key)
{
    const auto* value = take(key);
    if (!value)
        return {};
    if (value->isString() && !value->text.empty())
        return {value->text};
    std::vector<std::string> texts;
    for (const auto& item : value->items)
        if (item.isString() && !item.text.empty())
            texts.push_back(item.text);
    if (!value->isArray() || texts.size() != value->items.size())
        complain(*value, std::string(key) + ": a text or a list of texts is expected");
    return texts;
}

void MapReader::finish()
{
    for (const auto& [key, value, position] : map_.members) {
        if (std::find(known_.begin(), known_.end(), key) != known_.end())
            continue;
        std::string expected;
        for (const auto& name : known_)
            expected += (expected.empty() ? "" : ", ") + name;
        problems_.push_back({api::Problem::Severity::Error, "unknown field \"" + key + "\" in " + what_ + "; known are " + expected,
                             file_, position, {}, {}});
    }
}

void MapReader::complain(const Value& where, std::string message)
{
    problems_.push_back({api::Problem::Severity::Error, std::move(message), file_, where.position, {}, {}});
}

}
