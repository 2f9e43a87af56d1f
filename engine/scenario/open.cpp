// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/open.h"

#include "api/repeats.h"
#include "formats/first_document.h"
#include "formats/simkube_trace.h"
#include "formats/simulator_snapshot.h"
#include "scenario/scenario_file.h"

#include <algorithm>
#include <map>

namespace berth::scenario {
namespace {

namespace fs = std::filesystem;
using api::Problem;

/// More files than any cluster is described by: somebody has opened the wrong folder.
constexpr std::size_t mostFiles = 10000;

bool isScenarioFolder(const fs::path& folder)
{
    std::error_code error;
    return fs::exists(folder / "cluster.yaml", error) || fs::exists(folder / "steps.yaml", error);
}

bool holdsObjects(const fs::path& file)
{
    const auto extension = file.extension();
    return extension == ".yaml" || extension == ".yml" || extension == ".json" || extension == ".sktrace"
        || extension == ".lua";
}

/// Files that may hold objects, in the folder and below it, in the order of their paths. Hidden ones are left alone.
std::vector<fs::path> filesBelow(const fs::path& folder)
{
    std::vector<fs::path> files;
    std::error_code error;
    auto entry = fs::recursive_directory_iterator(folder, fs::directory_options::skip_permission_denied, error);
    for (; entry != fs::recursive_directory_iterator() && files.size() <= mostFiles; entry.increment(error)) {
        const auto name = entry->path().filename().string();
        if (name.starts_with('.'))
            entry.disable_recursion_pending();
        else if (holdsObjects(name) && entry->is_regular_file(error))
            files.push_back(entry->path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

bool isConfiguration(std::string_view text)
{
    constexpr std::string_view group = "kubescheduler.config.k8s.io/";
    if (text.find(group) == std::string_view::npos)
        return false;
    if (const auto document = formats::firstDocument(text)) {
        const auto* version = document->find("apiVersion");
        return version && version->isString() && version->text.starts_with(group);
    }
    // What cannot be parsed is still a configuration, for kube-scheduler to complain about, if it begins like one.
    const std::string line = "apiVersion: " + std::string(group);
    return text.starts_with(line) || text.find("\n" + line) != std::string_view::npos;
}

class FileOpener {
public:
    explicit FileOpener(const OpenOptions& options) : options_(options) {}

    Opened open(const std::vector<std::string>& paths)
    {
        if (paths.empty())
            fail("There is nothing to open.");
        out_.run.validatesWorkloads = true;
        for (const auto& path : paths)
            add(path);
        for (const auto& [folder, lists] : lists_)
            takeLists(formats::readNodeAndPodLists(folder, lists));
        for (const auto& path : paths)
            if (out_.run.configurationFile.empty())
                takeConfigurationBeside(path);
        if (out_.run.steps.empty())
            out_.run.steps.push_back({"settle", {}, {}, {}, {}, 0, 0, 0});
        return std::move(out_);
    }

private:
    void add(const fs::path& path)
    {
        std::error_code error;
        if (!fs::is_directory(path, error))
            addFile(path);
        else if (isScenarioFolder(path))
            addScenario(path);
        else if (formats::hasNodeAndPodLists(path))
            lists_.try_emplace(path, options_.lists);
        else
            addFolder(path);
    }

    void addFolder(const fs::path& folder)
    {
        const auto files = filesBelow(folder);
        if (files.empty())
            fail(folder.string() + ": no manifests (*.yaml, *.yml, *.json) and no lists of nodes and pods (*.csv) in this folder");
        if (files.size() > mostFiles) {
            fail(folder.string() + ": more than " + std::to_string(mostFiles) + " files; open a folder further down");
            return;
        }
        for (const auto& file : files)
            addFile(file);
    }

    void addFile(const fs::path& path)
    {
        auto text = readTextFile(path);
        if (!text) {
            out_.problems.push_back({Problem::Severity::Error, text.error(), path.string(), {}, {}, {}});
            fail(text.error());
            return;
        }
        const auto file = path.string();
        if (path.extension() == ".csv")
            addList(path);
        else if (path.extension() == ".lua")
            out_.run.scripts.push_back({file, std::move(*text)});
        else if (isScenarioFile(*text))
            addScenarioFile(*text, path);
        else if (auto snapshot = formats::readSimulatorSnapshot(*text, file))
            take(std::move(*snapshot));
        else if (auto trace = formats::readSimKubeTrace(*text, file))
            take(std::move(*trace));
        else if (isConfiguration(*text))
            setConfiguration(std::move(*text), file);
        else
            addObjects(api::decodeStream(*text, file), file);
    }

    /// A list stands for its folder, with this list as the chosen one.
    void addList(const fs::path& path)
    {
        auto folder = path.parent_path();
        if (folder.empty())
            folder = ".";
        auto& lists = lists_.try_emplace(folder, options_.lists).first->second;
        if (!formats::chooseList(path, lists))
            out_.problems.push_back({Problem::Severity::Error, "neither a list of nodes (columns sn, cpu_milli, memory_mib) nor one of "
                                     "pods (columns name, cpu_milli, memory_mib, creation_time)", path.string(), {1, 1}, {}, {}});
    }

    void takeLists(formats::Imported imported)
    {
        if (imported.cluster.empty() && !imported.problems.empty())
            fail(imported.problems.back().toString());
        take(std::move(imported));
    }

    void take(formats::Imported imported)
    {
        std::move(imported.problems.begin(), imported.problems.end(), std::back_inserter(out_.problems));
        if (!imported.configuration.empty())
            setConfiguration(std::move(imported.configuration), imported.source);
        addObjects(std::move(imported.cluster), imported.source);
        auto& changes = out_.run.changes;
        if (imported.changes.empty())
            return;
        // What comes and goes in time needs a cluster that lives in it.
        out_.run.server = cluster::ServerBehaviour::livingCluster();
        std::move(imported.changes.begin(), imported.changes.end(), std::back_inserter(changes));
        std::stable_sort(changes.begin(), changes.end(), [](const auto& a, const auto& b) { return a.at < b.at; });
    }

    void addScenario(const fs::path& path)
    {
        auto folder = readFolder(path);
        if (!folder) {
            out_.problems.push_back(folder.error());
            fail(folder.error().toString());
            return;
        }
        auto& run = out_.run;
        listProblems(folder->cluster);
        std::move(folder->cluster.begin(), folder->cluster.end(), std::back_inserter(run.cluster));
        run.validatesWorkloads = false; // it plays like its golden
        run.steps = std::move(folder->steps);
        run.gates = folder->gates;
        run.seed = folder->seed;
        run.brief = folder->brief;
        run.timing = folder->timing;
        run.scripts = std::move(folder->scripts);
        if (folder->hasConfiguration)
            setConfiguration(std::move(folder->configurationText), (path / "scheduler.yaml").string());
    }

    /// The file says everything, so what came before it is only added to its cluster.
    void addScenarioFile(const std::string& text, const fs::path& path)
    {
        const auto before = out_.problems.size();
        auto run = readScenarioFile(text, path, out_.problems);
        const auto wrong = std::find_if(out_.problems.begin() + static_cast<std::ptrdiff_t>(before), out_.problems.end(),
                                        [](const Problem& problem) { return problem.severity == Problem::Severity::Error; });
        if (wrong != out_.problems.end())
            fail(wrong->toString());
        run.cluster.insert(run.cluster.begin(), std::make_move_iterator(out_.run.cluster.begin()),
                           std::make_move_iterator(out_.run.cluster.end()));
        run.changes = std::move(out_.run.changes);
        out_.run = std::move(run);
    }

    /// What was saved with a cluster that is one file.
    void takeConfigurationBeside(const fs::path& path)
    {
        std::error_code error;
        const auto file = path.parent_path() / (path.stem().string() + "-scheduler.yaml");
        if (fs::is_directory(path, error) || !fs::is_regular_file(file, error))
            return;
        auto text = readTextFile(file);
        if (!text || !isConfiguration(*text))
            return;
        out_.problems.push_back({Problem::Severity::Note, "the configuration beside it, " + file.filename().string() + ", is the scheduler's", path.string(), {}, {}, {}});
        setConfiguration(std::move(*text), file.string());
    }

    void setConfiguration(std::string text, const std::string& file)
    {
        out_.run.configurationText = std::move(text);
        out_.run.configurationFile = file;
    }

    /// Objects as kubectl prints them. A pod that has completed is none of a scheduler's business, and says so.
    void addObjects(std::vector<api::DecodedDocument> documents, const std::string& file)
    {
        std::size_t completed = 0;
        listProblems(documents);
        for (auto& document : documents) {
            if (isCompletedPod(document))
                ++completed;
            else
                out_.run.cluster.push_back(std::move(document));
        }
        if (completed > 0)
            out_.problems.push_back({Problem::Severity::Note, std::to_string(completed)
                                     + (completed == 1 ? " pod has completed (Succeeded or Failed) and is left out"
                                                       : " pods have completed (Succeeded or Failed) and are left out"), file, {}, {}, {}});
    }

    void listProblems(const std::vector<api::DecodedDocument>& documents)
    {
        for (const auto& document : documents) {
            out_.problems.insert(out_.problems.end(), document.problems.begin(), document.problems.end());
            if (auto repeated = repeats_.see(document))
                out_.problems.push_back(std::move(*repeated));
        }
    }

    void fail(std::string reason)
    {
        if (out_.failure.empty())
            out_.failure = std::move(reason);
    }

    api::Repeats repeats_;
    const OpenOptions& options_;
    std::map<fs::path, formats::ListOptions> lists_;       ///< by folder
    Opened out_;
};

}

bool isCompletedPod(const api::DecodedDocument& document)
{
    const auto* pod = dynamic_cast<const api::Pod*>(document.object.get());
    return pod && pod->isTerminal();
}

Opened openFiles(const std::vector<std::string>& paths, const OpenOptions& options) { return FileOpener(options).open(paths); }

}
