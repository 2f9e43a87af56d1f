// SPDX-License-Identifier: GPL-3.0-or-later
#include "design/selector_text.h"

#include <algorithm>

namespace berth::design {

namespace {

using api::Value;

std::string trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t");
    return first == std::string_view::npos ? std::string() : std::string(text.substr(first, text.find_last_not_of(" \t") - first + 1));
}

std::string textOf(const Value* value)
{
    return value ? value->text : std::string();
}

/// The parts between commas that stand in no parentheses.
std::vector<std::string> partsOf(std::string_view text)
{
    std::vector<std::string> parts;
    std::string part;
    int depth = 0;
    for (const char c : text) {
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        if (c == ',' && depth == 0)
            parts.push_back(std::exchange(part, {}));
        else
            part += c;
    }
    parts.push_back(part);
    for (std::string& one : parts)
        one = trimmed(one);
    std::erase(parts, std::string());
    return parts;
}

Value requirement(const std::string& key, const char* op, const std::vector<std::string>& values = {})
{
    Value result = Value::object();
    result.set("key", Value::string(key));
    result.set("operator", Value::string(op));
    if (values.empty())
        return result;
    Value list = Value::array();
    for (const std::string& value : values)
        list.items.push_back(Value::string(value));
    result.set("values", std::move(list));
    return result;
}

bool isKey(const std::string& text)
{
    return !text.empty() && text.find_first_of(" \t=!<>()") == std::string::npos;
}

tl::expected<Value, std::string> requirementOf(const std::string& part)
{
    const auto bad = [&part] { return tl::unexpected("“" + part + "” is no requirement: write key=value, key!=value, key in (a,b), key notin (a,b), key, !key, key>number or key<number"); };
    const auto make = [&](const std::string& key, const char* op, std::vector<std::string> values = {}) -> tl::expected<Value, std::string> {
        if (!isKey(key))
            return bad();
        return requirement(key, op, values);
    };
    if (part.starts_with('!'))
        return make(trimmed(part.substr(1)), "DoesNotExist");
    if (const auto open = part.find('('); open != std::string::npos && part.ends_with(')')) {
        const std::string head = trimmed(part.substr(0, open));
        const auto blank = head.rfind(' ');
        const std::string word = blank == std::string::npos ? std::string() : head.substr(blank + 1);
        std::vector<std::string> values = partsOf(part.substr(open + 1, part.size() - open - 2));
        if ((word != "in" && word != "notin") || values.empty())
            return bad();
        return make(trimmed(head.substr(0, blank)), word == "in" ? "In" : "NotIn", values);
    }
    for (const auto& [sign, op] : {std::pair("!=", "NotIn"), std::pair("==", "In"), std::pair("=", "In"), std::pair(">", "Gt"), std::pair("<", "Lt")})
        if (const auto at = part.find(sign); at != std::string::npos)
            return make(trimmed(part.substr(0, at)), op, {trimmed(part.substr(at + std::string_view(sign).size()))});
    return make(part, "Exists");
}

std::string requirementText(const Value& one)
{
    const std::string key = textOf(one.find("key"));
    const std::string op = textOf(one.find("operator"));
    const Value* values = one.find("values");
    std::string list;
    if (values)
        for (const Value& value : values->items)
            list.append(list.empty() ? "" : ",").append(value.text);
    if (op == "Exists")
        return key;
    if (op == "DoesNotExist")
        return "!" + key;
    if (op == "Gt" || op == "Lt")
        return key + (op == "Gt" ? ">" : "<") + list;
    if (values && values->items.size() == 1 && list.find_first_of(" ,()") == std::string::npos)
        return key + (op == "In" ? "=" : "!=") + list;
    return key + (op == "In" ? " in (" : " notin (") + list + ")";
}

}

std::string requirementsText(const Value& requirements)
{
    std::string text;
    for (const Value& one : requirements.items)
        text.append(text.empty() ? "" : ",").append(requirementText(one));
    return text;
}

std::string selectorText(const Value& labelSelector)
{
    std::string text;
    if (const Value* labels = labelSelector.find("matchLabels"))
        for (const Value::Member& label : labels->members)
            text.append(text.empty() ? "" : ",").append(label.key).append("=").append(label.value.text);
    if (const Value* expressions = labelSelector.find("matchExpressions"))
        for (const Value& one : expressions->items) {
            // What matchLabels would say is written apart, so that it comes back as an expression.
            std::string part = requirementText(one);
            if (textOf(one.find("operator")) == "In" && part.find('(') == std::string::npos)
                part = textOf(one.find("key")) + " in (" + one.find("values")->items.front().text + ")";
            text.append(text.empty() ? "" : ",").append(part);
        }
    return text;
}

tl::expected<Value, std::string> requirementsOf(std::string_view text)
{
    Value list = Value::array();
    for (const std::string& part : partsOf(text)) {
        auto one = requirementOf(part);
        if (!one)
            return one;
        list.items.push_back(std::move(*one));
    }
    return list;
}

tl::expected<Value, std::string> selectorOf(std::string_view text)
{
    Value selector = Value::object();
    Value labels = Value::object();
    Value expressions = Value::array();
    for (const std::string& part : partsOf(text)) {
        auto one = requirementOf(part);
        if (!one)
            return one;
        const bool isLabel = part.find('(') == std::string::npos && textOf(one->find("operator")) == "In";
        if (isLabel)
            labels.set(one->find("key")->text, one->find("values")->items.front());
        else
            expressions.items.push_back(std::move(*one));
    }
    if (!labels.members.empty())
        selector.set("matchLabels", std::move(labels));
    if (!expressions.items.empty())
        selector.set("matchExpressions", std::move(expressions));
    return selector;
}

}
