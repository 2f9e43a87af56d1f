// SPDX-License-Identifier: GPL-3.0-or-later
#include "design/file_text.h"

#include "api/text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace berth::design {

namespace {

bool isList(const api::Value& value)
{
    const api::Value* kind = value.find("kind");
    const api::Value* items = value.find("items");
    return kind && kind->isString() && kind->text.ends_with("List") && items && items->isArray();
}

/// The objects of a chunk, each as a text of its own; empty if it is not a List.
std::vector<std::string> objectsOf(std::string_view chunk)
{
    if (chunk.find("items") == std::string_view::npos)
        return {};
    const auto parsed = api::parseYaml(chunk);
    if (!parsed || !isList(parsed->value) || !parsed->duplicates.empty())
        return {};
    std::string kind = parsed->value.find("kind")->text;
    kind.resize(kind.size() - 4);
    const api::Value* version = parsed->value.find("apiVersion");
    std::vector<std::string> texts;
    for (const api::Value& item : parsed->value.find("items")->items) {
        if (!item.isObject() || isList(item))
            return {};
        // The items of a NodeList need not say that they are nodes.
        api::Value object;
        object.kind = api::Value::Kind::Object;
        if (!item.find("apiVersion") && !kind.empty() && version)
            object.set("apiVersion", *version);
        if (!item.find("kind") && !kind.empty())
            object.set("kind", api::Value::string(kind));
        for (const api::Value::Member& member : item.members)
            object.set(member.key, member.value);
        texts.push_back(api::toYaml(object));
    }
    return texts;
}

/// How many of the items from there on are, untouched, everything that one origin held.
std::size_t untouched(const std::vector<ItemPtr>& items, std::size_t from)
{
    const auto& origin = items[from]->origin();
    if (!origin || from + origin->count > items.size())
        return 0;
    for (std::size_t i = 0; i < origin->count; ++i)
        if (items[from + i]->origin() != origin || items[from + i]->part() != i)
            return 0;
    return origin->count;
}

std::string jsonList(const std::vector<ItemPtr>& items)
{
    using Json = nlohmann::ordered_json;
    Json objects = Json::array();
    for (const ItemPtr& item : items)
        if (const auto parsed = api::parseYaml(item->text()); parsed && !parsed->empty)
            objects.push_back(Json::parse(api::toJson(parsed->value)));
    return (objects.size() == 1 ? objects[0] : Json{{"apiVersion", "v1"}, {"kind", "List"}, {"items", objects}}).dump(2) + "\n";
}

bool isJson(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && text[first] == '{';
}

/// Whether everything in a .json file that has changed since can be said in JSON.
bool mustBeJson(const std::vector<ItemPtr>& items, const File& file)
{
    return file.path.ends_with(".json") && std::ranges::any_of(items, [](const ItemPtr& item) {
        return !item->origin() && !item->isBlank() && !isJson(item->text());
    });
}

}

std::string takeApart(std::string_view text, std::size_t file, Item::Id& nextId, std::vector<ItemPtr>& items)
{
    std::size_t at = 0;
    const api::Chunks split = api::splitDocuments(text);
    for (const api::Chunk& chunk : split.chunks) {
        const auto begin = static_cast<std::size_t>(chunk.text.data() - text.data());
        std::string before(text.substr(at, begin - at));
        at = begin + chunk.text.size();
        const std::vector<std::string> objects = objectsOf(chunk.text);
        if (objects.empty()) {
            items.push_back(std::make_shared<const Item>(nextId++, file, std::string(chunk.text), std::move(before), nullptr, 0));
            continue;
        }
        const auto origin = std::make_shared<const Origin>(Origin{std::string(chunk.text), objects.size()});
        for (std::size_t i = 0; i < objects.size(); ++i)
            items.push_back(std::make_shared<const Item>(nextId++, file, objects[i], i == 0 ? before : std::string(), origin, i));
    }
    return std::string(text.substr(at));
}

std::string putTogether(const std::vector<ItemPtr>& items, const File& file)
{
    if (mustBeJson(items, file))
        return jsonList(items);
    std::string text;
    for (std::size_t i = 0; i < items.size();) {
        const Item& item = *items[i];
        if (text.empty()) {
            // A separator divides; what came before the first document of the file may also be more than that.
            if (item.before().find_first_not_of("-\r\n") != std::string::npos)
                text = item.before();
        } else {
            if (text.back() != '\n' && !item.before().starts_with('\n') && !item.before().starts_with("\r\n"))
                text += '\n';
            text += item.before().empty() ? "---\n" : item.before();
        }
        if (const std::size_t count = untouched(items, i)) {
            text += item.origin()->text;
            i += count;
        } else {
            text += item.text();
            ++i;
        }
    }
    return text + (items.empty() ? std::string() : file.end);
}

std::uint32_t linesOf(std::string_view text)
{
    return static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n'));
}

}
