// SPDX-License-Identifier: GPL-3.0-or-later
#include "design/object_list.h"

#include "api/text.h"
#include "design/list_texts.h"
#include "design/yaml_layout.h"
#include "design/yaml_rewrite.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace berth::design {

namespace {

using api::Value;
using Kind = YamlPart::Kind;

bool isText(const Value& value, std::string_view key, std::string_view text)
{
    const Value* member = value.find(key);
    return member && member->isString() && member->text == text;
}

bool isScenario(const Value& value)
{
    return isText(value, "kind", "Scenario") && isText(value, "apiVersion", "berth/v1");
}

bool isList(const Value& value)
{
    const Value* kind = value.find("kind");
    const Value* items = value.find("items");
    return kind && kind->isString() && kind->text.ends_with("List") && items && items->isArray();
}

/// What the items of a NodeList need not say: that they are nodes.
Value impliedBy(const Value& list, const Value& item)
{
    Value implied = Value::object();
    std::string kind = list.find("kind")->text;
    kind.resize(kind.ends_with("List") ? kind.size() - 4 : 0);
    const Value* version = list.find("apiVersion");
    if (!kind.empty() && !item.find("apiVersion") && version)
        implied.set("apiVersion", *version);
    if (!kind.empty() && !item.find("kind"))
        implied.set("kind", Value::string(kind));
    return implied;
}

const YamlPart* partOf(const YamlPart& mapping, std::string_view key)
{
    for (std::size_t i = 0; i + 1 < mapping.parts.size(); i += 2)
        if (mapping.parts[i].text == key)
            return &mapping.parts[i + 1];
    return nullptr;
}

bool hasAlias(const YamlPart& part)
{
    return part.kind == Kind::Alias || std::ranges::any_of(part.parts, hasAlias);
}

/// The object's own lines, moved to the left; empty where those would not say the same elsewhere.
std::string ownText(std::string_view document, const YamlPart& part, const Value& implied)
{
    if (part.kind != Kind::Mapping || hasAlias(part) || (part.flow && !implied.members.empty()))
        return {};
    std::string text = implied.members.empty() ? std::string() : api::toYaml(implied);
    if (!text.empty() && text.back() != '\n')
        text += '\n';
    const std::size_t end = part.flow ? part.end : endOfLine(document, part.end);
    return text + movedLeft(document.substr(part.begin, end - part.begin), columnOf(document, part.begin)) + '\n';
}

/// The objects of the list in the document, and among them the names of files, which stay where they are.
std::vector<const YamlPart*> objectParts(const YamlPart& list)
{
    std::vector<const YamlPart*> parts;
    for (const YamlPart& part : list.parts)
        if (part.kind != Kind::Scalar)
            parts.push_back(&part);
    return parts;
}

const char* listKey(const Value& document)
{
    return isScenario(document) ? "cluster" : "items";
}

/// The values of an item's text: one, as a rule.
std::vector<Value> valuesOf(const Item& item)
{
    std::vector<Value> values;
    for (const api::Chunk& chunk : api::splitDocuments(item.text()).chunks)
        if (auto parsed = api::parseYaml(chunk.text); parsed && !parsed->empty)
            values.push_back(std::move(parsed->value));
    return values;
}

/// What becomes of one place of the list: the element that was there, changed or not or gone, and what comes behind it.
struct Slot {
    const YamlPart* part = nullptr;        ///< null: before the first
    ItemPtr changed;                       ///< null: as it was
    bool isGone = false;
    std::vector<ItemPtr> behind;
};

std::vector<Slot> slotsOf(const YamlPart& list, const Origin& origin, const std::vector<ItemPtr>& items)
{
    std::vector<Slot> slots(1);
    std::vector<std::size_t> places;       ///< of the objects among the slots
    for (const YamlPart& part : list.parts) {
        Slot& slot = slots.emplace_back();
        slot.part = &part;
        slot.isGone = part.kind != Kind::Scalar;
        if (slot.isGone)
            places.push_back(slots.size() - 1);
    }
    std::size_t last = items.empty() || items.front()->origin().get() == &origin ? 0 : places.empty() ? slots.size() - 1 : 0;
    for (const ItemPtr& item : items) {
        if (item->origin().get() != &origin || item->part() >= places.size()) {
            slots[last].behind.push_back(item);
            continue;
        }
        last = places[item->part()];
        slots[last].isGone = false;
        slots[last].changed = item->isChanged() ? item : nullptr;
    }
    return slots;
}

/// A list with dashes.
class BlockList {
public:
    BlockList(std::string_view text, const YamlPart& list) : text_(text), list_(list), indent_(columnOf(text, list.parts.front().dash)) {}

    bool canBeChanged() const
    {
        return std::ranges::all_of(list_.parts, [this](const YamlPart& part) { return isFirstOfLine(text_, part.dash); });
    }

    std::string with(const std::vector<Slot>& slots)
    {
        std::size_t at = startOfLine(text_, list_.parts.front().dash);
        out_ = std::string(text_.substr(0, at));
        for (const Slot& slot : slots) {
            if (slot.part) {
                const std::size_t begin = startOfLine(text_, slot.part->dash);
                const std::size_t end = startOfNextLine(text_, std::max(slot.part->end, slot.part->dash));
                out_ += text_.substr(at, begin - at);
                at = end;
                if (!slot.isGone)
                    put(slot, begin, end);
            }
            for (const ItemPtr& item : slot.behind)
                for (const std::string& text : textsOf(*item))
                    putLines(std::string(indent_, ' ') + "- ", text, indent_ + 2);
        }
        if (isEmpty_)
            out_.insert(list_.colon + 1, " []");
        return out_.append(text_.substr(at));
    }

private:
    void put(const Slot& slot, std::size_t begin, std::size_t end)
    {
        isEmpty_ = false;
        if (!slot.changed) {
            out_ += text_.substr(begin, end - begin);
            return;
        }
        const std::string prefix(text_.substr(begin, slot.part->begin - begin));
        bool isFirst = true;
        for (const std::string& text : textsOf(*slot.changed)) {
            if (std::exchange(isFirst, false))
                putLines(prefix, text, columnOf(text_, slot.part->begin));
            else
                putLines(std::string(indent_, ' ') + "- ", text, indent_ + 2);
        }
    }

    void putLines(const std::string& prefix, const std::string& text, std::size_t indent)
    {
        isEmpty_ = false;
        if (!out_.empty() && out_.back() != '\n')
            out_ += '\n';
        out_.append(prefix).append(movedRight(text, indent)).append(1, '\n');
    }

    /// Without separators, which end the whole list.
    static std::vector<std::string> textsOf(const Item& item)
    {
        std::vector<std::string> texts;
        for (const api::Chunk& chunk : api::splitDocuments(item.text()).chunks) {
            std::string_view text = chunk.text;
            if (text.starts_with("---"))
                text.remove_prefix(startOfNextLine(text, 0));
            if (const auto parsed = api::parseYaml(text); parsed && !parsed->empty)
                texts.emplace_back(text.substr(0, text.find_last_not_of(" \r\n") + 1));
        }
        return texts;
    }

    std::string_view text_;
    const YamlPart& list_;
    std::size_t indent_;
    std::string out_;
    bool isEmpty_ = true;
};

/// A list in brackets.
class FlowList {
public:
    FlowList(std::string_view text, const YamlPart& list) : text_(text), list_(list), style_(textOf(list.parts.front()))
    {
        const YamlPart& first = list.parts.front();
        const std::string_view head = text_.substr(list.begin + 1, first.begin - list.begin - 1);
        if (list.parts.size() > 1)
            separator_ = between(1);
        else
            separator_ = head.find('\n') != std::string_view::npos ? "," + std::string(head) : style_.isSpaced() ? ", " : ",";
    }

    std::string with(const std::vector<Slot>& slots)
    {
        const YamlPart& last = list_.parts.back();
        out_ = std::string(text_.substr(0, list_.parts.front().begin));
        std::size_t place = 0;
        for (const Slot& slot : slots) {
            if (slot.part && !slot.isGone) {
                const std::string separator = place > 0 ? between(place) : separator_;
                if (!slot.changed)
                    put(separator, textOf(*slot.part));
                else
                    for (const Value& value : valuesOf(*slot.changed))
                        put(separator, slot.part->flow ? rewritten(textOf(*slot.part), value) : style_.write(value));
            }
            place += slot.part ? 1 : 0;
            for (const ItemPtr& item : slot.behind)
                for (const Value& value : valuesOf(*item))
                    put(separator_, style_.write(value));
        }
        if (isEmpty_)
            return std::string(text_.substr(0, list_.begin + 1)).append(text_.substr(list_.end - 1));
        return out_.append(text_.substr(last.end));
    }

private:
    std::string textOf(const YamlPart& part) const { return std::string(text_.substr(part.begin, part.end - part.begin)); }
    std::string between(std::size_t place) const
    {
        const std::size_t end = list_.parts[place - 1].end;
        return std::string(text_.substr(end, list_.parts[place].begin - end));
    }
    void put(const std::string& separator, std::string text)
    {
        if (!std::exchange(isEmpty_, false))
            out_ += separator;
        while (text.ends_with('\n'))
            text.pop_back();
        out_ += text;
    }

    std::string_view text_;
    const YamlPart& list_;
    JsonStyle style_;
    std::string separator_;
    std::string out_;
    bool isEmpty_ = true;
};

/// Where there is no list yet, or it is written in a way of its own: the document is made to say it.
std::string saidAnew(const Origin& origin, Value document, const std::vector<ItemPtr>& items)
{
    Value list = Value::array();
    if (const Value* before = document.find(listKey(document)); before && before->isArray())
        for (const Value& item : before->items)
            if (item.isString())
                list.items.push_back(item);
    for (const ItemPtr& item : items)
        for (Value& value : valuesOf(*item))
            list.items.push_back(std::move(value));
    document.set(listKey(document), std::move(list));
    return rewritten(origin.text, document);
}

bool isAsItWas(const Origin& origin, const std::vector<ItemPtr>& items)
{
    for (std::size_t i = 0; i < items.size(); ++i)
        if (items[i]->origin().get() != &origin || items[i]->part() != i || items[i]->isChanged())
            return false;
    return items.size() == origin.count;
}

}

bool isReadable(const Item& item)
{
    return std::ranges::all_of(api::splitDocuments(item.text()).chunks, [](const api::Chunk& chunk) {
        const auto parsed = api::parseYaml(chunk.text);
        return parsed && (parsed->empty || parsed->value.isObject());
    });
}

std::optional<ListedObjects> objectsListedIn(std::string_view document)
{
    if (document.find("items") == std::string_view::npos && document.find("Scenario") == std::string_view::npos)
        return {};
    const auto parsed = api::parseYaml(document);
    if (!parsed || !parsed->duplicates.empty() || !(isScenario(parsed->value) || isList(parsed->value)))
        return {};
    ListedObjects listed;
    listed.isScenario = isScenario(parsed->value);
    const Value* list = parsed->value.find(listKey(parsed->value));
    if (!list)
        return listed;
    // JSON is shown as YAML; where it stands is looked for when something has changed.
    const auto layout = isJson(document) ? std::nullopt : layoutOf(document);
    const YamlPart* place = layout ? partOf(*layout, listKey(parsed->value)) : nullptr;
    const std::vector<const YamlPart*> parts = place && !place->flow ? objectParts(*place) : std::vector<const YamlPart*>();
    for (const Value& item : list->items) {
        if (listed.isScenario && item.isString())
            continue;
        if (!item.isObject() || isList(item))
            return {};
        const Value implied = impliedBy(parsed->value, item);
        const std::size_t index = listed.texts.size();
        std::string text = index < parts.size() ? ownText(document, *parts[index], implied) : std::string();
        if (text.empty()) {
            Value object = implied;
            for (const Value::Member& member : item.members)
                object.set(member.key, member.value);
            text = api::toYaml(object);
        }
        listed.texts.push_back(std::move(text));
        listed.lines.push_back(item.position.line > 0 ? item.position.line - 1 : 0);
    }
    return listed;
}

std::string withObjects(const Origin& origin, const std::vector<ItemPtr>& items)
{
    if (isAsItWas(origin, items))
        return origin.text;
    auto parsed = api::parseYaml(origin.text);
    const auto layout = parsed ? layoutOf(origin.text) : std::nullopt;
    const YamlPart* list = layout ? partOf(*layout, listKey(parsed->value)) : nullptr;
    if (!list || list->kind != Kind::Sequence || list->parts.empty() || objectParts(*list).size() != origin.count)
        return saidAnew(origin, std::move(parsed->value), items);
    const std::vector<Slot> slots = slotsOf(*list, origin, items);
    if (list->flow)
        return FlowList(origin.text, *list).with(slots);
    BlockList block(origin.text, *list);
    return block.canBeChanged() ? block.with(slots) : saidAnew(origin, std::move(parsed->value), items);
}

std::string withConfigurationInside(const std::string& scenario, std::string_view configuration)
{
    auto parsed = api::parseYaml(scenario);
    const auto wanted = api::parseYaml(configuration);
    if (!parsed || !wanted)
        return scenario;
    Value document = std::move(parsed->value);
    const Value* before = document.find("configuration");
    if (before && isSame(*before, wanted->value))
        return scenario;
    document.set("configuration", wanted->value);
    return rewritten(scenario, document);
}

}
