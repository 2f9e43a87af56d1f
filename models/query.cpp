// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/query.h"

#include <algorithm>

namespace berth::models {

bool Query::compare(Operator op, double left, double right)
{
    switch (op) {
    case Operator::Less:
        return left < right;
    case Operator::LessEqual:
        return left <= right;
    case Operator::Greater:
        return left > right;
    case Operator::GreaterEqual:
        return left >= right;
    default:
        return left == right;
    }
}

bool Query::holds(const Term& term, const QueryRow& row)
{
    if (term.about == Term::About::Anything)
        return row.contains(term.values.front().text);
    const bool isLabel = term.about == Term::About::Label;
    const std::optional<QString> label = isLabel ? row.label(term.label) : std::nullopt;
    const auto text = [&] { return isLabel ? label.value_or(QString()) : row.text(term.field); };
    const auto number = [&](const Value& value) {
        if (isLabel)
            return label ? parseValue(*label, ValueKind::Count) : std::nullopt;
        return value.percent ? row.share(term.field) : row.number(term.field);
    };
    const auto equals = [&](const Value& value) {
        if (isLabel && !label)
            return false;
        if (value.number && !isLabel) {
            const std::optional<double> is = number(value);
            return is && *is == *value.number;
        }
        return text().compare(value.text, Qt::CaseInsensitive) == 0;
    };
    const auto contains = [&](const Value& value) { return text().contains(value.text, Qt::CaseInsensitive); };
    const auto compares = [&](const Value& value) {
        const std::optional<double> is = number(value);
        return is && compare(term.op, *is, value.number.value_or(0));
    };
    switch (term.op) {
    case Operator::Has:
        return label.has_value();
    case Operator::Equal:
        return std::any_of(term.values.begin(), term.values.end(), equals);
    case Operator::NotEqual:
        return std::none_of(term.values.begin(), term.values.end(), equals);
    case Operator::Contains:
        return std::any_of(term.values.begin(), term.values.end(), contains);
    case Operator::ContainsNot:
        return std::none_of(term.values.begin(), term.values.end(), contains);
    default:
        return std::any_of(term.values.begin(), term.values.end(), compares);
    }
}

bool Query::matches(const QueryRow& row) const
{
    return std::all_of(terms_.begin(), terms_.end(),
                       [&row](const Term& term) { return holds(term, row) != term.negated; });
}

}
