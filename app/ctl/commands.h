// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <CLI/CLI.hpp>

#include <functional>

namespace berth::ctl {

/// Exit codes of berthctl.
enum class Exit : int { Done = 0, InputAtFault = 1, WrongUsage = 2, InternalError = 3 };

/// A command adds itself to the application and stores what is to be run when it was chosen.
using Run = std::function<Exit()>;

void addConformance(CLI::App& app, Run& run);
void addRun(CLI::App& app, Run& run);
void addExplain(CLI::App& app, Run& run);
void addConfig(CLI::App& app, Run& run);
void addBench(CLI::App& app, Run& run);
void addGenerate(CLI::App& app, Run& run);

/// Parses the arguments, runs the command, returns the exit code.
int runCommandLine(int argc, char** argv);

}
