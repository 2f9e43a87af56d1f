// SPDX-License-Identifier: GPL-3.0-or-later
#include "design/file_text.h"

#include "api/text.h"
#include "design/object_list.h"
#include "design/yaml_rewrite.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace berth::design {

namespace {

std::string jsonList(const std::vector<ItemPtr>& items)
{
    using Json = nlohmann::ordered_json;
    Json objects = Json::array();
    for (const ItemPtr& item : items)
        if (const auto parsed = api::parseYaml(item->text()); parsed && !parsed->empty)
            objects.push_back(Json::parse(api::toJson(parsed->value)));
    return (objects.size() == 1 ? objects[0] : Json{{"apiVersion", "v1"}, {"kind", "List"}, {"items", objects}}).dump(2) + "\n";
}

/// Items that are written together: those of one document, and what was put among them.
struct Group {
    std::shared_ptr<const Origin> list;    ///< null: one item, a document of its own
    std::vector<ItemPtr> items;
};

std::vector<Group> groupsOf(const std::vector<ItemPtr>& items, const File& file)
{
    if (file.list)
        return {{file.list, items}};
    std::vector<Group> groups;
    for (const ItemPtr& item : items) {
        const bool isNew = !item->origin() && item->before().empty();
        if (!groups.empty() && groups.back().list && (isNew || item->origin() == groups.back().list))
            groups.back().items.push_back(item);
        else
            groups.push_back({item->origin(), {item}});
    }
    return groups;
}

/// Whether something in a .json file that has changed since is not said in JSON.
bool mustBeJson(const std::vector<Group>& groups, const File& file)
{
    return file.path.ends_with(".json") && std::ranges::any_of(groups, [](const Group& group) {
        if (group.list)
            return !isJson(group.list->text) && std::ranges::any_of(group.items, [](const ItemPtr& item) { return item->isChanged() || !item->origin(); });
        return !group.items.front()->isBlank() && !isJson(group.items.front()->text());
    });
}

}

TakenApart takeApart(std::string_view text, std::size_t file, Item::Id& nextId, std::vector<ItemPtr>& items)
{
    std::size_t at = 0;
    TakenApart taken;
    const api::Chunks split = api::splitDocuments(text);
    for (const api::Chunk& chunk : split.chunks) {
        const auto begin = static_cast<std::size_t>(chunk.text.data() - text.data());
        std::string before(text.substr(at, begin - at));
        at = begin + chunk.text.size();
        std::optional<ListedObjects> listed = objectsListedIn(chunk.text);
        if (!listed || (listed->texts.empty() && split.chunks.size() > 1)) {
            items.push_back(std::make_shared<const Item>(nextId++, file, std::string(chunk.text), std::move(before), nullptr, 0));
            continue;
        }
        const auto origin = std::make_shared<const Origin>(
            Origin{std::string(chunk.text), listed->texts.size(), std::move(before), std::move(listed->lines), listed->isScenario});
        for (std::size_t i = 0; i < listed->texts.size(); ++i)
            items.push_back(std::make_shared<const Item>(nextId++, file, std::move(listed->texts[i]), std::string(), origin, i));
        if (split.chunks.size() == 1 && split.problems.empty())
            taken.list = origin;
    }
    taken.end = text.substr(at);
    return taken;
}

std::string putTogether(const std::vector<ItemPtr>& items, const File& file)
{
    const std::vector<Group> groups = groupsOf(items, file);
    if (mustBeJson(groups, file))
        return jsonList(items);
    std::string text;
    for (const Group& group : groups) {
        const std::string& before = group.list ? group.list->before : group.items.front()->before();
        if (text.empty()) {
            // A separator divides; what came before the first document of the file may also be more than that.
            if (before.find_first_not_of("-\r\n") != std::string::npos)
                text = before;
        } else {
            if (text.back() != '\n' && !before.starts_with('\n') && !before.starts_with("\r\n"))
                text += '\n';
            text += before.empty() ? "---\n" : before;
        }
        text += group.list ? withObjects(*group.list, group.items) : group.items.front()->text();
    }
    return text + (groups.empty() ? std::string() : file.end);
}

std::uint32_t linesOf(std::string_view text)
{
    return static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n'));
}

}
