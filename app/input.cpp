// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/input.h"

#include "models/format.h"
#include "scenario/open.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

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

void setConfiguration(Input& input, const std::string& text, const std::string& file)
{
    input.configuration = config::loadConfiguration(text, file, input.gates);
    if (!input.configuration.ok() && input.configuration.problems.empty())
        input.configuration.problems.push_back({api::Problem::Severity::Error, input.configuration.error, file, {}, "KubeSchedulerConfiguration", {}});
    input.configurationText = text;
    input.configurationFile = file;
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
    input.configuration = config::defaultConfiguration(input.gates);
    input.seed = opened.run.seed;
    input.steps = std::move(opened.run.steps);
    for (api::DecodedDocument& document : opened.run.cluster)
        if (document.object)
            input.documents.push_back(std::move(document));
    if (!opened.run.configurationFile.empty())
        setConfiguration(input, opened.run.configurationText, opened.run.configurationFile);
    return input;
}

}
