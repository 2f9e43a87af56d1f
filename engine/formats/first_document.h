// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/problem.h"

#include <string_view>
#include <tl/expected.hpp>

namespace berth::formats {

/// The first value of a text, read as JSON where it is JSON and as YAML otherwise. The error has no file yet.
tl::expected<api::Value, api::Problem> firstDocument(std::string_view text);

}
