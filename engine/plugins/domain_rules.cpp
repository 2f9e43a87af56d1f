// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/domain_rules.h"

#include <algorithm>
#include <map>

namespace berth::plugins {

trace::DomainRule domainRule(trace::DomainRule::Kind kind, api::Symbol topologyKey, const DomainCounts& counts,
                             const framework::NodeList& nodes)
{
    std::map<std::string_view, trace::Domain> domains;
    for (const auto& [value, count] : counts.sorted())
        domains[value.view()] = {value, count};
    for (const auto* node : nodes)
        if (const auto* value = node->node().meta.labels.find(topologyKey))
            domains.try_emplace(value->view(), trace::Domain{*value, 0, false});
    trace::DomainRule rule;
    rule.kind = kind;
    rule.topologyKey = topologyKey;
    std::map<std::string_view, std::int32_t> indexes;
    for (const auto& [value, domain] : domains) {
        indexes[value] = static_cast<std::int32_t>(rule.domains.size());
        rule.domains.push_back(domain);
    }
    for (const auto* node : nodes) {
        const auto* value = node->node().meta.labels.find(topologyKey);
        rule.nodeDomain.push_back(value ? indexes.at(value->view()) : -1);
    }
    return rule;
}

namespace {

std::string requirementText(const api::Selector::Requirement& requirement)
{
    using Operator = api::Selector::Operator;
    std::string values;
    for (auto value : requirement.values)
        values += (values.empty() ? "" : ",") + value.str();
    const auto key = requirement.key.str();
    switch (requirement.op) {
    case Operator::In:
        return requirement.values.size() == 1 ? key + "=" + values : key + " in (" + values + ")";
    case Operator::NotIn:
        return requirement.values.size() == 1 ? key + "!=" + values : key + " notin (" + values + ")";
    case Operator::Exists:
        return key;
    case Operator::DoesNotExist:
        return "!" + key;
    case Operator::Gt:
        return key + ">" + values;
    case Operator::Lt:
        return key + "<" + values;
    }
    return key;
}

}

std::string selectorText(const api::Selector& selector)
{
    if (selector.isNothing())
        return "(nothing)";
    std::string text;
    for (const auto& requirement : selector.requirements())
        text += (text.empty() ? "" : ", ") + requirementText(requirement);
    return text.empty() ? "(everything)" : text;
}

}
