// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/convert_fields.h"

#include "api/go_time.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace berth::api::fields {
namespace {

const Value emptyObject = Value::object();

std::int64_t number(const Value& value)
{
    std::int64_t result = 0;
    if (value.isNumber())
        std::from_chars(value.text.data(), value.text.data() + value.text.size(), result);
    return result;
}

Quantity quantity(const Value& value)
{
    if (value.isNull())
        return {};
    return Quantity::parse(value.text).value_or(Quantity{});
}

LabelSelectorRequirement requirement(const Value& value)
{
    return {symbol(value, "key"), text(value, "operator"), symbols(value, "values")};
}

}

const Value* given(const Value& object, std::string_view key)
{
    const Value* value = object.find(key);
    return value && !value->isNull() ? value : nullptr;
}

const Value& objectAt(const Value& object, std::string_view key)
{
    const Value* value = given(object, key);
    return value ? *value : emptyObject;
}

std::string text(const Value& object, std::string_view key)
{
    const Value* value = given(object, key);
    return value ? value->text : std::string{};
}

std::optional<std::string> optionalText(const Value& object, std::string_view key)
{
    const Value* value = given(object, key);
    return value ? std::optional(value->text) : std::nullopt;
}

Symbol symbol(const Value& object, std::string_view key)
{
    const Value* value = given(object, key);
    return value ? Symbol(value->text) : Symbol();
}

bool flag(const Value& object, std::string_view key)
{
    const Value* value = given(object, key);
    return value && value->boolean;
}

std::optional<bool> optionalFlag(const Value& object, std::string_view key)
{
    const Value* value = given(object, key);
    return value ? std::optional(value->boolean) : std::nullopt;
}

std::int64_t int64(const Value& object, std::string_view key)
{
    return optionalInt64(object, key).value_or(0);
}

std::optional<std::int64_t> optionalInt64(const Value& object, std::string_view key)
{
    const Value* value = given(object, key);
    return value ? std::optional(number(*value)) : std::nullopt;
}

std::int32_t int32(const Value& object, std::string_view key)
{
    return static_cast<std::int32_t>(int64(object, key));
}

std::optional<std::int32_t> optionalInt32(const Value& object, std::string_view key)
{
    const Value* value = given(object, key);
    return value ? std::optional(static_cast<std::int32_t>(number(*value))) : std::nullopt;
}

std::optional<Time> time(const Value& object, std::string_view key)
{
    const Value* value = given(object, key);
    if (!value)
        return std::nullopt;
    const auto moment = parseRfc3339(value->text);
    return moment ? std::optional(*moment) : std::nullopt;
}

std::vector<std::string> texts(const Value& object, std::string_view key)
{
    return list(object, key, [](const Value& item) { return item.text; });
}

std::vector<Symbol> symbols(const Value& object, std::string_view key)
{
    return list(object, key, [](const Value& item) { return Symbol(item.text); });
}

StringMap stringMap(const Value& object, std::string_view key)
{
    StringMap map;
    const Value* value = given(object, key);
    if (!value)
        return map;
    // In order, so that even a huge map is filled from behind.
    std::vector<const Value::Member*> sorted;
    sorted.reserve(value->members.size());
    for (const Value::Member& member : value->members)
        sorted.push_back(&member);
    std::ranges::sort(sorted, {}, [](const Value::Member* member) -> const std::string& { return member->key; });
    for (const Value::Member* member : sorted)
        map.set(Symbol(member->key), Symbol(member->value.text));
    return map;
}

ResourceList resourceList(const Value& object, std::string_view key)
{
    ResourceList amounts;
    if (const Value* value = given(object, key))
        for (const Value::Member& member : value->members)
            amounts.set(Symbol(member.key), quantity(member.value));
    return amounts;
}

ResourceRequirements resourceRequirements(const Value& value)
{
    ResourceRequirements resources;
    resources.limits = resourceList(value, "limits");
    resources.requests = resourceList(value, "requests");
    resources.claims = list(value, "claims", [](const Value& claim) {
        return ContainerResourceClaim{text(claim, "name"), text(claim, "request")};
    });
    return resources;
}

std::optional<LabelSelector> labelSelector(const Value& object, std::string_view key)
{
    const Value* value = given(object, key);
    if (!value)
        return std::nullopt;
    return LabelSelector{stringMap(*value, "matchLabels"), list(*value, "matchExpressions", requirement)};
}

std::optional<IntOrString> intOrString(const Value& object, std::string_view key)
{
    const Value* value = given(object, key);
    if (!value)
        return std::nullopt;
    IntOrString result;
    result.isString = value->isString();
    if (result.isString)
        result.text = value->text;
    else
        result.number = static_cast<std::int32_t>(number(*value));
    return result;
}

}
