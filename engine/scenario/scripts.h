// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/problem.h"
#include "config/load.h"
#include "plugins/script_source.h"

#include <filesystem>
#include <tl/expected.hpp>

namespace berth::scenario {

/// The *.lua files of a folder by name; none if there is no such folder.
tl::expected<std::vector<plugins::ScriptSource>, api::Problem> readScripts(const std::filesystem::path& folder);

/// A configuration that may name scripts as plugins. Without one (file is empty) the default profile, with the scripts
/// enabled at all their points. The error is a script's, with `file:line:`; the configuration's own are in the result.
tl::expected<config::LoadResult, std::string> loadWithScripts(const std::string& text, const std::string& file,
                                                              const config::FeatureGates& gates,
                                                              const std::vector<plugins::ScriptSource>& scripts);

}
