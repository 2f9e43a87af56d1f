// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/simkube_trace.h"

#include "formats/first_document.h"
#include "formats/message_pack.h"
#include "formats/run_duration.h"

#include <algorithm>
#include <charconv>

namespace berth::formats {
namespace {

using api::Position;
using api::Problem;
using api::Value;

constexpr std::int64_t second = 1'000'000'000;
constexpr std::string_view eventsWord = "applied_objs";

std::optional<std::int64_t> wholeNumber(const Value* value)
{
    if (!value || value->kind != Value::Kind::Integer)
        return std::nullopt;
    std::int64_t number = 0;
    const auto& text = value->text;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

std::string textAt(const Value* object, std::string_view key)
{
    const Value* value = object ? object->find(key) : nullptr;
    return value && value->isString() ? value->text : std::string();
}

/// Seconds that pods of one owner ran, of those that have ended.
void collectDurations(const Value& value, std::vector<std::int64_t>& out)
{
    if (const auto* finished = value.find("Finished"); finished && finished->isArray() && finished->items.size() == 2) {
        const auto start = wholeNumber(&finished->items[0]);
        const auto end = wholeNumber(&finished->items[1]);
        if (start && end && *end >= *start)
            out.push_back(*end - *start);
        return;
    }
    for (const auto& item : value.items)
        collectDurations(item, out);
    for (const auto& member : value.members)
        collectDurations(member.value, out);
}

class TraceReader {
public:
    TraceReader(const std::string& file, Imported& out) : file_(file), out_(out) {}

    void read(Value& trace)
    {
        auto* events = part(trace, "events", 1);
        index_ = part(trace, "index", 2);
        if (!events || !events->isArray()) {
            complain(trace.position, "events: a list is expected");
            return;
        }
        for (auto& event : events->items)
            readEvent(event);
        std::stable_sort(out_.changes.begin(), out_.changes.end(), [](const Change& a, const Change& b) { return a.at < b.at; });
    }

private:
    /// Version 1 is a list of four, later ones are a map.
    static Value* part(Value& trace, std::string_view key, std::size_t place)
    {
        if (trace.isArray())
            return place < trace.items.size() ? &trace.items[place] : nullptr;
        return trace.find(key);
    }

    void readEvent(Value& event)
    {
        const auto time = wholeNumber(event.find("ts"));
        if (!time) {
            complain(event.position, "ts: a time in whole seconds is expected");
            return;
        }
        const bool isFirst = !start_;
        if (isFirst)
            start_ = *time;
        if (*time < *start_) {
            complain(event.position, "ts: " + std::to_string(*time) + " is before the first event");
            return;
        }
        if (auto* applied = event.find("applied_objs"))
            for (auto& object : applied->items)
                apply(object, *time, isFirst);
        if (const auto* deleted = event.find("deleted_objs"))
            for (const auto& object : deleted->items)
                remove(object, *time);
    }

    void apply(Value& object, std::int64_t time, bool isFirst)
    {
        setDuration(object);
        for (auto& document : api::decodeValue(object, file_)) {
            if (isFirst || !document.object)
                out_.cluster.push_back(std::move(document));
            else
                out_.changes.push_back({at(time), Change::Verb::Apply, std::move(document), {}, {}, {}, object.position});
        }
    }

    void remove(const Value& object, std::int64_t time)
    {
        const auto* metadata = object.find("metadata");
        out_.changes.push_back({at(time), Change::Verb::Delete, {}, textAt(&object, "kind"), textAt(metadata, "namespace"),
                                textAt(metadata, "name"), object.position});
    }

    /// How long its pods ran, as the index has it under the group, version, kind and name of the object.
    void setDuration(Value& object) const
    {
        if (!index_ || !object.isObject())
            return;
        const auto* ofKind = index_->find(textAt(&object, "apiVersion") + "." + textAt(&object, "kind"));
        const auto* metadata = object.find("metadata");
        const auto space = textAt(metadata, "namespace");
        const auto* lives = ofKind ? ofKind->find((space.empty() ? "" : space + "/") + textAt(metadata, "name")) : nullptr;
        std::vector<std::int64_t> durations;
        if (lives)
            collectDurations(*lives, durations);
        if (durations.empty())
            return;
        std::sort(durations.begin(), durations.end());
        annotatePods(object, runDurationAnnotation, std::to_string(durations[durations.size() / 2]) + "s");
    }

    std::int64_t at(std::int64_t time) const { return (time - *start_) * second; }

    void complain(Position position, std::string message)
    {
        out_.problems.push_back({Problem::Severity::Error, std::move(message), file_, position, {}, {}});
    }

    const std::string& file_;
    Imported& out_;
    Value* index_ = nullptr;
    std::optional<std::int64_t> start_;
};

bool looksLikeTrace(const Value& value)
{
    if (value.isArray())
        return value.items.size() >= 2 && value.items[1].isArray();
    return value.isObject() && !value.find("kind") && value.find("events");
}

bool isMessagePack(std::string_view text)
{
    const auto lead = text.empty() ? 0U : static_cast<unsigned>(static_cast<unsigned char>(text.front()));
    return (lead >= 0x80 && lead <= 0x9F) || (lead >= 0xDC && lead <= 0xDF); // a map or a list; no text starts so
}

}

std::optional<Imported> readSimKubeTrace(std::string_view text, const std::string& file)
{
    if (text.find(eventsWord) == std::string_view::npos)
        return std::nullopt;
    Imported out;
    out.source = file;
    auto document = isMessagePack(text) ? parseMessagePack(text, file) : firstDocument(text);
    if (!document && isMessagePack(text)) {
        out.problems.push_back(document.error());
        return out;
    }
    if (!document || !looksLikeTrace(*document))
        return std::nullopt;
    TraceReader(file, out).read(*document);
    return out;
}

}
