// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/text.h"

#include <algorithm>

namespace berth::api {
namespace {

void writeString(std::string& out, const std::string& text)
{
    out += '"';
    for (const char c : text) {
        switch (c) {
        case '"': out += "\\\""; continue;
        case '\\': out += "\\\\"; continue;
        case '\b': out += "\\b"; continue;
        case '\f': out += "\\f"; continue;
        case '\n': out += "\\n"; continue;
        case '\r': out += "\\r"; continue;
        case '\t': out += "\\t"; continue;
        default: break;
        }
        if (const auto byte = static_cast<unsigned char>(c); byte < 0x20)
            ((out += "\\u00") += "0123456789abcdef"[byte >> 4]) += "0123456789abcdef"[byte & 15];
        else
            out += c;
    }
    out += '"';
}

void write(std::string& out, const Value& value, bool sortKeys);

void writeObject(std::string& out, const Value& value, bool sortKeys)
{
    std::vector<const Value::Member*> members;
    members.reserve(value.members.size());
    for (const Value::Member& member : value.members)
        members.push_back(&member);
    if (sortKeys)
        std::ranges::sort(members, {}, [](const Value::Member* member) -> const std::string& { return member->key; });
    out += '{';
    for (const Value::Member* member : members) {
        if (member != members.front())
            out += ',';
        writeString(out, member->key);
        out += ':';
        write(out, member->value, sortKeys);
    }
    out += '}';
}

void write(std::string& out, const Value& value, bool sortKeys)
{
    switch (value.kind) {
    case Value::Kind::Null: out += "null"; return;
    case Value::Kind::Bool: out += value.boolean ? "true" : "false"; return;
    case Value::Kind::Integer:
    case Value::Kind::Float: out += value.text; return;
    case Value::Kind::String: writeString(out, value.text); return;
    case Value::Kind::Object: writeObject(out, value, sortKeys); return;
    case Value::Kind::Array: break;
    }
    out += '[';
    for (std::size_t i = 0; i < value.items.size(); ++i) {
        if (i > 0)
            out += ',';
        write(out, value.items[i], sortKeys);
    }
    out += ']';
}

}

std::string toJson(const Value& value, bool sortKeys)
{
    std::string out;
    write(out, value, sortKeys);
    return out;
}

}
