// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/commands.h"

#include "scenario/bench.h"

#include <iostream>

namespace berth::ctl {
namespace {

Exit bench(const scenario::BenchSpec& spec)
{
    const auto result = scenario::benchDecisions(spec);
    if (!result) {
        std::cerr << result.error() << "\n";
        return Exit::InputAtFault;
    }
    std::cout << result->toJson().dump() << "\n";
    return Exit::Done;
}

}

void addBench(CLI::App& app, Run& run)
{
    auto* command = app.add_subcommand("bench", "Measure how many pods a second are decided");
    auto spec = std::make_shared<scenario::BenchSpec>();
    command->add_option("--class", spec->className, "What kind of pods")->check(CLI::IsMember(scenario::decisionClasses()));
    command->add_option("--nodes", spec->nodes, "Nodes");
    command->add_option("--pods", spec->pods, "Pods to decide");
    command->add_option("--init", spec->initPods, "Pods that run already");
    command->callback([spec, &run] { run = [spec] { return bench(*spec); }; });
}

}
