// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/problem.h"

#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace berth::formats {

/// A MessagePack document as a value, without positions; map keys in the order of the file. The error names the byte.
tl::expected<api::Value, api::Problem> parseMessagePack(std::string_view bytes, const std::string& file);

}
