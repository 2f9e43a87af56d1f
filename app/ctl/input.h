// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "app/ctl/commands.h"
#include "scenario/open.h"

#include <string>
#include <vector>

namespace berth::ctl {

/// What `run` and `explain` play: files and folders together as one cluster, or one scenario folder.
struct PlayOptions {
    std::vector<std::string> paths;
    std::string config;
    std::vector<std::string> plugins;
    std::string steps;
    std::string featureGates;
    std::uint64_t seed = 0;
    bool brief = false;
    scenario::OpenOptions opening;

    void addTo(CLI::App& command);
};

/// Reads everything the options name. Problems go to standard error as `file:line:column: …`; what is valid is kept.
/// Error: nothing can be played.
tl::expected<scenario::FilesRun, Exit> readInput(const PlayOptions& options);

}
