// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/problem.h"
#include "api/value.h"

#include <optional>
#include <string>
#include <string_view>

namespace berth::config {

/// A configuration file as strict decoding leaves it.
struct DecodedDocument {
    /// The document, if it is a KubeSchedulerConfiguration that may go on to defaulting.
    std::optional<api::Value> value;
    std::string error;         ///< what kube-scheduler prints; empty if value is there
    api::Problems problems;    ///< the same one by one; warnings of the YAML reader
};

/// Text (YAML, or JSON where it starts with `{`) to document: syntax, apiVersion and kind, types, unknown and duplicate
/// fields, and the same for the args of every known plugin. Only the first document counts.
DecodedDocument decodeDocument(std::string_view text);

}
