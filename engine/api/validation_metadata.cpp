// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/validation_rules.h"

#include <algorithm>

namespace berth::api::rules {

namespace {

constexpr std::size_t annotationsMaxBytes = 262'144;

std::string lowerCase(std::string text)
{
    for (char& c : text)
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    return text;
}

void checkName(const ObjectMeta& meta, NameCheck nameCheck, FieldErrors& errors)
{
    if (!meta.generateName.empty()) {
        std::string prefix = meta.generateName;
        if (prefix.size() > 1 && prefix.back() == '-')
            prefix.back() = 'a'; // something will follow
        addInvalid("metadata.generateName", meta.generateName, nameCheck(prefix), errors);
    }
    if (meta.name.empty())
        errors.push_back(field::required("metadata.name", "name or generateName is required"));
    else
        addInvalid("metadata.name", meta.name, nameCheck(meta.name), errors);
}

void checkOwners(const std::vector<OwnerReference>& owners, FieldErrors& errors)
{
    for (const auto& owner : owners) {
        const auto needs = [&](const char* name, const std::string& text, const char* detail) {
            if (text.empty())
                errors.push_back(field::invalid(std::string("metadata.ownerReferences.") + name,
                                                std::string_view(name) == "uid" ? field::Shown::enumText(text) : text,
                                                detail));
        };
        needs("apiVersion", owner.apiVersion, "version must not be empty");
        needs("kind", owner.kind, "must not be empty");
        needs("name", owner.name, "must not be empty");
        needs("uid", owner.uid, "must not be empty");
    }
}

void checkFinalizers(const std::vector<std::string>& finalizers, FieldErrors& errors)
{
    for (const auto& finalizer : finalizers)
        addInvalid("metadata.finalizers", finalizer, isQualifiedName(finalizer), errors);
    for (std::size_t i = 0; i < finalizers.size(); ++i) {
        const auto& name = finalizers[i];
        const bool standard = name == "kubernetes" || name == "orphan" || name == "foregroundDeletion";
        if (name.find('/') == std::string::npos && !standard)
            errors.push_back(field::invalid(field::index("metadata.finalizers", i), name,
                                            "name is neither a standard finalizer name nor is it fully qualified"));
    }
}

std::string symbolsJson(const std::vector<Symbol>& texts)
{
    std::vector<std::string_view> views;
    for (const Symbol text : texts)
        views.push_back(text.view());
    return field::Shown::list(views).text();
}

/// Shared by label selectors and node selectors: whether the number of values suits the operator.
void checkValueCount(std::string_view op, std::size_t count, bool comparisons, const std::string& path,
                     FieldErrors& errors)
{
    if (op == "In" || op == "NotIn") {
        if (count == 0)
            errors.push_back(field::required(path + ".values", "must be specified when `operator` is 'In' or 'NotIn'"));
    } else if (op == "Exists" || op == "DoesNotExist") {
        if (count > 0)
            errors.push_back(field::forbidden(path + ".values",
                                              "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"));
    } else if (comparisons && (op == "Gt" || op == "Lt")) {
        if (count != 1)
            errors.push_back(
                field::required(path + ".values", "must be specified single value when `operator` is 'Lt' or 'Gt'"));
    } else {
        errors.push_back(
            field::invalid(path + ".operator", field::Shown::enumText(op), "not a valid selector operator"));
    }
}

void checkValues(const std::vector<Symbol>& values, const std::string& path, FieldErrors& errors)
{
    for (std::size_t i = 0; i < values.size(); ++i)
        addInvalid(field::index(path, i), values[i].view(), isValidLabelValue(values[i].view()), errors);
}

void checkFieldRequirement(const NodeSelectorRequirement& requirement, const std::string& path, FieldErrors& errors)
{
    if (requirement.op != "In" && requirement.op != "NotIn")
        errors.push_back(field::invalid(path + ".operator", field::Shown::enumText(requirement.op),
                                        "not a valid selector operator"));
    else if (requirement.values.size() != 1)
        errors.push_back(field::required(
            path + ".values", "must be only one value when `operator` is 'In' or 'NotIn' for node field selector"));
    if (requirement.key != "metadata.name") {
        errors.push_back(field::invalid(path + ".key", requirement.key.view(), "not a valid field selector key"));
        return;
    }
    for (std::size_t i = 0; i < requirement.values.size(); ++i)
        addInvalid(field::index(path + ".values", i), requirement.values[i].view(),
                   isDnsSubdomain(requirement.values[i].view()), errors);
}

}

void addInvalid(const std::string& path, const field::Shown& value, const std::vector<std::string>& messages,
                FieldErrors& errors)
{
    for (const auto& message : messages)
        errors.push_back(field::invalid(path, value, message));
}

std::string joined(const std::vector<std::string>& messages, std::string_view separator)
{
    std::string text;
    for (const auto& message : messages)
        text.append(text.empty() ? std::string_view() : separator).append(message);
    return text;
}

void checkMetadata(const ObjectMeta& meta, bool namespaced, NameCheck nameCheck, FieldErrors& errors)
{
    checkName(meta, nameCheck, errors);
    if (!namespaced) {
        if (!meta.namespace_.empty())
            errors.push_back(field::forbidden("metadata.namespace", "not allowed on this type"));
    } else if (meta.namespace_.empty()) {
        errors.push_back(field::required("metadata.namespace"));
    } else {
        addInvalid("metadata.namespace", meta.namespace_.view(), isDnsLabel(meta.namespace_.view()), errors);
    }
    checkNonNegative(meta.generation, "metadata.generation", errors);
    checkLabels(meta.labels, "metadata.labels", errors);
    checkAnnotations(meta.annotations, "metadata.annotations", errors);
    checkOwners(meta.ownerReferences, errors);
    checkFinalizers(meta.finalizers, errors);
}

void checkLabelKey(std::string_view key, const std::string& path, FieldErrors& errors)
{
    addInvalid(path, key, isQualifiedName(key), errors);
}

void checkLabels(const StringMap& labels, const std::string& path, FieldErrors& errors)
{
    for (const auto& [key, value] : labels) {
        checkLabelKey(key.view(), path, errors);
        addInvalid(path, value.view(), isValidLabelValue(value.view()), errors);
    }
}

void checkAnnotations(const StringMap& annotations, const std::string& path, FieldErrors& errors)
{
    std::size_t bytes = 0;
    for (const auto& [key, value] : annotations) {
        addInvalid(path, key.view(), isQualifiedName(lowerCase(key.str())), errors);
        bytes += key.view().size() + value.view().size();
    }
    if (bytes > annotationsMaxBytes)
        errors.push_back(field::tooLong(path, annotationsMaxBytes));
}

void checkLabelSelector(const std::optional<LabelSelector>& selector, const std::string& path, FieldErrors& errors)
{
    if (!selector)
        return;
    checkLabels(selector->matchLabels, path + ".matchLabels", errors);
    for (std::size_t i = 0; i < selector->matchExpressions.size(); ++i) {
        const auto& expression = selector->matchExpressions[i];
        const std::string at = field::index(path + ".matchExpressions", i);
        checkValueCount(expression.op, expression.values.size(), false, at, errors);
        checkLabelKey(expression.key.view(), at + ".key", errors);
        checkValues(expression.values, at + ".values", errors);
    }
}

void checkNodeSelectorTerm(const NodeSelectorTerm& term, bool checksValues, const std::string& path,
                           FieldErrors& errors)
{
    for (std::size_t i = 0; i < term.matchExpressions.size(); ++i) {
        const auto& expression = term.matchExpressions[i];
        const std::string at = field::index(path + ".matchExpressions", i);
        checkValueCount(expression.op, expression.values.size(), true, at, errors);
        checkLabelKey(expression.key.view(), at + ".key", errors);
        if (checksValues)
            checkValues(expression.values, at + ".values", errors);
    }
    for (std::size_t i = 0; i < term.matchFields.size(); ++i)
        checkFieldRequirement(term.matchFields[i], field::index(path + ".matchFields", i), errors);
}

void checkNodeSelector(const NodeSelector& selector, const std::string& path, FieldErrors& errors)
{
    const std::string terms = field::child(path, "nodeSelectorTerms");
    if (selector.nodeSelectorTerms.empty())
        errors.push_back(field::required(terms, "must have at least one node selector term"));
    for (std::size_t i = 0; i < selector.nodeSelectorTerms.size(); ++i)
        checkNodeSelectorTerm(selector.nodeSelectorTerms[i], true, field::index(terms, i), errors);
}

std::string mapJson(const StringMap& map)
{
    std::string json;
    for (const auto& [key, value] : map)
        json.append(json.empty() ? "{" : ",")
            .append(field::jsonQuoted(key.view()))
            .append(":")
            .append(field::jsonQuoted(value.view()));
    return json.empty() ? "{}" : json + "}";
}

std::string selectorJson(const LabelSelector& selector)
{
    std::string json = "{";
    if (!selector.matchLabels.empty())
        json += "\"matchLabels\":" + mapJson(selector.matchLabels);
    std::string expressions;
    for (const auto& expression : selector.matchExpressions) {
        expressions += expressions.empty() ? "[" : ",";
        expressions += "{\"key\":" + field::jsonQuoted(expression.key.view())
                       + ",\"operator\":" + field::jsonQuoted(expression.op);
        if (!expression.values.empty())
            expressions += ",\"values\":" + symbolsJson(expression.values);
        expressions += "}";
    }
    if (!expressions.empty())
        json += (json.size() > 1 ? ",\"matchExpressions\":" : "\"matchExpressions\":") + expressions + "]";
    return json + "}";
}

}
