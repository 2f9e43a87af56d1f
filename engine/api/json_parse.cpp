// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/go_text.h"
#include "api/json_text.h"
#include "api/utf16.h"
#include "api/yaml_scalar.h"
#include "api/yaml_tree.h"

#include <unordered_set>

namespace berth::api {
namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// The length of the JSON number that a text starts with; 0 = none.
std::size_t numberLength(std::string_view text)
{
    std::size_t i = 0;
    const auto digits = [&] {
        const std::size_t start = i;
        while (i < text.size() && isDigit(text[i]))
            ++i;
        return i > start;
    };
    if (i < text.size() && text[i] == '-')
        ++i;
    if (i < text.size() && text[i] == '0')
        ++i;
    else if (!digits())
        return 0;
    if (i < text.size() && text[i] == '.') {
        ++i;
        if (!digits())
            return 0;
    }
    if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
        ++i;
        if (i < text.size() && (text[i] == '+' || text[i] == '-'))
            ++i;
        if (!digits())
            return 0;
    }
    return i;
}

}

tl::expected<ParsedText, Problem> JsonStream::next()
{
    parsed_ = {};
    depth_ = 0;
    path_.clear();
    skipSpace();
    if (!value(parsed_.value))
        return tl::make_unexpected(problem_);
    parsed_.empty = parsed_.value.isNull();
    return std::move(parsed_);
}

bool JsonStream::atEnd()
{
    skipSpace();
    return at_ >= text_.size();
}

void JsonStream::skipSpace()
{
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t' || text_[at_] == '\r'))
        ++at_;
}

Position JsonStream::here()
{
    for (; counted_ < at_; ++counted_) {
        const auto c = static_cast<unsigned char>(text_[counted_]);
        if (c == '\n') {
            ++lineCount_;
            column_ = 1;
        } else if ((c & 0xC0) != 0x80) {
            ++column_;
        }
    }
    return {lineCount_, column_};
}

bool JsonStream::fail(std::string message)
{
    problem_ = {};
    if (at_ >= text_.size())
        message = "unexpected end of JSON input";
    problem_.position = here();
    problem_.message = "json: line " + std::to_string(problem_.position.line) + ": " + std::move(message);
    return false;
}

bool JsonStream::value(Value& out)
{
    out.position = here();
    if (at_ >= text_.size())
        return fail({});
    switch (text_[at_]) {
    case '{': return object(out);
    case '[': return array(out);
    case '"': out.kind = Value::Kind::String; return string(out.text);
    case 't': case 'f': case 'n': return word(out);
    default: return number(out);
    }
}

bool JsonStream::word(Value& out)
{
    const std::string_view rest = text_.substr(at_);
    for (const std::string_view known : {"true", "false", "null"}) {
        if (!rest.starts_with(known))
            continue;
        at_ += known.size();
        out.kind = known == "null" ? Value::Kind::Null : Value::Kind::Bool;
        out.boolean = known == "true";
        return true;
    }
    return fail("invalid literal");
}

bool JsonStream::number(Value& out)
{
    const std::string_view digits = text_.substr(at_, numberLength(text_.substr(at_)));
    if (digits.empty())
        return fail("invalid character " + goQuote(text_.substr(at_, 1)) + " looking for beginning of value");
    auto scalar = resolveYamlScalar({}, digits);
    if (!scalar || scalar->type == YamlScalar::Type::String)
        return fail("number " + std::string(digits) + " is out of range");
    out.kind = scalar->type == YamlScalar::Type::Float ? Value::Kind::Float : Value::Kind::Integer;
    out.text = std::move(scalar->text);
    at_ += digits.size();
    return true;
}

bool JsonStream::hex4(unsigned& unit)
{
    unit = 0;
    if (at_ + 4 > text_.size())
        return fail("invalid character in \\u escape");
    for (int i = 0; i < 4; ++i) {
        const char c = text_[at_ + static_cast<std::size_t>(i)];
        unit <<= 4;
        if (isDigit(c))
            unit |= static_cast<unsigned>(c - '0');
        else if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f')
            unit |= static_cast<unsigned>((c | 0x20) - 'a' + 10);
        else
            return fail("invalid character in \\u escape");
    }
    at_ += 4;
    return true;
}

bool JsonStream::escape(std::string& out)
{
    if (at_ >= text_.size())
        return fail({});
    switch (const char c = text_[at_++]) {
    case '"': case '\\': case '/': out += c; return true;
    case 'b': out += '\b'; return true;
    case 'f': out += '\f'; return true;
    case 'n': out += '\n'; return true;
    case 'r': out += '\r'; return true;
    case 't': out += '\t'; return true;
    case 'u': break;
    default: return fail("invalid character in string escape code");
    }
    unsigned point = 0;
    if (!hex4(point))
        return false;
    constexpr unsigned replacement = 0xFFFD;
    if (point >= 0xD800 && point < 0xE000) {
        unsigned low = 0;
        const bool isHigh = point < 0xDC00 && text_.substr(at_).starts_with("\\u");
        const std::size_t mark = at_;
        if (isHigh) {
            at_ += 2;
            if (!hex4(low))
                return false;
        }
        if (isHigh && low >= 0xDC00 && low < 0xE000) {
            point = 0x10000 + ((point - 0xD800) << 10) + (low - 0xDC00);
        } else {
            at_ = mark;
            point = replacement;
        }
    }
    appendUtf8(out, point);
    return true;
}

bool JsonStream::string(std::string& out)
{
    ++at_;
    while (at_ < text_.size()) {
        std::size_t end = at_;
        while (end < text_.size() && text_[end] != '"' && text_[end] != '\\' && static_cast<unsigned char>(text_[end]) >= 0x20)
            ++end;
        out.append(text_.substr(at_, end - at_));
        at_ = end;
        if (at_ >= text_.size())
            break;
        const char c = text_[at_];
        if (c != '"' && c != '\\')
            return fail("invalid control character in string literal");
        ++at_;
        if (c == '"')
            return true;
        if (!escape(out))
            return false;
    }
    return fail({});
}

bool JsonStream::array(Value& out)
{
    if (++depth_ > maxDocumentDepth)
        return fail("exceeded max depth of " + std::to_string(maxDocumentDepth));
    out.kind = Value::Kind::Array;
    ++at_;
    skipSpace();
    if (at_ < text_.size() && text_[at_] == ']') {
        ++at_;
        --depth_;
        return true;
    }
    for (;;) {
        path_.push_back("[" + std::to_string(out.items.size()) + "]");
        skipSpace();
        if (!value(out.items.emplace_back()))
            return false;
        path_.pop_back();
        skipSpace();
        if (at_ >= text_.size() || (text_[at_] != ',' && text_[at_] != ']'))
            return fail("invalid character " + goQuote(text_.substr(at_, 1)) + " after array element");
        if (text_[at_++] == ']')
            break;
    }
    --depth_;
    return true;
}

void JsonStream::noteDuplicate(const std::string& key, const Value& second)
{
    std::string path;
    for (const std::string& part : path_)
        path += (path.empty() || part[0] == '[' ? "" : ".") + part;
    path += (path.empty() ? "" : ".") + key;
    parsed_.duplicates.push_back({std::move(path), second.position, second.position.line});
}

bool JsonStream::object(Value& out)
{
    if (++depth_ > maxDocumentDepth)
        return fail("exceeded max depth of " + std::to_string(maxDocumentDepth));
    out.kind = Value::Kind::Object;
    std::unordered_set<std::string> known;   // only filled for big objects
    constexpr std::size_t linearLimit = 24;
    ++at_;
    skipSpace();
    if (at_ < text_.size() && text_[at_] == '}') {
        ++at_;
        --depth_;
        return true;
    }
    for (;;) {
        skipSpace();
        if (at_ >= text_.size() || text_[at_] != '"')
            return fail("invalid character " + goQuote(text_.substr(at_, 1)) + " looking for beginning of object key string");
        Value::Member member;
        member.keyPosition = here();
        if (!string(member.key))
            return false;
        skipSpace();
        if (at_ >= text_.size() || text_[at_] != ':')
            return fail("invalid character " + goQuote(text_.substr(at_, 1)) + " after object key");
        ++at_;
        skipSpace();
        path_.push_back(member.key);
        if (!value(member.value))
            return false;
        path_.pop_back();
        if (out.members.size() == linearLimit)
            for (const Value::Member& present : out.members)
                known.insert(present.key);
        const bool isBig = out.members.size() >= linearLimit;
        Value* present = isBig && known.insert(member.key).second ? nullptr : out.find(member.key);
        if (present) {
            noteDuplicate(member.key, member.value);
            *present = std::move(member.value);
        } else {
            out.members.push_back(std::move(member));
        }
        skipSpace();
        if (at_ >= text_.size() || (text_[at_] != ',' && text_[at_] != '}'))
            return fail("invalid character " + goQuote(text_.substr(at_, 1)) + " after object key:value pair");
        if (text_[at_++] == '}')
            break;
    }
    --depth_;
    return true;
}

tl::expected<ParsedText, Problem> parseJson(std::string_view text, std::uint32_t firstLine)
{
    return JsonStream(text, firstLine).next();
}

}
