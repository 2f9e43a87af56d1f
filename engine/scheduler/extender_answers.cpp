// SPDX-License-Identifier: GPL-3.0-or-later
#include "scheduler/extender_answers.h"

#include "api/convert.h"
#include "api/json_text.h"
#include "api/strict_decode.h"
#include "config/json_syntax.h"

#include <charconv>

namespace berth::scheduler {

using api::Value;

namespace {

constexpr std::string_view endOfInput = "unexpected end of JSON input";

/// Up to the end of the first object or array; the whole text if it is something else, or does not end.
std::string_view firstValue(std::string_view text)
{
    const auto begin = text.find_first_not_of(" \t\r\n");
    if (begin == text.npos)
        return {};
    text.remove_prefix(begin);
    if (text.front() != '{' && text.front() != '[')
        return text;
    int depth = 0;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quoted) {
            if (c == '\\')
                ++i;
            quoted = c != '"';
        } else if (c == '"') {
            quoted = true;
        } else if (c == '{' || c == '[') {
            ++depth;
        } else if ((c == '}' || c == ']') && --depth == 0) {
            return text.substr(0, i + 1);
        }
    }
    return text;
}

tl::expected<Value, std::string> parse(std::string_view body)
{
    const auto text = firstValue(body);
    if (text.empty())
        return tl::unexpected(std::string("EOF"));
    if (auto wrong = config::checkJsonSyntax(text))
        return tl::unexpected(wrong->text == endOfInput ? std::string("unexpected EOF") : wrong->text);
    auto parsed = api::JsonStream(text).next();
    if (!parsed)
        return tl::unexpected(parsed.error().message);
    Value value = std::move(parsed->value);
    config::restoreNumbers(value, text); // `1.0` is no integer
    return value;
}

bool sameIgnoringCase(std::string_view a, std::string_view b)
{
    auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [lower](char x, char y) { return lower(x) == lower(y); });
}

/// The member of that name in any case, the last one if there are several; null where it is absent or null.
const Value* field(const Value& object, std::string_view name)
{
    const Value* found = nullptr;
    for (const auto& member : object.members)
        if (sameIgnoringCase(member.key, name))
            found = &member.value;
    return found && !found->isNull() ? found : nullptr;
}

/// Where in Go's types a value stands, for errors: `ExtenderFilterResult`, `FailedNodes`.
struct Place {
    std::string structName;   ///< empty: the value itself, in no field
    std::string path;
};

/// Reads values of the types that Go would; keeps the first mismatch.
class TypedReader {
public:
    const std::string& error() const { return error_; }

    bool isObject(const Value& value, const Place& place, std::string_view goType)
    {
        return value.isObject() || mismatch(value, place, goType);
    }

    bool isArray(const Value& value, const Place& place, std::string_view goType)
    {
        return value.isArray() || mismatch(value, place, goType);
    }

    std::string text(const Value* value, const Place& place)
    {
        if (!value || value->isNull() || (!value->isString() && !mismatch(*value, place, "string")))
            return {};
        return value->text;
    }

    std::int64_t integer(const Value* value, const Place& place)
    {
        std::int64_t number = 0;
        if (!value || value->isNull())
            return number;
        if (!value->isNumber()) {
            mismatch(*value, place, "int64");
            return 0;
        }
        const auto* end = value->text.data() + value->text.size();
        if (auto read = std::from_chars(value->text.data(), end, number); read.ec != std::errc() || read.ptr != end)
            mismatch(*value, place, "int64", " " + value->text);
        return number;
    }

    void fail(std::string text)
    {
        if (error_.empty())
            error_ = std::move(text);
    }

private:
    static std::string kindWord(const Value& value)
    {
        switch (value.kind) {
        case Value::Kind::Bool: return "bool";
        case Value::Kind::Integer:
        case Value::Kind::Float: return "number";
        case Value::Kind::String: return "string";
        case Value::Kind::Array: return "array";
        default: return "object";
        }
    }

    bool mismatch(const Value& value, const Place& place, std::string_view goType, const std::string& more = {})
    {
        const auto where =
            place.structName.empty() ? "value" : "struct field " + place.structName + "." + place.path;
        fail("json: cannot unmarshal " + kindWord(value) + more + " into Go " + where + " of type " + std::string(goType));
        return false;
    }

    std::string error_;
};

std::map<std::string, std::string> readMessages(TypedReader& reader, const Value* value, const std::string& name)
{
    std::map<std::string, std::string> messages;
    const Place place{"ExtenderFilterResult", name};
    if (value && reader.isObject(*value, place, "v1.FailedNodesMap"))
        for (const auto& [node, message, position] : value->members)
            messages[node] = reader.text(&message, place);
    return messages;
}

std::optional<std::vector<std::string>> readNames(TypedReader& reader, const Value* value)
{
    const Place place{"ExtenderFilterResult", "NodeNames"};
    if (!value || !reader.isArray(*value, place, "[]string"))
        return std::nullopt;
    std::vector<std::string> names;
    for (const auto& name : value->items)
        names.push_back(reader.text(&name, place));
    return names;
}

/// Not strict, and without the API's defaults: a node that comes without allocatable has nothing to give.
api::NodePtr readNode(TypedReader& reader, const Value& item)
{
    if (!item.isNull() && !reader.isObject(item, {"NodeList", "Nodes.items"}, "v1.Node"))
        return nullptr;
    auto document = std::make_shared<const Value>(item.isNull() ? Value::object() : item);
    if (auto findings = api::checkAgainstType(*document, "core/v1.Node"); findings.error) {
        auto text = findings.error->text;
        if (const auto named = text.find("Go struct field "); named != text.npos)
            if (const auto dot = text.find('.', named); dot != text.npos)
                text.insert(dot + 1, "Nodes.items.");
        reader.fail(text);
        return nullptr;
    }
    return std::static_pointer_cast<const api::Node>(api::convertObject(document, "Node", "v1"));
}

std::optional<std::vector<api::NodePtr>> readNodes(TypedReader& reader, const Value* value)
{
    if (!value || !reader.isObject(*value, {"ExtenderFilterResult", "Nodes"}, "v1.NodeList"))
        return std::nullopt;
    std::vector<api::NodePtr> nodes;
    const auto* items = field(*value, "items");
    if (items && reader.isArray(*items, {"NodeList", "Nodes.items"}, "[]v1.Node"))
        for (const auto& item : items->items)
            if (auto node = readNode(reader, item))
                nodes.push_back(std::move(node));
    return nodes;
}

VictimsAnswer readVictims(TypedReader& reader, const Value& value)
{
    const std::string path = "NodeNameToMetaVictims";
    VictimsAnswer victims;
    if (value.isNull() || !reader.isObject(value, {"ExtenderPreemptionResult", path}, "v1.MetaVictims"))
        return victims;
    victims.numPDBViolations = reader.integer(field(value, "NumPDBViolations"),
                                              {"MetaVictims", path + ".NumPDBViolations"});
    const Place pods{"MetaVictims", path + ".Pods"};
    const auto* list = field(value, "Pods");
    if (list && reader.isArray(*list, pods, "[]*v1.MetaPod"))
        for (const auto& pod : list->items)
            if (pod.isNull() || reader.isObject(pod, pods, "v1.MetaPod"))
                victims.uids.push_back(reader.text(field(pod, "UID"), {"MetaPod", path + ".Pods.UID"}));
    return victims;
}

/// Reads a whole answer with the function, or says what is wrong with it.
template <typename Answer, typename Read>
tl::expected<Answer, std::string> readAnswer(std::string_view body, Read read)
{
    auto value = parse(body);
    if (!value)
        return tl::unexpected(value.error());
    TypedReader reader;
    Answer answer;
    if (!value->isNull())
        read(reader, *value, answer);
    if (!reader.error().empty())
        return tl::unexpected(reader.error());
    return answer;
}

}

tl::expected<FilterAnswer, std::string> readFilterAnswer(std::string_view body)
{
    return readAnswer<FilterAnswer>(body, [](TypedReader& reader, const Value& value, FilterAnswer& answer) {
        if (!reader.isObject(value, {}, "v1.ExtenderFilterResult"))
            return;
        answer.nodeNames = readNames(reader, field(value, "NodeNames"));
        answer.nodes = readNodes(reader, field(value, "Nodes"));
        answer.failedNodes = readMessages(reader, field(value, "FailedNodes"), "FailedNodes");
        answer.failedAndUnresolvableNodes =
            readMessages(reader, field(value, "FailedAndUnresolvableNodes"), "FailedAndUnresolvableNodes");
        answer.error = reader.text(field(value, "Error"), {"ExtenderFilterResult", "Error"});
    });
}

tl::expected<std::vector<HostPriority>, std::string> readPrioritizeAnswer(std::string_view body)
{
    using List = std::vector<HostPriority>;
    return readAnswer<List>(body, [](TypedReader& reader, const Value& value, List& list) {
        if (!reader.isArray(value, {}, "v1.HostPriorityList"))
            return;
        for (const auto& item : value.items) {
            HostPriority entry;
            if (!item.isNull() && reader.isObject(item, {}, "v1.HostPriority"))
                entry = {reader.text(field(item, "Host"), {"HostPriority", "Host"}),
                         reader.integer(field(item, "Score"), {"HostPriority", "Score"})};
            list.push_back(std::move(entry));
        }
    });
}

tl::expected<std::string, std::string> readBindAnswer(std::string_view body)
{
    return readAnswer<std::string>(body, [](TypedReader& reader, const Value& value, std::string& error) {
        if (reader.isObject(value, {}, "v1.ExtenderBindingResult"))
            error = reader.text(field(value, "Error"), {"ExtenderBindingResult", "Error"});
    });
}

tl::expected<std::map<std::string, VictimsAnswer>, std::string> readPreemptAnswer(std::string_view body)
{
    using ByNode = std::map<std::string, VictimsAnswer>;
    return readAnswer<ByNode>(body, [](TypedReader& reader, const Value& value, ByNode& nodes) {
        if (!reader.isObject(value, {}, "v1.ExtenderPreemptionResult"))
            return;
        const auto* map = field(value, "NodeNameToMetaVictims");
        if (map && reader.isObject(*map, {"ExtenderPreemptionResult", "NodeNameToMetaVictims"},
                                   "map[string]*v1.MetaVictims"))
            for (const auto& [node, victims, position] : map->members)
                nodes[node] = readVictims(reader, victims);
    });
}

bool hasWholeValue(std::string_view body)
{
    const auto text = firstValue(body);
    if (text.empty())
        return false;
    const auto wrong = config::checkJsonSyntax(text);
    return !wrong || wrong->text != endOfInput;
}

}
