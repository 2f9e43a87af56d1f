// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "design/field_path.h"

#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace berth::design {

/// The text of a document (YAML or JSON) after it has come to say `after`: lines that say the same as before stay byte for
/// byte, comments and quotes included. What was written in block style stays so. A text that cannot be read, or that
/// cannot be changed in place (an alias in the way), is written anew.
std::string rewritten(std::string_view text, const api::Value& after);

/// Whether a text is meant to be JSON: it begins with a brace.
bool isJson(std::string_view text);

/// The text after these edits, one after the other. The error says why the text cannot be edited: it cannot be read.
tl::expected<std::string, std::string> edited(std::string_view text, const std::vector<FieldEdit>& edits);

}
