// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/change_edit.h"

#include "api/text.h"
#include "design/yaml_rewrite.h"
#include "models/format.h"

#include <QCoreApplication>

#include <nlohmann/json.hpp>

namespace berth::models {

namespace {

using Action = scenario::ObjectEdit::Action;

QString tr(const char* text)
{
    return QCoreApplication::translate("berth::models::ChangeEdit", text);
}

/// `/metadata/labels/a~1b` as a path.
design::Path pathOfPointer(const std::string& pointer)
{
    design::Path path;
    for (nlohmann::json::json_pointer at(pointer); !at.empty(); at.pop_back())
        path.insert(path.begin(), at.back());
    return path;
}

/// An RFC 6902 patch as edits of fields, as far as the search for changes writes them: set, append, remove.
std::vector<design::FieldEdit> fieldEdits(const std::string& patch, api::Value document)
{
    std::vector<design::FieldEdit> edits;
    for (const nlohmann::json& operation : nlohmann::json::parse(patch)) {
        design::FieldEdit edit{pathOfPointer(operation.at("path").get<std::string>()), {}};
        if (!edit.path.empty() && edit.path.back() == "-") {
            edit.path.pop_back();
            const api::Value* list = design::at(document, edit.path);
            edit.path.push_back(std::to_string(list ? list->items.size() : 0));
        }
        if (operation.at("op") != "remove")
            if (auto value = api::parseJson(operation.at("value").dump()))
                edit.value = std::move(value->value);
        design::apply(document, edit);
        edits.push_back(std::move(edit));
    }
    return edits;
}

design::ItemPtr itemOf(const design::Document& document, const std::string& label)
{
    const auto space = label.find(' ');
    return space == std::string::npos ? nullptr : document.find(label.substr(0, space), label.substr(space + 1));
}

tl::expected<std::string, QString> updated(const scenario::ObjectEdit& edit, const design::Item& item)
{
    const auto parsed = api::parseYaml(item.text());
    if (!edit.patch.empty() && parsed && item.documents().size() == 1)
        if (auto text = design::edited(item.text(), fieldEdits(edit.patch, parsed->value)); text && *text != item.text())
            return *text;
    return tl::unexpected(tr("The text of %1 cannot be edited field by field.").arg(toQString(edit.label)));
}

}

tl::expected<ChangedDocument, QString> withChange(const scenario::Change& change, const design::Document& now, const design::Document& ofRun)
{
    std::vector<std::pair<design::Item::Id, std::string>> texts;
    std::vector<design::Item::Id> removed;
    std::vector<std::string> made;
    std::vector<design::Item::Id> touched;
    for (const scenario::ObjectEdit& edit : change.objects) {
        const QString label = toQString(edit.label);
        if (edit.action == Action::Create) {
            const auto document = api::parseJson(edit.patch);
            if (!document)
                return tl::unexpected(tr("%1 cannot be written down as a document.").arg(label));
            made.push_back(api::toYaml(document->value));
            continue;
        }
        const design::ItemPtr item = itemOf(now, edit.label);
        const design::ItemPtr ran = itemOf(ofRun, edit.label);
        if (!ran)
            return tl::unexpected(tr("%1 is not written down in the document: a controller made it, or it came to be during the run. Change what it is made from.").arg(label));
        if (!item)
            return tl::unexpected(tr("%1 has been deleted since the run began.").arg(label));
        if (item->text() != ran->text())
            return tl::unexpected(tr("%1 has been edited since the run began, or this change has been applied. Press Run first, then ask again.").arg(label));
        if (edit.action == Action::Delete) {
            removed.push_back(item->id());
            continue;
        }
        auto text = updated(edit, *item);
        if (!text)
            return tl::unexpected(text.error());
        texts.emplace_back(item->id(), std::move(*text));
        touched.push_back(item->id());
    }
    design::Document after = now.withTexts(texts).without(removed);
    const design::Item::Id first = after.nextId();
    if (!made.empty())
        after = after.withAdded(made);
    for (design::Item::Id id = first; id < after.nextId(); ++id)
        touched.push_back(id);
    return ChangedDocument{std::move(after), std::move(touched)};
}

}
