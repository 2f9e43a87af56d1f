// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/designer.h"

#include "design/yaml_rewrite.h"
#include "models/format.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QPointer>
#include <QSaveFile>
#include <QThreadPool>
#include <QUndoCommand>

#include <map>
#include <set>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace berth::models {

/// Two documents that share nearly everything: the way back is as exact as the way there.
class Designer::Step final : public QUndoCommand {
public:
    Step(Designer* designer, design::DocumentPtr before, design::DocumentPtr after, const QString& what, QString merge)
        : QUndoCommand(what), designer_(designer), before_(std::move(before)), after_(std::move(after)), merge_(std::move(merge))
    {
    }

    void undo() override
    {
        designer_->finishStep();
        designer_->show(before_);
    }
    void redo() override { designer_->show(after_); }
    int id() const override { return merge_.isEmpty() ? -1 : 1; }
    bool mergeWith(const QUndoCommand* other) override
    {
        const auto* next = static_cast<const Step*>(other);
        if (next->merge_ != merge_ || next->before_ != after_)
            return false;
        after_ = next->after_;
        return true;
    }

private:
    Designer* designer_;
    design::DocumentPtr before_;
    design::DocumentPtr after_;
    QString merge_;
};

namespace {

/// What is to be written where.
using Files = QHash<QString, QByteArray>;

QString writeAll(const Files& files, Files& written)
{
    for (auto file = files.begin(); file != files.end(); ++file) {
        QSaveFile target(file.key());
        if (!target.open(QIODevice::WriteOnly) || target.write(file.value()) != file.value().size() || !target.commit())
            return QCoreApplication::translate("berth::models::Designer", "%1 cannot be written: %2").arg(QDir::toNativeSeparators(file.key()), target.errorString());
        written.insert(file.key(), file.value());
    }
    return {};
}

}

Designer::Designer(QObject* parent) : QObject(parent), history_(new QUndoStack(this)), document_(std::make_shared<const design::Document>())
{
    connect(history_, &QUndoStack::cleanChanged, this, &Designer::modifiedChanged);
}

void Designer::begin(const design::DocumentPtr& document)
{
    history_->clear();
    merge_.clear();
    paths_.clear();
    name_.clear();
    configurationPath_.clear();
    onDisk_.clear();
    recovered_ = false;
    document_ = document;
    for (const design::File& file : document->files())
        if (!file.path.empty())
            onDisk_.insert(toQString(file.path), QByteArray::fromStdString(file.text));
    const bool isInside = document->hasConfigurationInside(0);
    configurationSaved_ = isInside && !document->isModified() ? document->configuration().text : document->configuration().saved;
    const QString configuration = toQString(document->configuration().file);
    if (!configuration.isEmpty() && !onDisk_.contains(configuration)) // else it stands inside a scenario
        onDisk_.insert(configuration, QByteArray::fromStdString(document->configuration().saved));
}

void Designer::open(const design::DocumentPtr& document)
{
    begin(document);
    emit opened(document_);
    emit modifiedChanged();
}

void Designer::recover(const design::DocumentPtr& document)
{
    begin(document);
    recovered_ = true;
    emit opened(document_);
    emit modifiedChanged();
}

QString Designer::pathOf(std::size_t file) const
{
    const QString path = toQString(document_->files().at(file).path);
    return path.isEmpty() ? paths_.value(file) : path;
}

QString Designer::configurationPathIn(const QString& path) const
{
    return path.isEmpty() || document_->isScenario(0) ? path : QFileInfo(path).dir().filePath(QFileInfo(path).completeBaseName() + u"-scheduler.yaml"_s);
}

QString Designer::configurationPath() const
{
    const design::ConfigurationText& configuration = document_->configuration();
    if (!configuration.file.empty())
        return toQString(configuration.file);
    if (!configurationPath_.isEmpty())
        return configurationPath_;
    return configuration.place.empty() ? configurationPathIn(pathOf(0)) : toQString(configuration.place);
}

design::DocumentPtr Designer::draft() const
{
    design::Document draft = *document_;
    for (std::size_t file = 0; file < draft.files().size(); ++file)
        if (draft.files()[file].path.empty() && paths_.contains(file))
            draft = draft.withPath(file, paths_[file].toStdString());
    if (draft.configuration().file.empty() && !configurationPath_.isEmpty())
        draft = draft.withConfigurationPath(configurationPath_.toStdString());
    return std::make_shared<const design::Document>(std::move(draft));
}

void Designer::show(const design::DocumentPtr& document)
{
    if (document == document_)
        return;
    document_ = document;
    emit changed(document_);
}

void Designer::push(design::Document after, const QString& what, const QString& merge)
{
    const bool joins = !merge.isEmpty() && merge == merge_;
    // A step that must not be joined with the one before is told apart by a name of its own.
    static quint64 number = 0;
    if (!joins)
        ++number;
    merge_ = merge;
    history_->push(new Step(this, document_, std::make_shared<const design::Document>(std::move(after)), what, merge.isEmpty() ? QString() : merge + u'#' + QString::number(number)));
}

QString Designer::nameOf(const design::Document& document, const ItemIds& ids)
{
    const design::ItemPtr item = ids.empty() ? nullptr : document.find(ids.front());
    if (!item)
        return {};
    const QString label = toQString(item->label());
    return ids.size() == 1 ? label : tr("%1 and %2 more").arg(label).arg(ids.size() - 1);
}

void Designer::setText(design::Item::Id id, const std::string& text)
{
    const design::ItemPtr item = document_->find(id);
    if (item && item->text() != text)
        push(document_->withText(id, text), tr("Edit the text of %1").arg(nameOf({id})), u"text-%1"_s.arg(id));
}

void Designer::setTexts(const std::vector<std::pair<design::Item::Id, std::string>>& texts, const QString& what)
{
    if (!texts.empty())
        push(document_->withTexts(texts), what);
}

void Designer::pushIfChanged(design::Document after, const QString& what)
{
    bool isChange = false;
    document_->items().forEach([&](std::size_t index, const design::ItemPtr& item) {
        isChange = after.items()[index] != item;
        return !isChange;
    });
    if (isChange)
        push(std::move(after), what);
}

void Designer::change(std::size_t objects, const Change& change, const QString& what)
{
    constexpr std::size_t few = 300; // a matter of milliseconds
    if (objects <= few)
        return pushIfChanged(change(*document_), what);
    QThreadPool::globalInstance()->start([self = QPointer<Designer>(this), document = document_, objects, change, what] {
        const auto after = std::make_shared<const design::Document>(change(*document));
        // Through the application object: self may only be looked at on its own thread.
        QMetaObject::invokeMethod(QCoreApplication::instance(), [self, document, objects, change, what, after] {
            if (!self)
                return;
            if (self->document_ == document)
                self->pushIfChanged(*after, what);
            else
                self->change(objects, change, what); // somebody was faster; both edits are wanted
        }, Qt::QueuedConnection);
    });
}

void Designer::edit(const ItemIds& ids, const std::vector<design::FieldEdit>& edits, const QString& what)
{
    change(ids.size(), [ids, edits](const design::Document& document) { return document.withEdits(ids, edits); }, what);
}

void Designer::editEach(const std::vector<std::pair<design::Item::Id, std::vector<design::FieldEdit>>>& edits, const QString& what)
{
    const auto each = [wanted = std::map(edits.begin(), edits.end())](const design::Document& document) {
        std::vector<std::pair<design::Item::Id, std::string>> texts;
        document.items().forEach([&](std::size_t, const design::ItemPtr& item) {
            const auto edit = wanted.find(item->id());
            if (edit == wanted.end())
                return true;
            if (auto text = design::edited(item->text(), edit->second); text && *text != item->text())
                texts.emplace_back(item->id(), std::move(*text));
            return true;
        });
        return document.withTexts(texts);
    };
    change(edits.size(), each, what);
}

design::Item::Id Designer::create(const design::Template& from)
{
    const bool isNamespaced = from.text.find("namespace: default") != std::string_view::npos;
    const std::string name = document_->freeName(from.kind, isNamespaced ? "default" : "", std::string(from.name));
    const design::Item::Id id = document_->nextId();
    push(document_->withAdded(design::fillIn(from, name)), tr("New %1 %2").arg(toQString(from.kind), toQString(name)));
    return id;
}

void Designer::replace(design::Document after, const QString& what)
{
    push(std::move(after), what);
}

ItemIds Designer::add(const std::vector<std::string>& texts, const QString& what)
{
    const design::Item::Id first = document_->nextId();
    design::Document after = texts.size() == 1 ? document_->withAdded(texts.front()) : document_->withAdded(texts);
    ItemIds ids;
    for (design::Item::Id id = first; id < after.nextId(); ++id)
        if (texts.size() > 1 || after.find(id))
            ids.push_back(id);
    if (!ids.empty())
        push(std::move(after), what);
    return ids;
}

design::Pasted Designer::paste(const std::string& text)
{
    design::Pasted pasted = design::paste(*document_, text);
    if (!pasted.ids.empty())
        push(pasted.document, tr("Paste %1").arg(nameOf(pasted.document, pasted.ids)));
    return pasted;
}

ItemIds Designer::duplicate(const ItemIds& ids)
{
    const design::Item::Id first = document_->nextId();
    design::Document after = document_->withDuplicates(ids);
    ItemIds made;
    for (design::Item::Id id = first; id < after.nextId(); ++id)
        made.push_back(id);
    if (!made.empty())
        push(std::move(after), tr("Duplicate %1").arg(nameOf(ids)));
    return made;
}

void Designer::remove(const ItemIds& ids)
{
    if (const QString name = nameOf(ids); !name.isEmpty())
        push(document_->without(ids), tr("Delete %1").arg(name));
}

void Designer::setConfiguration(const std::string& text)
{
    if (document_->configuration().text != text)
        push(document_->withConfiguration(text), tr("Edit the configuration"));
}

std::string Designer::textOf(const ItemIds& ids) const
{
    const std::set<design::Item::Id> wanted(ids.begin(), ids.end());
    std::string text;
    document_->items().forEach([&](std::size_t, const design::ItemPtr& item) {
        if (!wanted.contains(item->id()))
            return true;
        if (!text.empty())
            text.append(text.back() == '\n' ? "" : "\n").append("---\n");
        text += item->text();
        return true;
    });
    return text;
}

bool Designer::needsPath() const
{
    for (std::size_t file = 0; file < document_->files().size(); ++file)
        if (pathOf(file).isEmpty() && (document_->files().size() == 1 || !document_->textOf(file).empty()))
            return true;
    return false;
}

void Designer::save(const QString& path)
{
    finishStep();
    if (const std::string object = document_->unwritable(); !object.empty()) {
        emit saved(tr("Not saved: the text of %1 cannot be read, and would make all that it is saved with unreadable.").arg(toQString(object)), {});
        return;
    }
    for (std::size_t file = 0; file < document_->files().size(); ++file)
        if (pathOf(file).isEmpty() && !path.isEmpty()) {
            paths_.insert(file, path);
            name_ = file == 0 ? QFileInfo(path).fileName() : name_;
        }
    if (configurationPath_.isEmpty() && !isConfigurationSaved())
        configurationPath_ = configurationPath();
    QStringList paths;
    for (std::size_t file = 0; file < document_->files().size(); ++file)
        paths << pathOf(file);
    QThreadPool::globalInstance()->start([self = QPointer<Designer>(this), document = document_, whole = draft(), paths, configurationPath = configurationPath_, onDisk = onDisk_] {
        Files files;
        for (std::size_t file = 0; file < document->files().size(); ++file) {
            const QByteArray text = QByteArray::fromStdString(whole->textOf(file));
            const QString& target = paths[static_cast<qsizetype>(file)];
            if (!target.isEmpty() && (!onDisk.contains(target) || onDisk.value(target) != text))
                files.insert(target, text);
        }
        const QByteArray text = QByteArray::fromStdString(document->configuration().text);
        const bool isInside = paths.contains(configurationPath);
        if (!configurationPath.isEmpty() && !isInside && onDisk.value(configurationPath) != text)
            files.insert(configurationPath, text);
        Files written;
        const QString error = writeAll(files, written);
        // Through the application object: self may only be looked at on its own thread.
        QMetaObject::invokeMethod(QCoreApplication::instance(), [self, document, written, error] {
            if (self)
                self->finishSaving(document, written, error);
        }, Qt::QueuedConnection);
    });
}

void Designer::saveAs(const QString& path)
{
    // Nothing is where it was: a history that crossed this line would write to two places.
    design::Document all = document_->inOneFile(path.toStdString());
    if (hasConfiguration())
        all = all.withConfigurationPath(configurationPathIn(path).toStdString());
    open(std::make_shared<const design::Document>(std::move(all)));
    name_ = QFileInfo(path).fileName();
    onDisk_.remove(path);
    onDisk_.remove(configurationPath());
    recovered_ = true; // until it is written
    emit modifiedChanged();
    save();
}

void Designer::finishSaving(const design::DocumentPtr& document, const QHash<QString, QByteArray>& written, const QString& error)
{
    for (auto file = written.begin(); file != written.end(); ++file)
        onDisk_.insert(file.key(), file.value());
    if (error.isEmpty())
        configurationSaved_ = document->configuration().text;
    // What a scenario has beside its objects is not in what was written: it is never all saved.
    if (error.isEmpty() && document == document_ && document->takenFrom().empty()) {
        recovered_ = false;
        history_->setClean();
        emit modifiedChanged();
    }
    emit saved(error, written.keys());
}

bool Designer::hasErrors() const
{
    const api::Problems problems = document_->problems();
    return std::any_of(problems.begin(), problems.end(), [](const api::Problem& problem) { return problem.severity == api::Problem::Severity::Error; });
}

}
