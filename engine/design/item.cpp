// SPDX-License-Identifier: GPL-3.0-or-later
#include "design/item.h"

#include "api/decode_kind.h"
#include "api/defaults.h"
#include "api/text.h"
#include "api/validation.h"
#include "design/field_path.h"

#include <algorithm>

namespace berth::design {

namespace {

std::string textAt(const api::Value& document, const Path& path)
{
    const api::Value* value = at(document, path);
    return value && value->isString() ? value->text : std::string();
}

/// Where a field stands, or the nearest thing around it that is there.
api::Position positionOf(const api::Value& document, const Path& path)
{
    Path there = path;
    while (!there.empty()) {
        const api::Value* value = at(document, there);
        if (value && value->position.line > 0)
            return value->position;
        there.pop_back();
    }
    return document.position.line > 0 ? document.position : api::Position{1, 1};
}

}

Item::Item(Id id, std::size_t file, std::string text) : id_(id), file_(file), text_(std::move(text))
{
    read();
}

Item::Item(Id id, std::size_t file, std::string text, std::string before, std::shared_ptr<const Origin> origin, std::size_t part, bool isChanged)
    : id_(id), file_(file), text_(std::move(text)), before_(std::move(before)), origin_(std::move(origin)), part_(part), isChanged_(isChanged)
{
    read();
}

Item::Item(const Item& item, std::string text) : id_(item.id_), file_(item.file_), text_(std::move(text)), before_(item.before_), origin_(item.origin_), part_(item.part_), isChanged_(true)
{
    read();
}

void Item::read()
{
    documents_ = api::decodeStream(text_, {});
    if (documents_.empty())
        return;
    api::Value parsed;
    const api::Value* value = nullptr;
    if (documents_.front().object && documents_.front().object->document) {
        value = documents_.front().object->document.get();
    } else if (auto read = api::parseYaml(text_)) {
        parsed = std::move(read->value);
        value = &parsed;
    }
    if (!value)
        return;
    kind_ = textAt(*value, {"kind"});
    name_ = textAt(*value, {"metadata", "name"});
    if (name_.empty())
        name_ = textAt(*value, {"metadata", "generateName"});
    space_ = textAt(*value, {"metadata", "namespace"});
    if (!api::isNamespacedKind(kind_))
        space_.clear();
    else if (space_.empty())
        space_ = "default";
}

bool Item::hasErrors() const
{
    return std::ranges::any_of(documents_, [](const api::DecodedDocument& document) { return !document.object; });
}

api::Problems problemsOf(const Item& item)
{
    api::Problems problems;
    for (const api::DecodedDocument& document : item.documents())
        problems.insert(problems.end(), document.problems.begin(), document.problems.end());
    if (!item.object())
        return problems;
    // A copy, for validation wants the object as the server has it.
    for (const api::DecodedDocument& document : api::decodeStream(item.text(), {})) {
        if (!document.object)
            continue;
        if (auto* pod = dynamic_cast<api::Pod*>(document.object.get()))
            api::preparePodForCreate(*pod);
        for (const api::FieldError& error : api::validate(*document.object)) {
            const Path path = pathOf(error.path);
            problems.push_back({api::Problem::Severity::Error, error.text, {}, positionOf(*document.object->document, path), document.label, error.path});
        }
    }
    return problems;
}

}
