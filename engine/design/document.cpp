// SPDX-License-Identifier: GPL-3.0-or-later
#include "design/document.h"

#include "api/repeats.h"
#include "api/text.h"
#include "design/file_text.h"
#include "design/free_name.h"
#include "design/lines_of_files.h"
#include "design/object_list.h"
#include "design/yaml_rewrite.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace berth::design {

Document::Document() : files_{File{}} {}

std::optional<std::size_t> Document::indexOf(Item::Id id) const
{
    std::optional<std::size_t> found;
    items_.forEach([&](std::size_t index, const ItemPtr& item) {
        if (item->id() == id)
            found = index;
        return !found;
    });
    return found;
}

ItemPtr Document::find(Item::Id id) const
{
    const auto index = indexOf(id);
    return index ? items_[*index] : nullptr;
}

std::vector<ItemPtr> Document::find(const std::vector<Item::Id>& ids) const
{
    std::vector<ItemPtr> found;
    const std::set<Item::Id> wanted(ids.begin(), ids.end());
    items_.forEach([&](std::size_t, const ItemPtr& item) {
        if (wanted.contains(item->id()))
            found.push_back(item);
        return found.size() < wanted.size();
    });
    return found;
}

ItemPtr Document::find(std::string_view kind, std::string_view key) const
{
    const auto slash = key.find('/');
    const std::string_view space = slash == std::string_view::npos ? std::string_view() : key.substr(0, slash);
    const std::string_view name = slash == std::string_view::npos ? key : key.substr(slash + 1);
    ItemPtr found;
    items_.forEach([&](std::size_t, const ItemPtr& item) {
        if (item->name() == name && item->kind() == kind && item->namespace_() == space)
            found = item;
        return !found;
    });
    return found;
}

std::vector<api::DecodedDocument> Document::decoded() const
{
    std::vector<api::DecodedDocument> documents;
    documents.reserve(items_.size());
    items_.forEach([&](std::size_t, const ItemPtr& item) {
        documents.insert(documents.end(), item->documents().begin(), item->documents().end());
        return true;
    });
    return documents;
}

api::Problems Document::problems() const
{
    api::Problems problems;
    api::Repeats repeats;
    LinesOfFiles lines(files_.size());
    items_.forEach([&](std::size_t, const ItemPtr& item) {
        const std::uint32_t line = lines.before(*item);
        const auto add = [&](api::Problem problem) {
            problem.file = files_[item->file()].path;
            problem.position.line += problem.position.line > 0 ? line : 0;
            problems.push_back(std::move(problem));
        };
        for (const api::DecodedDocument& document : item->documents()) {
            for (const api::Problem& problem : document.problems)
                add(problem);
            if (auto repeated = repeats.see(document))
                add(std::move(*repeated));
        }
        return true;
    });
    // What follows a bad separator is no document at all.
    for (const File& file : files_)
        for (api::Problem problem : api::splitDocuments(file.text).problems) {
            problem.file = file.path;
            problems.push_back(std::move(problem));
        }
    return problems;
}

std::optional<Document::Place> Document::placeOf(std::string_view label) const
{
    LinesOfFiles lines(files_.size());
    std::optional<Place> place;
    items_.forEach([&](std::size_t, const ItemPtr& item) {
        const std::uint32_t line = lines.before(*item);
        for (const api::DecodedDocument& document : item->documents())
            if (!place && (document.label == label || (document.object && document.object->label() == label)))
                place = Place{files_[item->file()].path, {line + std::max(document.position.line, 1U), document.position.column}, line};
        return !place;
    });
    return place;
}

std::optional<Document::Spot> Document::spotOf(const api::Problem& problem) const
{
    LinesOfFiles lines(files_.size());
    std::optional<Spot> named;
    std::optional<Spot> byLine;
    items_.forEach([&](std::size_t, const ItemPtr& item) {
        const std::uint32_t line = lines.before(*item);
        const std::uint32_t end = line + std::max(linesOf(item->text()), 1U);
        const bool isInside = problem.position.line > line && problem.position.line <= end && problem.file == files_[item->file()].path;
        const api::Position inside{problem.position.line - line, problem.position.column};
        if (isInside)
            byLine = Spot{item->id(), inside};
        // Of those that are called the same, the one that the line is in.
        if ((!named || isInside) && item->label() == problem.object) {
            const api::Object* object = item->object();
            const api::Value* field = object && object->document && !problem.path.empty() ? at(*object->document, pathOf(problem.path)) : nullptr;
            const bool hasField = field && field->position.line > 0;
            named = Spot{item->id(), hasField ? field->position : isInside ? inside : api::Position{1, 1}};
        }
        return !(named && byLine);
    });
    return named ? named : byLine;
}

Document Document::withFile(std::string path, std::string text) const
{
    Document result = *this;
    // A document that holds nothing yet has an unnamed file, which this one takes the place of.
    const bool isFirst = items_.size() == 0 && files_.size() == 1 && files_[0].path.empty();
    const std::size_t file = isFirst ? 0 : files_.size();
    std::vector<ItemPtr> items;
    items_.forEach([&](std::size_t, const ItemPtr& item) { return items.push_back(item), true; });
    File made{std::move(path), {}, std::move(text), {}};
    TakenApart taken = takeApart(made.text, file, result.nextId_, items);
    made.end = std::move(taken.end);
    made.list = std::move(taken.list);
    if (isFirst)
        result.files_[0] = std::move(made);
    else
        result.files_.push_back(std::move(made));
    result.items_ = ItemList(std::move(items));
    return result;
}

Document Document::withAdded(std::string_view text, std::size_t file, std::optional<Item::Id> behind) const
{
    Document result = *this;
    std::vector<ItemPtr> items;
    takeApart(text, file, result.nextId_, items);
    const auto after = behind ? indexOf(*behind) : std::nullopt;
    std::size_t place = after ? *after + 1 : items_.size();
    for (const ItemPtr& item : items)
        if (!item->isBlank()) // as what never was in a file
            result.items_ = result.items_.inserted(place++, std::make_shared<const Item>(item->id(), file, item->text()));
    return result;
}

Document Document::withAdded(std::span<const std::string> texts, std::size_t file) const
{
    Document result = *this;
    std::vector<ItemPtr> items;
    items.reserve(items_.size() + texts.size());
    items_.forEach([&](std::size_t, const ItemPtr& item) { return items.push_back(item), true; });
    for (const std::string& text : texts)
        items.push_back(std::make_shared<const Item>(result.nextId_++, file, text));
    result.items_ = ItemList(std::move(items));
    return result;
}

Document Document::withText(Item::Id id, std::string text) const
{
    Document result = *this;
    const auto index = indexOf(id);
    if (index && items_[*index]->text() != text)
        result.items_ = items_.replaced(*index, std::make_shared<const Item>(*items_[*index], std::move(text)));
    return result;
}

Document Document::withTexts(const std::vector<std::pair<Item::Id, std::string>>& texts) const
{
    Document result = *this;
    const std::map<Item::Id, std::string> wanted(texts.begin(), texts.end());
    items_.forEach([&](std::size_t index, const ItemPtr& item) {
        const auto text = wanted.find(item->id());
        if (text != wanted.end() && text->second != item->text())
            result.items_ = result.items_.replaced(index, std::make_shared<const Item>(*item, text->second));
        return true;
    });
    return result;
}

Document Document::withEdits(std::span<const Item::Id> ids, const std::vector<FieldEdit>& edits) const
{
    Document result = *this;
    const std::set<Item::Id> wanted(ids.begin(), ids.end());
    items_.forEach([&](std::size_t index, const ItemPtr& item) {
        if (!wanted.contains(item->id()))
            return true;
        const auto text = edited(item->text(), edits);
        if (text && *text != item->text())
            result.items_ = result.items_.replaced(index, std::make_shared<const Item>(*item, *text));
        return true;
    });
    return result;
}

Document Document::without(std::span<const Item::Id> ids) const
{
    Document result = *this;
    const std::set<Item::Id> unwanted(ids.begin(), ids.end());
    std::vector<std::size_t> places;
    items_.forEach([&](std::size_t index, const ItemPtr& item) {
        if (unwanted.contains(item->id()))
            places.push_back(index);
        return true;
    });
    for (auto place = places.rbegin(); place != places.rend(); ++place)
        result.items_ = result.items_.erased(*place);
    return result;
}

Document Document::withDuplicates(std::span<const Item::Id> ids) const
{
    Document result = *this;
    for (const Item::Id id : ids) {
        const auto index = result.indexOf(id);
        if (!index)
            continue;
        const Item& item = *result.items_[*index];
        const std::vector<FieldEdit> edits = renamingOf(item, result.freeName(item.kind(), item.namespace_(), item.name()));
        if (const auto text = edited(item.text(), edits))
            result.items_ = result.items_.inserted(*index + 1, std::make_shared<const Item>(result.nextId_++, item.file(), *text));
    }
    return result;
}

Document Document::withConfiguration(std::string text) const
{
    Document result = *this;
    result.configuration_.text = std::move(text);
    return result;
}

Document Document::withConfigurationFile(std::string path, std::string text) const
{
    Document result = *this;
    result.configuration_ = {text, std::move(path), text, {}};
    return result;
}

Document Document::withPath(std::size_t file, std::string path) const
{
    Document result = *this;
    result.files_.at(file).path = std::move(path);
    return result;
}

Document Document::inOneFile(std::string path) const
{
    Document result = *this;
    result.files_ = {File{std::move(path), {}, {}, files_.size() == 1 ? files_[0].list : nullptr}};
    std::vector<ItemPtr> items;
    items_.forEach([&](std::size_t, const ItemPtr& item) {
        // What else stands in a list, or a scenario, belongs to that file.
        const auto& origin = files_.size() == 1 ? item->origin() : nullptr;
        items.push_back(std::make_shared<const Item>(item->id(), 0, item->text(), item->file() == 0 ? item->before() : std::string(), origin, item->part(), item->isChanged()));
        return true;
    });
    result.items_ = ItemList(std::move(items));
    return result;
}

Document Document::withConfigurationPath(std::string path) const
{
    Document result = *this;
    result.configuration_.file = std::move(path);
    return result;
}

Document Document::withConfigurationPlace(std::string path) const
{
    Document result = *this;
    result.configuration_.place = std::move(path);
    return result;
}

Document Document::withTakenFrom(std::string scenario) const
{
    Document result = *this;
    result.takenFrom_ = std::move(scenario);
    return result;
}

Document Document::withSavedText(std::size_t file, std::string text) const
{
    Document result = *this;
    result.files_.at(file).text = std::move(text);
    return result;
}

Document Document::withSavedConfiguration(std::string text) const
{
    Document result = *this;
    result.configuration_.saved = std::move(text);
    return result;
}

std::string Document::textOf(std::size_t file) const
{
    std::vector<ItemPtr> items;
    items_.forEach([&](std::size_t, const ItemPtr& item) {
        if (item->file() == file)
            items.push_back(item);
        return true;
    });
    std::string text = putTogether(items, files_[file]);
    return hasConfigurationInside(file) && configuration_.text != configuration_.saved ? withConfigurationInside(text, configuration_.text) : text;
}

std::string Document::unwritable() const
{
    std::string label;
    items_.forEach([&](std::size_t, const ItemPtr& item) {
        const File& file = files_[item->file()];
        const bool isAmongOthers = item->origin() || file.list || file.path.ends_with(".json");
        const bool isAsRead = item->origin() && !item->isChanged();
        if (isAmongOthers && !isAsRead && !isReadable(*item))
            label = item->kind().empty() ? std::string("object") : item->label();
        return label.empty();
    });
    return label;
}

bool Document::isModified() const
{
    if (configuration_.text != configuration_.saved && !hasConfigurationInside(0))
        return true;
    for (std::size_t file = 0; file < files_.size(); ++file)
        if (textOf(file) != files_[file].text)
            return true;
    return false;
}

Document Document::saved() const
{
    Document result = *this;
    result.configuration_.saved = configuration_.text;
    for (std::size_t file = 0; file < files_.size(); ++file)
        result.files_[file].text = textOf(file);
    return result;
}

std::string Document::freeName(std::string_view kind, std::string_view space, std::string name) const
{
    Names taken;
    items_.forEach([&](std::size_t, const ItemPtr& item) {
        if (item->kind() == kind && item->namespace_() == space)
            taken.insert(item->name());
        return true;
    });
    return design::freeName(taken, std::move(name));
}

std::string Document::toText() const
{
    using Json = nlohmann::ordered_json;
    Json files = Json::array();
    Json origins = Json::array();
    std::map<const Origin*, std::size_t> numbers;
    const auto numberOf = [&](const Origin& origin) {
        const auto [number, isNew] = numbers.try_emplace(&origin, origins.size());
        if (isNew)
            origins.push_back({{"text", origin.text}, {"count", origin.count}, {"before", origin.before}, {"lines", origin.lines}, {"isScenario", origin.isScenario}});
        return number->second;
    };
    for (const File& file : files_) {
        Json entry = {{"path", file.path}, {"end", file.end}, {"text", file.text}};
        if (file.list)
            entry["list"] = numberOf(*file.list);
        files.push_back(std::move(entry));
    }
    Json items = Json::array();
    items_.forEach([&](std::size_t, const ItemPtr& item) {
        Json entry = {{"id", item->id()}, {"file", item->file()}, {"before", item->before()}, {"text", item->text()}};
        if (item->origin()) {
            entry["origin"] = numberOf(*item->origin());
            entry["part"] = item->part();
            if (item->isChanged())
                entry["changed"] = true;
        }
        items.push_back(std::move(entry));
        return true;
    });
    const Json text = {{"berthDocument", 1},
                       {"nextId", nextId_},
                       {"takenFrom", takenFrom_},
                       {"configuration", {{"text", configuration_.text}, {"file", configuration_.file}, {"saved", configuration_.saved}, {"place", configuration_.place}}},
                       {"files", std::move(files)},
                       {"origins", std::move(origins)},
                       {"items", std::move(items)}};
    // Texts that are no UTF-8 are kept out of harm's way rather than refused.
    return text.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

tl::expected<Document, std::string> Document::fromText(std::string_view text)
{
    try {
        const auto json = nlohmann::json::parse(text);
        if (json.at("berthDocument") != 1)
            return tl::unexpected(std::string("it was written by another version"));
        Document document;
        document.nextId_ = json.at("nextId");
        document.takenFrom_ = json.value("takenFrom", std::string());
        const auto& configuration = json.at("configuration");
        document.configuration_ = {configuration.at("text"), configuration.at("file"), configuration.at("saved"), configuration.value("place", std::string())};
        std::vector<std::shared_ptr<const Origin>> origins;
        for (const auto& origin : json.at("origins"))
            origins.push_back(std::make_shared<const Origin>(Origin{origin.at("text"), origin.at("count"), origin.value("before", std::string()),
                                                                    origin.value("lines", std::vector<std::uint32_t>()), origin.value("isScenario", false)}));
        document.files_.clear();
        for (const auto& file : json.at("files"))
            document.files_.push_back({file.at("path"), file.at("end"), file.at("text"), file.contains("list") ? origins.at(file.at("list")) : nullptr});
        std::vector<ItemPtr> items;
        for (const auto& item : json.at("items")) {
            const std::size_t file = item.at("file");
            if (file >= document.files_.size())
                return tl::unexpected(std::string("an object belongs to no file"));
            items.push_back(std::make_shared<const Item>(item.at("id").get<Item::Id>(), file, item.at("text").get<std::string>(), item.at("before").get<std::string>(),
                                                         item.contains("origin") ? origins.at(item.at("origin")) : nullptr, item.value("part", std::size_t(0)), item.value("changed", false)));
        }
        document.items_ = ItemList(std::move(items));
        return document;
    } catch (const std::exception& error) {
        return tl::unexpected(std::string(error.what()));
    }
}

}
