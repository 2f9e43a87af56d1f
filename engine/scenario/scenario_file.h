// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "scenario/player.h"

namespace berth::scenario {

/// Whether a text is a scenario file: `kind: Scenario` and an apiVersion of Berth's at its top.
bool isScenarioFile(std::string_view text);

/// Reads a scenario file (docs/scenarios.md): a cluster, a configuration, feature gates, a seed, how the server behaves, and
/// a time line of steps with expectations. Paths in it are relative to the file's folder. Everything that is wrong with it is
/// in problems, with its place; what is good is read all the same. The run must not be played if there is an Error.
FilesRun readScenarioFile(const std::string& text, const std::filesystem::path& file, api::Problems& problems);

/// Steps alone: a list as it stands under `steps` in a scenario file; an empty text has none. Problems as above.
std::vector<Step> readScenarioSteps(const std::string& text, const std::filesystem::path& file, api::Problems& problems);

}
