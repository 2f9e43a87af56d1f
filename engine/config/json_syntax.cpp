// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/json_syntax.h"

#include "api/go_text.h"

#include <vector>

namespace berth::config {

namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }

bool isHex(char c) { return isDigit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f'); }

/// A character as the scanner names it; it reads bytes, so those beyond ASCII stand for themselves.
std::string quotedCharacter(char c)
{
    if (c == '\'')
        return R"('\'')";
    if (c == '"')
        return R"('"')";
    const auto byte = static_cast<unsigned char>(c);
    std::string utf8;
    if (byte < 0x80)
        utf8 = c;
    else
        utf8 = {static_cast<char>(0xC0 | (byte >> 6)), static_cast<char>(0x80 | (byte & 0x3F))};
    std::string quoted = api::goQuote(utf8);
    return "'" + quoted.substr(1, quoted.size() - 2) + "'";
}

class JsonScanner {
public:
    explicit JsonScanner(std::string_view text) : text_(text) {}

    std::optional<JsonSyntaxError> run()
    {
        if (value()) {
            skipSpace();
            if (at_ < text_.size())
                fail("after top-level value");
        }
        return error_;
    }

private:
    bool fail(std::string_view context)
    {
        if (at_ < text_.size())
            return failAt(text_[at_], context);
        error_ = JsonSyntaxError{"unexpected end of JSON input", positionOf(at_)};
        return false;
    }

    /// Within a number, a word or an escape: the scanner tries a space where the text ends, and complains of that.
    bool failInside(std::string_view context) { return failAt(at_ < text_.size() ? text_[at_] : ' ', context); }

    bool failAt(char c, std::string_view context)
    {
        error_ = JsonSyntaxError{"invalid character " + quotedCharacter(c) + " " + std::string(context), positionOf(at_)};
        return false;
    }

    api::Position positionOf(std::size_t offset) const
    {
        api::Position position{1, 1};
        for (std::size_t i = 0; i < offset && i < text_.size(); ++i) {
            if (text_[i] == '\n') {
                ++position.line;
                position.column = 1;
            } else if ((static_cast<unsigned char>(text_[i]) & 0xC0) != 0x80) {
                ++position.column;
            }
        }
        return position;
    }

    bool is(char c) const { return at_ < text_.size() && text_[at_] == c; }

    void skipSpace()
    {
        while (is(' ') || is('\t') || is('\n') || is('\r'))
            ++at_;
    }

    bool value()
    {
        skipSpace();
        if (at_ >= text_.size())
            return fail({});
        switch (text_[at_]) {
        case '{':
            return object();
        case '[':
            return array();
        case '"':
            return string();
        case 't':
            return word("true");
        case 'f':
            return word("false");
        case 'n':
            return word("null");
        default:
            return is('-') || isDigit(text_[at_]) ? number() : fail("looking for beginning of value");
        }
    }

    bool word(std::string_view expected)
    {
        for (std::size_t i = 0; i < expected.size(); ++i, ++at_)
            if (!is(expected[i]))
                return failInside("in literal " + std::string(expected) + " (expecting " + quotedCharacter(expected[i]) + ")");
        return true;
    }

    bool digits(std::string_view context)
    {
        if (at_ >= text_.size() || !isDigit(text_[at_]))
            return failInside(context);
        while (at_ < text_.size() && isDigit(text_[at_]))
            ++at_;
        return true;
    }

    bool number()
    {
        if (is('-'))
            ++at_;
        if (is('0'))
            ++at_;
        else if (!digits("in numeric literal"))
            return false;
        if (is('.')) {
            ++at_;
            if (!digits("after decimal point in numeric literal"))
                return false;
        }
        if (is('e') || is('E')) {
            ++at_;
            if (is('+') || is('-'))
                ++at_;
            return digits("in exponent of numeric literal");
        }
        return true;
    }

    bool string()
    {
        for (++at_; at_ < text_.size() && !is('"'); ++at_) {
            if (static_cast<unsigned char>(text_[at_]) < 0x20)
                return fail("in string literal");
            if (is('\\') && !escape())
                return false;
        }
        if (at_ >= text_.size())
            return fail({});
        ++at_;
        return true;
    }

    /// Leaves the position at the escape's last character.
    bool escape()
    {
        ++at_;
        if (is('u')) {
            for (int i = 0; i < 4; ++i) {
                ++at_;
                if (at_ >= text_.size() || !isHex(text_[at_]))
                    return failInside("in \\u hexadecimal character escape");
            }
            return true;
        }
        constexpr std::string_view known = "bfnrt\\/\"";
        if (at_ >= text_.size() || known.find(text_[at_]) == std::string_view::npos)
            return failInside("in string escape code");
        return true;
    }

    bool enter()
    {
        constexpr int deepest = 10'000;
        if (++depth_ <= deepest)
            return true;
        error_ = JsonSyntaxError{"exceeded max depth", positionOf(at_)};
        return false;
    }

    bool array()
    {
        if (!enter())
            return false;
        ++at_;
        skipSpace();
        if (is(']'))
            return leave();
        while (value()) {
            skipSpace();
            if (is(']'))
                return leave();
            if (!is(','))
                return fail("after array element");
            ++at_;
        }
        return false;
    }

    bool object()
    {
        if (!enter())
            return false;
        ++at_;
        skipSpace();
        if (is('}'))
            return leave();
        while (member()) {
            skipSpace();
            if (is('}'))
                return leave();
            if (!is(','))
                return fail("after object key:value pair");
            ++at_;
        }
        return false;
    }

    bool member()
    {
        skipSpace();
        if (!is('"'))
            return fail("looking for beginning of object key string");
        if (!string())
            return false;
        skipSpace();
        if (!is(':'))
            return fail("after object key");
        ++at_;
        return value();
    }

    bool leave()
    {
        ++at_;
        --depth_;
        return true;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int depth_ = 0;
    std::optional<JsonSyntaxError> error_;
};

std::vector<std::size_t> lineStarts(std::string_view text)
{
    std::vector<std::size_t> starts = {0};
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] == '\n')
            starts.push_back(i + 1);
    return starts;
}

std::string_view from(std::string_view text, const std::vector<std::size_t>& lines, api::Position position)
{
    if (position.line == 0 || position.line > lines.size())
        return {};
    std::size_t at = lines[position.line - 1];
    for (std::uint32_t column = 1; column < position.column && at < text.size(); ++column) {
        ++at;
        while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80)
            ++at;
    }
    return text.substr(at);
}

void restore(api::Value& value, std::string_view text, const std::vector<std::size_t>& lines)
{
    if (value.isNumber()) {
        std::string_view rest = from(text, lines, value.position);
        if (std::size_t length = std::min(rest.size(), rest.find_first_not_of("+-.eE0123456789")); length > 0)
            value.text = rest.substr(0, length);
    }
    for (api::Value& item : value.items)
        restore(item, text, lines);
    for (api::Value::Member& member : value.members)
        restore(member.value, text, lines);
}

}

std::optional<JsonSyntaxError> checkJsonSyntax(std::string_view text) { return JsonScanner(text).run(); }

void restoreNumbers(api::Value& value, std::string_view text) { restore(value, text, lineStarts(text)); }

}
