// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/text.h"
#include "api/yaml_scalar.h"

#include <algorithm>
#include <yaml-cpp/emitter.h>
#include <yaml-cpp/emittermanip.h>

namespace berth::api {
namespace {

bool isPrintable(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20 && byte != 0x7f;
}

/// A text that may stand without quotes wherever a scalar may: words of plain letters, digits and harmless signs.
bool isHarmless(const std::string& text)
{
    const auto isSafe = [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_' ||
               c == '.' || c == '/' || c == ' ' || c == '+' || c == '=' || c == '(' || c == ')' || c == ';' || c == '^';
    };
    return !text.empty() && text.front() != ' ' && text.back() != ' ' && text.front() != '-' && text.front() != '.' &&
           text.front() != '=' && std::ranges::all_of(text, isSafe) && isPlainYamlString(text);
}

/// A text of several lines that a literal block gives back as it is: it ends in one line break, and neither
/// indentation nor trailing blanks are at stake.
bool isBlock(const std::string& text)
{
    if (text.size() < 2 || text.back() != '\n' || text[text.size() - 2] == '\n' || text.front() == ' ' || text.front() == '\n' ||
        text.front() == '\t')
        return false;
    if (text.find(" \n") != std::string::npos || text.find("\n\n") != std::string::npos)
        return false;
    return std::ranges::all_of(text, [](char c) {
        return c == '\n' || (isPrintable(c) && static_cast<unsigned char>(c) < 0x80);
    });
}

/// Beyond ASCII, yaml-cpp would leave characters that YAML takes for line breaks or refuses.
bool hasOddCharacters(const std::string& text)
{
    return text.find("\xC2") != std::string::npos || text.find("\xE2\x80") != std::string::npos ||
           text.find("\xEF\xBB\xBF") != std::string::npos || text.find("\xEF\xBF") != std::string::npos;
}

void writeString(YAML::Emitter& out, const std::string& text)
{
    if (isHarmless(text))
        out << text;
    else if (isBlock(text))
        out << YAML::Literal << text.substr(0, text.size() - 1);
    else if (hasOddCharacters(text))
        out << YAML::EscapeNonAscii << YAML::DoubleQuoted << text;
    else
        out << YAML::DoubleQuoted << text;
}

void write(YAML::Emitter& out, const Value& value)
{
    switch (value.kind) {
    case Value::Kind::Null: out << YAML::Null; return;
    case Value::Kind::Bool: out << (value.boolean ? "true" : "false"); return;
    case Value::Kind::Integer:
    case Value::Kind::Float: out << value.text; return;
    case Value::Kind::String: writeString(out, value.text); return;
    case Value::Kind::Array:
        out << (value.items.empty() ? YAML::Flow : YAML::Block) << YAML::BeginSeq;
        for (const Value& item : value.items)
            write(out, item);
        out << YAML::EndSeq;
        return;
    case Value::Kind::Object:
        out << (value.members.empty() ? YAML::Flow : YAML::Block) << YAML::BeginMap;
        for (const Value::Member& member : value.members) {
            out << YAML::Key;
            writeString(out, member.key);
            out << YAML::Value;
            write(out, member.value);
        }
        out << YAML::EndMap;
        return;
    }
}

}

std::string toYaml(const Value& value)
{
    YAML::Emitter out;
    out.SetNullFormat(YAML::LowerNull);
    write(out, value);
    return std::string(out.c_str(), out.size()) + "\n";
}

}
