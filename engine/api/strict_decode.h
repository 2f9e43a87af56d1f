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
        std::string path;      ///< of the field, `spec.containers[0].foo`
        std::string hint;      ///< what would help, for a note beside the error; mostly empty
    };
    /// The error that ends decoding (`json: cannot unmarshal …`, a quantity's text, …); hides the strict findings.
    std::optional<Finding> error;
    /// Unknown fields, in the order of sorted keys (sortKeys) or of the text.
    std::vector<Finding> strict;
};

/// Checks value against the named Go type: the last two parts of its package and its name, `core/v1.Pod`,
/// `apps/v1.Deployment`, `config/v1.KubeSchedulerConfiguration`, `config/v1.NodeResourcesFitArgs` (see the schema table in
/// engine/api/schema). `v1.Pod` is short for `core/v1.Pod`, `config.NodeResourcesFitArgs` for that of `config/v1`.
/// Fields of type runtime.RawExtension are left alone; a type that is not in the table finds nothing.
DecodeFindings checkAgainstType(const Value& value, std::string_view goType, bool sortKeys = true);

/// The text of the strict findings as the API server sends it: `strict decoding error: unknown field "spec.foo", …`.
std::string strictDecodingError(const std::vector<std::string>& findings);

/// The Go type of a group, version and kind (`v1`, `Pod` → `core/v1.Pod`), as checkAgainstType takes it, empty if it is not registered.
std::string_view goTypeOf(std::string_view apiVersion, std::string_view kind);

}
