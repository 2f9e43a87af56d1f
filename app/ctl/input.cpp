// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/input.h"

#include "app/ctl/http_client.h"

#include <algorithm>
#include <iostream>

namespace berth::ctl {
namespace {

class InputReader {
public:
    explicit InputReader(const PlayOptions& options) : options_(options) {}

    tl::expected<scenario::FilesRun, Exit> read()
    {
        auto opened = scenario::openFiles(options_.paths, options_.opening);
        for (const auto& problem : opened.problems)
            std::cerr << problem.toString() << "\n";
        if (!opened.failure.empty()) {
            const auto isError = [](const auto& problem) { return problem.severity == api::Problem::Severity::Error; };
            if (std::none_of(opened.problems.begin(), opened.problems.end(), isError))
                std::cerr << opened.failure << "\n";
            return tl::unexpected(Exit::InputAtFault);
        }
        run_ = std::move(opened.run);
        if (!addConfiguration() || !addSteps() || !addPlugins())
            return tl::unexpected(Exit::InputAtFault);
        if (!options_.featureGates.empty())
            if (auto set = run_.gates.set(options_.featureGates); !set)
                return complain("--feature-gates: " + set.error(), Exit::WrongUsage);
        if (options_.seed != 0)
            run_.seed = options_.seed;
        run_.brief = run_.brief || options_.brief;
        run_.explainEverything = !run_.brief;
        run_.httpExtender = std::make_shared<SocketHttpExtender>();
        return std::move(run_);
    }

private:
    static tl::expected<scenario::FilesRun, Exit> complain(const std::string& text, Exit exit)
    {
        std::cerr << text << "\n";
        return tl::unexpected(exit);
    }

    bool addConfiguration()
    {
        if (options_.config.empty())
            return true;
        auto text = scenario::readTextFile(options_.config);
        if (!text) {
            std::cerr << text.error() << "\n";
            return false;
        }
        run_.configurationFile = options_.config;
        run_.configurationText = std::move(*text);
        return true;
    }

    bool addSteps()
    {
        if (options_.steps.empty())
            return true;
        auto text = scenario::readTextFile(options_.steps);
        if (!text) {
            std::cerr << text.error() << "\n";
            return false;
        }
        auto steps = scenario::readSteps(*text, options_.steps);
        if (!steps) {
            std::cerr << steps.error().toString() << "\n";
            return false;
        }
        run_.steps = std::move(*steps);
        return true;
    }

    bool addPlugins()
    {
        for (const auto& file : options_.plugins) {
            auto text = scenario::readTextFile(file);
            if (!text) {
                std::cerr << text.error() << "\n";
                return false;
            }
            run_.scripts.push_back({file, std::move(*text)});
        }
        return true;
    }

    const PlayOptions& options_;
    scenario::FilesRun run_;
};

}

void PlayOptions::addTo(CLI::App& command)
{
    command.add_option("PATH", paths, "Files and folders that together are one cluster, or one scenario folder")->required();
    command.add_option("--config", config, "A KubeSchedulerConfiguration");
    command.add_option("--plugin", plugins, "A plugin in Lua; without --config it is enabled at all its points")
        ->allow_extra_args(false);
    command.add_option("--steps", steps, "What to do with the cluster (a steps.yaml); otherwise it settles");
    command.add_option("--feature-gates", featureGates, "A=true,B=false");
    command.add_option("--seed", seed, "Seed of everything random");
    command.add_option("--pod-list", opening.lists.podList, "Which list of pods to read, where a folder has several");
    command.add_option("--node-list", opening.lists.nodeList, "Which list of nodes to read, where a folder has several");
    command.add_flag("--arrivals,!--no-arrivals", opening.lists.arrivals,
                     "Pods of such a list arrive and finish in time (the default); otherwise all are there from the start");
    command.add_flag("--brief", brief, "Decisions only, without the why of each");
}

tl::expected<scenario::FilesRun, Exit> readInput(const PlayOptions& options) { return InputReader(options).read(); }

}
