// SPDX-License-Identifier: GPL-3.0-or-later
#include "design/yaml_rewrite.h"

#include "api/text.h"
#include "design/yaml_layout.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>

namespace berth::design {

bool isJson(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && text[first] == '{';
}

namespace {

using api::Value;
using Kind = YamlPart::Kind;

bool isCollection(const Value& value)
{
    return value.isObject() || value.isArray();
}

bool isEmpty(const Value& value)
{
    return value.isObject() ? value.members.empty() : value.items.empty();
}

std::string oneLine(const Value& value)
{
    if (isCollection(value))
        return isEmpty(value) ? (value.isObject() ? "{}" : "[]") : api::toJson(value);
    std::string text = api::toYaml(value);
    text.pop_back();
    // A block of lines cannot stand behind a key that has something else there.
    return text.find('\n') == std::string::npos ? text : api::toJson(value);
}

/// In braces and brackets, as people write it: `{zone: a, gpu: "1"}`.
std::string flowText(const Value& value)
{
    std::string text;
    if (!isCollection(value)) {
        text = oneLine(value);
        const bool isQuoted = text.starts_with('"') || text.starts_with('\'');
        return isQuoted || text.find_first_of(",[]{}") == std::string::npos ? text : api::toJson(value);
    }
    for (const Value& item : value.items)
        text.append(text.empty() ? "" : ", ").append(flowText(item));
    for (const Value::Member& member : value.members)
        text.append(text.empty() ? "" : ", ").append(flowText(Value::string(member.key))).append(": ").append(flowText(member.value));
    return value.isObject() ? "{" + text + "}" : "[" + text + "]";
}

/// Every line after the first is moved to the right.
std::string indented(const std::string& text, std::size_t indent)
{
    std::string result;
    for (const char c : text) {
        result += c;
        if (c == '\n')
            result.append(indent, ' ');
    }
    return result;
}

std::string keyText(const std::string& key)
{
    return oneLine(Value::string(key));
}

/// How a text has its lists: below their key in the same column, as kubectl writes them, or further to the right.
enum class Lists : std::uint8_t { BelowKey, Indented };

/// A collection that is not empty, as lines: the first of them without indentation, the last without line break.
std::string block(const Value& value, std::size_t indent, Lists lists)
{
    if (lists == Lists::Indented) {
        std::string text = api::toYaml(value);
        text.pop_back();
        return indented(text, indent);
    }
    std::string text;
    const auto next = [&text, indent] {
        if (!text.empty())
            text.append(1, '\n').append(indent, ' ');
    };
    const auto isBlock = [](const Value& inner) { return isCollection(inner) && !isEmpty(inner); };
    for (const Value& item : value.items) {
        next();
        text.append("- ").append(isBlock(item) ? block(item, indent + 2, lists) : oneLine(item));
    }
    for (const Value::Member& member : value.members) {
        next();
        text.append(keyText(member.key)).append(":");
        const std::size_t inner = member.value.isArray() ? indent : indent + 2;
        if (isBlock(member.value))
            text.append(1, '\n').append(inner, ' ').append(block(member.value, inner, lists));
        else
            text.append(1, ' ').append(oneLine(member.value));
    }
    return text;
}

std::string itemText(const Value& value, std::size_t indent, Lists lists)
{
    std::string text = "- ";
    return text.append(isCollection(value) && !isEmpty(value) ? block(value, indent + 2, lists) : oneLine(value));
}

/// What stands behind a colon: a blank and a value, or lines.
std::string valueText(const Value& value, std::size_t indent, Lists lists)
{
    if (!isCollection(value) || isEmpty(value))
        return std::string(1, ' ').append(oneLine(value));
    const std::size_t inner = value.isArray() && lists == Lists::BelowKey ? indent : indent + 2;
    std::string text(1, '\n');
    text.append(inner, ' ');
    return text.append(block(value, inner, lists));
}

/// Where people expect a member: those named here in this order, all others between spec and status as they come.
int rankOf(const std::string& key)
{
    constexpr std::array first = {"apiVersion", "kind", "metadata", "name", "namespace", "labels", "annotations"};
    const auto at = std::find(first.begin(), first.end(), key);
    if (at != first.end())
        return static_cast<int>(at - first.begin());
    return key == "status" ? 1000 : 100;
}

/// Collects what is to be replaced while the old and the new value are walked side by side.
class Rewriter {
public:
    Rewriter(std::string_view text, const YamlPart& layout) : text_(text), lists_(listsOf(layout).value_or(Lists::Indented)) {}

    /// False: cannot be done in place.
    bool change(const YamlPart& part, const Value& before, const Value& after)
    {
        if (isSame(before, after))
            return true;
        if (part.kind == Kind::Alias)
            return false;
        if (part.flow)
            return flow(part, before, after);
        if (part.kind == Kind::Mapping && after.isObject() && !after.members.empty())
            return mapping(part, before, after);
        if (part.kind == Kind::Sequence && after.isArray() && !after.items.empty())
            return sequence(part, before, after);
        return false;
    }

    std::string result()
    {
        std::stable_sort(pieces_.begin(), pieces_.end(), [](const Piece& a, const Piece& b) { return a.begin < b.begin; });
        std::string result;
        std::size_t at = 0;
        for (const Piece& piece : pieces_) {
            if (piece.begin < at)
                return {};
            result.append(text_.substr(at, piece.begin - at)).append(piece.text);
            at = piece.end;
        }
        return result.append(text_.substr(at));
    }

private:
    struct Piece {
        std::size_t begin = 0;
        std::size_t end = 0;
        std::string text;
    };

    /// As the first list of the text has it; absent where there is none.
    std::optional<Lists> listsOf(const YamlPart& part) const
    {
        for (std::size_t i = 0; i < part.parts.size(); ++i) {
            const YamlPart& inner = part.parts[i];
            const bool isValue = part.kind == Kind::Mapping && i % 2 == 1;
            if (isValue && !part.flow && !inner.flow && inner.kind == Kind::Sequence)
                return column(inner.begin) == column(part.begin) ? Lists::BelowKey : Lists::Indented;
            if (const auto lists = listsOf(inner))
                return lists;
        }
        return {};
    }

    void replace(std::size_t begin, std::size_t end, std::string text) { pieces_.push_back({begin, end, std::move(text)}); }

    std::size_t lineStart(std::size_t at) const
    {
        const std::size_t before = at == 0 ? std::string_view::npos : text_.rfind('\n', at - 1);
        return before == std::string_view::npos ? 0 : before + 1;
    }
    std::size_t lineEnd(std::size_t at) const
    {
        std::size_t end = std::min(text_.find('\n', at), text_.size());
        return end > at && text_[end - 1] == '\r' ? end - 1 : end;
    }
    std::size_t nextLine(std::size_t at) const { return std::min(text_.find('\n', at), text_.size() - 1) + 1; }
    std::size_t column(std::size_t at) const { return at - lineStart(at); }
    bool isFirstOfLine(std::size_t at) const
    {
        return text_.substr(lineStart(at), at - lineStart(at)).find_first_not_of(' ') == std::string_view::npos;
    }

    /// `spec: {}` among lines is no wish for braces: what comes into it is written as lines.
    static bool opensUp(const YamlPart& part, const Value& before, const Value& after)
    {
        return part.flow && isCollection(before) && isEmpty(before) && isCollection(after) && !isEmpty(after);
    }

    /// A value behind a key of a mapping in block style.
    bool valueOf(const YamlPart& part, const Value& before, const Value& after, std::size_t indent)
    {
        const std::size_t mark = pieces_.size();
        if (!opensUp(part, before, after) && change(part, before, after))
            return true;
        pieces_.resize(mark);
        if (part.kind == Kind::Alias)
            return false;
        if (part.kind == Kind::Scalar && part.begin != part.end && !isCollection(after))
            replace(part.begin, part.end, oneLine(after));
        else
            replace(part.colon + 1, std::max(part.colon + 1, part.end), valueText(after, indent, lists_));
        return true;
    }

    bool mapping(const YamlPart& part, const Value& before, const Value& after)
    {
        const std::size_t count = part.parts.size() / 2;
        if (!before.isObject() || before.members.size() != count)
            return false; // keys that are there twice
        const std::size_t indent = column(part.begin);
        std::vector<std::size_t> kept;
        for (std::size_t i = 0; i < count; ++i)
            if (after.find(part.parts[2 * i].text))
                kept.push_back(i);
        if (kept.empty())
            return false;
        for (std::size_t i = 0; i < count; ++i) {
            const YamlPart& key = part.parts[2 * i];
            const Value* old = before.find(key.text);
            if (!old)
                return false; // a key that is no text
            const Value* now = after.find(key.text);
            if (now ? !valueOf(part.parts[2 * i + 1], *old, *now, indent) : !removeEntry(part, i))
                return false;
        }
        for (const Value::Member& member : after.members)
            if (!before.find(member.key))
                insertEntry(part, kept, member, indent);
        return true;
    }

    bool removeEntry(const YamlPart& mapping, std::size_t i)
    {
        const YamlPart& key = mapping.parts[2 * i];
        const YamlPart& value = mapping.parts[2 * i + 1];
        if (isFirstOfLine(key.begin))
            replace(lineStart(key.begin), nextLine(std::max(value.end, value.colon)), {});
        else if (2 * i + 2 < mapping.parts.size())
            replace(key.begin, mapping.parts[2 * i + 2].begin, {});
        else
            return false;
        return true;
    }

    void insertEntry(const YamlPart& mapping, const std::vector<std::size_t>& kept, const Value::Member& member, std::size_t indent)
    {
        std::string entry = keyText(member.key);
        entry.append(":").append(valueText(member.value, indent, lists_));
        const auto later = std::find_if(kept.begin(), kept.end(), [&](std::size_t i) {
            return rankOf(mapping.parts[2 * i].text) > rankOf(member.key);
        });
        if (later == kept.begin()) {
            const std::size_t place = mapping.parts[2 * *later].begin;
            entry.append(1, '\n').append(indent, ' ');
            replace(place, place, std::move(entry));
            return;
        }
        const YamlPart& previous = mapping.parts[2 * *(later - 1) + 1];
        insertAfter(std::max(previous.end, previous.colon + 1), entry, indent);
    }

    void insertAfter(std::size_t at, const std::string& text, std::size_t indent)
    {
        const std::size_t place = lineEnd(at);
        std::string line(1, '\n');
        line.append(indent, ' ').append(text);
        replace(place, place, std::move(line));
    }

    bool sequence(const YamlPart& part, const Value& before, const Value& after)
    {
        if (!before.isArray() || before.items.size() != part.parts.size())
            return false;
        const std::size_t indent = column(part.begin);
        const std::size_t was = before.items.size();
        const std::size_t is = after.items.size();
        std::size_t head = 0;
        while (head < std::min(was, is) && isSame(before.items[head], after.items[head]))
            ++head;
        std::size_t tail = 0;
        while (tail < std::min(was, is) - head && isSame(before.items[was - 1 - tail], after.items[is - 1 - tail]))
            ++tail;
        const std::size_t both = std::min(was, is) - head - tail;
        for (std::size_t i = head; i < head + both; ++i)
            if (!item(part.parts[i], before.items[i], after.items[i], indent))
                return false;
        for (std::size_t i = head + both; i < was - tail; ++i)
            if (!removeItem(part, i))
                return false;
        // What is new comes behind an item that stays, or before the first of them.
        for (std::size_t i = head + both; i < is - tail; ++i) {
            const std::string text = itemText(after.items[i], indent, lists_);
            if (head + both > 0) {
                const YamlPart& previous = part.parts[head + both - 1];
                insertAfter(std::max(previous.end, previous.dash + 1), text, indent);
            } else {
                std::string line = text;
                line.append(1, '\n').append(indent, ' ');
                replace(part.parts[was - tail].dash, part.parts[was - tail].dash, std::move(line));
            }
        }
        return true;
    }

    bool item(const YamlPart& part, const Value& before, const Value& after, std::size_t indent)
    {
        const std::size_t mark = pieces_.size();
        if (!opensUp(part, before, after) && change(part, before, after))
            return true;
        pieces_.resize(mark);
        if (part.kind == Kind::Alias)
            return false;
        replace(part.dash, std::max(part.end, part.dash + 1), itemText(after, indent, lists_));
        return true;
    }

    bool removeItem(const YamlPart& sequence, std::size_t i)
    {
        const YamlPart& part = sequence.parts[i];
        if (isFirstOfLine(part.dash))
            replace(lineStart(part.dash), nextLine(std::max(part.end, part.dash)), {});
        else if (i + 1 < sequence.parts.size())
            replace(part.dash, sequence.parts[i + 1].dash, {});
        else
            return false;
        return true;
    }

    /// In brackets or braces: values are replaced where they stand; what gains or loses parts is written anew.
    bool flow(const YamlPart& part, const Value& before, const Value& after)
    {
        const std::size_t mark = pieces_.size();
        if (flowParts(part, before, after))
            return true;
        pieces_.resize(mark);
        const std::string_view old = text_.substr(part.begin, part.end - part.begin);
        const std::size_t inside = old.find_first_not_of(" \t", 1);
        const bool staysJson = isJson(text_) || (inside != std::string_view::npos && old[inside] == '"');
        std::string text = staysJson && isCollection(after) ? api::toJson(after) : flowText(after);
        if (old.find('\n') != std::string_view::npos) {
            const std::size_t start = lineStart(part.begin);
            const std::size_t indent = std::min(text_.find_first_not_of(' ', start), text_.size()) - start;
            text = indented(nlohmann::ordered_json::parse(api::toJson(after)).dump(2), indent);
        }
        replace(part.begin, part.end, std::move(text));
        return true;
    }

    bool flowParts(const YamlPart& part, const Value& before, const Value& after)
    {
        const auto one = [this](const YamlPart& place, const Value& old, const Value& now) {
            if (isSame(old, now))
                return true;
            if (place.flow)
                return flow(place, old, now);
            if (place.kind != Kind::Scalar || place.begin == place.end)
                return false;
            replace(place.begin, place.end, api::toJson(now));
            return true;
        };
        if (part.kind == Kind::Sequence) {
            if (!before.isArray() || !after.isArray() || before.items.size() != after.items.size() || before.items.size() != part.parts.size())
                return false;
            for (std::size_t i = 0; i < part.parts.size(); ++i)
                if (!one(part.parts[i], before.items[i], after.items[i]))
                    return false;
            return true;
        }
        if (!before.isObject() || !after.isObject() || before.members.size() != after.members.size() || 2 * before.members.size() != part.parts.size())
            return false;
        for (std::size_t i = 0; i < part.parts.size(); i += 2) {
            const Value* old = before.find(part.parts[i].text);
            const Value* now = after.find(part.parts[i].text);
            if (!old || !now || !one(part.parts[i + 1], *old, *now))
                return false;
        }
        return true;
    }

    std::string_view text_;
    Lists lists_;
    std::vector<Piece> pieces_;
};

std::string writtenAnew(std::string_view text, const Value& value)
{
    return isJson(text) ? nlohmann::ordered_json::parse(api::toJson(value)).dump(2).append("\n") : api::toYaml(value);
}

bool says(const std::string& text, const Value& value)
{
    const auto parsed = api::parseYaml(text);
    return parsed && parsed->duplicates.empty() && isSame(parsed->value, value);
}

}

std::string rewritten(std::string_view text, const Value& after)
{
    const auto before = api::parseYaml(text);
    const auto layout = before ? layoutOf(text) : std::nullopt;
    if (!layout)
        return writtenAnew(text, after);
    if (isSame(before->value, after))
        return std::string(text);
    Rewriter rewriter(text, *layout);
    if (rewriter.change(*layout, before->value, after)) {
        std::string result = rewriter.result();
        // Whatever YAML has in store: what is written must say what is meant.
        if (says(result, after))
            return result;
    }
    return writtenAnew(text, after);
}

tl::expected<std::string, std::string> edited(std::string_view text, const std::vector<FieldEdit>& edits)
{
    auto parsed = api::parseYaml(text);
    if (!parsed)
        return tl::unexpected(parsed.error().message);
    Value value = std::move(parsed->value);
    for (const FieldEdit& edit : edits)
        apply(value, edit);
    return rewritten(text, value);
}

}
