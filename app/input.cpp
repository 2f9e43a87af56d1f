// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/input.h"

#include "models/format.h"
#include "plugins/script_loading.h"
#include "scenario/open.h"
#include "scenario/scripts.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

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
        good.push_back(script);
        auto loaded = plugins::loadScripts(good);
        if (loaded) {
            input.catalog = std::move(loaded->catalog);
        } else {
            input.problems.push_back(scriptProblem(script, loaded.error()));
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

QString titleOf(const QStringList& paths)
{
    const QString first = QFileInfo(QDir::cleanPath(paths.front())).fileName();
    return paths.size() == 1 ? first : tr("%1 and %2 more").arg(first).arg(paths.size() - 1);
}

}

Input readInput(const QStringList& paths)
{
    Input input;
    if (paths.isEmpty()) {
        input.failure = tr("There is nothing to open.");
        return input;
    }
    input.title = titleOf(paths);
    input.configuration = config::defaultConfiguration();
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
    for (api::DecodedDocument& document : opened.run.cluster)
        if (document.object)
            input.documents.push_back(std::move(document));
    input.configurationText = std::move(opened.run.configurationText);
    input.configurationFile = std::move(opened.run.configurationFile);
    loadConfiguration(input);
    return input;
}

api::Problem scriptProblem(const plugins::ScriptSource& script, const std::string& error)
{
    api::Problem problem{api::Problem::Severity::Error, error, script.file, {}, "plugin", {}};
    const std::string prefix = std::filesystem::path(script.file).filename().string() + ":";
    if (!error.starts_with(prefix))
        return problem;
    const char* const end = error.data() + error.size();
    const auto line = std::from_chars(error.data() + prefix.size(), end, problem.position.line);
    if (line.ec == std::errc{} && std::string_view(line.ptr, end).starts_with(": "))
        problem.message = std::string(line.ptr + 2, end);
    return problem;
}

}
