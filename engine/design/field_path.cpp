// SPDX-License-Identifier: GPL-3.0-or-later
#include "design/field_path.h"

#include <algorithm>
#include <charconv>

namespace berth::design {

namespace {

std::optional<std::size_t> positionOf(const std::string& text)
{
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size())
        return {};
    return number;
}

bool isEmptyCollection(const api::Value& value)
{
    return (value.isObject() && value.members.empty()) || (value.isArray() && value.items.empty());
}

bool isDigits(const std::string& text)
{
    return positionOf(text).has_value();
}

bool set(api::Value& place, const Path& path, std::size_t depth, const api::Value& value)
{
    if (depth == path.size()) {
        place = value;
        return true;
    }
    const std::string& step = path[depth];
    if (place.isNull())
        place = isDigits(step) ? api::Value::array() : api::Value::object();
    if (place.isObject()) {
        if (api::Value* member = place.find(step))
            return set(*member, path, depth + 1, value);
        api::Value made;
        if (!set(made, path, depth + 1, value))
            return false;
        place.set(step, std::move(made));
        return true;
    }
    const auto position = positionOf(step);
    if (!place.isArray() || !position || *position > place.items.size())
        return false;
    if (*position < place.items.size())
        return set(place.items[*position], path, depth + 1, value);
    api::Value made;
    if (!set(made, path, depth + 1, value))
        return false;
    place.items.push_back(std::move(made));
    return true;
}

bool erase(api::Value& place, const Path& path, std::size_t depth)
{
    const std::string& step = path[depth];
    const bool isLast = depth + 1 == path.size();
    if (place.isObject()) {
        const auto member = std::find_if(place.members.begin(), place.members.end(), [&](const auto& m) { return m.key == step; });
        if (member == place.members.end() || (!isLast && !erase(member->value, path, depth + 1)))
            return false;
        if (isLast || isEmptyCollection(member->value))
            place.members.erase(member);
        return true;
    }
    const auto position = positionOf(step);
    if (!place.isArray() || !position || *position >= place.items.size())
        return false;
    if (isLast)
        place.items.erase(place.items.begin() + static_cast<std::ptrdiff_t>(*position));
    else
        return erase(place.items[*position], path, depth + 1);
    return true;
}

}

Path pathOf(std::string_view text)
{
    Path path;
    std::string step;
    const auto end = [&] {
        if (!step.empty())
            path.push_back(std::move(step));
        step.clear();
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '.') {
            end();
        } else if (text[i] == '[') {
            end();
            const std::size_t close = std::min(text.find(']', i), text.size());
            path.emplace_back(text.substr(i + 1, close - i - 1));
            i = close;
        } else {
            step += text[i];
        }
    }
    end();
    return path;
}

const api::Value* at(const api::Value& document, const Path& path)
{
    const api::Value* place = &document;
    for (const std::string& step : path) {
        if (place->isArray()) {
            const auto position = positionOf(step);
            if (!position || *position >= place->items.size())
                return nullptr;
            place = &place->items[*position];
        } else if (place = place->find(step); !place) {
            return nullptr;
        }
    }
    return place;
}

bool operator==(const FieldEdit& a, const FieldEdit& b)
{
    return a.path == b.path && a.value.has_value() == b.value.has_value() && (!a.value || isSame(*a.value, *b.value));
}

bool apply(api::Value& document, const FieldEdit& edit)
{
    if (edit.path.empty())
        return false;
    return edit.value ? set(document, edit.path, 0, *edit.value) : erase(document, edit.path, 0);
}

bool isSame(const api::Value& a, const api::Value& b)
{
    if (a.kind != b.kind)
        return false;
    switch (a.kind) {
    case api::Value::Kind::Null: return true;
    case api::Value::Kind::Bool: return a.boolean == b.boolean;
    case api::Value::Kind::Array: return std::ranges::equal(a.items, b.items, isSame);
    case api::Value::Kind::Object:
        return a.members.size() == b.members.size() && std::ranges::all_of(a.members, [&](const api::Value::Member& member) {
                   const api::Value* other = b.find(member.key);
                   return other && isSame(member.value, *other);
               });
    default: return a.text == b.text;
    }
}

}
