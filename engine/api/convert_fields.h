// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/cluster_objects.h"
#include "api/value.h"

#include <optional>
#include <string>
#include <vector>

namespace berth::api::fields {

/// Reading the members of an object whose types have been checked. Null is absent, as Go's decoder has it.

/// The member, or nullptr if it is absent or null.
const Value* given(const Value& object, std::string_view key);
/// The member, or an empty object.
const Value& objectAt(const Value& object, std::string_view key);

std::string text(const Value& object, std::string_view key);
std::optional<std::string> optionalText(const Value& object, std::string_view key);
Symbol symbol(const Value& object, std::string_view key);
bool flag(const Value& object, std::string_view key);
std::optional<bool> optionalFlag(const Value& object, std::string_view key);
std::int64_t int64(const Value& object, std::string_view key);
std::optional<std::int64_t> optionalInt64(const Value& object, std::string_view key);
std::int32_t int32(const Value& object, std::string_view key);
std::optional<std::int32_t> optionalInt32(const Value& object, std::string_view key);
std::optional<Time> time(const Value& object, std::string_view key);

std::vector<std::string> texts(const Value& object, std::string_view key);
std::vector<Symbol> symbols(const Value& object, std::string_view key);
StringMap stringMap(const Value& object, std::string_view key);
ResourceList resourceList(const Value& object, std::string_view key);
ResourceRequirements resourceRequirements(const Value& value);
std::optional<LabelSelector> labelSelector(const Value& object, std::string_view key);
std::optional<IntOrString> intOrString(const Value& object, std::string_view key);

/// A list; null elements are zero elements.
template <typename Convert>
auto list(const Value& object, std::string_view key, Convert convert)
{
    std::vector<decltype(convert(object))> result;
    const Value* value = given(object, key);
    if (!value)
        return result;
    result.reserve(value->items.size());
    for (const Value& item : value->items)
        result.push_back(convert(item));
    return result;
}

}
