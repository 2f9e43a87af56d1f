// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/job_policies.h"

#include "api/convert_fields.h"

#include <algorithm>

namespace berth::cluster {

using api::Value;
namespace fields = api::fields;

namespace {

PodFailure::Action actionOf(const Value& rule)
{
    const auto text = fields::text(rule, "action");
    using Action = PodFailure::Action;
    return text == "FailJob" ? Action::FailJob : text == "Ignore" ? Action::Ignore : text == "FailIndex" ? Action::FailIndex : Action::Count;
}

bool isListed(const Value& requirement, std::int32_t exitCode)
{
    const auto text = std::to_string(exitCode);
    const Value* values = fields::given(requirement, "values");
    const bool found = values && std::ranges::any_of(values->items, [&text](const Value& v) { return v.text == text; });
    return found == (fields::text(requirement, "operator") == "In");
}

/// The container that ended as the requirement says. One that ended well is never meant.
const api::ContainerStatus* findByExitCode(const Value& requirement, const api::Pod& pod)
{
    const auto name = fields::text(requirement, "containerName");
    for (const auto* statuses : {&pod.status.containerStatuses, &pod.status.initContainerStatuses})
        for (const auto& status : *statuses) {
            const bool hasFailed =
                status.state.kind == api::ContainerState::Kind::Terminated && status.state.exitCode != 0;
            if (hasFailed && (name.empty() || name == status.name) && isListed(requirement, status.state.exitCode))
                return &status;
        }
    return nullptr;
}

const api::PodCondition* findByCondition(const Value& patterns, const api::Pod& pod)
{
    for (const auto& pattern : patterns.items) {
        const auto wanted = fields::optionalText(pattern, "status").value_or("True");
        const auto* condition = pod.status.condition(fields::text(pattern, "type"));
        if (condition && condition->status == (wanted.empty() ? "True" : wanted))
            return condition;
    }
    return nullptr;
}

/// How the rule speaks of the pod that it fits; empty if it does not.
std::string fits(const Value& rule, const api::Pod& pod, std::size_t index)
{
    const auto tail = " matching " + fields::text(rule, "action") + " rule at index " + std::to_string(index);
    if (const Value* codes = fields::given(rule, "onExitCodes")) {
        const auto* status = findByExitCode(*codes, pod);
        return status ? "Container " + status->name + " for pod " + pod.meta.key() + " failed with exit code "
                            + std::to_string(status->state.exitCode) + tail
                      : std::string();
    }
    const Value* patterns = fields::given(rule, "onPodConditions");
    const auto* condition = patterns ? findByCondition(*patterns, pod) : nullptr;
    return condition ? "Pod " + pod.meta.key() + " has condition " + condition->type + tail : std::string();
}

bool isMet(const Value& rule, const Indexes& succeeded, std::int32_t completions)
{
    const auto listed = fields::optionalText(rule, "succeededIndexes");
    const auto count = fields::optionalInt32(rule, "succeededCount");
    Indexes among = succeeded;
    if (listed) {
        const auto wanted = parseIndexes(*listed, completions);
        std::erase_if(among, [&wanted](std::int32_t index) { return !wanted.contains(index); });
        return static_cast<std::int64_t>(among.size()) >= count.value_or(static_cast<std::int32_t>(wanted.size()));
    }
    return count && static_cast<std::int64_t>(among.size()) >= *count;
}

}

PodFailure judgeFailure(const api::Workload& job, const api::Pod& pod)
{
    if (pod.status.phase != "Failed")
        return {};
    const auto& rules = valueAt(job, {"spec", "podFailurePolicy", "rules"}).items;
    for (std::size_t i = 0; i < rules.size(); ++i)
        if (auto message = fits(rules[i], pod, i); !message.empty())
            return {actionOf(rules[i]), std::move(message)};
    return {};
}

std::optional<std::string> metSuccessRule(const api::Workload& job, const Indexes& succeeded)
{
    const auto& rules = valueAt(job, {"spec", "successPolicy", "rules"}).items;
    for (std::size_t i = 0; i < rules.size(); ++i)
        if (isMet(rules[i], succeeded, job.completions.value_or(0)))
            return "Matched rules at index " + std::to_string(i);
    return std::nullopt;
}

}
