// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/version_kind.h"

#include "api/strict_decode.h"

#include <algorithm>
#include <vector>

namespace berth::config {

namespace {

using api::Value;

constexpr std::string_view prefix = "couldn't get version/kind; json parse error: json: cannot unmarshal ";

std::string_view jsonKind(const Value& value)
{
    switch (value.kind) {
    case Value::Kind::Bool:
        return "bool";
    case Value::Kind::Integer:
    case Value::Kind::Float:
        return "number";
    case Value::Kind::String:
        return "string";
    case Value::Kind::Array:
        return "array";
    case Value::Kind::Object:
        return "object";
    case Value::Kind::Null:
        break;
    }
    return "null";
}

bool equalIgnoringCase(std::string_view a, std::string_view b)
{
    auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

}

tl::expected<VersionKind, VersionKindError> findVersionKind(const Value& document, bool sortKeys)
{
    VersionKind found;
    if (document.isNull())
        return found;
    if (!document.isObject())
        return tl::unexpected(VersionKindError{
            std::string(prefix) + std::string(jsonKind(document)) +
                R"( into Go value of type struct { APIVersion string "json:\"apiVersion,omitempty\""; )"
                R"(Kind string "json:\"kind,omitempty\"" })",
            document.position});
    std::vector<const Value::Member*> members;
    for (const Value::Member& member : document.members)
        members.push_back(&member);
    if (sortKeys)
        std::sort(members.begin(), members.end(), [](auto* a, auto* b) { return a->key < b->key; });
    for (const Value::Member* member : members) {
        const bool isKind = equalIgnoringCase(member->key, "kind");
        if ((!isKind && !equalIgnoringCase(member->key, "apiVersion")) || member->value.isNull())
            continue;
        if (!member->value.isString())
            return tl::unexpected(VersionKindError{std::string(prefix) + std::string(jsonKind(member->value)) +
                                                       " into Go struct field ." + (isKind ? "kind" : "apiVersion") +
                                                       " of type string",
                                                   member->value.position});
        (isKind ? found.kind : found.apiVersion) = member->value.text;
    }
    if (found.apiVersion != "/" && std::count(found.apiVersion.begin(), found.apiVersion.end(), '/') > 1)
        return tl::unexpected(
            VersionKindError{"unexpected GroupVersion string: " + found.apiVersion, document.position});
    if (found.apiVersion.ends_with('/')) // a group alone is no version
        found.apiVersion.clear();
    if (found.apiVersion.starts_with('/')) // no group is the core group
        found.apiVersion.erase(0, 1);
    return found;
}

std::string notRegistered(const VersionKind& what)
{
    if (what.apiVersion == configVersion && !api::goTypeOf(what.apiVersion, what.kind).empty())
        return {};
    return "no kind \"" + what.kind + "\" is registered for version \"" + what.apiVersion +
           "\" in scheme \"pkg/scheduler/apis/config/scheme/scheme.go:29\"";
}

}
