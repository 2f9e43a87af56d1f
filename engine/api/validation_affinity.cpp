// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/validation_rules.h"

#include <algorithm>
#include <map>
#include <set>

namespace berth::api::rules {

namespace {

constexpr std::int32_t maxWeight = 100;
constexpr const char* requiredField = ".requiredDuringSchedulingIgnoredDuringExecution";
constexpr const char* preferredField = ".preferredDuringSchedulingIgnoredDuringExecution";

void checkWeight(std::int32_t weight, const std::string& path, FieldErrors& errors)
{
    if (weight <= 0 || weight > maxWeight)
        errors.push_back(field::invalid(path + ".weight", weight, "must be in the range 1-100"));
}

void checkKeyList(const std::vector<Symbol>& keys, bool hasSelector, const std::string& path, FieldErrors& errors)
{
    if (keys.empty())
        return;
    if (!hasSelector) {
        errors.push_back(field::forbidden(path, "must not be specified when labelSelector is not set"));
        return;
    }
    for (std::size_t i = 0; i < keys.size(); ++i)
        checkLabelKey(keys[i].view(), field::index(path, i), errors);
}

/// The keys were merged into the selector as expressions, so one that is there twice was there before.
void checkMergedTwice(const std::vector<Symbol>& match, const LabelSelector& selector, const std::string& path,
                      FieldErrors& errors)
{
    std::map<Symbol, std::size_t> indexes;
    for (std::size_t i = 0; i < match.size(); ++i)
        indexes[match[i]] = i;
    std::set<Symbol> seen;
    for (const auto& label : selector.matchLabels)
        seen.insert(label.first);
    for (const auto& expression : selector.matchExpressions) {
        const auto found = indexes.find(expression.key);
        if (!seen.insert(expression.key).second && found != indexes.end())
            errors.push_back(field::invalid(field::index(path, found->second), expression.key.view(),
                                            "exists in both matchLabelKeys and labelSelector"));
    }
}

void checkTerm(const PodAffinityTerm& term, const std::string& path, FieldErrors& errors)
{
    checkLabelSelector(term.labelSelector, path + ".labelSelector", errors);
    checkLabelSelector(term.namespaceSelector, path + ".namespaceSelector", errors);
    for (const Symbol name : term.namespaces)
        addInvalid(path + ".namespace", name.view(), isDnsLabel(name.view()), errors);
    checkLabelKeys(term.matchLabelKeys, term.mismatchLabelKeys, term.labelSelector, path, errors);
    if (term.topologyKey.empty())
        errors.push_back(field::required(path + ".topologyKey", "can not be empty"));
    checkLabelKey(term.topologyKey.view(), path + ".topologyKey", errors);
}

void checkPodAffinity(const std::optional<PodAffinity>& affinity, const std::string& path, FieldErrors& errors)
{
    if (!affinity)
        return;
    for (std::size_t i = 0; i < affinity->required.size(); ++i)
        checkTerm(affinity->required[i], field::index(path + requiredField, i), errors);
    for (std::size_t i = 0; i < affinity->preferred.size(); ++i) {
        const std::string where = field::index(path + preferredField, i);
        checkWeight(affinity->preferred[i].weight, where, errors);
        checkTerm(affinity->preferred[i].term, where + ".podAffinityTerm", errors);
    }
}

}

void checkLabelKeys(const std::vector<Symbol>& match, const std::vector<Symbol>& mismatch,
                    const std::optional<LabelSelector>& selector, const std::string& path, FieldErrors& errors)
{
    checkKeyList(match, selector.has_value(), path + ".matchLabelKeys", errors);
    checkKeyList(mismatch, selector.has_value(), path + ".mismatchLabelKeys", errors);
    if (selector)
        checkMergedTwice(match, *selector, path, errors);
    for (std::size_t i = 0; i < match.size(); ++i)
        if (std::find(mismatch.begin(), mismatch.end(), match[i]) != mismatch.end())
            errors.push_back(field::invalid(field::index(path + ".matchLabelKeys", i), match[i].view(),
                                            "exists in both matchLabelKeys and mismatchLabelKeys"));
}

void checkAffinity(const Affinity& affinity, const std::string& path, FieldErrors& errors)
{
    if (affinity.nodeAffinity) {
        const std::string nodePath = path + ".nodeAffinity";
        if (affinity.nodeAffinity->required)
            checkNodeSelector(*affinity.nodeAffinity->required, nodePath + requiredField, errors);
        const auto& preferred = affinity.nodeAffinity->preferred;
        for (std::size_t i = 0; i < preferred.size(); ++i) {
            const std::string where = field::index(nodePath + preferredField, i);
            checkWeight(preferred[i].weight, where, errors);
            checkNodeSelectorTerm(preferred[i].preference, false, where + ".preference", errors);
        }
    }
    checkPodAffinity(affinity.podAffinity, path + ".podAffinity", errors);
    checkPodAffinity(affinity.podAntiAffinity, path + ".podAntiAffinity", errors);
}

}
