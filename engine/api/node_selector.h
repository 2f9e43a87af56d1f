// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/string_map.h"

#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

namespace berth::api {

struct NodeSelectorRequirement {
    Symbol key;
    std::string op; ///< In, NotIn, Exists, DoesNotExist, Gt, Lt
    std::vector<Symbol> values;
    bool hasValues = false; ///< values given at all (error texts show `null` otherwise)
};

struct NodeSelectorTerm {
    std::vector<NodeSelectorRequirement> matchExpressions;
    std::vector<NodeSelectorRequirement> matchFields;
};

struct NodeSelector {
    std::vector<NodeSelectorTerm> nodeSelectorTerms;
};

struct PreferredSchedulingTerm {
    std::int32_t weight = 0;
    NodeSelectorTerm preference;
};

struct NodeAffinity {
    std::optional<NodeSelector> required;           ///< requiredDuringSchedulingIgnoredDuringExecution
    std::vector<PreferredSchedulingTerm> preferred; ///< preferredDuringSchedulingIgnoredDuringExecution
    bool hasPreferred = false;                      ///< the preferred list is given (a list, even an empty one)
};

/// What a node selector looks at.
struct NodeFacts {
    const std::string& name;
    const StringMap& labels;
};

/// One term, parsed (component-helpers nodeaffinity). A term with a parse error never matches.
class ParsedTerm {
public:
    /// path: where the term stands, for error texts (`nodeSelectorTerms[0]`, `[0]` …).
    ParsedTerm(const NodeSelectorTerm& term, const std::string& path);
    bool matches(const NodeFacts& node) const;
    const std::vector<std::string>& errors() const { return errors_; }

private:
    struct Requirement {
        Symbol key;
        enum class Op : std::uint8_t { In, NotIn, Exists, DoesNotExist, Gt, Lt } op = Op::In;
        std::vector<Symbol> values;
        std::int64_t number = 0; ///< Gt, Lt
    };
    static bool matchesLabel(const Requirement& requirement, const StringMap& labels);

    std::vector<Requirement> labels_;
    std::vector<Requirement> fields_;
    std::vector<std::string> errors_;
    friend class ParsedTermBuilder;
};

/// A whole NodeSelector, parsed: terms ORed. Match errors are only reported if no term matched.
class ParsedNodeSelector {
public:
    ParsedNodeSelector() = default;
    /// path: of the NodeSelector itself, may be empty.
    explicit ParsedNodeSelector(const NodeSelector& selector, const std::string& path = {});
    bool matches(const NodeFacts& node) const;
    /// True, false, or the aggregated parse errors where no other term matched.
    tl::expected<bool, std::string> match(const NodeFacts& node) const;
    const std::vector<std::string>& errors() const { return errors_; }

private:
    std::vector<ParsedTerm> terms_;
    std::vector<std::string> errors_;
};

/// nodeSelector map and required node affinity of a pod, parsed (GetRequiredNodeAffinity).
class RequiredNodeAffinity {
public:
    RequiredNodeAffinity() = default;
    RequiredNodeAffinity(const StringMap& nodeSelector, const std::optional<NodeAffinity>& affinity);
    bool matches(const NodeFacts& node) const;
    tl::expected<bool, std::string> match(const NodeFacts& node) const;

private:
    bool matchesNodeSelector(const StringMap& labels) const;

    StringMap nodeSelector_;
    std::optional<ParsedNodeSelector> selector_;
};

/// Preferred terms, parsed; weight 0 and empty preferences are skipped.
class PreferredNodeAffinity {
public:
    /// path: of the list, may be empty (errors then start with `[0]`). The aggregate text of all parse errors if any.
    static tl::expected<PreferredNodeAffinity, std::string> parse(const std::vector<PreferredSchedulingTerm>& terms,
                                                                  const std::string& path = {});
    std::int64_t score(const NodeFacts& node) const;

private:
    std::vector<std::pair<std::int64_t, ParsedTerm>> terms_;
};

}
