// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/node.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace berth::scheduler {

// What extenders answer (cycle.md §6), read as kube-scheduler reads it: the first JSON value of the body, names of
// fields in any case, unknown ones left out, a wrong type an error in Go's words.

struct FilterAnswer {
    std::optional<std::vector<std::string>> nodeNames;
    std::optional<std::vector<api::NodePtr>> nodes;
    std::map<std::string, std::string> failedNodes;                    ///< node → message
    std::map<std::string, std::string> failedAndUnresolvableNodes;
    std::string error;
};

struct HostPriority {
    std::string host;
    std::int64_t score = 0;
};

struct VictimsAnswer {
    std::vector<std::string> uids;
    std::int64_t numPDBViolations = 0;
};

tl::expected<FilterAnswer, std::string> readFilterAnswer(std::string_view body);
tl::expected<std::vector<HostPriority>, std::string> readPrioritizeAnswer(std::string_view body);
/// The Error field.
tl::expected<std::string, std::string> readBindAnswer(std::string_view body);
/// By node.
tl::expected<std::map<std::string, VictimsAnswer>, std::string> readPreemptAnswer(std::string_view body);

/// Whether a body that broke off has a whole first value (or one that is wrong at once).
bool hasWholeValue(std::string_view body);

}
