// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/scenario_file.h"

#include "api/text.h"
#include "scenario/map_reader.h"
#include "scenario/open.h"

#include <algorithm>
#include <array>

namespace berth::scenario {
namespace {

namespace fs = std::filesystem;
using api::Problem;
using api::Problems;
using api::Value;

constexpr std::string_view apiVersion = "berth/v1";
constexpr std::string_view kind = "Scenario";

/// A part of a document as a text of its own, with its lines and columns: spaces stand where something else stood.
std::string sliceOf(const std::string& text, const Value& value, const Value* next)
{
    std::string slice;
    std::uint32_t line = 1;
    std::uint32_t column = 1;
    const auto isIn = [&] {
        const auto here = std::pair(line, column);
        return here >= std::pair(value.position.line, value.position.column)
            && (!next || here < std::pair(next->position.line, next->position.column));
    };
    for (const char c : text) {
        slice += c == '\n' || isIn() ? c : ' ';
        column = c == '\n' ? 1 : column + 1;
        line += c == '\n' ? 1 : 0;
    }
    return slice;
}

/// Steps that act on nodes by their names.
constexpr std::array<const char*, 5> nodeActions{"cordon", "uncordon", "drain", "fail", "recover"};

class StepsReader {
public:
    StepsReader(const fs::path& file, Problems& problems) : path_(file), file_(file.string()), problems_(problems) {}

    std::vector<Step> read(const Value& list)
    {
        std::vector<Step> steps;
        if (!list.isArray())
            complain(list, "steps: a list is expected");
        for (const auto& item : list.items)
            if (auto step = readStep(item))
                steps.push_back(std::move(*step));
        return steps;
    }

    /// Objects and names of files, in order.
    std::vector<api::DecodedDocument> readObjects(const Value& list, const char* what)
    {
        std::vector<api::DecodedDocument> documents;
        if (!list.isArray())
            complain(list, std::string(what) + ": a list of objects and of names of files is expected");
        for (const auto& item : list.items) {
            auto some = item.isString() ? readFiles(item) : readInline(item);
            std::move(some.begin(), some.end(), std::back_inserter(documents));
        }
        return documents;
    }

private:
    std::vector<api::DecodedDocument> readInline(const Value& item)
    {
        auto documents = api::decodeValue(item, file_);
        for (const auto& document : documents)
            problems_.insert(problems_.end(), document.problems.begin(), document.problems.end());
        return documents;
    }

    std::vector<api::DecodedDocument> readFiles(const Value& name)
    {
        auto opened = openFiles({(path_.parent_path() / name.text).string()});
        if (!opened.failure.empty())
            complain(name, opened.failure);
        problems_.insert(problems_.end(), opened.problems.begin(), opened.problems.end());
        if (!opened.run.changes.empty())
            complain(name, "\"" + name.text + "\" has a time line of its own; only clusters can be read here");
        return std::move(opened.run.cluster);
    }

    std::optional<Step> readStep(const Value& item)
    {
        if (!item.isObject()) {
            complain(item, "a step is a mapping");
            return std::nullopt;
        }
        const auto before = problems_.size();
        MapReader reader(item, "a step", file_, problems_);
        Step step;
        step.file = file_;
        step.position = item.position;
        reader.text("name"); // a remark
        step.at = reader.duration("at");
        step.after = reader.duration("after");
        if (step.at && step.after)
            complain(*item.find("after"), "a step has at or after, not both");
        if (step.at && *step.at < lastAt_)
            complain(*item.find("at"), "at: the steps before are later");
        lastAt_ = step.at.value_or(lastAt_ + step.after.value_or(0));
        readAction(reader, item, step);
        reader.finish();
        return problems_.size() == before ? std::optional(std::move(step)) : std::nullopt;
    }

    void readAction(MapReader& reader, const Value& item, Step& step)
    {
        const auto take = [&](const char* name) {
            const auto* value = reader.take(name);
            if (value && !step.action.empty())
                complain(*value, "a step does one thing; this one does " + step.action + " already");
            if (value)
                step.action = name;
            return value;
        };
        for (const char* name : {"create", "update"})
            if (const auto* objects = take(name))
                step.objects = readObjects(*objects, name);
        if (const auto* patch = take("patch"))
            readPatch(*patch, step);
        if (const auto* removed = take("delete"))
            setObject(*removed, step);
        if (const auto* scale = take("scale"))
            readScale(*scale, step);
        for (const char* name : nodeActions)
            if (take(name))
                step.targets = reader.texts(name);
        if (take("settle"))
            step.limit = reader.duration("settle");
        if (const auto* expect = reader.take("expect"))
            step.expectations = readExpectations(*expect, file_, problems_);
        if (step.action.empty())
            step.action = step.expectations.empty() ? "run" : "expect";
        if (step.action == "run" && !step.at && !step.after && !item.find("expect"))
            complain(item, "a step has a time, an action or expectations");
    }

    void readPatch(const Value& value, Step& step)
    {
        MapReader reader(value, "patch", file_, problems_);
        if (const auto* object = reader.take("object"))
            setObject(*object, step);
        else
            complain(value, "patch: object is missing");
        if (const auto* with = reader.take("with"); with && with->isObject())
            step.patch = std::make_shared<const Value>(*with);
        else
            complain(with ? *with : value, "patch: `with`, a merge patch, is expected");
        reader.finish();
    }

    void readScale(const Value& value, Step& step)
    {
        MapReader reader(value, "scale", file_, problems_);
        if (const auto* object = reader.take("object"))
            setObject(*object, step);
        else
            complain(value, "scale: object is missing");
        if (const auto replicas = reader.number("replicas"))
            step.count = static_cast<int>(std::min<std::int64_t>(*replicas, 1'000'000));
        else
            complain(value, "scale: replicas is missing");
        reader.finish();
    }

    void setObject(const Value& value, Step& step)
    {
        const auto name = readObjectName(value, file_, problems_);
        if (!name)
            return;
        step.kind = name->kind;
        step.namespace_ = name->namespace_;
        step.name = name->name;
    }

    void complain(const Value& where, std::string message)
    {
        problems_.push_back({Problem::Severity::Error, std::move(message), file_, where.position, {}, {}});
    }

    const fs::path& path_;
    const std::string file_;
    Problems& problems_;
    std::int64_t lastAt_ = 0;
};

class ScenarioReader {
public:
    ScenarioReader(const std::string& text, const fs::path& file, Problems& problems)
        : text_(text), path_(file), file_(file.string()), problems_(problems)
    {
    }

    FilesRun read()
    {
        auto parsed = api::parseYaml(text_);
        if (!parsed) {
            parsed.error().file = file_;
            problems_.push_back(parsed.error());
            return std::move(run_);
        }
        for (const auto& duplicate : parsed->duplicates)
            problems_.push_back({Problem::Severity::Error, "key " + duplicate.key + " already set in map", file_, duplicate.position, {}, {}});
        readTop(parsed->value);
        return std::move(run_);
    }

private:
    void readTop(const Value& top)
    {
        MapReader reader(top, "a scenario", file_, problems_);
        const auto* version = reader.take("apiVersion");
        if (!version || version->text != apiVersion)
            complain(version ? *version : top, "apiVersion: " + std::string(apiVersion) + " is expected");
        reader.take("kind");
        run_.name = reader.text("name").value_or(path_.stem().string());
        reader.text("description");
        if (const auto* gates = reader.take("featureGates"))
            readGates(*gates);
        run_.seed = static_cast<std::uint64_t>(reader.number("seed").value_or(0));
        if (const auto* configuration = reader.take("configuration"))
            readConfiguration(*configuration, top);
        run_.server = cluster::ServerBehaviour::livingCluster();
        if (const auto* server = reader.take("server"))
            readServer(*server);
        if (const auto* scheduler = reader.take("scheduler"))
            readScheduler(*scheduler);
        StepsReader steps(path_, problems_);
        if (const auto* cluster = reader.take("cluster"))
            run_.cluster = steps.readObjects(*cluster, "cluster");
        const auto* list = reader.take("steps");
        if (list)
            run_.steps = steps.read(*list);
        reader.finish();
    }

    void readGates(const Value& gates)
    {
        config::FeatureGates::Settings settings;
        for (const auto& [gate, on, position] : gates.members) {
            if (on.kind != Value::Kind::Bool)
                complain(on, gate + ": true or false is expected");
            settings[gate] = on.boolean;
        }
        if (!gates.isObject())
            complain(gates, "featureGates is a mapping");
        else if (auto set = run_.gates.set(settings); !set)
            complain(gates, set.error());
    }

    /// The name of a file, or the configuration itself, which keeps its places in this one.
    void readConfiguration(const Value& configuration, const Value& top)
    {
        run_.configurationFile = file_;
        if (configuration.isString()) {
            const auto file = path_.parent_path() / configuration.text;
            auto text = readTextFile(file);
            if (!text)
                return complain(configuration, text.error());
            run_.configurationFile = file.string();
            run_.configurationText = std::move(*text);
            return;
        }
        const auto next = std::find_if(top.members.begin(), top.members.end(), [&](const Value::Member& member) {
            return std::pair(member.keyPosition.line, member.keyPosition.column)
                > std::pair(configuration.position.line, configuration.position.column);
        });
        Value end;
        if (next != top.members.end())
            end.position = next->keyPosition;
        run_.configurationText = sliceOf(text_, configuration, next == top.members.end() ? nullptr : &end);
    }

    void readScheduler(const Value& scheduler)
    {
        MapReader reader(scheduler, "scheduler", file_, problems_);
        if (const auto* sync = reader.take("startSync")) {
            const auto names = {trace::StartSync::Handlers, trace::StartSync::CachesOnly};
            const auto named = std::find_if(names.begin(), names.end(), [&](auto mode) { return trace::startSyncName(mode) == sync->text; });
            if (named == names.end())
                complain(*sync, "startSync: WaitForHandlersSync or WaitForCacheSync is expected");
            else
                run_.timing.startSync = *named;
        }
        if (const auto count = reader.number("deliveriesPerAttempt"))
            run_.timing.deliveriesPerAttempt = static_cast<int>(std::clamp<std::int64_t>(*count, 1, 1'000'000'000));
        if (const auto duration = reader.duration("bindingDuration"))
            run_.timing.bindingDuration = *duration;
        reader.finish();
    }

    void readServer(const Value& server)
    {
        MapReader reader(server, "server", file_, problems_);
        if (const auto* behaviour = reader.take("behaviour")) {
            if (behaviour->text == "oracle")
                run_.server = {};
            else if (behaviour->text != "living")
                complain(*behaviour, "behaviour: living or oracle is expected");
        }
        const auto set = [](std::int64_t& to, std::optional<std::int64_t> value) { to = value.value_or(to); };
        if (const auto* kubelet = reader.take("kubelet")) {
            MapReader timing(*kubelet, "kubelet", file_, problems_);
            auto& to = run_.server.kubelet;
            set(to.startDelay, timing.duration("startDelay"));
            set(to.runDuration, timing.duration("runDuration"));
            set(to.imageSize, timing.number("imageSize"));
            set(to.pullBytesPerSecond, timing.number("pullBytesPerSecond"));
            if (const auto delay = timing.duration("terminationDelay"))
                to.terminationDelay = delay;
            set(to.crashBackoffInitial, timing.duration("crashBackoffInitial"));
            set(to.crashBackoffMaximum, timing.duration("crashBackoffMaximum"));
            set(to.crashBackoffReset, timing.duration("crashBackoffReset"));
            timing.finish();
        }
        if (const auto* controllers = reader.take("controllers")) {
            MapReader timing(*controllers, "controllers", file_, problems_);
            auto& to = run_.server.controllers;
            set(to.nodeMonitorGracePeriod, timing.duration("nodeMonitorGracePeriod"));
            set(to.podGcQuarantine, timing.duration("podGcQuarantine"));
            if (const auto threshold = timing.number("terminatedPodThreshold"))
                to.terminatedPodThreshold = static_cast<std::int32_t>(std::min<std::int64_t>(*threshold, 1'000'000'000));
            timing.finish();
        }
        reader.finish();
    }

    void complain(const Value& where, std::string message)
    {
        problems_.push_back({Problem::Severity::Error, std::move(message), file_, where.position, {}, {}});
    }

    const std::string& text_;
    const fs::path& path_;
    const std::string file_;
    Problems& problems_;
    FilesRun run_;
};

}

bool isScenarioFile(std::string_view text)
{
    if (text.find(kind) == std::string_view::npos || text.find("berth/") == std::string_view::npos)
        return false;
    // At the start of a line, as in every manifest; a file that cannot be parsed is still one, and says what is wrong with it.
    const auto has = [&](std::string_view line) { return text.starts_with(line) || text.find("\n" + std::string(line)) != std::string_view::npos; };
    return (has("kind: Scenario") || has("\"kind\": \"Scenario\"")) && (has("apiVersion: berth/") || has("apiVersion: \"berth/"));
}

FilesRun readScenarioFile(const std::string& text, const fs::path& file, Problems& problems)
{
    return ScenarioReader(text, file, problems).read();
}

std::vector<Step> readScenarioSteps(const std::string& text, const fs::path& file, Problems& problems)
{
    auto parsed = api::parseYaml(text);
    if (!parsed) {
        parsed.error().file = file.string();
        problems.push_back(parsed.error());
        return {};
    }
    return parsed->empty ? std::vector<Step>() : StepsReader(file, problems).read(parsed->value);
}

}
