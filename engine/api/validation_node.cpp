// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/validation_rules.h"

#include <set>
#include <utility>

namespace berth::api::rules {

namespace {

std::string taintJson(const Taint& taint)
{
    return "{\"Key\":" + field::jsonQuoted(taint.key.view()) + ",\"Value\":" + field::jsonQuoted(taint.value.view())
           + ",\"Effect\":" + field::jsonQuoted(taint.effect.view())
           + ",\"TimeAdded\":" + (taint.timeAdded ? field::jsonQuoted(toRfc3339(*taint.timeAdded)) : "null") + "}";
}

void checkTaints(const std::vector<Taint>& taints, FieldErrors& errors)
{
    std::set<std::pair<Symbol, Symbol>> seen;
    for (std::size_t i = 0; i < taints.size(); ++i) {
        const auto& taint = taints[i];
        const std::string path = field::index("metadata.taints", i); // the API server does say metadata
        checkLabelKey(taint.key.view(), path + ".key", errors);
        if (const auto messages = isValidLabelValue(taint.value.view()); !messages.empty())
            errors.push_back(field::invalid(path + ".value", taint.value.view(), joined(messages, ";")));
        checkTaintEffect(taint.effect, false, path + ".effect", errors);
        if (!seen.emplace(taint.effect, taint.key).second)
            errors.push_back(field::duplicate(path, field::Shown::json(taintJson(taint)),
                                              "taints must be unique by key and effect pair"));
    }
}

}

void checkNode(const Node& node, FieldErrors& errors)
{
    checkMetadata(node.meta, false, isDnsSubdomain, errors);
    checkTaints(node.spec.taints, errors);
    for (const auto& [name, quantity] : node.status.capacity)
        checkAmount(name.view(), quantity, "status.capacity." + name.str(), errors);
    for (const auto& [name, quantity] : node.status.allocatable)
        checkAmount(name.view(), quantity, "status.allocatable." + name.str(), errors);
}

}
