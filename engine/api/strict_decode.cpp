// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/strict_decode.h"

#include "api/go_text.h"
#include "api/go_time.h"
#include "api/quantity.h"
#include "api/schema_table.h"
#include "api/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace berth::api {
namespace {

using schema::FieldRow;
using schema::TypeKind;
using schema::TypeRow;

/// Where Go's base64 decoder stops in a text, or nothing if it is good.
std::optional<std::size_t> badBase64(std::string_view text)
{
    static constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const auto skipBreaks = [&](std::size_t i) {
        while (i < text.size() && (text[i] == '\n' || text[i] == '\r'))
            ++i;
        return i;
    };
    std::size_t inGroup = 0;
    for (std::size_t i = skipBreaks(0); i < text.size(); i = skipBreaks(i)) {
        const char c = text[i++];
        if (alphabet.find(c) != std::string_view::npos) {
            inGroup = (inGroup + 1) % 4;
            continue;
        }
        if (c != '=' || inGroup < 2)
            return i - 1;
        i = skipBreaks(i);
        if (inGroup == 2) {
            if (i >= text.size())
                return text.size();
            if (text[i] != '=')
                return i - 1;
            i = skipBreaks(i + 1);
        }
        return i < text.size() ? std::optional(i) : std::nullopt;
    }
    return inGroup == 0 ? std::nullopt : std::optional(text.size() - inGroup);
}

bool fitsInteger(std::string_view digits, unsigned bits)
{
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc{} || end != digits.data() + digits.size())
        return false;
    const std::int64_t highest = std::numeric_limits<std::int64_t>::max() >> (64 - bits);
    return number <= highest && number >= -highest - 1;
}

bool fitsUnsigned(std::string_view digits, unsigned bits)
{
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return error == std::errc{} && end == digits.data() + digits.size() &&
           number <= std::numeric_limits<std::uint64_t>::max() >> (64 - bits);
}

bool fitsFloat(std::string_view digits, unsigned bits)
{
    const std::optional<double> number = parseGoFloat(digits);
    return number && (bits != 32 || std::abs(*number) <= static_cast<double>(std::numeric_limits<float>::max()));
}

/// Goes through a value the way Go's decoder goes through its JSON. Its rules: a type error is kept and reading goes
/// on, the first one is reported; a type that reads itself ends decoding with its error; both hide unknown fields.
class Checker {
public:
    explicit Checker(bool sortKeys) : sortKeys_(sortKeys) {}

    DecodeFindings run(const Value& value, const TypeRow& type)
    {
        if (check(value, type) && savedError_)
            fatal_ = std::move(savedError_);
        findings_.error = std::move(fatal_);
        if (findings_.error)
            findings_.strict.clear();
        return std::move(findings_);
    }

private:
    /// False: decoding has ended.
    bool check(const Value& value, const TypeRow& declared)
    {
        const TypeRow* type = &declared;
        while (type->kind == TypeKind::Pointer) {
            if (value.isNull())
                return true;
            type = &schema::typeAt(type->element);
        }
        if (type->kind >= TypeKind::Quantity)
            return checkCustom(value, *type);
        switch (value.kind) {
        case Value::Kind::Null: return true;
        case Value::Kind::Bool: return checkBool(value, *type);
        case Value::Kind::Integer:
        case Value::Kind::Float: return checkNumber(value, *type);
        case Value::Kind::String: return checkString(value, *type);
        case Value::Kind::Array: return checkArray(value, *type);
        case Value::Kind::Object: return checkObject(value, *type);
        }
        return true;
    }

    bool checkBool(const Value& value, const TypeRow& type)
    {
        if (type.kind != TypeKind::Bool && type.kind != TypeKind::Any)
            keepTypeError(value, "bool", type.name);
        return true;
    }

    bool checkNumber(const Value& value, const TypeRow& type)
    {
        switch (type.kind) {
        case TypeKind::Any: return true;
        case TypeKind::Float:
            if (!fitsFloat(value.text, type.element))
                keepTypeError(value, "number " + value.text, type.name);
            return true;
        case TypeKind::Int:
            if (!fitsInteger(value.text, type.element))
                keepTypeError(value, "number " + value.text, type.name);
            return true;
        case TypeKind::Uint:
            if (!fitsUnsigned(value.text, type.element))
                keepTypeError(value, "number " + value.text, type.name);
            return true;
        default: keepTypeError(value, "number", type.name); return true;
        }
    }

    bool checkString(const Value& value, const TypeRow& type)
    {
        if (type.kind == TypeKind::Bytes) {
            if (const auto bad = badBase64(value.text))
                keep(value, "illegal base64 data at input byte " + std::to_string(*bad));
        } else if (type.kind != TypeKind::String && type.kind != TypeKind::Any) {
            keepTypeError(value, "string", type.name);
        }
        return true;
    }

    bool checkArray(const Value& value, const TypeRow& type)
    {
        if (type.kind == TypeKind::Any)
            return true;
        if (type.kind != TypeKind::Slice && type.kind != TypeKind::Bytes) {
            keepTypeError(value, "array", type.name);
            return true;
        }
        const TypeRow& element = schema::typeAt(type.element);
        const std::size_t length = path_.size();
        for (std::size_t i = 0; i < value.items.size(); ++i) {
            path_ += '[';
            path_ += std::to_string(i);
            path_ += ']';
            if (!check(value.items[i], element))
                return false;
            path_.resize(length);
        }
        return true;
    }

    bool checkObject(const Value& value, const TypeRow& type)
    {
        if (type.kind == TypeKind::Any)
            return true;
        if (type.kind != TypeKind::Struct && type.kind != TypeKind::Map) {
            keepTypeError(value, "object", type.name);
            return true;
        }
        if (!sortKeys_ || std::ranges::is_sorted(value.members, {}, &Value::Member::key)) {
            for (const Value::Member& member : value.members)
                if (!checkMember(member, type))
                    return false;
            return true;
        }
        std::vector<const Value::Member*> sorted;
        sorted.reserve(value.members.size());
        for (const Value::Member& member : value.members)
            sorted.push_back(&member);
        std::ranges::sort(sorted, {}, [](const Value::Member* member) -> const std::string& { return member->key; });
        return std::ranges::all_of(sorted, [&](const Value::Member* member) { return checkMember(*member, type); });
    }

    bool checkMember(const Value::Member& member, const TypeRow& type)
    {
        const std::size_t length = path_.size();
        if (!path_.empty())
            path_ += '.';
        path_ += member.key;
        const bool good = type.kind == TypeKind::Map ? check(member.value, schema::typeAt(type.element))
                                                     : checkField(member, type);
        if (good)
            path_.resize(length);
        return good;
    }

    bool checkField(const Value::Member& member, const TypeRow& type)
    {
        const FieldRow* field = schema::findField(type, member.key);
        if (!field) {
            noteUnknown(member);
            return true;
        }
        const TypeRow* outer = struct_;
        const std::size_t depth = fields_.size();
        struct_ = &type;
        if (!field->embedded.empty())
            fields_.push_back(field->embedded);
        fields_.push_back(field->name);
        if (!check(member.value, schema::typeAt(field->type)))
            return false;
        fields_.resize(depth);
        struct_ = outer;
        return true;
    }

    void noteUnknown(const Value::Member& member)
    {
        constexpr std::size_t limit = 100;   // more are not reported by the API server either
        std::string text = "unknown field " + goQuote(path_);
        const bool isKnown = std::ranges::find(findings_.strict, text, &DecodeFindings::Finding::text) != findings_.strict.end();
        if (findings_.strict.size() < limit && !isKnown)
            findings_.strict.push_back({std::move(text), member.keyPosition, path_, {}});
    }

    bool checkCustom(const Value& value, const TypeRow& type)
    {
        if (type.kind == TypeKind::Raw)
            return true;
        if (value.isNull())
            return type.kind != TypeKind::Duration || end(value, "time: invalid duration \"\"");
        if (type.kind == TypeKind::Quantity)
            return checkQuantity(value);
        if (type.kind == TypeKind::IntOrString)
            return checkIntOrString(value);
        if (!value.isString())
            return endWithTypeError(value, value.goKind(), "string");
        if (type.kind == TypeKind::Duration) {
            const auto duration = parseGoDuration(value.text);
            return duration.has_value() || end(value, duration.error());
        }
        const auto time = type.kind == TypeKind::Time ? parseRfc3339(value.text) : parseRfc3339Micro(value.text);
        return time.has_value() || end(value, time.error());
    }

    bool checkQuantity(const Value& value)
    {
        // The decoder hands the JSON text over, so that what JSON must escape is no part of a quantity.
        std::string text = toJson(value, true);
        if (value.isString())
            text = text.substr(1, text.size() - 2);
        const auto quantity = Quantity::parse(text);
        return quantity.has_value() || end(value, quantity.error());
    }

    bool checkIntOrString(const Value& value)
    {
        if (value.isString() || (value.isNumber() && fitsInteger(value.text, 32)))
            return true;
        return endWithTypeError(value, value.isNumber() ? "number " + value.text : std::string(value.goKind()), "int32");
    }

    std::string typeErrorText(std::string_view what, std::string_view type) const
    {
        std::string text = "json: cannot unmarshal " + std::string(what) + " into Go ";
        if (!struct_)
            return text + "value of type " + std::string(type);
        text += "struct field " + std::string(struct_->structName()) + ".";
        for (std::size_t i = 0; i < fields_.size(); ++i)
            text += (i ? "." : "") + std::string(fields_[i]);
        return text + " of type " + std::string(type);
    }

    void keep(const Value& value, std::string text)
    {
        if (!savedError_)
            savedError_ = DecodeFindings::Finding{std::move(text), value.position, path_, {}};
    }

    void keepTypeError(const Value& value, std::string_view what, std::string_view type)
    {
        if (savedError_)
            return;
        keep(value, typeErrorText(what, type));
        if (type == "string" && (value.isNumber() || value.kind == Value::Kind::Bool))
            savedError_->hint = "the value is read as the " + std::string(value.goKind()) + " " + toJson(value) +
                                "; in quotes it is a string";
    }

    bool end(const Value& value, std::string text)
    {
        fatal_ = DecodeFindings::Finding{std::move(text), value.position, path_, {}};
        return false;
    }

    bool endWithTypeError(const Value& value, std::string_view what, std::string_view type)
    {
        return end(value, typeErrorText(what, type));
    }

    bool sortKeys_;
    DecodeFindings findings_;
    std::optional<DecodeFindings::Finding> savedError_;
    std::optional<DecodeFindings::Finding> fatal_;
    const TypeRow* struct_ = nullptr;            ///< innermost struct whose field is being read
    std::vector<std::string_view> fields_;       ///< field names from the root, without indexes and map keys
    std::string path_;                           ///< with them
};

const TypeRow* typeByName(std::string_view goType)
{
    constexpr std::string_view core = "v1.";
    constexpr std::string_view config = "config.";
    if (goType.starts_with(core))
        return schema::findType("core/" + std::string(goType));
    if (goType.starts_with(config))
        return schema::findType("config/v1." + std::string(goType.substr(config.size())));
    return schema::findType(goType);
}

}

DecodeFindings checkAgainstType(const Value& value, std::string_view goType, bool sortKeys)
{
    const TypeRow* type = typeByName(goType);
    return type ? Checker(sortKeys).run(value, *type) : DecodeFindings{};
}

std::string_view goTypeOf(std::string_view apiVersion, std::string_view kind)
{
    return schema::nameOfKind(apiVersion, kind);
}

std::string strictDecodingError(const std::vector<std::string>& findings)
{
    std::string text = "strict decoding error: ";
    for (std::size_t i = 0; i < findings.size(); ++i)
        text += (i ? ", " : "") + findings[i];
    return text;
}

}
