// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/node_selector.h"

#include "api/field_error.h"
#include "api/names.h"
#include "api/selector.h"

#include <algorithm>
#include <array>

namespace berth::api {

namespace {

bool isEmpty(const NodeSelectorTerm& term)
{
    return term.matchExpressions.empty() && term.matchFields.empty();
}

bool listed(const std::vector<Symbol>& values, Symbol value)
{
    return std::find(values.begin(), values.end(), value) != values.end();
}

/// The only field of a node that selectors know; others read as "".
std::string_view nodeField(Symbol key, const NodeFacts& node)
{
    return key == "metadata.name" ? std::string_view(node.name) : std::string_view();
}

}

/// Turns the requirements of one term into their parsed form, noting what is wrong with them.
class ParsedTermBuilder {
public:
    explicit ParsedTermBuilder(ParsedTerm& term) : term_(term) {}
    void addExpression(const NodeSelectorRequirement& requirement, const std::string& path);
    void addField(const NodeSelectorRequirement& requirement, const std::string& path);

private:
    using Op = ParsedTerm::Requirement::Op;
    static std::optional<Op> operatorFromName(std::string_view name);
    void note(const FieldErrors& errors);

    ParsedTerm& term_;
};

std::optional<ParsedTermBuilder::Op> ParsedTermBuilder::operatorFromName(std::string_view name)
{
    static constexpr std::array<std::string_view, 6> names = {"In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"};
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end())
        return std::nullopt;
    return static_cast<Op>(found - names.begin());
}

void ParsedTermBuilder::note(const FieldErrors& errors)
{
    for (const auto& error : errors)
        term_.errors_.push_back(error.text);
}

void ParsedTermBuilder::addExpression(const NodeSelectorRequirement& requirement, const std::string& path)
{
    const auto op = operatorFromName(requirement.op);
    if (!op)
        return note({field::notSupported(field::child(path, "operator"), field::Shown::enumText(requirement.op),
                                         {"In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"})});
    const Selector::Requirement asLabel{requirement.key, static_cast<Selector::Operator>(*op), requirement.values};
    const FieldErrors errors = selectorRequirementErrors(asLabel, path, !requirement.hasValues);
    if (!errors.empty())
        return note(errors);
    const bool compares = *op == Op::Gt || *op == Op::Lt;
    const std::int64_t number = compares ? parseGoInt(requirement.values.front().view()).value_or(0) : 0;
    term_.labels_.push_back({requirement.key, *op, requirement.values, number});
}

void ParsedTermBuilder::addField(const NodeSelectorRequirement& requirement, const std::string& path)
{
    if (requirement.op != "In" && requirement.op != "NotIn")
        return note({field::notSupported(field::child(path, "operator"), field::Shown::enumText(requirement.op),
                                         {"In", "NotIn"})});
    if (requirement.values.size() != 1) {
        std::vector<std::string_view> texts;
        for (const Symbol value : requirement.values)
            texts.push_back(value.view());
        return note({field::invalid(field::child(path, "values"), field::Shown::list(texts, !requirement.hasValues),
                                    "must have one element")});
    }
    term_.fields_.push_back({requirement.key, requirement.op == "In" ? Op::In : Op::NotIn, requirement.values, 0});
}

ParsedTerm::ParsedTerm(const NodeSelectorTerm& term, const std::string& path)
{
    ParsedTermBuilder builder(*this);
    const std::string expressions = field::child(path, "matchExpressions");
    for (std::size_t i = 0; i < term.matchExpressions.size(); ++i)
        builder.addExpression(term.matchExpressions[i], field::index(expressions, i));
    const std::string fields = field::child(path, "matchFields");
    for (std::size_t i = 0; i < term.matchFields.size(); ++i)
        builder.addField(term.matchFields[i], field::index(fields, i));
}

bool ParsedTerm::matchesLabel(const Requirement& requirement, const StringMap& labels)
{
    const Symbol* value = labels.find(requirement.key);
    switch (requirement.op) {
    case Requirement::Op::In: return value && listed(requirement.values, *value);
    case Requirement::Op::NotIn: return !value || !listed(requirement.values, *value);
    case Requirement::Op::Exists: return value;
    case Requirement::Op::DoesNotExist: return !value;
    case Requirement::Op::Gt:
    case Requirement::Op::Lt: break;
    }
    const auto number = value ? parseGoInt(value->view()) : std::nullopt;
    return number
           && (requirement.op == Requirement::Op::Gt ? *number > requirement.number : *number < requirement.number);
}

bool ParsedTerm::matches(const NodeFacts& node) const
{
    if (!errors_.empty())
        return false;
    for (const auto& requirement : labels_)
        if (!matchesLabel(requirement, node.labels))
            return false;
    if (node.name.empty())
        return true; // a node without fields is not asked for them
    for (const auto& requirement : fields_)
        if ((nodeField(requirement.key, node) == requirement.values.front().view())
            != (requirement.op == Requirement::Op::In))
            return false;
    return true;
}

ParsedNodeSelector::ParsedNodeSelector(const NodeSelector& selector, const std::string& path)
{
    const std::string terms = field::child(path, "nodeSelectorTerms");
    for (std::size_t i = 0; i < selector.nodeSelectorTerms.size(); ++i) {
        if (isEmpty(selector.nodeSelectorTerms[i]))
            continue;
        const auto& term = terms_.emplace_back(selector.nodeSelectorTerms[i], field::index(terms, i));
        errors_.insert(errors_.end(), term.errors().begin(), term.errors().end());
    }
}

bool ParsedNodeSelector::matches(const NodeFacts& node) const
{
    return std::any_of(terms_.begin(), terms_.end(), [&node](const ParsedTerm& term) { return term.matches(node); });
}

tl::expected<bool, std::string> ParsedNodeSelector::match(const NodeFacts& node) const
{
    if (matches(node))
        return true;
    if (errors_.empty())
        return false;
    return tl::unexpected(field::aggregate(errors_));
}

RequiredNodeAffinity::RequiredNodeAffinity(const StringMap& nodeSelector, const std::optional<NodeAffinity>& affinity)
    : nodeSelector_(nodeSelector)
{
    if (affinity && affinity->required)
        selector_.emplace(*affinity->required);
}

bool RequiredNodeAffinity::matchesNodeSelector(const StringMap& labels) const
{
    return std::all_of(nodeSelector_.begin(), nodeSelector_.end(), [&labels](const auto& pair) {
        const Symbol* value = labels.find(pair.first);
        return value && *value == pair.second;
    });
}

bool RequiredNodeAffinity::matches(const NodeFacts& node) const
{
    return matchesNodeSelector(node.labels) && (!selector_ || selector_->matches(node));
}

tl::expected<bool, std::string> RequiredNodeAffinity::match(const NodeFacts& node) const
{
    if (!matchesNodeSelector(node.labels))
        return false;
    if (!selector_)
        return true;
    return selector_->match(node);
}

tl::expected<PreferredNodeAffinity, std::string>
PreferredNodeAffinity::parse(const std::vector<PreferredSchedulingTerm>& terms, const std::string& path)
{
    PreferredNodeAffinity parsed;
    std::vector<std::string> errors;
    for (std::size_t i = 0; i < terms.size(); ++i) {
        if (terms[i].weight == 0 || isEmpty(terms[i].preference))
            continue;
        const auto& term =
            parsed.terms_.emplace_back(terms[i].weight, ParsedTerm(terms[i].preference, field::index(path, i)));
        errors.insert(errors.end(), term.second.errors().begin(), term.second.errors().end());
    }
    if (!errors.empty())
        return tl::unexpected(field::aggregate(errors));
    return parsed;
}

std::int64_t PreferredNodeAffinity::score(const NodeFacts& node) const
{
    std::int64_t sum = 0;
    for (const auto& [weight, term] : terms_)
        if (term.matches(node))
            sum += weight;
    return sum;
}

}
