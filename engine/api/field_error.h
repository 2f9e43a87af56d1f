// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace berth::api {

/// A field error: `path: Invalid value: …: detail`, ready to print, and the bare path for locating it.
struct FieldError {
    std::string path;
    std::string text;
    friend bool operator==(const FieldError&, const FieldError&) = default;
};

using FieldErrors = std::vector<FieldError>;

/// The errors of apimachinery's validation/field, told apart by their Go type only in how the value prints:
/// numbers and bools plainly, Go strings in Go quotes, everything else (named string types such as enums, pointers,
/// lists, structs) as compact JSON.
namespace field {

/// A bad value as an error prints it.
class Shown {
public:
    Shown(std::int64_t number) : text_(std::to_string(number)) {}
    Shown(std::int32_t number) : text_(std::to_string(number)) {}
    /// A Go `string`.
    Shown(std::string_view text);
    Shown(const std::string& text) : Shown(std::string_view(text)) {}
    Shown(const char* text) : Shown(std::string_view(text)) {}
    /// Of a named string type (an operator, an effect, a resource name) or behind a pointer.
    static Shown enumText(std::string_view text);
    /// Anything else: its compact JSON, `null` for a nil pointer or list, `{}` for an empty struct.
    static Shown json(std::string text);
    /// A []string; nullList: it is nil rather than empty.
    template <typename Texts>
    static Shown list(const Texts& texts, bool nullList = false);

    const std::string& text() const { return text_; }

private:
    Shown() = default;
    std::string text_;
};

FieldError required(std::string path, std::string_view detail = {});
FieldError forbidden(std::string path, std::string_view detail);
FieldError invalid(std::string path, const Shown& value, std::string_view detail);
FieldError duplicate(std::string path, const Shown& value, std::string_view detail = {});
FieldError notFound(std::string path, const Shown& value, std::string_view detail = {});
/// supported: in the order in which they are to be listed.
FieldError notSupported(std::string path, const Shown& value, std::span<const std::string_view> supported);
FieldError notSupported(std::string path, const Shown& value, std::initializer_list<std::string_view> supported);
/// `Too long: may not be more than N bytes`.
FieldError tooLong(std::string path, std::int64_t maxLength);
/// `Too many: ACTUAL: must have at most MAX items`.
FieldError tooMany(std::string path, std::int64_t actual, std::int64_t most);
FieldError internal(std::string path, std::string_view detail);

/// `path[3]`, `path[key]`, `path.name` (name alone where path is empty).
std::string index(std::string_view path, std::size_t i);
std::string key(std::string_view path, std::string_view key);
std::string child(std::string_view path, std::string_view name);

/// A text in Go's double quotes (`%q`).
std::string goQuoted(std::string_view text);
/// A text as a JSON string the way Go writes it (`<`, `>`, `&` as \u003c…).
std::string jsonQuoted(std::string_view text);

/// The text of an error list: equal texts once; the text alone if one is left, `[a, b]` if several, empty if none.
std::string aggregate(std::span<const std::string> texts);
std::string aggregate(std::span<const FieldError> errors);

template <typename Texts>
Shown Shown::list(const Texts& texts, bool nullList)
{
    Shown shown;
    for (const auto& text : texts)
        shown.text_.append(shown.text_.empty() ? "[" : ",").append(jsonQuoted(std::string_view(text)));
    shown.text_ = nullList ? "null" : shown.text_.empty() ? "[]" : shown.text_ + "]";
    return shown;
}

}

}
