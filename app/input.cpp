// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/input.h"

#include "models/format.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include <algorithm>
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

/// A configuration says its group at the start of a line.
bool isConfiguration(const std::string& text)
{
    for (const std::string_view form : {"apiVersion: kubescheduler.config.k8s.io/", "apiVersion: \"kubescheduler.config.k8s.io/",
                                        "\"apiVersion\": \"kubescheduler.config.k8s.io/", "\"apiVersion\":\"kubescheduler.config.k8s.io/"})
        if (text.find(form) != std::string::npos)
            return true;
    return false;
}

void setConfiguration(Input& input, const std::string& text, const std::string& file)
{
    input.configuration = config::loadConfiguration(text, file, input.gates);
    if (!input.configuration.ok() && input.configuration.problems.empty())
        input.configuration.problems.push_back({api::Problem::Severity::Error, input.configuration.error, file, {}, "KubeSchedulerConfiguration", {}});
    input.configurationText = text;
    input.configurationFile = file;
}

void addDocuments(Input& input, std::vector<api::DecodedDocument> documents)
{
    for (api::DecodedDocument& document : documents) {
        input.problems.insert(input.problems.end(), document.problems.begin(), document.problems.end());
        if (document.object)
            input.documents.push_back(std::move(document));
    }
}

void readFile(Input& input, const QString& path)
{
    const std::string file = utf8(path);
    const auto text = scenario::readTextFile(file);
    if (!text) {
        input.problems.push_back({api::Problem::Severity::Error, text.error(), file, {}, {}, {}});
        return;
    }
    if (isConfiguration(*text))
        setConfiguration(input, *text, file);
    else
        addDocuments(input, api::decodeStream(*text, file));
}

void readScenario(Input& input, const QString& path)
{
    auto folder = scenario::readFolder(utf8(path));
    if (!folder) {
        input.problems.push_back(folder.error());
        input.failure = models::toQString(folder.error().toString());
        return;
    }
    input.gates = folder->gates;
    input.configuration = config::defaultConfiguration(input.gates);
    input.seed = folder->seed;
    input.steps = std::move(folder->steps);
    addDocuments(input, std::move(folder->cluster));
    if (folder->hasConfiguration)
        setConfiguration(input, folder->configurationText, utf8(QDir(path).filePath(u"scheduler.yaml"_s)));
}

bool isScenario(const QDir& folder)
{
    return folder.exists(u"cluster.yaml"_s) || folder.exists(u"steps.yaml"_s) || folder.exists(u"scheduler.yaml"_s);
}

/// Files of a folder that may hold objects, by name.
QStringList filesOf(const QDir& folder)
{
    QStringList paths;
    for (const QString& name : folder.entryList({u"*.yaml"_s, u"*.yml"_s, u"*.json"_s}, QDir::Files, QDir::Name))
        paths << folder.filePath(name);
    return paths;
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
    for (const QString& path : paths) {
        const QFileInfo info(path);
        if (!info.exists()) {
            input.failure = tr("%1 does not exist.").arg(QDir::toNativeSeparators(path));
            return input;
        }
        if (info.isDir() && paths.size() == 1 && isScenario(QDir(path))) {
            readScenario(input, path);
        } else if (info.isDir()) {
            const QStringList files = filesOf(QDir(path));
            if (files.isEmpty())
                input.failure = tr("%1 has no YAML or JSON files.").arg(QDir::toNativeSeparators(path));
            for (const QString& file : files)
                readFile(input, file);
        } else {
            readFile(input, path);
        }
    }
    if (input.steps.empty()) {
        scenario::Step settle;
        settle.action = "settle";
        settle.rounds = 60;
        input.steps.push_back(std::move(settle));
    }
    return input;
}

}
