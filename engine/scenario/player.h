// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "scenario/folder.h"
#include "scenario/simulation.h"

#include <nlohmann/json.hpp>

namespace berth::scenario {

/// What came of playing a scenario: everything a golden holds.
struct Played {
    std::string configError;                           ///< not empty: nothing was played
    std::optional<config::LoadResult> configuration;   ///< where the scenario brings one
    std::vector<Rejected> rejected;
    std::vector<trace::QueueRecord> queue;
    std::vector<Checked> checked;                      ///< what the steps expected, in order
    std::unique_ptr<Simulation> simulation;            ///< null with a configError
    bool brief = false;
    bool lives = false;                                ///< controllers and kubelets were at work
};

/// Plays a folder exactly as the oracle does, its clock included.
Played play(const Folder& folder);

/// Plays files together as one cluster: all their objects, then one settle (or the steps given).
struct FilesRun {
    std::string name = {};                             ///< of a scenario file
    std::vector<api::DecodedDocument> cluster;
    std::vector<Step> steps;
    std::string configurationText;                     ///< empty: kube-scheduler's built-in defaults
    std::string configurationFile;
    config::FeatureGates gates;
    std::uint64_t seed = 0;
    bool brief = false;
    bool explainEverything = true;
    std::shared_ptr<ports::HttpExtender> httpExtender = nullptr;   ///< null: no extender can be reached
    std::vector<plugins::ScriptSource> scripts = {};   ///< without a configuration they are enabled at all their points
    Timing timing = {};
    cluster::ServerBehaviour server = {};              ///< how the cluster lives
    std::vector<formats::Change> changes = {};         ///< what happens beside the steps; only in a cluster that lives
    bool keepMetrics = false;
    bool keepHistory = false;              ///< see Setup
    bool validatesWorkloads = false;       ///< plain files, see serverFor(); goldens are made without
};
Played play(const FilesRun& run);

/// The golden's form of what was played.
nlohmann::json toGolden(const Played& played);

}
