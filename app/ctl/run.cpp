// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/input.h"

#include "cluster/virtual_clock.h"
#include "scenario/junit_report.h"
#include "scenario/refused_pods.h"
#include "scenario/trace_text.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <map>
#include <sstream>

namespace berth::ctl {
namespace {

struct RunOptions {
    PlayOptions play;
    bool json = false;
    bool metrics = false;
    bool digest = false;
    std::string trace;
    std::string junit;
};

/// A table whose columns are as wide as their widest cell.
class TextTable {
public:
    explicit TextTable(std::vector<std::string> header) { rows_.push_back(std::move(header)); }
    void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

    void print(std::ostream& out) const
    {
        std::vector<std::size_t> widths(rows_.front().size(), 0);
        for (const auto& row : rows_)
            for (std::size_t c = 0; c + 1 < row.size(); ++c)
                widths[c] = std::max(widths[c], row[c].size());
        for (const auto& row : rows_) {
            for (std::size_t c = 0; c + 1 < row.size(); ++c)
                out << std::left << std::setw(static_cast<int>(widths[c]) + 2) << row[c];
            out << row.back() << "\n";
        }
    }

private:
    std::vector<std::vector<std::string>> rows_;
};

/// Pods that nobody has tried to place, and why.
void addUntried(const scenario::ClusterState& state, const scenario::Simulation& simulation,
                const std::map<std::string, std::size_t>& tried, TextTable& table)
{
    const auto& profiles = simulation.profiles();
    for (const auto& pod : state.pods) {
        const auto key = pod->meta.key();
        if (!pod->spec.nodeName.empty() || tried.contains(key))
            continue;
        const auto gate = state.queue.gatedBy.find(key);
        const bool hasProfile = std::any_of(profiles.begin(), profiles.end(), [&](const auto& profile) {
            return profile.schedulerName == pod->spec.schedulerName;
        });
        std::string why;
        if (gate != state.queue.gatedBy.end())
            why = "gated by " + gate->second;
        else if (!hasProfile)
            why = "no profile is named " + pod->spec.schedulerName;
        table.add({key, "pending", "-", "0", "-", why});
    }
}

/// Each pod's last attempt, in the order of first attempts.
void printPods(const scenario::Played& played, const scenario::ClusterState& state, std::ostream& out)
{
    const auto& attempts = played.simulation->trace().attempts;
    std::map<std::string, std::size_t> last;
    for (std::size_t i = 0; i < attempts.size(); ++i)
        last[attempts[i]->pod] = i;
    TextTable table({"POD", "RESULT", "NODE", "ATTEMPTS", "SCORE", "MESSAGE"});
    for (std::size_t i = 0; i < attempts.size(); ++i) {
        const auto& attempt = *attempts[i];
        if (last[attempt.pod] != i)
            continue;
        table.add({attempt.pod, std::string(trace::resultName(attempt.result)),
                   attempt.node.empty() ? "-" : attempt.node, std::to_string(attempt.attempt),
                   attempt.total ? std::to_string(*attempt.total) : "-", attempt.message});
    }
    addUntried(state, *played.simulation, last, table);
    table.print(out);
}

void printSummary(const scenario::Played& played, const scenario::ClusterState& state, std::ostream& out)
{
    const auto placed = std::count_if(state.pods.begin(), state.pods.end(),
                                      [](const auto& pod) { return !pod->spec.nodeName.empty(); });
    const auto since = static_cast<double>(state.time.nanoseconds - cluster::VirtualClock::epoch.nanoseconds) / 1e9;
    out << "\n"
        << state.nodes.size() << " nodes, " << state.pods.size() << " pods: " << placed << " on nodes, "
        << static_cast<std::ptrdiff_t>(state.pods.size()) - placed << " pending; "
        << played.simulation->trace().attempts.size() << " attempts in " << std::fixed << std::setprecision(3) << since
        << " s of virtual time; " << (played.lives ? "the cluster lives: its workloads make their pods" : "the cluster is as given")
        << "\n";
    scenario::RefusedPods refused;
    refused.append(played.simulation->clusterEvents());
    for (const auto& problem : refused.problems(state.others))
        out << problem.toString() << "\n";
    for (const auto& note : played.simulation->trace().notes)
        out << note.plugin.str() << ": " << note.text << (note.count > 1 ? " (" + std::to_string(note.count) + " times)" : "")
            << "\n";
    for (const auto& rejected : played.rejected)
        for (const auto& problem : rejected.problems)
            out << "refused: " << problem.toString() << "\n";
}

/// What was expected and is not so, and how much was looked at. False if something is not so.
bool printExpectations(const std::vector<scenario::Checked>& checked, std::ostream& out)
{
    std::size_t failed = 0;
    for (const auto& one : checked) {
        if (one.holds())
            continue;
        ++failed;
        std::cerr << one.toProblem().toString() << "\n";
    }
    if (!checked.empty())
        out << checked.size() - failed << " expectations hold, " << failed << " do not\n";
    return failed == 0;
}

/// Writes beside the file and renames, so that nobody reads half a file.
bool writeFile(const std::string& path, const std::string& text)
{
    const auto draft = path + ".tmp";
    std::ofstream out(draft, std::ios::binary);
    out << text;
    out.close();
    std::error_code error;
    if (out)
        std::filesystem::rename(draft, path, error);
    if (out && !error)
        return true;
    std::cerr << path << ": cannot be written\n";
    std::filesystem::remove(draft, error);
    return false;
}

bool writeReports(const RunOptions& options, const scenario::FilesRun& run, const scenario::Played& played)
{
    bool good = true;
    if (!options.junit.empty())
        good = writeFile(options.junit, scenario::junitReport(run.name.empty() ? options.play.paths.front() : run.name, played.checked, {}));
    if (!options.trace.empty() && played.simulation) {
        std::string text;
        scenario::writeTrace(*played.simulation, [&](std::string_view line) { text += line; });
        good = writeFile(options.trace, text) && good;
    }
    return good;
}

/// Whether the server refused something that is simply there to be scheduled. What a scenario does to a cluster may be meant to
/// be refused; there the expectations, or the golden, judge.
bool isRefused(const RunOptions& options, const scenario::FilesRun& run, const scenario::Played& played)
{
    const bool isScenario = !run.validatesWorkloads || !run.name.empty() || !options.play.steps.empty();
    return !isScenario && !played.rejected.empty();
}

Exit runAndPrint(const RunOptions& options)
{
    auto input = readInput(options.play);
    if (!input) {
        if (!options.junit.empty())
            writeFile(options.junit, scenario::junitReport(options.play.paths.front(), {}, {{api::Problem::Severity::Error,
                          "the scenario cannot be read; standard error says why", options.play.paths.front(), {}, {}, {}}}));
        return input.error();
    }
    if (!options.json)
        input->explainEverything = false;
    input->keepMetrics = options.metrics;
    const auto played = scenario::play(*input);
    const bool isWritten = writeReports(options, *input, played);
    if (!played.configError.empty() && !options.json) {
        std::cerr << played.configError << "\n";
        return Exit::InputAtFault;
    }
    if (options.json) {
        std::cout << scenario::toGolden(played).dump(1) << "\n";
    } else if (options.metrics) {
        std::cout << played.simulation->metrics()->text();
    } else if (!options.digest) {
        const auto state = played.simulation->state();
        printPods(played, state, std::cout);
        printSummary(played, state, std::cout);
    }
    if (options.digest && played.simulation)
        (options.json ? std::cerr : std::cout) << "trace: " << scenario::digestOf(*played.simulation).text() << "\n";
    const bool holds = printExpectations(played.checked, options.json || options.metrics ? std::cerr : std::cout);
    return holds && isWritten && !isRefused(options, *input, played) && played.configError.empty() ? Exit::Done : Exit::InputAtFault;
}

}

void addRun(CLI::App& app, Run& run)
{
    auto* command = app.add_subcommand("run", "Schedule a cluster and show where each pod goes");
    auto options = std::make_shared<RunOptions>();
    options->play.addTo(*command);
    command->add_flag("--json", options->json, "Everything, in the form of a golden");
    command->add_flag("--metrics", options->metrics, "The scheduler's metrics instead, in the Prometheus text format")
        ->excludes("--json");
    command->add_flag("--digest", options->digest, "Instead of the table the size and a digest of the trace: equal runs, equal digests");
    command->add_option("--trace", options->trace, "Write the trace there as text, one record a line");
    command->add_option("--junit", options->junit, "Write there as JUnit XML which expectations of a scenario hold");
    command->callback([options, &run] { run = [options] { return runAndPrint(*options); }; });
}

}
