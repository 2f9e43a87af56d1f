// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/field_error.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace berth::api::field {

namespace {

FieldError error(std::string path, std::string_view kind, std::string_view detail)
{
    std::string text = path + ": ";
    text += kind;
    if (!detail.empty())
        text.append(": ").append(detail);
    return {std::move(path), std::move(text)};
}

FieldError errorWithValue(std::string path, std::string_view kind, const Shown& value, std::string_view detail)
{
    return error(std::move(path), std::string(kind) + ": " + value.text(), detail);
}

struct CodePoint {
    char32_t value = 0;
    std::size_t bytes = 1;
    bool valid = false;
};

/// The code point at the start of a UTF-8 text, which is not empty; one invalid byte where there is none.
CodePoint decodeFirst(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(0);
    if (lead < 0x80)
        return {lead, 1, true};
    const std::size_t length = lead >= 0xf0 && lead < 0xf5 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 0;
    if (length == 0 || lead >= 0xf5 || text.size() < length)
        return {};
    char32_t value = lead & (0xffu >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0) != 0x80)
            return {};
        value = (value << 6) | (byte(i) & 0x3fu);
    }
    constexpr std::array<char32_t, 5> least = {0, 0, 0x80, 0x800, 0x10000};
    if (value < least[length] || value > 0x10ffff || (value >= 0xd800 && value < 0xe000))
        return {};
    return {value, length, true};
}

/// Whether Go prints a code point as it is. Unassigned ones are taken as printable.
bool isPrintable(char32_t c)
{
    struct Range {
        char32_t first, last;
    };
    static constexpr std::array<Range, 14> hidden = {{{0, 0x1f},
                                                      {0x7f, 0xa0},
                                                      {0xad, 0xad},
                                                      {0x600, 0x605},
                                                      {0x1680, 0x1680},
                                                      {0x180e, 0x180e},
                                                      {0x2000, 0x200f},
                                                      {0x2028, 0x202f},
                                                      {0x205f, 0x206f},
                                                      {0x3000, 0x3000},
                                                      {0xe000, 0xf8ff},
                                                      {0xfeff, 0xfeff},
                                                      {0xfff0, 0xfffb},
                                                      {0xe0000, 0x10ffff}}};
    return std::none_of(hidden.begin(), hidden.end(), [c](Range r) { return c >= r.first && c <= r.last; });
}

void appendHex(std::string& out, const char* prefix, char32_t value, int digits)
{
    std::array<char, 16> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%s%0*x", prefix, digits, static_cast<unsigned>(value));
    out += buffer.data();
}

/// The one-letter escapes that both notations share.
char shortEscape(char32_t c)
{
    switch (c) {
    case '"': return '"';
    case '\\': return '\\';
    case '\b': return 'b';
    case '\f': return 'f';
    case '\n': return 'n';
    case '\r': return 'r';
    case '\t': return 't';
    default: return 0;
    }
}

}

std::string goQuoted(std::string_view text)
{
    std::string out = "\"";
    while (!text.empty()) {
        const CodePoint c = decodeFirst(text);
        if (!c.valid)
            appendHex(out, "\\x", static_cast<unsigned char>(text[0]), 2);
        else if (const char letter = shortEscape(c.value))
            out.append({'\\', letter});
        else if (c.value == '\a' || c.value == '\v')
            out += c.value == '\a' ? "\\a" : "\\v";
        else if (isPrintable(c.value))
            out += text.substr(0, c.bytes);
        else if (c.value < 0x80)
            appendHex(out, "\\x", c.value, 2);
        else if (c.value < 0x10000)
            appendHex(out, "\\u", c.value, 4);
        else
            appendHex(out, "\\U", c.value, 8);
        text.remove_prefix(c.bytes);
    }
    return out + '"';
}

std::string jsonQuoted(std::string_view text)
{
    std::string out = "\"";
    while (!text.empty()) {
        const CodePoint c = decodeFirst(text);
        if (!c.valid)
            out += "\\ufffd";
        else if (const char letter = shortEscape(c.value))
            out.append({'\\', letter});
        else if (c.value < 0x20 || c.value == '<' || c.value == '>' || c.value == '&' || c.value == 0x2028
                 || c.value == 0x2029)
            appendHex(out, "\\u", c.value, 4);
        else
            out += text.substr(0, c.bytes);
        text.remove_prefix(c.bytes);
    }
    return out + '"';
}

Shown::Shown(std::string_view text) : text_(goQuoted(text)) {}

Shown Shown::enumText(std::string_view text)
{
    return json(jsonQuoted(text));
}

Shown Shown::json(std::string text)
{
    Shown shown;
    shown.text_ = std::move(text);
    return shown;
}

FieldError required(std::string path, std::string_view detail)
{
    return error(std::move(path), "Required value", detail);
}

FieldError forbidden(std::string path, std::string_view detail)
{
    return error(std::move(path), "Forbidden", detail);
}

FieldError invalid(std::string path, const Shown& value, std::string_view detail)
{
    return errorWithValue(std::move(path), "Invalid value", value, detail);
}

FieldError duplicate(std::string path, const Shown& value, std::string_view detail)
{
    return errorWithValue(std::move(path), "Duplicate value", value, detail);
}

FieldError notFound(std::string path, const Shown& value, std::string_view detail)
{
    return errorWithValue(std::move(path), "Not found", value, detail);
}

FieldError notSupported(std::string path, const Shown& value, std::span<const std::string_view> supported)
{
    std::string detail;
    for (const std::string_view text : supported)
        detail.append(detail.empty() ? "supported values: " : ", ").append(goQuoted(text));
    return errorWithValue(std::move(path), "Unsupported value", value, detail);
}

FieldError notSupported(std::string path, const Shown& value, std::initializer_list<std::string_view> supported)
{
    return notSupported(std::move(path), value, std::span(supported.begin(), supported.size()));
}

FieldError tooLong(std::string path, std::int64_t maxLength)
{
    return error(std::move(path), "Too long",
                 "may not be more than " + std::to_string(maxLength) + (maxLength == 1 ? " byte" : " bytes"));
}

FieldError tooMany(std::string path, std::int64_t actual, std::int64_t most)
{
    return errorWithValue(std::move(path), "Too many", actual,
                          "must have at most " + std::to_string(most) + (most == 1 ? " item" : " items"));
}

FieldError internal(std::string path, std::string_view detail)
{
    return error(std::move(path), "Internal error", detail);
}

std::string index(std::string_view path, std::size_t i)
{
    return key(path, std::to_string(i));
}

std::string key(std::string_view path, std::string_view key)
{
    return std::string(path).append("[").append(key).append("]");
}

std::string child(std::string_view path, std::string_view name)
{
    return path.empty() ? std::string(name) : std::string(path).append(".").append(name);
}

std::string aggregate(std::span<const std::string> texts)
{
    std::vector<std::string_view> distinct;
    for (const auto& text : texts)
        if (std::find(distinct.begin(), distinct.end(), text) == distinct.end())
            distinct.push_back(text);
    std::string joined;
    for (const std::string_view text : distinct)
        joined.append(joined.empty() ? "" : ", ").append(text);
    return distinct.size() > 1 ? "[" + joined + "]" : joined;
}

std::string aggregate(std::span<const FieldError> errors)
{
    std::vector<std::string> texts;
    for (const auto& error : errors)
        texts.push_back(error.text);
    return aggregate(texts);
}

}
