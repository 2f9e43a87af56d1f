// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/problem.h"

#include <functional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace berth::api {

/// What a document says it is, and what that is to Kubernetes.
struct Identity {
    std::string kind;
    std::string apiVersion;        ///< as written
    std::string servedVersion;     ///< what a cluster of 1.36 serves it under
    std::string_view goType;       ///< for checkAgainstType
};

/// Kind and apiVersion of a document, or the API server's error: not an object, missing, not texts, not registered.
/// quoted: makes the document's text, for the errors that show it.
tl::expected<Identity, Problem> identify(const Value& document, const std::function<std::string()>& quoted);

/// Whether objects of the kind live in a namespace; of kinds that Berth has no type for, too.
bool isNamespacedKind(std::string_view kind);

}
