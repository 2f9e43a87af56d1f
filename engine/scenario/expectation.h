// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/problem.h"
#include "api/selector.h"
#include "scenario/simulation.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace berth::scenario {

/// How many of something there must be.
struct Bounds {
    std::optional<std::int64_t> atLeast;
    std::optional<std::int64_t> atMost;
    bool holds(std::int64_t number) const { return (!atLeast || number >= *atLeast) && (!atMost || number <= *atMost); }
    /// `3`, `at least 2`, `2 to 5`.
    std::string text() const;
};

/// `Kind namespace/name`, as objects are named in scenario files.
struct ObjectName {
    std::string kind;
    std::string namespace_;                ///< empty for kinds without namespaces
    std::string name;
    std::string key() const { return namespace_.empty() ? name : namespace_ + "/" + name; }
    std::string text() const { return kind + " " + key(); }
};

struct PodExpectation {
    std::string pod;                       ///< `namespace/name`
    std::optional<bool> exists;
    std::vector<std::string> nodes;        ///< is on one of these
    std::optional<bool> pending;           ///< is on no node, or is on one
    std::vector<std::string> reasons;      ///< each is found in why it is pending
    std::string phase;
    std::optional<Bounds> attempts;
};

/// Pods of a namespace and labels, pods that have ended included.
struct PodsExpectation {
    std::string namespace_;                ///< empty: all
    api::Selector selector = api::Selector::everything();
    std::string selectorText;
    std::string phase;                     ///< of those that are counted; empty: any
    std::vector<std::string> nodes;        ///< of those that are counted; empty: any, and none
    std::optional<bool> pending;
    Bounds count;
};

/// Numbers, texts and flags of an object as it is now, by their place in its document (`status.readyReplicas`).
struct ObjectExpectation {
    struct Field {
        std::string path;
        std::optional<Bounds> bounds;      ///< a number; what is not there counts as 0
        std::optional<std::string> text;   ///< the text, or `true` and `false`
        std::string shortName;             ///< `ready`: how the file says it
    };
    ObjectName object;
    std::optional<bool> exists;
    std::vector<Field> fields;
};

struct NodeExpectation {
    std::string node;
    std::optional<bool> exists;
    std::optional<bool> ready;
    std::optional<bool> schedulable;
    std::vector<std::string> taints;       ///< keys that it has
    std::vector<std::string> withoutTaints;
    std::optional<Bounds> pods;            ///< that are on it and have not ended
    struct Utilisation {
        api::Symbol resource;
        Bounds percent;                    ///< of what it has to give, asked for by its pods; rounded down
    };
    std::vector<Utilisation> utilisation;
};

/// Where pods wait.
struct QueueExpectation {
    struct Lane {
        std::string name;                  ///< active, backoff, unschedulable, gated, waiting
        std::optional<Bounds> count;
        std::optional<std::vector<std::string>> pods;  ///< exactly these, in any order
    };
    std::vector<Lane> lanes;
};

/// Events that were recorded up to now.
struct EventExpectation {
    std::string reason;
    std::string object;                    ///< `Pod ns/name`; empty: any
    std::string message;                   ///< a part of it; empty: any
    Bounds count;
};

/// Attempts of the whole run up to now.
struct AttemptsExpectation {
    Bounds count;
};

/// What a scenario demands at a moment, and where it says so.
struct Expectation {
    std::string file;
    api::Position position;
    std::string text;                      ///< the demand in words: `pod default/web-1 is on node n1`
    std::variant<PodExpectation, PodsExpectation, ObjectExpectation, NodeExpectation, QueueExpectation, EventExpectation,
                 AttemptsExpectation> demand;
};

/// A demand that was looked at.
struct Checked {
    std::string file;
    api::Position position;
    std::string text;                      ///< the demand
    std::string found;                     ///< empty: it holds; else what there is instead
    api::Time time;
    bool holds() const { return found.empty(); }
    /// `file:line:column: error: expected …, found …`.
    api::Problem toProblem() const;
};

Checked check(const Expectation& expectation, const Simulation& simulation);

/// Reads the list under `expect`. What cannot be read is a problem and left out.
std::vector<Expectation> readExpectations(const api::Value& list, const std::string& file, api::Problems& problems);
/// `Kind [namespace/]name`, or a mapping with kind, namespace, name.
std::optional<ObjectName> readObjectName(const api::Value& value, const std::string& file, api::Problems& problems);

}
