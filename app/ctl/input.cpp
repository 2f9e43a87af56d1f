// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/input.h"

#include "app/ctl/http_client.h"

#include <algorithm>
#include <filesystem>
#include <iostream>

namespace berth::ctl {
namespace {

namespace fs = std::filesystem;

void printProblems(const std::vector<api::DecodedDocument>& documents)
{
    for (const auto& document : documents)
        for (const auto& problem : document.problems)
            std::cerr << problem.toString() << "\n";
}

/// Manifests of a folder that is no scenario, in order of their names.
std::vector<fs::path> manifestsIn(const fs::path& folder)
{
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder)) {
        const auto extension = entry.path().extension();
        if (entry.is_regular_file() && (extension == ".yaml" || extension == ".yml" || extension == ".json"))
            files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

bool isScenario(const fs::path& folder)
{
    return fs::exists(folder / "cluster.yaml") || fs::exists(folder / "steps.yaml");
}

class InputReader {
public:
    explicit InputReader(const PlayOptions& options) : options_(options) {}

    tl::expected<scenario::FilesRun, Exit> read()
    {
        run_.seed = options_.seed;
        run_.steps.push_back({"settle", {}, {}, {}, {}, 0, 0, 0});
        for (const auto& path : options_.paths)
            if (!add(path))
                return tl::unexpected(Exit::InputAtFault);
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

    bool add(const std::string& path)
    {
        std::error_code error;
        if (!fs::is_directory(path, error)) {
            addManifest(path);
            return true;
        }
        if (isScenario(path))
            return addFolder(path);
        const auto files = manifestsIn(path);
        if (files.empty())
            std::cerr << path << ": no manifests (*.yaml, *.yml, *.json) in this folder\n";
        for (const auto& file : files)
            addManifest(file.string());
        return !files.empty();
    }

    void addManifest(const std::string& path)
    {
        auto documents = api::decodeFile(path);
        printProblems(documents);
        std::move(documents.begin(), documents.end(), std::back_inserter(run_.cluster));
    }

    bool addFolder(const std::string& path)
    {
        auto folder = scenario::readFolder(path);
        if (!folder) {
            std::cerr << folder.error().toString() << "\n";
            return false;
        }
        printProblems(folder->cluster);
        std::move(folder->cluster.begin(), folder->cluster.end(), std::back_inserter(run_.cluster));
        run_.steps = std::move(folder->steps);
        run_.gates = folder->gates;
        run_.seed = folder->seed;
        run_.brief = folder->brief;
        run_.timing = folder->timing;
        run_.scripts = std::move(folder->scripts);
        if (folder->hasConfiguration) {
            run_.configurationFile = (folder->path / "scheduler.yaml").string();
            run_.configurationText = std::move(folder->configurationText);
        }
        return true;
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
    command.add_option("PATH", paths, "Files that together are one cluster, or one scenario folder")->required();
    command.add_option("--config", config, "A KubeSchedulerConfiguration");
    command.add_option("--plugin", plugins, "A plugin in Lua; without --config it is enabled at all its points")
        ->allow_extra_args(false);
    command.add_option("--steps", steps, "What to do with the cluster (a steps.yaml); otherwise it settles");
    command.add_option("--feature-gates", featureGates, "A=true,B=false");
    command.add_option("--seed", seed, "Seed of everything random");
    command.add_flag("--brief", brief, "Decisions only, without the why of each");
}

tl::expected<scenario::FilesRun, Exit> readInput(const PlayOptions& options) { return InputReader(options).read(); }

}
