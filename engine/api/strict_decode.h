// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/value.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace berth::api {

/// What decoding a document into a Go type of Kubernetes would find.
struct DecodeFindings {
    struct Finding {
        std::string text;      ///< `unknown field "spec.foo"`
        Position position;
    };
    /// The error that ends decoding (`json: cannot unmarshal …`, a quantity's text, …); hides the strict findings.
    std::optional<Finding> error;
    /// Unknown fields, in the order of sorted keys (sortKeys) or of the text.
    std::vector<Finding> strict;
};

/// Checks value against the named Go type: `v1.Pod`, `config.KubeSchedulerConfiguration`, … (see the schema table in
/// engine/api/schema). Fields of type runtime.RawExtension are left alone.
DecodeFindings checkAgainstType(const Value& value, std::string_view goType, bool sortKeys = true);

/// The Go type of a group, version and kind (`v1`, `Pod` → `v1.Pod`), empty if it is not registered.
std::string_view goTypeOf(std::string_view apiVersion, std::string_view kind);

}
