// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/commands.h"

#include <iostream>

namespace berth::ctl {

int runCommandLine(int argc, char** argv)
{
    CLI::App app{"Berth on the command line: Kubernetes scheduling, explained", "berthctl"};
    app.require_subcommand(1);
    app.set_help_all_flag("--help-all", "Help of every command");
    Run run;
    addRun(app, run);
    addConformance(app, run);
    addExplain(app, run);
    addConfig(app, run);
    addBench(app, run);
    addGenerate(app, run);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        const int code = app.exit(error);
        return code == 0 ? 0 : static_cast<int>(Exit::WrongUsage);
    }
    try {
        return static_cast<int>(run());
    } catch (const std::exception& error) {
        // Input never gets here: its errors are values. This is a fault of Berth's own.
        std::cerr << "berthctl: internal error: " << error.what() << "\n";
        return static_cast<int>(Exit::InternalError);
    }
}

}
