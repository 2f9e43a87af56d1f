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

/// What the files of scripts say now, beside what is at work.
struct ScriptsNow {
    /// To go on with, in the order of the files: as they are now, or as they were where that cannot be run. A file that cannot be
    /// run and is not at work is left out.
    std::vector<plugins::ScriptSource> scripts;
    std::vector<std::string> changed;      ///< names of plugins that get another text, or are new
    bool hasSameShapes = true;             ///< names, functions and events are those at work: Simulation::reloadScript() will do
    struct Failure {
        std::string file;
        std::string text;                  ///< `file:line: …`, or why it cannot be read
    };
    std::vector<Failure> failures;
};

/// files: all that there were when the cluster was opened, in order; atWork: of these, the ones that could be run.
ScriptsNow readScriptsAgain(const std::vector<std::string>& files, const std::vector<plugins::ScriptSource>& atWork);

/// A configuration that may name scripts as plugins. Without one (file is empty) the default profile, with the scripts
/// enabled at all their points. The error is a script's, with `file:line:`; the configuration's own are in the result.
tl::expected<config::LoadResult, std::string> loadWithScripts(const std::string& text, const std::string& file,
                                                              const config::FeatureGates& gates,
                                                              const std::vector<plugins::ScriptSource>& scripts);

}
