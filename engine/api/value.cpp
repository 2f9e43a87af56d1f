// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/value.h"

namespace berth::api {

std::string_view Value::goKind() const
{
    switch (kind) {
    case Value::Kind::Null: return "null";
    case Value::Kind::Bool: return "bool";
    case Value::Kind::Integer:
    case Value::Kind::Float: return "number";
    case Value::Kind::String: return "string";
    case Value::Kind::Array: return "array";
    case Value::Kind::Object: return "object";
    }
    return "value";
}

const Value* Value::find(std::string_view key) const
{
    for (const Member& member : members)
        if (member.key == key)
            return &member.value;
    return nullptr;
}

Value* Value::find(std::string_view key)
{
    return const_cast<Value*>(std::as_const(*this).find(key));
}

Value Value::string(std::string text)
{
    Value value;
    value.kind = Kind::String;
    value.text = std::move(text);
    return value;
}

Value Value::integer(std::int64_t number)
{
    Value value;
    value.kind = Kind::Integer;
    value.text = std::to_string(number);
    return value;
}

Value Value::boolean_(bool b)
{
    Value value;
    value.kind = Kind::Bool;
    value.boolean = b;
    return value;
}

Value Value::object()
{
    Value value;
    value.kind = Kind::Object;
    return value;
}

Value Value::array()
{
    Value value;
    value.kind = Kind::Array;
    return value;
}

Value& Value::set(std::string key, Value value)
{
    if (Value* present = find(key))
        return *present = std::move(value);
    return members.emplace_back(Member{std::move(key), std::move(value), {}}).value;
}

}
