// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "api/decode.h"
#include "config/load.h"
#include "plugins/script_source.h"
#include "scenario/expectation.h"
#include "scenario/timing.h"

#include <filesystem>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

namespace berth::scenario {

/// One entry of steps.yaml, or of the time line of a scenario file.
struct Step {
    std::string action;                    ///< as the file says it: create, settle, …; `run` and `expect` do nothing themselves
    std::vector<api::DecodedDocument> objects;
    std::string kind;
    std::string namespace_;
    std::string name;
    double seconds = 0;
    int count = 0;
    int rounds = 0;

    // Scenario files alone.
    std::optional<std::int64_t> at = {};               ///< nanoseconds from the start: the cluster runs to there first
    std::optional<std::int64_t> after = {};            ///< the same, from now
    std::optional<std::int64_t> limit = {};            ///< settle: at most so long, in nanoseconds
    std::shared_ptr<const api::Value> patch = {};      ///< a merge patch
    std::vector<std::string> targets = {};             ///< names of nodes
    std::vector<Expectation> expectations = {};        ///< looked at when all else is done
    std::string file = {};
    api::Position position = {};
};

/// A scenario folder: cluster.yaml, scheduler.yaml, steps.yaml, oracle.yaml, simulation.yaml,
/// plugins/*.lua, all but the first optional.
struct Folder {
    std::filesystem::path path;
    bool isConfigurationOnly = false;      ///< scheduler.yaml without cluster.yaml and steps.yaml
    bool hasConfiguration = false;
    std::string configurationText;
    std::vector<api::DecodedDocument> cluster;
    std::vector<Step> steps;               ///< one `settle` where there is no file
    config::FeatureGates gates;
    std::vector<plugins::ScriptSource> scripts;        ///< by file name
    bool brief = false;
    std::uint64_t seed = 0;
    Timing timing;                         ///< simulation.yaml: what the real scheduler cannot be told
};

/// Reads a folder. The error is for people: which file, which line, what is wrong with it.
tl::expected<Folder, api::Problem> readFolder(const std::filesystem::path& path);

/// Steps from a text, for `--steps`.
tl::expected<std::vector<Step>, api::Problem> readSteps(const std::string& text, const std::string& file);

/// The whole file; the error says why it cannot be read.
tl::expected<std::string, std::string> readTextFile(const std::filesystem::path& path);

}
