// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/input.h"

#include "api/text.h"
#include "models/format.h"
#include "plugins/script_loading.h"
#include "scenario/open.h"
#include "scenario/scenario_file.h"
#include "scenario/scripts.h"

#include <QCoreApplication>
#include <QDir>
#include <QDirIterator>
#include <QFileInfo>

#include <algorithm>
#include <charconv>
#include <filesystem>

using namespace Qt::StringLiterals;

namespace berth::app {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("berth::app::Input", text);
}

std::string utf8(const QString& text)
{
    return text.toStdString();
}

/// Scripts that cannot be run are problems, and left out.
void loadScripts(Input& input)
{
    std::vector<plugins::ScriptSource> good;
    for (const plugins::ScriptSource& script : input.scripts) {
        input.scriptFiles.push_back(script.file);
        good.push_back(script);
        auto loaded = plugins::loadScripts(good);
        if (loaded) {
            input.catalog = std::move(loaded->catalog);
        } else {
            input.problems.push_back(scriptProblem(script.file, loaded.error()));
            good.pop_back();
        }
    }
    input.scripts = std::move(good);
}

/// What the text and the scripts make of the configuration, when all is read.
void loadConfiguration(Input& input)
{
    loadScripts(input);
    const std::string& file = input.configurationFile;
    auto loaded = scenario::loadWithScripts(input.configurationText, file, input.gates, input.scripts);
    if (!loaded)
        return; // the scripts have been run before
    input.configuration = std::move(*loaded);
    if (!input.configuration.ok() && input.configuration.problems.empty())
        input.configuration.problems.push_back({api::Problem::Severity::Error, input.configuration.error, file, {}, "KubeSchedulerConfiguration", {}});
}

/// The files that objects can be edited in: as a folder is read, in the order of the paths.
QStringList objectFilesOf(const QStringList& paths)
{
    QStringList files;
    for (const QString& path : paths) {
        const QDir folder(path);
        if (!QFileInfo(path).isDir()) {
            files << path;
        } else if (folder.exists(u"cluster.yaml"_s)) {
            files << folder.filePath(u"cluster.yaml"_s);
        } else {
            QStringList below;
            QDirIterator found(path, {u"*.yaml"_s, u"*.yml"_s, u"*.json"_s}, QDir::Files, QDirIterator::Subdirectories);
            while (found.hasNext())
                below << found.next();
            below.sort();
            files += below;
        }
    }
    return files;
}

std::vector<std::string> labelsOf(const std::vector<api::DecodedDocument>& documents)
{
    std::vector<std::string> labels;
    for (const api::DecodedDocument& document : documents)
        if (document.object)
            labels.push_back(document.object->label());
    std::sort(labels.begin(), labels.end());
    return labels;
}

/// The texts of the files, where those are what was opened; else (a trace) the objects, each
/// written as a text of its own in a file that has yet to be named: nothing that would be lost unsaved.
design::Document documentOf(const QStringList& paths, const std::vector<api::DecodedDocument>& opened, bool leavesCompletedOut)
{
    design::Document document;
    std::string scenarioFile;
    for (const QString& path : objectFilesOf(paths)) {
        const auto text = scenario::readTextFile(utf8(path));
        const bool isScenario = text && scenario::isScenarioFile(*text);
        if (isScenario)
            scenarioFile = utf8(path);
        // A scenario may hold its configuration beside its objects.
        if (text && (isScenario || text->find("kubescheduler.config.k8s.io/") == std::string::npos))
            document = document.withFile(utf8(path), *text);
    }
    std::vector<api::DecodedDocument> decoded = document.decoded();
    if (leavesCompletedOut)
        std::erase_if(decoded, scenario::isCompletedPod);
    if (labelsOf(decoded) == labelsOf(opened))
        return document;
    std::vector<std::string> texts;
    for (const api::DecodedDocument& one : opened)
        if (one.object && one.object->document)
            texts.push_back(api::toYaml(*one.object->document));
    return design::Document().withAdded(texts).saved().withTakenFrom(scenarioFile);
}

QString titleOf(const QStringList& paths)
{
    const QString first = QFileInfo(QDir::cleanPath(paths.front())).fileName();
    return paths.size() == 1 ? first : tr("%1 and %2 more").arg(first).arg(paths.size() - 1);
}

}

scenario::Step settled()
{
    scenario::Step settle;
    settle.action = "settle";
    settle.rounds = 60;
    return settle;
}

Input readInput(const QStringList& paths)
{
    Input input;
    input.configuration = config::defaultConfiguration();
    if (paths.isEmpty()) {
        input.title = tr("untitled");
        input.steps = {settled()};
        return input;
    }
    input.title = titleOf(paths);
    std::vector<std::string> names;
    for (const QString& path : paths) {
        if (!QFileInfo::exists(path)) {
            input.failure = tr("%1 does not exist.").arg(QDir::toNativeSeparators(path));
            return input;
        }
        names.push_back(utf8(path));
    }
    scenario::Opened opened = scenario::openFiles(names);
    input.failure = models::toQString(opened.failure);
    input.problems = std::move(opened.problems);
    input.gates = opened.run.gates;
    input.seed = opened.run.seed;
    input.timing = opened.run.timing;
    input.scripts = std::move(opened.run.scripts);
    input.validatesWorkloads = opened.run.validatesWorkloads;
    input.server = opened.run.server;
    if (!opened.run.changes.empty())
        input.changes = std::make_shared<const std::vector<formats::Change>>(std::move(opened.run.changes));
    input.steps = std::move(opened.run.steps);
    input.document = documentOf(paths, opened.run.cluster, input.validatesWorkloads);
    input.configurationText = std::move(opened.run.configurationText);
    input.configurationFile = std::move(opened.run.configurationFile);
    if (!input.configurationFile.empty())
        input.document = input.document.withConfigurationFile(input.configurationFile, input.configurationText);
    else if (const auto folder = std::find_if(paths.begin(), paths.end(), [](const QString& path) { return QFileInfo(path).isDir(); }); folder != paths.end())
        input.document = input.document.withConfigurationPlace(utf8(QDir(*folder).filePath(u"scheduler.yaml"_s)));
    loadConfiguration(input);
    return input;
}

api::Problem scriptProblem(const std::string& file, const std::string& error)
{
    api::Problem problem{api::Problem::Severity::Error, error, file, {}, "plugin", {}};
    const std::string prefix = std::filesystem::path(file).filename().string() + ":";
    if (!error.starts_with(prefix))
        return problem;
    const char* const end = error.data() + error.size();
    const auto line = std::from_chars(error.data() + prefix.size(), end, problem.position.line);
    if (line.ec == std::errc{} && std::string_view(line.ptr, end).starts_with(": "))
        problem.message = std::string(line.ptr + 2, end);
    return problem;
}

}
