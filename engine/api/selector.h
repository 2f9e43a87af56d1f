// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/field_error.h"
#include "api/string_map.h"

#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

namespace berth::api {

/// One requirement of a LabelSelector as written; the operator stays text so that a wrong one can be reported.
struct LabelSelectorRequirement {
    Symbol key;
    std::string op; ///< In, NotIn, Exists, DoesNotExist
    std::vector<Symbol> values;
    friend bool operator==(const LabelSelectorRequirement&, const LabelSelectorRequirement&) = default;
};

/// metav1.LabelSelector. An absent one (std::optional without value) matches nothing, an empty one everything.
struct LabelSelector {
    StringMap matchLabels;
    std::vector<LabelSelectorRequirement> matchExpressions;
    bool isEmpty() const { return matchLabels.empty() && matchExpressions.empty(); }
    friend bool operator==(const LabelSelector&, const LabelSelector&) = default;
};

/// A selector that has been checked and can be matched (labels.Selector).
class Selector {
public:
    enum class Operator : std::uint8_t { In, NotIn, Exists, DoesNotExist, Gt, Lt };
    struct Requirement {
        Symbol key;
        Operator op = Operator::In;
        std::vector<Symbol> values; ///< sorted, unique
    };

    /// Matches nothing.
    static Selector nothing();
    /// Matches everything.
    static Selector everything();
    /// Of a map: every pair must be there (labels.SelectorFromSet); empty map = everything.
    static Selector fromMap(const StringMap& map);
    /// LabelSelectorAsSelector: absent = nothing, empty = everything; the error text for an invalid one.
    static tl::expected<Selector, std::string> from(const std::optional<LabelSelector>& selector);

    bool matches(const StringMap& labels) const;
    /// True for a selector without requirements (everything); false for nothing().
    bool isEmpty() const { return !nothing_ && requirements_.empty(); }
    bool isNothing() const { return nothing_; }
    const std::vector<Requirement>& requirements() const { return requirements_; }
    /// ANDs one more requirement in (no effect on nothing()).
    void add(Requirement requirement);

private:
    bool nothing_ = false;
    std::vector<Requirement> requirements_;
};

/// What labels.NewRequirement finds wrong with a requirement whose values are still as written. path: of the
/// requirement, may be empty; nullValues: the list of values is absent, not just empty.
FieldErrors selectorRequirementErrors(const Selector::Requirement& requirement, const std::string& path,
                                      bool nullValues);

}
