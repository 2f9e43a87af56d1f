// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/value.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace berth::api {

/// Where the field that an error names stands in the document, or what is nearest above it.
Position locate(const Value& document, std::string_view path);

/// The parts of a path: `a.b[0].c` as a, b, 0, c; a key in brackets keeps its dots.
std::vector<std::string> pathSteps(std::string_view path);
/// A step as the index of an item.
std::optional<std::size_t> asIndex(const std::string& step);
/// The member or item that a step leads to; nullptr if there is none.
const Value* child(const Value& value, const std::string& step);

}
