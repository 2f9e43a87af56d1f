// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/commands.h"

#include "scenario/bench_workloads.h"

#include <algorithm>
#include <iostream>

namespace berth::ctl {
namespace {

std::vector<std::string> allClasses()
{
    auto names = scenario::decisionClasses();
    const auto workloads = scenario::workloadNames();
    names.insert(names.end(), workloads.begin(), workloads.end());
    return names;
}

Exit bench(const scenario::BenchSpec& spec)
{
    const auto& decisions = scenario::decisionClasses();
    const bool decidesOnly = std::find(decisions.begin(), decisions.end(), spec.className) != decisions.end();
    const auto result = decidesOnly ? scenario::benchDecisions(spec) : scenario::benchWorkload(spec);
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
    auto* command = app.add_subcommand("bench", "Measure how many pods a second are decided, or go the whole way");
    auto spec = std::make_shared<scenario::BenchSpec>();
    command->add_option("--class", spec->className, "Decisions alone, or a workload of scheduler_perf in the whole loop")
        ->check(CLI::IsMember(allClasses()));
    command->add_option("--nodes", spec->nodes, "Nodes");
    command->add_option("--pods", spec->pods, "Pods to decide");
    command->add_option("--init", spec->initPods, "Pods that run already");
    command->callback([spec, &run] { run = [spec] { return bench(*spec); }; });
}

}
