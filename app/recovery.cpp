// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recovery.h"

#include "api/text.h"
#include "models/format.h"
#include "plugins/script_loading.h"
#include "scenario/scripts.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>

#include <utility>

using namespace Qt::StringLiterals;

namespace berth::app {

namespace {

using Kind = scenario::Command::Kind;

constexpr int format = 1;
constexpr std::pair<Kind, const char*> names[] = {
    {Kind::Create, "create"}, {Kind::Update, "update"}, {Kind::Remove, "delete"}, {Kind::Begin, "begin"}, {Kind::Advance, "advance"},
    {Kind::Flush, "flush"}, {Kind::Attempt, "attempt"}, {Kind::ReloadScript, "reloadScript"}, {Kind::AllowWaiting, "allow"},
    {Kind::RejectWaiting, "reject"}, {Kind::Event, "event"}, {Kind::MoveClock, "moveClock"},
    {Kind::ReplaceScripts, "replaceScripts"}};

QString nameOf(Kind kind)
{
    for (const auto& [known, name] : names)
        if (known == kind)
            return QString::fromLatin1(name);
    return {};
}

std::optional<Kind> kindOf(const QString& text)
{
    for (const auto& [kind, name] : names)
        if (text == QLatin1String(name))
            return kind;
    return {};
}

bool hasObjects(Kind kind) { return kind == Kind::Create || kind == Kind::Update; }

QByteArray objectsText(const scenario::Command& command)
{
    QByteArray text;
    for (const api::DecodedDocument& document : *command.documents)
        if (document.object && document.object->document)
            text += QByteArray::fromStdString(api::toYaml(*document.object->document)) + "\n---\n";
    return text;
}

QString writeWhole(const QString& path, const QByteArray& text)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size() || !file.commit())
        return file.errorString();
    return {};
}

QString objectsFile(quint64 cluster, std::size_t command)
{
    return u"objects-%1-%2.yaml"_s.arg(cluster).arg(command);
}

QString documentFile(const Work& work)
{
    return work.draft ? u"draft-%1.txt"_s.arg(work.draftNumber) : u"document-%1.txt"_s.arg(work.cluster);
}

QJsonArray scriptsToJson(const std::vector<plugins::ScriptSource>& scripts)
{
    QJsonArray list;
    for (const plugins::ScriptSource& script : scripts)
        list.append(QJsonObject{{u"file"_s, models::toQString(script.file)}, {u"text"_s, models::toQString(script.text)}});
    return list;
}

std::vector<plugins::ScriptSource> scriptsOf(const QJsonArray& list)
{
    std::vector<plugins::ScriptSource> scripts;
    for (const QJsonValue& script : list)
        scripts.push_back({script[u"file"_s].toString().toStdString(), script[u"text"_s].toString().toStdString()});
    return scripts;
}

/// Long runs are the same few commands again and again.
QJsonArray commandsToJson(const scenario::Commands& commands, quint64 cluster)
{
    QJsonArray list;
    for (std::size_t i = 0; i < commands.size(); ++i) {
        const scenario::Command& command = *commands[i];
        QJsonObject entry{{u"do"_s, nameOf(command.kind)}};
        const auto text = [&entry](const QString& key, const std::string& value) {
            if (!value.empty())
                entry[key] = models::toQString(value);
        };
        text(u"object"_s, command.object);
        text(u"namespace"_s, command.namespace_);
        text(u"name"_s, command.name);
        text(u"text"_s, command.text);
        if (command.nanoseconds != 0)
            entry[u"nanoseconds"_s] = QString::number(command.nanoseconds);
        if (!command.scripts.empty())
            entry[u"scripts"_s] = scriptsToJson(command.scripts);
        if (hasObjects(command.kind))
            entry[u"objects"_s] = objectsFile(cluster, i);
        else if (!list.isEmpty()) {
            QJsonObject last = list.last().toObject();
            const int times = last.take(u"times"_s).toInt(1);
            if (last == entry) {
                entry[u"times"_s] = times + 1;
                list.removeLast();
            }
        }
        list.append(entry);
    }
    return list;
}

}

QString RecoveryFolder::write(const Work& work) const
{
    if (!QDir().mkpath(path_))
        return QStringLiteral("%1 cannot be made").arg(path_);
    QStringList needed = {u"run.json"_s, u"lock"_s};
    for (std::size_t i = 0; i < work.commands.size(); ++i) {
        if (!hasObjects(work.commands[i]->kind))
            continue;
        needed << objectsFile(work.cluster, i);
        const QString path = path_ + u'/' + needed.last();
        if (QFile::exists(path))
            continue;
        if (const QString error = writeWhole(path, objectsText(*work.commands[i])); !error.isEmpty())
            return error;
    }
    const design::DocumentPtr& document = work.draft ? work.draft : work.document;
    if (document) {
        needed << documentFile(work);
        const QString path = path_ + u'/' + needed.last();
        if (!QFile::exists(path))
            if (const QString error = writeWhole(path, QByteArray::fromStdString(document->toText())); !error.isEmpty())
                return error;
    }
    QJsonObject gates;
    for (const auto& [gate, on] : work.gates.settings())
        gates[models::toQString(gate)] = on;
    const QJsonObject all{{u"format"_s, format},
                          {u"document"_s, document ? documentFile(work) : QString()},
                          {u"isOfDocument"_s, !work.draft || work.isOfDraft},
                          {u"title"_s, work.title},
                          {u"paths"_s, QJsonArray::fromStringList(work.paths)},
                          {u"configuration"_s, models::toQString(work.configurationText)},
                          {u"configurationFile"_s, models::toQString(work.configurationFile)},
                          {u"scripts"_s, scriptsToJson(work.scripts)},
                          {u"featureGates"_s, gates},
                          {u"seed"_s, QString::number(work.seed)},
                          {u"nextStep"_s, static_cast<qint64>(work.nextStep)},
                          {u"commands"_s, commandsToJson(work.commands, work.cluster)}};
    if (const QString error = writeWhole(path_ + u"/run.json"_s, QJsonDocument(all).toJson(QJsonDocument::Compact)); !error.isEmpty())
        return error;
    // Objects of clusters before: nothing speaks of them any more.
    for (const QString& name : QDir(path_).entryList({u"objects-*"_s, u"document-*"_s, u"draft-*"_s}, QDir::Files))
        if (!needed.contains(name))
            QFile::remove(path_ + u'/' + name);
    return {};
}

std::optional<Work> RecoveryFolder::read() const
{
    QFile file(path_ + u"/run.json"_s);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QJsonObject all = QJsonDocument::fromJson(file.readAll()).object();
    if (all[u"format"_s].toInt() != format)
        return {};
    Work work;
    work.title = all[u"title"_s].toString();
    for (const QJsonValue& path : all[u"paths"_s].toArray())
        work.paths << path.toString();
    work.configurationText = all[u"configuration"_s].toString().toStdString();
    work.configurationFile = all[u"configurationFile"_s].toString().toStdString();
    if (const QString name = all[u"document"_s].toString(); !name.isEmpty()) {
        QFile text(path_ + u'/' + name);
        if (!text.open(QIODevice::ReadOnly))
            return {};
        auto document = design::Document::fromText(text.readAll().toStdString());
        if (!document)
            return {};
        work.document = std::make_shared<const design::Document>(std::move(*document));
    }
    work.isOfDraft = all[u"isOfDocument"_s].toBool(true);
    config::FeatureGates::Settings gates;
    const QJsonObject set = all[u"featureGates"_s].toObject();
    for (auto gate = set.begin(); gate != set.end(); ++gate)
        gates[gate.key().toStdString()] = gate.value().toBool();
    static_cast<void>(work.gates.set(gates));
    work.scripts = scriptsOf(all[u"scripts"_s].toArray());
    work.seed = all[u"seed"_s].toString().toULongLong();
    work.nextStep = static_cast<std::size_t>(all[u"nextStep"_s].toInteger());
    for (const QJsonValue& value : all[u"commands"_s].toArray()) {
        const QJsonObject entry = value.toObject();
        const auto kind = kindOf(entry[u"do"_s].toString());
        if (!kind)
            return {};
        auto command = std::make_shared<scenario::Command>();
        command->kind = *kind;
        command->object = entry[u"object"_s].toString().toStdString();
        command->namespace_ = entry[u"namespace"_s].toString().toStdString();
        command->name = entry[u"name"_s].toString().toStdString();
        command->text = entry[u"text"_s].toString().toStdString();
        command->nanoseconds = entry[u"nanoseconds"_s].toString().toLongLong();
        if (hasObjects(*kind)) {
            const QString path = path_ + u'/' + entry[u"objects"_s].toString();
            QFile objects(path);
            if (!objects.open(QIODevice::ReadOnly))
                return {};
            command->documents = std::make_shared<const std::vector<api::DecodedDocument>>(
                api::decodeStream(objects.readAll().toStdString(), path.toStdString()));
        }
        if (*kind == Kind::ReplaceScripts) {
            command->scripts = scriptsOf(entry[u"scripts"_s].toArray());
            auto configuration = scenario::loadWithScripts(work.configurationText, work.configurationFile, work.gates, command->scripts);
            if (!configuration || !configuration->ok())
                return {};
            command->configuration = std::make_shared<const config::LoadResult>(std::move(*configuration));
        }
        for (int times = entry[u"times"_s].toInt(1); times > 0; --times)
            work.commands.push_back(command);
    }
    if (work.commands.empty() || work.commands.front()->kind != Kind::Create)
        return {};
    return work;
}

void RecoveryFolder::remove() const
{
    QDir(path_).removeRecursively();
}

namespace {

design::Document documentOf(const scenario::Command& create)
{
    std::vector<std::string> texts;
    for (const api::DecodedDocument& one : *create.documents)
        if (one.object && one.object->document)
            texts.push_back(api::toYaml(*one.object->document));
    return design::Document().withAdded(texts);
}

/// Others may have written the files since, or the program itself, just before it ended.
design::Document besideItsFiles(design::Document document)
{
    for (std::size_t file = 0; file < document.files().size(); ++file)
        if (const std::string& path = document.files()[file].path; !path.empty())
            document = document.withSavedText(file, scenario::readTextFile(path).value_or(std::string()));
    if (const std::string& path = document.configuration().file; !path.empty() && !document.hasConfigurationInside(0))
        document = document.withSavedConfiguration(scenario::readTextFile(path).value_or(std::string()));
    return document;
}

}

Input inputOf(const Work& work)
{
    Input input;
    Input again = readInput(work.paths);
    if (again.failure.isEmpty()) {
        input.steps = std::move(again.steps);
        input.scriptFiles = std::move(again.scriptFiles);
        input.timing = again.timing;
        input.validatesWorkloads = again.validatesWorkloads;
        input.server = again.server;
        input.changes = std::move(again.changes);
    }
    if (input.steps.empty())
        input.steps.push_back(settled());
    input.title = work.title;
    input.gates = work.gates;
    input.seed = work.seed;
    input.document = besideItsFiles(work.document ? *work.document : documentOf(*work.commands.front()));
    input.scripts = work.scripts;
    if (auto scripts = plugins::loadScripts(input.scripts))
        input.catalog = std::move(scripts->catalog);
    const design::ConfigurationText& edited = input.document.configuration();
    input.configurationText = work.isOfDraft ? work.configurationText : edited.text;
    input.configurationFile = work.isOfDraft ? work.configurationFile : edited.file;
    if (!input.configurationText.empty() && input.configurationFile.empty() && !work.isOfDraft)
        input.configurationFile = "scheduler.yaml"; // it has yet to be saved
    if (auto loaded = scenario::loadWithScripts(input.configurationText, input.configurationFile, input.gates, input.scripts))
        input.configuration = std::move(*loaded);
    return input;
}

}
