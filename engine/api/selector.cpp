// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/selector.h"

#include "api/field_error.h"
#include "api/names.h"

#include <algorithm>

namespace berth::api {

namespace {

std::optional<Selector::Operator> operatorFromName(std::string_view name)
{
    if (name == "In")
        return Selector::Operator::In;
    if (name == "NotIn")
        return Selector::Operator::NotIn;
    if (name == "Exists")
        return Selector::Operator::Exists;
    if (name == "DoesNotExist")
        return Selector::Operator::DoesNotExist;
    return std::nullopt;
}

bool takesValues(Selector::Operator op)
{
    return op != Selector::Operator::Exists && op != Selector::Operator::DoesNotExist;
}

bool listed(const std::vector<Symbol>& values, Symbol value)
{
    return std::find(values.begin(), values.end(), value) != values.end();
}

/// Gt, Lt: both sides must be integers.
bool comparesTo(const Selector::Requirement& requirement, Symbol value)
{
    if (requirement.values.size() != 1)
        return false;
    const auto left = parseGoInt(value.view());
    const auto right = parseGoInt(requirement.values.front().view());
    if (!left || !right)
        return false;
    return requirement.op == Selector::Operator::Gt ? *left > *right : *left < *right;
}

bool matchesOne(const Selector::Requirement& requirement, const StringMap& labels)
{
    const Symbol* value = labels.find(requirement.key);
    switch (requirement.op) {
    case Selector::Operator::In: return value && listed(requirement.values, *value);
    case Selector::Operator::NotIn: return !value || !listed(requirement.values, *value);
    case Selector::Operator::Exists: return value;
    case Selector::Operator::DoesNotExist: return !value;
    case Selector::Operator::Gt:
    case Selector::Operator::Lt: return value && comparesTo(requirement, *value);
    }
    return false;
}

}

FieldErrors selectorRequirementErrors(const Selector::Requirement& requirement, const std::string& path,
                                      bool nullValues)
{
    FieldErrors errors;
    const auto check = [&](const std::string& where, Symbol text, const std::vector<std::string>& messages) {
        std::string joined;
        for (const auto& message : messages)
            joined.append(joined.empty() ? "" : "; ").append(message);
        if (!messages.empty())
            errors.push_back(field::invalid(where, text.view(), joined));
    };
    const std::string valuesPath = field::child(path, "values");
    const auto wrongCount = [&](std::string_view detail) {
        std::vector<std::string_view> texts;
        for (const Symbol value : requirement.values)
            texts.push_back(value.view());
        errors.push_back(field::invalid(valuesPath, field::Shown::list(texts, nullValues), detail));
    };
    check(field::child(path, "key"), requirement.key, isQualifiedName(requirement.key.view()));
    const std::size_t count = requirement.values.size();
    const bool compares = requirement.op == Selector::Operator::Gt || requirement.op == Selector::Operator::Lt;
    if (compares && count != 1)
        wrongCount("for 'Gt', 'Lt' operators, exactly one value is required");
    else if (!takesValues(requirement.op) && count != 0)
        wrongCount("values set must be empty for exists and does not exist");
    else if (takesValues(requirement.op) && count == 0)
        wrongCount("for 'in', 'notin' operators, values set can't be empty");
    for (std::size_t i = 0; compares && i < count; ++i)
        if (!parseGoInt(requirement.values[i].view()))
            errors.push_back(field::invalid(field::index(valuesPath, i), requirement.values[i].view(),
                                            "for 'Gt', 'Lt' operators, the value must be an integer"));
    for (std::size_t i = 0; i < count; ++i)
        check(field::key(field::index(valuesPath, i), requirement.key.view()), requirement.values[i],
              isValidLabelValue(requirement.values[i].view()));
    return errors;
}

Selector Selector::nothing()
{
    Selector selector;
    selector.nothing_ = true;
    return selector;
}

Selector Selector::everything()
{
    return {};
}

Selector Selector::fromMap(const StringMap& map)
{
    Selector selector;
    for (const auto& [key, value] : map)
        selector.requirements_.push_back({key, Operator::In, {value}});
    return selector;
}

tl::expected<Selector, std::string> Selector::from(const std::optional<LabelSelector>& selector)
{
    if (!selector)
        return nothing();
    Selector parsed;
    const auto take = [&parsed](Requirement requirement) {
        // The values are a copy that is nil when it is empty.
        const auto errors = selectorRequirementErrors(requirement, {}, requirement.values.empty());
        parsed.add(std::move(requirement));
        return field::aggregate(errors);
    };
    for (const auto& [key, value] : selector->matchLabels)
        if (const auto error = take({key, Operator::In, {value}}); !error.empty())
            return tl::unexpected(error);
    for (const auto& expression : selector->matchExpressions) {
        const auto op = operatorFromName(expression.op);
        if (!op)
            return tl::unexpected(field::goQuoted(expression.op) + " is not a valid label selector operator");
        if (const auto error = take({expression.key, *op, expression.values}); !error.empty())
            return tl::unexpected(error);
    }
    return parsed;
}

void Selector::add(Requirement requirement)
{
    if (nothing_)
        return;
    std::sort(requirement.values.begin(), requirement.values.end());
    requirement.values.erase(std::unique(requirement.values.begin(), requirement.values.end()),
                             requirement.values.end());
    requirements_.push_back(std::move(requirement));
}

bool Selector::matches(const StringMap& labels) const
{
    return !nothing_
           && std::all_of(requirements_.begin(), requirements_.end(),
                          [&labels](const Requirement& requirement) { return matchesOne(requirement, labels); });
}

}
