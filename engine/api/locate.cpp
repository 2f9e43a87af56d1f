// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/locate.h"

#include <charconv>

namespace berth::api {

std::vector<std::string> pathSteps(std::string_view path)
{
    std::vector<std::string> steps;
    std::string step;
    bool isInBrackets = false;
    for (const char c : path) {
        const bool ends = isInBrackets ? c == ']' : c == '.' || c == '[';
        if (!ends) {
            step += c;
            continue;
        }
        isInBrackets = c == '[';
        if (!step.empty())
            steps.push_back(std::move(step));
        step.clear();
    }
    if (!step.empty())
        steps.push_back(std::move(step));
    return steps;
}

std::optional<std::size_t> asIndex(const std::string& step)
{
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(step.data(), step.data() + step.size(), index);
    return error == std::errc{} && end == step.data() + step.size() ? std::optional(index) : std::nullopt;
}

const Value* child(const Value& value, const std::string& step)
{
    if (!value.isArray())
        return value.find(step);
    const auto index = asIndex(step);
    return index && *index < value.items.size() ? &value.items[*index] : nullptr;
}

Position locate(const Value& document, std::string_view path)
{
    const Value* value = &document;
    for (const auto& step : pathSteps(path)) {
        const Value* next = child(*value, step);
        if (!next || next->position.line == 0)
            break;
        value = next;
    }
    return value->position;
}

}
