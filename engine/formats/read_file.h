// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/problem.h"

#include <filesystem>
#include <string>
#include <tl/expected.hpp>

namespace berth::formats {

/// The whole file, or why it cannot be read.
tl::expected<std::string, api::Problem> readWhole(const std::filesystem::path& file);

}
