// SPDX-License-Identifier: GPL-3.0-or-later
#include "design/list_texts.h"

#include "api/text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace berth::design {

std::size_t startOfLine(std::string_view text, std::size_t at)
{
    const std::size_t before = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
    return before == std::string_view::npos ? 0 : before + 1;
}

std::size_t endOfLine(std::string_view text, std::size_t at)
{
    const std::size_t end = std::min(text.find('\n', at), text.size());
    return end > at && text[end - 1] == '\r' ? end - 1 : end;
}

std::size_t startOfNextLine(std::string_view text, std::size_t at)
{
    const std::size_t end = text.find('\n', at);
    return end == std::string_view::npos ? text.size() : end + 1;
}

std::size_t columnOf(std::string_view text, std::size_t at)
{
    return at - startOfLine(text, at);
}

bool isFirstOfLine(std::string_view text, std::size_t at)
{
    const std::size_t start = startOfLine(text, at);
    return text.substr(start, at - start).find_first_not_of(' ') == std::string_view::npos;
}

namespace {

template <typename Move>
std::string eachLineButTheFirst(std::string_view text, Move move)
{
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t next = startOfNextLine(text, at);
        const std::string_view line = text.substr(at, next - at);
        if (at == 0 || line == "\n" || line == "\r\n")
            result += line;
        else
            move(result, line);
        at = next;
    }
    return result;
}

/// On one line, with a space behind commas and colons.
void writeSpaced(std::string& out, const nlohmann::ordered_json& value)
{
    if (!value.is_structured()) {
        out += value.dump();
        return;
    }
    out += value.is_object() ? '{' : '[';
    bool isFirst = true;
    for (auto member = value.begin(); member != value.end(); ++member) {
        if (!std::exchange(isFirst, false))
            out += ", ";
        if (value.is_object())
            out.append(nlohmann::json(member.key()).dump()).append(": ");
        writeSpaced(out, *member);
    }
    out += value.is_object() ? '}' : ']';
}

}

std::string movedLeft(std::string_view text, std::size_t columns)
{
    return eachLineButTheFirst(text, [columns](std::string& result, std::string_view line) {
        result += line.substr(std::min(columns, std::min(line.find_first_not_of(' '), line.size())));
    });
}

std::string movedRight(std::string_view text, std::size_t columns)
{
    return eachLineButTheFirst(text, [columns](std::string& result, std::string_view line) { result.append(columns, ' ').append(line); });
}

JsonStyle::JsonStyle(std::string_view example) : manyLines_(example.find('\n') != std::string_view::npos), spaced_(example.find(": ") != std::string_view::npos)
{
    if (!manyLines_)
        return;
    const auto indentAt = [example](std::size_t start) { return std::min(example.find_first_not_of(' ', start), example.size()) - start; };
    base_ = indentAt(startOfLine(example, example.size()));
    const std::size_t second = indentAt(startOfNextLine(example, 0));
    step_ = second > base_ ? static_cast<int>(second - base_) : step_;
}

std::string JsonStyle::write(const api::Value& value) const
{
    const auto json = nlohmann::ordered_json::parse(api::toJson(value));
    if (manyLines_)
        return movedRight(json.dump(step_), base_);
    std::string text;
    if (spaced_)
        writeSpaced(text, json);
    else
        text = json.dump();
    return text;
}

}
