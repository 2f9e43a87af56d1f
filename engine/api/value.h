// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace berth::api {

/// Where something stands in a file; both count from 1, 0 = unknown.
struct Position {
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    friend bool operator==(const Position&, const Position&) = default;
};

/// A document as it was read: JSON's kinds of value, with the place where each stands, object members in
/// the order of the text. This is what keeps fields alive that Berth does not interpret, and what problems
/// are located by. Plain data; const access from any thread.
class Value {
public:
    enum class Kind : std::uint8_t { Null, Bool, Integer, Float, String, Array, Object };
    struct Member;

    Kind kind = Kind::Null;
    bool boolean = false;
    /// String: the text. Integer and Float: the digits as they would stand in JSON (`1000`, `1.5`, `1e-7`), exact.
    std::string text;
    std::vector<Value> items;     ///< Array
    std::vector<Member> members;  ///< Object, in text order, keys unique
    Position position;            ///< where the value starts

    bool isNull() const { return kind == Kind::Null; }
    bool isObject() const { return kind == Kind::Object; }
    bool isArray() const { return kind == Kind::Array; }
    bool isString() const { return kind == Kind::String; }
    bool isNumber() const { return kind == Kind::Integer || kind == Kind::Float; }

    /// The kind as Go's decoder calls it: `null`, `bool`, `number`, `string`, `array`, `object`.
    std::string_view goKind() const;

    /// The member of an object, or nullptr (also where this is no object).
    const Value* find(std::string_view key) const;
    Value* find(std::string_view key);

    static Value string(std::string text);
    static Value integer(std::int64_t number);
    static Value boolean_(bool b);
    static Value object();
    static Value array();
    /// Sets a member (appended if new) and returns it.
    Value& set(std::string key, Value value);
};

struct Value::Member {
    std::string key;
    Value value;
    Position keyPosition;
};

}
