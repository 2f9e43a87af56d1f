// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/folder.h"

#include "api/text.h"
#include "scenario/scripts.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <sstream>

namespace berth::scenario {
namespace {

using api::Problem;
using api::Value;

constexpr std::array<std::string_view, 9> actions{"create", "update", "delete", "advance", "flush",
                                                  "schedule", "drain", "attempt", "settle"};

Problem problemAt(const std::string& file, const Value& where, std::string message)
{
    return {Problem::Severity::Error, std::move(message), file, where.position, {}, {}};
}

/// A document that only Berth and the oracle read: the value, or what is wrong with the text.
tl::expected<Value, Problem> parse(const std::string& text, const std::string& file)
{
    auto parsed = api::parseYaml(text);
    if (!parsed) {
        auto problem = parsed.error();
        problem.file = file;
        return tl::unexpected(problem);
    }
    if (!parsed->duplicates.empty())
        return tl::unexpected(Problem{Problem::Severity::Error,
                                      "key \"" + parsed->duplicates.front().key + "\" already set in map", file,
                                      parsed->duplicates.front().position, {}, {}});
    return std::move(parsed->value);
}

class StepReader {
public:
    explicit StepReader(const std::string& file) : file_(file) {}

    tl::expected<Step, Problem> read(const Value& value)
    {
        if (!value.isObject())
            return tl::unexpected(problemAt(file_, value, "a step is a mapping with `do`"));
        Step step;
        for (const auto& [key, member, position] : value.members)
            if (auto problem = take(step, key, member))
                return tl::unexpected(*problem);
        if (std::find(actions.begin(), actions.end(), step.action) == actions.end())
            return tl::unexpected(problemAt(file_, value, "unknown do: \"" + step.action
                                                + "\"; one of create, update, delete, advance, flush, schedule, "
                                                  "drain, attempt, settle"));
        return step;
    }

private:
    std::optional<Problem> take(Step& step, const std::string& key, const Value& value)
    {
        if (key == "do")
            return text(value, step.action);
        if (key == "kind")
            return text(value, step.kind);
        if (key == "namespace")
            return text(value, step.namespace_);
        if (key == "name")
            return text(value, step.name);
        if (key == "seconds")
            return number(value, step.seconds);
        if (key == "count")
            return number(value, step.count);
        if (key == "rounds")
            return number(value, step.rounds);
        if (key != "objects")
            return problemAt(file_, value, "unknown field \"" + key + "\" in a step");
        if (!value.isArray())
            return problemAt(file_, value, "objects is a list");
        for (const auto& item : value.items) {
            auto documents = api::decodeValue(item, file_);
            std::move(documents.begin(), documents.end(), std::back_inserter(step.objects));
        }
        return std::nullopt;
    }

    std::optional<Problem> text(const Value& value, std::string& out)
    {
        if (!value.isString())
            return problemAt(file_, value, "a text is expected here");
        out = value.text;
        return std::nullopt;
    }

    template <typename T>
    std::optional<Problem> number(const Value& value, T& out)
    {
        if (!value.isNumber())
            return problemAt(file_, value, "a number is expected here");
        out = static_cast<T>(std::stod(value.text));
        return std::nullopt;
    }

    const std::string& file_;
};

std::optional<Problem> readOptions(const std::string& text, const std::string& file, Folder& folder)
{
    auto value = parse(text, file);
    if (!value)
        return value.error();
    for (const auto& [key, member, position] : value->members) {
        if (key == "brief" && member.kind == Value::Kind::Bool) {
            folder.brief = member.boolean;
        } else if (key == "seed" && member.isNumber()) {
            folder.seed = std::stoull(member.text);
        } else if (key == "featureGates" && member.isObject()) {
            config::FeatureGates::Settings settings;
            for (const auto& [gate, on, where] : member.members)
                settings[gate] = on.boolean;
            if (auto set = folder.gates.set(settings); !set)
                return problemAt(file, member, set.error());
        } else {
            return problemAt(file, member, "unknown field \"" + key + "\", or a value of the wrong kind");
        }
    }
    return std::nullopt;
}

std::optional<Problem> readTiming(const std::string& text, const std::string& file, Timing& timing)
{
    auto value = parse(text, file);
    if (!value)
        return value.error();
    for (const auto& [key, member, position] : value->members) {
        if (key == "startSync" && member.isString()
            && (member.text == startSyncName(trace::StartSync::CachesOnly)
                || member.text == startSyncName(trace::StartSync::Handlers))) {
            timing.startSync = member.text == startSyncName(trace::StartSync::CachesOnly)
                ? trace::StartSync::CachesOnly
                : trace::StartSync::Handlers;
        } else if (key == "deliveriesPerAttempt" && member.isNumber() && std::stod(member.text) >= 1) {
            timing.deliveriesPerAttempt = std::stoi(member.text);
        } else if (key == "bindingSeconds" && member.isNumber() && std::stod(member.text) >= 0) {
            timing.bindingDuration = static_cast<std::int64_t>(std::llround(std::stod(member.text) * 1e9));
        } else {
            return problemAt(file, member, "unknown field \"" + key + "\", or a value that it cannot have");
        }
    }
    return std::nullopt;
}

}

tl::expected<std::string, std::string> readTextFile(const std::filesystem::path& path)
{
    std::error_code error;
    if (std::filesystem::is_directory(path, error))
        return tl::unexpected("open " + path.string() + ": is a directory");
    std::ifstream in(path, std::ios::binary);
    if (!in)
        return tl::unexpected("open " + path.string() + ": " + (errno == ENOENT ? "no such file or directory"
                                                                                 : std::strerror(errno)));
    std::ostringstream text;
    text << in.rdbuf();
    return std::move(text).str();
}

tl::expected<std::vector<Step>, Problem> readSteps(const std::string& text, const std::string& file)
{
    auto value = parse(text, file);
    if (!value)
        return tl::unexpected(value.error());
    if (!value->isArray())
        return tl::unexpected(problemAt(file, *value, "a list of steps is expected"));
    std::vector<Step> steps;
    StepReader reader(file);
    for (const auto& item : value->items) {
        auto step = reader.read(item);
        if (!step)
            return tl::unexpected(step.error());
        steps.push_back(std::move(*step));
    }
    return steps;
}

tl::expected<Folder, Problem> readFolder(const std::filesystem::path& path)
{
    namespace fs = std::filesystem;
    Folder folder;
    folder.path = path;
    auto file = [&path](const char* name) { return path / name; };
    auto text = [](const fs::path& p) -> tl::expected<std::string, Problem> {
        auto read = readTextFile(p);
        if (!read)
            return tl::unexpected(Problem{Problem::Severity::Error, read.error(), p.string(), {}, {}, {}});
        return *read;
    };
    std::error_code ignored;
    folder.hasConfiguration = fs::exists(file("scheduler.yaml"), ignored);
    const bool hasCluster = fs::exists(file("cluster.yaml"), ignored);
    const bool hasSteps = fs::exists(file("steps.yaml"), ignored);
    folder.isConfigurationOnly = folder.hasConfiguration && !hasCluster && !hasSteps;
    if (!hasCluster && !hasSteps && !folder.hasConfiguration)
        return tl::unexpected(Problem{Problem::Severity::Error,
                                      "no scenario: a folder with cluster.yaml, steps.yaml or scheduler.yaml is expected",
                                      path.string(), {}, {}, {}});
    if (fs::exists(file("oracle.yaml"), ignored)) {
        auto options = text(file("oracle.yaml"));
        if (!options)
            return tl::unexpected(options.error());
        if (auto problem = readOptions(*options, file("oracle.yaml").string(), folder))
            return tl::unexpected(*problem);
    }
    if (fs::exists(file("simulation.yaml"), ignored)) {
        auto timing = text(file("simulation.yaml"));
        if (!timing)
            return tl::unexpected(timing.error());
        if (auto problem = readTiming(*timing, file("simulation.yaml").string(), folder.timing))
            return tl::unexpected(*problem);
    }
    if (folder.hasConfiguration) {
        auto configuration = text(file("scheduler.yaml"));
        if (!configuration)
            return tl::unexpected(configuration.error());
        folder.configurationText = std::move(*configuration);
    }
    auto scripts = readScripts(path / "plugins");
    if (!scripts)
        return tl::unexpected(scripts.error());
    folder.scripts = std::move(*scripts);
    if (hasCluster)
        folder.cluster = api::decodeFile(file("cluster.yaml").string());
    if (!hasSteps) {
        folder.steps.push_back({"settle", {}, {}, {}, {}, 0, 0, 0});
        return folder;
    }
    auto stepsText = text(file("steps.yaml"));
    if (!stepsText)
        return tl::unexpected(stepsText.error());
    auto steps = readSteps(*stepsText, file("steps.yaml").string());
    if (!steps)
        return tl::unexpected(steps.error());
    folder.steps = std::move(*steps);
    return folder;
}

}
