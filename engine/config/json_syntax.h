// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/value.h"

#include <optional>
#include <string>
#include <string_view>

namespace berth::config {

struct JsonSyntaxError {
    std::string text;         ///< as Go's encoding/json words it: `invalid character 'a' looking for beginning of value`
    api::Position position;
};

/// Whether a whole text is one JSON value, judged as Go's scanner does.
std::optional<JsonSyntaxError> checkJsonSyntax(std::string_view text);

/// Gives numbers back the digits they have in the JSON text that the value was read from: kube-scheduler decodes JSON
/// files as they are, so `1.0` is no integer there, while reading made it `1`.
void restoreNumbers(api::Value& value, std::string_view text);

}
