// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/validation_rules.h"

#include <algorithm>
#include <array>

namespace berth::api::rules {

namespace {

constexpr std::int32_t highestUserPriority = 1'000'000'000;
constexpr std::string_view systemPrefix = "system-";

/// What is wrong with a class whose name is reserved for the system, or nothing.
std::string systemClassProblem(const PriorityClass& priorityClass)
{
    struct Known {
        std::string_view name;
        std::int32_t value;
    };
    static constexpr std::array<Known, 2> classes = {
        {{"system-node-critical", 2'000'001'000}, {"system-cluster-critical", 2'000'000'000}}};
    const std::string& name = priorityClass.meta.name;
    const auto known = std::find_if(classes.begin(), classes.end(), [&name](const Known& k) { return k.name == name; });
    if (known == classes.end())
        return name + " is not a known system priority class";
    if (known->value != priorityClass.value)
        return "value of " + name + " PriorityClass must be " + std::to_string(known->value);
    return priorityClass.globalDefault ? "globalDefault of " + name + " PriorityClass must be false" : "";
}

std::string intOrStringJson(const std::optional<IntOrString>& value)
{
    if (!value)
        return "null";
    return value->isString ? field::jsonQuoted(value->text) : std::to_string(value->number);
}

std::string budgetJson(const PodDisruptionBudget& budget)
{
    const std::string policy = textAt(budget.document.get(), {"spec", "unhealthyPodEvictionPolicy"});
    return "{\"MinAvailable\":" + intOrStringJson(budget.minAvailable)
           + ",\"Selector\":" + (budget.selector ? selectorJson(*budget.selector) : "null")
           + ",\"MaxUnavailable\":" + intOrStringJson(budget.maxUnavailable)
           + ",\"UnhealthyPodEvictionPolicy\":" + (policy.empty() ? "null" : field::jsonQuoted(policy)) + "}";
}

}

void checkIntOrPercent(const std::optional<IntOrString>& value, const std::string& path, FieldErrors& errors)
{
    if (!value)
        return;
    if (!value->isString) {
        checkNonNegative(value->number, path, errors);
        return;
    }
    const auto shown = field::Shown::json(intOrStringJson(value));
    const std::string_view text = value->text;
    const std::string_view digits = text.substr(0, text.empty() ? 0 : text.size() - 1);
    const bool isPercent = text.ends_with('%') && !digits.empty()
                           && std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (!isPercent)
        errors.push_back(
            field::invalid(path, shown,
                           regexError("a valid percent string must be a numeric string followed by an ending '%'",
                                      "[0-9]+%", {"1%", "93%"})));
    else if (parseGoInt(digits).value_or(101) > 100)
        errors.push_back(field::invalid(path, shown, "must not be greater than 100%"));
}

void checkPriorityClass(const PriorityClass& priorityClass, FieldErrors& errors)
{
    checkMetadata(priorityClass.meta, false, isDnsSubdomain, errors);
    if (priorityClass.meta.name.starts_with(systemPrefix)) {
        if (const std::string problem = systemClassProblem(priorityClass); !problem.empty())
            errors.push_back(field::forbidden("metadata.name",
                                              "priority class names with 'system-' prefix are reserved for system use "
                                              "only. error: "
                                                  + problem));
    } else if (priorityClass.value > highestUserPriority) {
        errors.push_back(field::forbidden("value", "maximum allowed value of a user defined priority is "
                                                       + std::to_string(highestUserPriority)));
    }
    checkPreemptionPolicy(priorityClass.preemptionPolicy, "preemptionPolicy", errors);
}

void checkDisruptionBudget(const PodDisruptionBudget& budget, FieldErrors& errors)
{
    if (budget.minAvailable && budget.maxUnavailable)
        errors.push_back(field::invalid("spec", field::Shown::json(budgetJson(budget)),
                                        "minAvailable and maxUnavailable cannot be both set"));
    checkIntOrPercent(budget.minAvailable, "spec.minAvailable", errors);
    checkIntOrPercent(budget.maxUnavailable, "spec.maxUnavailable", errors);
    checkLabelSelector(budget.selector, "spec.selector", errors);
    const std::string policy = textAt(budget.document.get(), {"spec", "unhealthyPodEvictionPolicy"});
    if (!policy.empty() && policy != "IfHealthyBudget" && policy != "AlwaysAllow")
        errors.push_back(field::notSupported("spec.unhealthyPodEvictionPolicy", field::Shown::enumText(policy),
                                             {"AlwaysAllow", "IfHealthyBudget"}));
}

}
